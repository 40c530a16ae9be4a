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
Variables (d : nat) (pivot : list (list near) -> option (nat * nat * Z * Z)).
Variables (plan : list cell -> list join) (multipliers : cell -> cell -> form -> list Z).

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

(* Cells are told apart by a number of one output, times a power of two, where these are below and
   above another number; which one is not trusted. *)
Definition number_near (o c : nat) (ns : list near) : Z * near :=
  let n := nth o ns (aside no_form) in (nth c (base n :: about n) 0, n).
Definition is_below (o c : nat) (s p : Z) (ns : list near) : bool :=
  let (a, n) := number_near o c ns in (0 <=? s) && (s <=? shift n) && (Z.shiftl (a + error n) (shift n - s) <? p).
Definition is_above (o c : nat) (s p : Z) (ns : list near) : bool :=
  let (a, n) := number_near o c ns in (s <=? shift n) && (p <=? Z.shiftl (a - error n) (shift n - s)).

Fixpoint sorted {X} (near_of : X -> list near) (digits : nat) (cs : list X) : list (list X) :=
  match digits, cs with
  | S digits, _ :: _ :: _ =>
      match pivot (map near_of cs) with
      | Some (o, c, s, p) =>
          let (a, b) := partition (fun x => is_below o c s p (near_of x)) cs in
          if forallb (fun x => is_above o c s p (near_of x)) b
          then sorted near_of digits a ++ sorted near_of digits b else [cs]
      | None => [cs]
      end
  | _, _ => [cs]
  end.

(* A number for a list of numbers. *)
Definition mixing : Z := 1000003.
Definition mixed_below : Z := 2305843009213693951.
Definition mixed (l : list Z) : Z := fold_left (fun s x => (s * mixing + x) mod mixed_below) l 0.
Definition digest (fs : list exact) : Z := mixed (flat_map (fun f => constant_of f :: slopes_of f) fs).
Definition key (c : cell) : Z := digest (exact_map c).

(* What has equal keys is in one group: the keys are told apart digit by digit, from 1 on. *)
Fixpoint groups {X} (key_of : X -> Z) (digits : nat) (digit : Z) (cs : list X) : list (list X) :=
  match digits, cs with
  | S digits, _ :: _ :: _ =>
      let (a, b) := partition (fun c => Z.even (key_of c / digit)) cs in
      groups key_of digits (2 * digit) a ++ groups key_of digits (2 * digit) b
  | _, _ => [cs]
  end.

Definition all_groups (cs : list cell) : list (list cell) :=
  flat_map (groups key 61 1) (sorted near_values 100 cs).

Definition classes (groups : list (list cell)) : option (list (list cell)) :=
  option_map (@concat _) (all classes_of groups).

Definition maps (groups : list (list cell)) : list (list exact) :=
  flat_map (fun group => nodup (list_eq_dec exact_eq_dec) (map exact_map group)) groups.

(* Whether numbers near them and remainders tell all maps apart. A group that no number divides is
   divided by remainders, and what these leave together by numbers again. *)
Definition is_single {X} (l : list X) : bool := match l with _ :: _ :: _ => false | _ => true end.
Definition all_differ (ns : list note) : bool :=
  forallb (fun g => forallb (fun h => forallb is_single (sorted fst 100 h)) (groups (fun n => mixed (snd n)) 61 1 g))
    (sorted fst 100 ns).

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
  (pivot : list (list near) -> option (nat * nat * Z * Z)) (plan : list cell -> list join)
  (multipliers : cell -> cell -> form -> list Z) (fuel : nat) (begin : Datatypes.unit -> S) (d : nat)
  (dom : domain) (net : network) : option (counts * (N * N)) :=
  match all scale_member dom, scale true 1 net with
  | Some ms, Some ((_ :: _) as ls) =>
      if forallb (forallb continuous) ls then
        let run keep := check d keep (fun _ _ => true) S ask fuel (begin tt) (start d ms ls) in
        match run With_nears with
        | Some (k, _) =>
            if all_differ pivot (nears k) then Some (k, (regions k, regions k)) else
              match run With_cells with
              | Some (k, _) =>
                  let groups := all_groups pivot (cells k) in
                  option_map (fun D => (k, (N.of_nat (length D), N.of_nat (length (maps groups)))))
                    (classes d plan multipliers groups)
              | None => None
              end
        | None => None
        end
      else None
  | _, _ => None
  end.
