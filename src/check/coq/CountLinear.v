(* The theorem: the checker counts the linear regions of a network, and its affine maps. *)
From Coq Require Import List ZArith QArith_base Bool Lia Ring Field.
From Crease Require Import Field Network Near Checker Linear Geometry Parts Main Soundness Count Cells Classes Regions.
Import ListNotations.

Section CountLinear.
Variable K : ordered_field.
Add Field K_is_a_field : (laws K).
Open Scope field_scope.

Notation phi := (@of_Z K).
Notation psi := (@of_Q K).
Notation point := (list K).

(* The cells that the checker finds, with the outputs of the network on them. *)
Lemma cells_of keep test (S : Type) (ask : S -> part -> step * S) fuel s s' d dom net ms ls k :
  all scale_member dom = Some ms -> scale true 1 net = Some ls -> net <> [] ->
  forallb (forallb continuous) ls = true -> check d keep test S ask fuel s (start d ms ls) = Some (k, s') ->
  exists c cs, positive c /\ tiled K d ms (fun u => map (mul c) (outputs net u)) cs /\
    regions k = N.of_nat (length cs) /\ (keep = true -> cells k = cs) /\
    Forall (fun x => exists shown, test shown x = true) cs.
Proof.
  intros D Sc Ne Co Ck. assert (G : good K d (start d ms ls)) by (apply good_start).
  destruct (check_cells K d keep test S ask _ _ _ _ _ G ltac:(split; [reflexivity|exact Co]) Ck)
    as (cs & T & X). destruct (scaled K net true 1 ls Sc) as (c & P & O); [apply of_Z_positive; reflexivity|].
  exists c, cs; split; [auto|split; [|exact X]]. revert T; apply tiled_ext. intros u _ _.
  now destruct (O u u) as [_ <-]; auto.
Qed.

Theorem counted_linear (S : Type) (ask : S -> part -> step * S) pivot plan multipliers fuel s d dom net k n m :
  count_linear ask pivot plan multipliers fuel s d dom net = Some (k, (n, m)) ->
  counts_hold K d dom net k /\
  (exists P, linear_regions K d dom net P /\ n = N.of_nat (length P)) /\
  (exists P, lists (affine_map K d dom net) P /\ m = N.of_nat (length P)).
Proof.
  unfold count_linear. destruct (all scale_member dom) as [ms|] eqn:D; [|discriminate].
  destruct (scale true 1 net) as [[|l ls]|] eqn:Sc; try discriminate.
  destruct (forallb _ _) eqn:Co; [|discriminate].
  destruct (check d true _ S ask fuel s _) as [[k' s']|] eqn:C; [|discriminate].
  destruct (classes d pivot plan multipliers (cells k')) as [E|] eqn:Cl; [|discriminate].
  simpl. intros X; injection X as X <- <-; subst k'.
  split; [eapply counts_of_check; eauto|].
  assert (Ne : net <> []) by (intros ->; discriminate Sc).
  destruct (cells_of true _ S ask _ _ _ d dom net ms (l :: ls) k D Sc Ne Co C) as (c & cs & P & T & _ & E' & _).
  rewrite <- E' in T by reflexivity.
  assert (In : forall u, Geometry.inside K ms u <-> in_domain dom u) by (intros; now apply domain_inside).
  split.
  - pose proof (classes_spec d pivot plan multipliers (cells k)
      (fun x y => connected K d dom net (box K x) (box K y))) as H.
    destruct (H ltac:(intros; constructor)) with (2 := Cl) as (W & Pm & Cm).
    { intros r x y a w u Ix Iy Ln J. eapply joined_connected with (y := y); eauto. }
    eexists; split; [eapply classes_are_regions with (D := E); eauto|]. now rewrite map_length.
  - eexists; split; [eapply maps_are with (cs := cells k) (c := c); eauto|]. now rewrite map_length.
Qed.

End CountLinear.

Print Assumptions counted_linear.
