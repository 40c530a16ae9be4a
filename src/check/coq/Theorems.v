(* Counts as theorems of the kernel: the checker runs inside Coq, on steps that are written out. *)
From Coq Require Import List ZArith QArith_base.
From Crease Require Import Field Network Checker Count.
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
