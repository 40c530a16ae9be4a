(* The definitions that the theorems use: networks, patterns, activation regions. A reader who accepts
   them need not read the proofs. *)
From Coq Require Import List ZArith QArith_base.
From Crease Require Import Field.
Import ListNotations.
Open Scope field_scope.

(* A unit is made of rows of a kind R and of numbers of a kind A. *)
Inductive unit (A R : Type) :=
(* From below: each piece that ends at a breakpoint, as that breakpoint, slope and offset; slope and
   offset of the last. Pieces are numbered from `first` on, which is 0 in a network. *)
| Pieces (first : nat) (row : R) (piece : list (A * (A * A))) (last : A * A)
(* The first of the largest rows wins. *)
| Maxout (rows : list R).

Arguments Pieces {A R}. Arguments Maxout {A R}.

Definition map_rows {A R R'} (f : R -> R') (n : unit A R) : unit A R' :=
  match n with
  | Pieces first row piece last => Pieces first (f row) piece last
  | Maxout rows => Maxout (map f rows)
  end.

(* Weights and bias of rational numbers, unit by unit, layer by layer. *)
Definition network := list (list (unit Q (list Q * Q))).

Section Semantics.
Variable K : ordered_field.

Fixpoint dot (a u : list K) : K :=
  match a, u with x :: a', y :: u' => x * y + dot a' u' | _, _ => 0 end.

Section Units.
Variable A : Type.
Variable value : A -> K.

(* Number and output of the piece in force where the row is z. *)
Fixpoint piece_at (first : nat) (z : K) (pieces : list (A * (A * A))) (last : A * A) : nat * K :=
  match pieces with
  | (b, (slope, offset)) :: more =>
      if above (z - value b) then piece_at (S first) z more last
      else (first, value slope * z + value offset)
  | [] => (first, value (fst last) * z + value (snd last))
  end.

Definition beats_none (rows : list K) (z : K) : bool := forallb (fun y => negb (above (y - z))) rows.

(* The first of some rows that none of all rows exceeds. *)
Fixpoint first_largest (all : list K) (number : nat) (rows : list K) : nat * K :=
  match rows with
  | z :: more => if beats_none all z then (number, z) else first_largest all (S number) more
  | [] => (number, 0)
  end.

Definition unit_at (n : unit A K) : nat * K :=
  match n with
  | Pieces first z pieces last => piece_at first z pieces last
  | Maxout rows => first_largest rows 0 rows
  end.

End Units.

Definition row_at (x : list K) (row : list Q * Q) : K := dot (map of_Q (fst row)) x + of_Q (snd row).

(* The activation pattern at an input: the number of the piece in force of every unit. *)
Fixpoint pattern (net : network) (x : list K) : list nat :=
  match net with
  | [] => []
  | layer :: more =>
      let units := map (fun n => unit_at Q of_Q (map_rows (row_at x) n)) layer in
      map fst units ++ pattern more (map snd units)
  end.

(* An open polyhedron: the points where some affine functions are positive, given by slopes and
   constant. Every open set is a union of these. *)
Definition open_set := list (list K * K).
Definition affine_at (f : list K * K) (u : list K) : K := dot (fst f) u + snd f.
Definition within (o : open_set) (u : list K) : Prop := Forall (fun f => positive (affine_at f u)) o.

(* The domain is where inequalities a . u + c >= 0 hold. *)
Definition domain := list (list Q * Q).
Definition in_domain (dom : domain) (u : list K) : Prop := Forall (fun f => nonneg (row_at u f)) dom.

(* An activation region: a pattern that is in force all over an open set of the domain that is not
   empty. *)
Definition region (d : nat) (dom : domain) (net : network) (s : list nat) : Prop :=
  exists o : open_set, (exists u, length u = d /\ within o u) /\
    forall v, length v = d -> within o v -> in_domain dom v /\ pattern net v = s.

(* It is bounded if all coordinates of its points are between -b and b for some b. *)
Definition at_most (b : K) (u : list K) : Prop := Forall (fun x => nonneg (b - x) /\ nonneg (b + x)) u.
Definition bounded (d : nat) (dom : domain) (net : network) (s : list nat) : Prop :=
  exists b, forall u, length u = d -> in_domain dom u -> pattern net u = s -> at_most b u.

(* ---- Linear regions ---- *)

(* The outputs of the last layer. *)
Fixpoint outputs (net : network) (x : list K) : list K :=
  match net with
  | [] => x
  | layer :: more =>
      outputs more (map snd (map (fun n => unit_at Q of_Q (map_rows (row_at x) n)) layer))
  end.

(* All over the open set, which lies in the domain, the outputs are these affine functions. *)
Definition affine_on (d : nat) (dom : domain) (net : network) (o : open_set) (g : list (list K * K)) :=
  forall v, length v = d -> within o v ->
    in_domain dom v /\ outputs net v = map (fun f => affine_at f v) g.

(* A piece is an open set, not empty, with affine outputs. *)
Definition piece (d : nat) (dom : domain) (net : network) (o : open_set) : Prop :=
  (exists u, length u = d /\ within o u) /\ exists g, affine_on d dom net o g.

(* From one piece to another through pieces that overlap. The union of all pieces that are connected
   with one is a linear region: it is open and connected, the outputs are the same affine functions
   all over it (one_function in Regions.v), and nothing larger is like this. *)
Inductive connected (d : nat) (dom : domain) (net : network) (o : open_set) : open_set -> Prop :=
| Here : connected d dom net o o
| Further o1 o2 : connected d dom net o o1 -> piece d dom net o2 ->
    (exists u, length u = d /\ within o1 u /\ within o2 u) -> connected d dom net o o2.

(* The list has one piece of each linear region. *)
Definition linear_regions (d : nat) (dom : domain) (net : network) (l : list open_set) : Prop :=
  Forall (piece d dom net) l /\
  ForallOrdPairs (fun o o' => ~ connected d dom net o o') l /\
  forall o, piece d dom net o -> exists o', In o' l /\ connected d dom net o' o.

(* The affine functions of the pieces, with d slopes each. *)
Definition affine_map (d : nat) (dom : domain) (net : network) (g : list (list K * K)) : Prop :=
  Forall (fun f => length (fst f) = d) g /\
  exists o, (exists u, length u = d /\ within o u) /\ affine_on d dom net o g.

(* A list names each thing that has a property once. *)
Definition lists {T} (property : T -> Prop) (l : list T) : Prop :=
  NoDup l /\ forall t, In t l <-> property t.

End Semantics.

Arguments dot {K}. Arguments piece_at {K A}. Arguments beats_none {K}. Arguments first_largest {K}.
Arguments unit_at {K A}. Arguments row_at {K}. Arguments pattern {K}. Arguments affine_at {K}.
Arguments within {K}. Arguments outputs {K}. Arguments in_domain {K}. Arguments at_most {K}.
