(* Counts as theorems of the kernel: the checker runs inside Coq, on steps that are written out, and
   on tables of joins and multipliers, which are found by digests. *)
From Coq Require Import List ZArith QArith_base.
From Crease Require Import Field Network Near Sums Checker Linear Count CountLinear.
Import ListNotations.

(* Steps from a list. *)
Definition listed (steps : list step) (p : part) : step * list step :=
  match steps with a :: more => (a, more) | [] => (Split, []) end.

Theorem regions_are fuel steps d dom net n :
  option_map regions (count listed fuel steps d dom net) = Some n ->
  forall K : ordered_field, exists P, lists (region K d dom net) P /\ N.of_nat (length P) = n.
Proof.
  destruct (count listed fuel steps d dom net) as [k|] eqn:E; [|discriminate]. intros [= <-] K.
  destruct (counted K _ listed _ _ _ _ _ _ E) as ((P & L & ->) & _). now exists P.
Qed.

Definition found {A} (table : list (Z * list A)) (k : Z) : list A :=
  match find (fun entry => Z.eqb k (fst entry)) table with Some (_, a) => a | None => [] end.
Definition plan_of table (group : list cell) : list join :=
  found table (digest (flat_map exact_map (firstn 1 group))).
Definition multipliers_of table (x y : cell) (m : form) : list Z :=
  found table (digest (map body (m :: fst x ++ fst y))).

Theorem linear_regions_are plan multipliers fuel steps d dom net n l m :
  option_map (fun k => (regions (fst k), snd k))
    (count_linear listed (plan_of plan) (multipliers_of multipliers) fuel (fun _ => steps) d dom net) = Some (n, (l, m)) ->
  forall K : ordered_field,
    (exists P, lists (region K d dom net) P /\ N.of_nat (length P) = n) /\
    (exists P, linear_regions K d dom net P /\ N.of_nat (length P) = l) /\
    (exists P, lists (affine_map K d dom net) P /\ N.of_nat (length P) = m).
Proof.
  destruct (count_linear _ _ _ _ _ _ _ _) as [[k [l' m']]|] eqn:E; [|discriminate]. intros [= <- <- <-] K.
  destruct (counted_linear K _ _ _ _ _ _ _ _ _ _ _ _ E) as (((P & L & ->) & _) & (Q & R & ->) & (F & S & ->)).
  split; [now exists P|split; [now exists Q|now exists F]].
Qed.
