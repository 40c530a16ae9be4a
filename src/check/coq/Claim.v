(* What a checker claims of a network: the text that is printed, and when it is true. *)
From Coq Require Import List ZArith QArith_base Bool String Ascii.
From Crease Require Import Field Network Property Text Sha256.
Import ListNotations.
Local Open Scope string_scope.

(* ---- Claims ---- *)

Inductive shape := Space | Box (bounds : list (Q * Q)) | Polytope (rows : domain).

(* The inputs are affine functions of other coordinates, if there is a chart: their number, and a row
   for each input. *)
Record place := Place { chart : option (nat * domain); inequalities : shape }.

(* Rows of outputs; those of an alternative are joined by `and`. *)
Inductive kind := Counts | Linear | Unsat (alternatives : list domain) | Range (rows : domain)
  | Sat (alternatives : list domain).

Record totals := Totals {
  regions : N;
  bounded_regions : N;
  linear_regions : N; (* these two of `Linear` only *)
  affine_maps : N;
  regions_per_layer : list N
}.

(* Sat has no totals. The source is the hash of the file from which a property was taken, or empty: it
   is repeated, and means nothing here. *)
Record claim := Claim { source : string; where_ : place; what : kind; counted : option totals }.

Definition dimension (net : written) (p : place) : nat :=
  match chart p with Some (d, _) => d | None => inputs net end.

(* ---- The text ---- *)

Definition row_lines (rows : domain) (rest : string) : string := each (fun r => line (row r)) rows rest.

Definition shape_name (s : shape) (rest : string) : string :=
  match s with
  | Space => "space" ++ rest
  | Box bounds => "box" ++
      each (fun b rest => String " " (rational (fst b) (String " " (rational (snd b) rest)))) bounds rest
  | Polytope rows => "polytope " ++ size rows rest
  end.

(* As in a certificate. *)
Definition place_lines (p : place) : string :=
  let domain := "domain " ++ line (shape_name (inequalities p))
    match inequalities p with Polytope rows => row_lines rows "" | _ => "" end in
  match chart p with
  | Some (d, rows) => "chart " ++ line (natural (Z.of_nat d)) (row_lines rows domain)
  | None => domain
  end.

Definition alternative_text (rows : domain) (rest : string) : string :=
  each (fun r rest => " (" ++ row r (")" ++ rest)) rows rest.

Definition place_text (p : place) : string :=
  match inequalities p with
  | Polytope rows => "polytope" ++ alternative_text rows ""
  | s => shape_name s ""
  end ++
  match chart p with Some (_, rows) => " chart" ++ alternative_text rows "" | None => "" end ++
  " sha256 " ++ sha256 (place_lines p).

Definition alternatives_text (l : list domain) : string := separated ";" alternative_text l "".

Definition kind_text (k : kind) : string :=
  match k with
  | Counts | Linear => ""
  | Unsat l => " unsat" ++ alternatives_text l
  | Range rows => " range" ++ alternatives_text (map (fun r => [r]) rows)
  | Sat l => " sat" ++ alternatives_text l
  end.

Definition count_text (n : N) : string -> string := natural (Z.of_N n).

Definition totals_text (k : kind) (t : totals) : string :=
  " " ++ count_text (regions t) (" activation_regions " ++
  count_text (bounded_regions t) (" bounded_regions" ++
  let layers := match regions_per_layer t with
    | [] => ""
    | l => String " " (separated "," count_text l "")
    end ++ " regions_per_layer" in
  match k with
  | Linear => " " ++ count_text (linear_regions t) (" linear_regions " ++
      count_text (affine_maps t) (" affine_maps" ++ layers))
  | _ => layers
  end)).

Definition counted_text (c : claim) : string :=
  match counted c with Some t => totals_text (what c) t | None => "" end.

(* The line for the network with a hash. *)
Definition claim_text (hash : string) (c : claim) : string :=
  "VERIFIED" ++ kind_text (what c) ++ counted_text c ++ " network " ++ hash ++
  match source c with EmptyString => "" | s => " property " ++ s end ++ " domain " ++ place_text (where_ c).

(* ---- The truth ---- *)

(* Each side of a box has one slope, 1 or -1. *)
Definition side (d i : nat) (slope constant : Q) : list Q * Q :=
  (map (fun j => if Nat.eqb i j then slope else 0%Q) (seq 0 d), constant).
Definition sides (d i : nat) (b : Q * Q) : domain := [side d i 1%Q (- fst b)%Q; side d i (- (1))%Q (snd b)].

(* All hold, so the order has no meaning; the checker has the last first. *)
Definition domain_of (d : nat) (s : shape) : domain :=
  match s with
  | Space => []
  | Box bounds => rev (flat_map (fun p => sides d (fst p) (snd p)) (combine (seq 0 d) bounds))
  | Polytope rows => rev rows
  end.

(* A chart is one more layer, which is linear and has no place in patterns. *)
Definition chart_of (p : place) : network :=
  match chart p with Some (_, rows) => [linear_layer rows] | None => [] end.
Definition on_place (net : written) (p : place) : network :=
  (chart_of p ++ network_of net)%list.

Section Truth.
Variable K : ordered_field.

(* A list of exactly the things with a property has this length. *)
Definition counts_of {T} (property : T -> Prop) (n : N) : Prop :=
  exists l, lists property l /\ n = N.of_nat (List.length l).

Definition totals_true (net : written) (p : place) (k : kind) (t : totals) : Prop :=
  let d := dimension net p in
  let dom := domain_of d (inequalities p) in
  let whole := on_place net p in
  counts_of (region K d dom whole) (regions t) /\
  counts_of (fun s => region K d dom whole s /\ bounded K d dom whole s) (bounded_regions t) /\
  List.length (regions_per_layer t) = hidden net /\
  (forall l, l < hidden net -> counts_of
     (region K d dom (firstn (List.length (chart_of p) + S l) whole)) (nth l (regions_per_layer t) 0%N))%nat /\
  (k = Linear ->
     (exists l, Network.linear_regions K d dom whole l /\ linear_regions t = N.of_nat (List.length l)) /\
     counts_of (affine_map K d dom whole) (affine_maps t)).

(* The value of a row of outputs at a point of the domain. *)
Definition value_at (net : written) (p : place) (u : list K) (r : list Q * Q) : K :=
  row_at (outputs (on_place net p) u) r.
Definition point_of (net : written) (p : place) (u : list K) : Prop :=
  List.length u = dimension net p /\ in_domain (domain_of (dimension net p) (inequalities p)) u.
Definition all_hold (net : written) (p : place) (rows : domain) (u : list K) : Prop :=
  Forall (fun r => nonneg (value_at net p u r)) rows.

Definition kind_true (net : written) (p : place) (k : kind) : Prop :=
  match k with
  | Counts | Linear => True
  | Unsat l => forall u rows, point_of net p u -> In rows l -> ~ all_hold net p rows u
  | Sat l => forall rows, In rows l -> exists u, point_of net p u /\ all_hold net p rows u
  | Range rows => forall r, In r rows ->
      (forall u, point_of net p u -> nonneg (opp (value_at net p u r))) /\
      exists u, point_of net p u /\ value_at net p u r = zero
  end.

Definition claim_true (net : written) (c : claim) : Prop :=
  kind_true net (where_ c) (what c) /\
  match counted c with
  | Some t => totals_true net (where_ c) (what c) t
  | None => match what c with Sat _ => True | _ => False end
  end.

End Truth.
