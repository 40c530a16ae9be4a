(* The checker of linear regions: regions with one map are joined where a point shows that they
   share a facet, and kept apart where no facets overlap. Which are joined is not trusted. *)
From Coq Require Import List ZArith QArith_base Bool.
From Crease Require Import Network Near Sums Checker.
Import ListNotations.
Open Scope Z_scope.

(* ---- Multiples of a form ---- *)

Fixpoint first_slope (a : list Z) : nat :=
  match a with [] => O | x :: a => if x =? 0 then S (first_slope a) else O end.

(* The first coordinate on which the form depends. *)
Definition pivot (d : nat) (h : form) : nat := first_slope (firstn d (lin h)).
Definition slope (k : nat) (f : form) : Z := nth k (lin f) 0.

(* A form that does not depend on the pivot of h, and is a multiple of f where h is 0. *)
Definition cross (d : nat) (h f : form) : form :=
  let p := pivot d h in muladd (muladd no_form (slope p h) f) (- slope p f) h.

Definition multiple (d : nat) (h f : form) : bool := trivial d (cross d h f).

(* Above 0 if f is a positive multiple of h, below 0 if it is a negative one. *)
Definition ratio (d : nat) (h f : form) : Z := slope (pivot d h) h * slope (pivot d h) f.

(* ---- Neighbours ---- *)

(* The sign of the form at the point u / w. *)
Definition value (w : Z) (u : list Z) (f : form) : Z := vdot (lin f) u + con f * w.

Definition exact_eq_dec (f g : exact) : {f = g} + {f <> g}.
Proof. decide equality; [apply Z.eq_dec|apply (list_eq_dec Z.eq_dec)]. Defined.

(* The outputs on a cell. *)
Definition exact_map (x : cell) : list exact := map body (snd x).

Definition same_map (x y : cell) : bool :=
  if list_eq_dec exact_eq_dec (exact_map x) (exact_map y) then true else false.

(* At the point the form is positive, or it is a multiple of s h, s = 1 or -1. *)
Definition on_side (d : nat) (s : Z) (h : form) (w : Z) (u : list Z) (m : form) : bool :=
  (0 <? value w u m) || (multiple d h m && (0 <? s * ratio d h m)).

(* Cell y is on the other side of member a of cell x, near the point. *)
Definition joins (d : nat) (x y : cell) (a : nat) (w : Z) (u : list Z) : bool :=
  let h := nth a (fst x) no_form in
  same_map x y && slanted d h && (0 <? w) && fits d u && (value w u h =? 0) &&
  forallb (on_side d 1 h w u) (fst x) && forallb (on_side d (-1) h w u) (fst y).

Definition opposite (d : nat) (m m' : form) : bool :=
  slanted d m && multiple d m m' && (ratio d m m' <? 0).

(* The sum of the forms, each times a number of the list if that is positive. *)
Fixpoint combination (ks : list Z) (ms : list form) : form :=
  match ks, ms with k :: ks, m :: ms => muladd (combination ks ms) (Z.max 0 k) m | _, _ => no_form end.

(* The forms are not all >= 0 where h is 0 and those positive that are no multiples of h: their
   combination is a negative constant, or 0 although one of these takes part. *)
Definition refutes (d : nat) (h : form) (ms : list form) (ks : list Z) : bool :=
  let f := combination ks ms in
  negb (slanted d f) &&
  ((con f <? 0) || (con f =? 0) &&
    existsb (fun p => (0 <? fst p) && negb (multiple d h (snd p))) (combine ks ms)).

(* ---- Maps that differ ---- *)

(* Things with the least and the greatest number that something of them may be, by the least. *)
Section Ranges.
Context {X : Type}.

Fixpoint merge (l1 : list (Z * Z * X)) : list (Z * Z * X) -> list (Z * Z * X) :=
  fix go l2 := match l1, l2 with
    | [], _ => l2
    | _, [] => l1
    | x :: m1, y :: m2 => if fst (fst x) <=? fst (fst y) then x :: merge m1 l2 else y :: go m2
    end.
(* List number k is empty or of 2^k things. *)
Fixpoint push (l : list (Z * Z * X)) (lists : list (list (Z * Z * X))) : list (list (Z * Z * X)) :=
  match lists with
  | [] => [l]
  | [] :: lists => l :: lists
  | l' :: lists => [] :: push (merge l' l) lists
  end.
Definition sort (l : list (Z * Z * X)) : list (Z * Z * X) :=
  fold_right merge [] (fold_left (fun lists x => push [x] lists) l []).

(* Groups whose ranges do not meet, and what no range is below; those before end at top or below. *)
Fixpoint runs (top : Z) (l : list (Z * Z * X)) : list (list X) * Z :=
  match l with
  | [] => ([], top + 1)
  | (low, high, x) :: l =>
      let top := Z.max top high in
      let (gs, next) := runs top l in
      (if top <? next then [x] :: gs else match gs with g :: gs => (x :: g) :: gs | [] => [[x]] end, Z.min low next)
  end.

Definition split (low high : X -> Z) (cs : list X) : list (list X) :=
  let l := sort (map (fun x => (low x, high x, x)) cs) in
  match l with
  | [] => []
  | (_, top, _) :: _ => fst (runs top l)
  end.

(* By a number of an output, times a power of two; by several, one after another. *)
Variable near_of : X -> list near.
Definition near_at (o : nat) (x : X) : near := nth o (near_of x) (aside no_form).
Definition number_at (c : nat) (n : near) : Z := nth c (base n :: about n) 0.
Definition low_at (o c : nat) (s : Z) (x : X) : Z :=
  let n := near_at o x in Z.shiftl (number_at c n - error n) (shift n - s).
Definition high_at (o c : nat) (s : Z) (x : X) : Z :=
  let n := near_at o x in Z.shiftl (number_at c n + error n) (shift n - s).
Definition by_number (o c : nat) (cs : list X) : list (list X) :=
  let s := fold_left (fun s x => Z.min s (shift (near_at o x))) cs (match cs with x :: _ => shift (near_at o x) | [] => 0 end) in
  if (0 <=? s) && forallb (fun x => s <=? shift (near_at o x)) cs then split (low_at o c s) (high_at o c s) cs else [cs].
Fixpoint by_numbers (numbers : list (nat * nat)) (cs : list X) : list (list X) :=
  match numbers, cs with
  | (o, c) :: numbers, _ :: _ :: _ => flat_map (by_numbers numbers) (by_number o c cs)
  | _, _ => [cs]
  end.

(* Of at most four outputs. *)
Definition numbers_of (cs : list X) : list (nat * nat) :=
  match cs with
  | x :: _ => flat_map (fun o => map (pair o) (seq 0 (S (length (about (near_at o x))))))
      (seq 0 (Nat.min 4 (length (near_of x))))
  | [] => []
  end.
Definition by_all_numbers (cs : list X) : list (list X) := by_numbers (numbers_of cs) cs.
End Ranges.

(* A number for a list of numbers. *)
Definition mixing : Z := 1000003.
Definition mixed_below : Z := 2305843009213693951.
Definition mixed (l : list Z) : Z := fold_left (fun s x => (s * mixing + x) mod mixed_below) l 0.
Definition digest (fs : list exact) : Z := mixed (flat_map (fun f => constant_of f :: slopes_of f) fs).
Definition key (c : cell) : Z := digest (exact_map c).

(* What has equal keys is in one group. *)
Definition by_key {X} (key_of : X -> Z) (cs : list X) : list (list X) :=
  match cs with
  | _ :: _ :: _ => split key_of key_of cs
  | _ => [cs]
  end.

Definition all_groups (cs : list cell) : list (list cell) := flat_map (by_key key) (by_all_numbers near_values cs).

(* Whether remainders, and numbers near them, tell all maps apart. *)
Definition is_single {X} (l : list X) : bool := match l with _ :: _ :: _ => false | _ => true end.
Definition all_differ (ns : list note) : bool :=
  forallb (fun g => forallb is_single (by_all_numbers fst g)) (by_key (fun n => mixed (snd n)) ns).

(* ---- Classes ---- *)

(* How the cells with one map are joined: the class before is complete and a cell begins the next, or
   cell i of the rest joins cell j of the class across member a of cell i, at a point. *)
Inductive join :=
| Begin (i : nat)
| Join (i j a : nat) (w : Z) (u : list Z).

Fixpoint take {A} (i : nat) (l : list A) : option (A * list A) :=
  match l, i with
  | x :: l, O => Some (x, l)
  | x :: l, S i => option_map (fun p => (fst p, x :: snd p)) (take i l)
  | [], _ => None
  end.

Section Classes.
Variables (d : nat) (plan : list cell -> list join) (multipliers : cell -> cell -> form -> list Z).

(* No facets of the cells overlap, if their maps are equal. *)
Definition apart (x y : cell) : bool :=
  negb (same_map x y) ||
  forallb (fun m => negb (existsb (opposite d m) (fst y)) ||
    refutes d m (fst x ++ fst y) (multipliers x y m)) (fst x).

Fixpoint join_all (joins_left : list join) (rest class : list cell) (classes : list (list cell)) :
  option (list (list cell)) :=
  match joins_left, rest with
  | [], [] => Some (class :: classes)
  | Begin i :: more, _ =>
      match take i rest with
      | Some (x, rest) => join_all more rest [x] (class :: classes)
      | None => None
      end
  | Join i j a w u :: more, _ =>
      match take i rest, nth_error class j with
      | Some (x, rest), Some y =>
          if joins d x y a w u then join_all more rest (x :: class) classes else None
      | _, _ => None
      end
  | _, _ => None
  end.

Fixpoint all_apart (classes : list (list cell)) : bool :=
  match classes with
  | c :: more => forallb (fun c' => forallb (fun x => forallb (apart x) c') c) more && all_apart more
  | [] => true
  end.

Definition classes_of (group : list cell) : option (list (list cell)) :=
  match group with
  | [] => Some []
  | [x] => Some [[x]]
  | x :: rest =>
      match join_all (plan group) rest [x] [] with
      | Some classes => if all_apart classes then Some classes else None
      | None => None
      end
  end.

Definition classes (groups : list (list cell)) : option (list (list cell)) :=
  option_map (@concat _) (all classes_of groups).

Definition maps (groups : list (list cell)) : list (list exact) :=
  flat_map (fun group => nodup (list_eq_dec exact_eq_dec) (map exact_map group)) groups.

End Classes.

(* ---- Networks ---- *)

(* The breakpoints do not decrease, and the pieces meet there. *)
Fixpoint meets (pieces : list (Z * (Z * Z))) (last : Z * Z) : bool :=
  match pieces with
  | (b, (s, o)) :: more =>
      let (s', o') := match more with p :: _ => snd p | [] => last end in
      (s * b + o =? s' * b + o') &&
      match more with p :: _ => b <=? fst p | [] => true end && meets more last
  | [] => true
  end.

Definition continuous {R} (n : unit Z R) : bool :=
  match n with
  | Pieces _ _ pieces last => meets pieces last
  | Maxout rows => match rows with [] => false | _ => true end
  end.

(* Regions, linear regions and maps of a network; the function that is extracted. If numbers near
   them and remainders tell all maps apart, each region is a linear region; else the proof is read
   again, and all cells are kept. *)
Definition count_linear {S} (ask : S -> part -> step * S)
  (plan : list cell -> list join) (multipliers : cell -> cell -> form -> list Z) (fuel : nat) (begin : Datatypes.unit -> S) (d : nat)
  (dom : domain) (net : network) : option (counts * (N * N)) :=
  match all scale_member dom, scale true 1 net with
  | Some ms, Some ((_ :: _) as ls) =>
      if forallb (forallb continuous) ls then
        let run keep := check d keep (fun _ _ => true) S ask fuel (begin tt) (start d ms ls) in
        match run With_nears with
        | Some (k, _) =>
            if all_differ (nears k) then Some (k, (regions k, regions k)) else
              match run With_cells with
              | Some (k, _) =>
                  let groups := all_groups (cells k) in
                  option_map (fun D => (k, (N.of_nat (length D), N.of_nat (length (maps groups)))))
                    (classes d plan multipliers groups)
              | None => None
              end
        | None => None
        end
      else None
  | _, _ => None
  end.
