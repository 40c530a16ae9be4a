(* The checker of properties. Rows of outputs become a last layer; in each region multipliers show
   that the rows of no alternative are all >= 0, and at a point the network is evaluated. *)
From Coq Require Import List ZArith QArith_base Bool.
From Crease Require Import Network Near Sums Checker Linear.
Import ListNotations.
Open Scope Z_scope.

(* Rows of inputs, as the sides of a domain are. *)
Definition linear_layer (rows : domain) : list (unit Q (list Q * Q)) :=
  map (fun row => Pieces 0 row [] (1%Q, 0%Q)) rows.

Definition one_of (fs : list form) (f : form) : bool :=
  if in_dec exact_eq_dec (body f) (map body fs) then true else false.

(* Where the members are >= 0 the forms are not all >= 0; or not all positive, if that is enough: a
   combination is a negative constant, or 0 although one of the forms takes part. *)
Definition refuted (d : nat) (weak : bool) (ms fs : list form) (ks : list Z) : bool :=
  let f := combination ks (fs ++ ms) in
  negb (slanted d f) &&
  ((con f <? 0) || weak && (con f =? 0) &&
    existsb (fun p => (0 <? fst p) && one_of fs (snd p)) (combine ks (fs ++ ms))).

(* The same for the alternatives, whose numbers of rows are given. *)
Fixpoint all_refuted (d : nat) (weak : bool) (ms : list form) (sizes : list nat) (rows : list form)
  (shown : list (list Z)) : bool :=
  match sizes, shown with
  | n :: sizes, ks :: shown =>
      refuted d weak ms (firstn n rows) ks && all_refuted d weak ms sizes (skipn n rows) shown
  | [], _ => true
  | _, [] => false
  end.

(* At no point of the domain are the rows of an alternative all >= 0 (if weak, all positive): the
   function that is extracted for `unsat` and `range`. The counts are those with the rows as a layer. *)
Definition exclude {S} (ask : S -> part -> step * S) (fuel : nat) (s : S) (d : nat) (dom : domain)
  (net : network) (weak : bool) (alternatives : list domain) : option counts :=
  match all scale_member dom, scale true 1 (net ++ [linear_layer (concat alternatives)]) with
  | Some ms, Some ls =>
      let test shown (c : Datatypes.unit -> cell) :=
        let c := c tt in all_refuted d weak (fst c) (map (@length _) alternatives) (snd c) shown in
      if forallb (forallb continuous) ls then
        match check d Totals_only test S ask fuel s (start d ms ls) with
        | Some (k, _) => if N.eqb (regions k) 0 then None else Some k
        | None => None
        end
      else None
  | _, _ => None
  end.

(* A network without inputs has outputs >= 0. *)
Definition evaluate {S} (ask : S -> part -> step * S) (fuel : nat) (s : S) (net : network) : bool :=
  match scale true 1 net with
  | Some ((_ :: _) as ls) =>
      let test (_ : list (list Z)) (c : Datatypes.unit -> cell) := forallb (fun f => 0 <=? con f) (snd (c tt)) in
      forallb (forallb continuous) ls &&
      match check 0 Totals_only test S ask fuel s (start 0 [] ls) with
      | Some (k, _) => negb (N.eqb (regions k) 0)
      | None => false
      end
  | _ => false
  end.

(* At a point of the domain the rows are all >= 0: the function that is extracted for `sat`. *)
Definition reach {S} (ask : S -> part -> step * S) (fuel : nat) (s : S) (d : nat) (dom : domain)
  (net : network) (rows : domain) (x : list Q) : bool :=
  let at_point net := evaluate ask fuel s (linear_layer (map (pair []) x) :: net) in
  Nat.eqb (length x) d && at_point [linear_layer dom] && at_point (net ++ [linear_layer rows]).
