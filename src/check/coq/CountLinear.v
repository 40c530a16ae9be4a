(* The theorem: the checker counts the linear regions of a network, and its affine maps. *)
From Coq Require Import List ZArith QArith_base Bool Lia Ring Field Permutation.
From Crease Require Import Field Network Near Sums Checker Linear Geometry Parts Main Soundness Count Cells Classes Regions.
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
    regions k = N.of_nat (length cs) /\ (keep = With_cells -> cells k = cs) /\
    (keep = With_nears -> nears k = map near_outputs cs) /\
    Forall (fun x => exists shown, test shown (fun _ => x) = true) cs.
Proof.
  intros D Sc Ne Co Ck. assert (G : good K d (start d ms ls)) by (apply good_start).
  destruct (check_cells K d keep test S ask _ _ _ _ _ G ltac:(split; [reflexivity|exact Co]) Ck)
    as (cs & T & X). destruct (scaled K net true 1 ls Sc) as (c & P & O); [apply of_Z_positive; reflexivity|].
  exists c, cs; split; [auto|split; [|exact X]]. revert T; apply tiled_ext. intros u _ _.
  now destruct (O u u) as [_ <-]; auto.
Qed.

Theorem counted_linear (S : Type) (ask : S -> part -> step * S) plan multipliers fuel begin d dom net k n m :
  count_linear ask plan multipliers fuel begin d dom net = Some (k, (n, m)) ->
  counts_hold K d dom net k /\
  (exists P, linear_regions K d dom net P /\ n = N.of_nat (length P)) /\
  (exists P, lists (affine_map K d dom net) P /\ m = N.of_nat (length P)).
Proof.
  unfold count_linear. destruct (all scale_member dom) as [ms|] eqn:D; [|discriminate].
  destruct (scale true 1 net) as [[|l ls]|] eqn:Sc; try discriminate.
  destruct (forallb _ _) eqn:Co; [|discriminate]. intros H.
  assert (Ne : net <> []) by (intros ->; discriminate Sc).
  assert (Same : forall u, Geometry.inside K ms u <-> in_domain dom u) by (intros; now apply domain_inside).
  (* what both runs end with *)
  assert (E : exists keep s', check d keep (fun _ _ => true) S ask fuel (begin tt) (start d ms (l :: ls)) = Some (k, s') /\
    forall cs, (keep = With_cells -> cells k = cs) -> (keep = With_nears -> nears k = map near_outputs cs) ->
      regions k = N.of_nat (length cs) ->
      forall linked : cell -> cell -> Prop, (forall x, In x cs -> linked x x) ->
      (forall r x y a w u, In x cs -> In y cs -> linked r y -> joins d x y a w u = true -> linked r x) ->
      exists E, (Forall (whole cs linked) E /\ Permutation (concat E) cs /\
        ForallOrdPairs (compared d multipliers) E) /\
        n = N.of_nat (length E) /\ m = N.of_nat (length (maps (all_groups cs)))).
  { destruct (check d With_nears _ S ask fuel _ _) as [[k1 s1]|] eqn:C; [|discriminate].
    destruct (all_differ (nears k1)) eqn:A.
    - injection H as <- <- <-. exists With_nears, s1; split; auto. intros cs _ N R linked Self _.
      rewrite N in A by reflexivity. apply differing in A.
      destruct (differing_classes d multipliers cs linked Self A) as (W & P & O & L & L').
      eexists; split; [exact (conj W (conj P O))|]. rewrite L, L', R. auto.
    - destruct (check d With_cells _ S ask fuel _ _) as [[k2 s2]|] eqn:C2; [|discriminate].
      destruct (classes d plan multipliers _) as [E|] eqn:Cl; [|discriminate].
      simpl in H. injection H as <- <- <-. exists With_cells, s2; split; auto. intros cs X _ _ linked Self Join.
      rewrite X in Cl by reflexivity. exists E. rewrite X by reflexivity. split; auto.
      exact (classes_spec d plan multipliers cs linked Self Join E Cl). }
  destruct E as (keep & s' & C & E).
  split; [eapply counts_of_check; eauto|].
  destruct (cells_of keep _ S ask _ _ _ d dom net ms (l :: ls) k D Sc Ne Co C) as (c & cs & P & T & R & X & Y & _).
  destruct (E cs X Y R (fun x y => connected K d dom net (box K x) (box K y))) as (Ds & (W & Pm & Cm) & -> & ->).
  { intros; constructor. }
  { intros r x y a w u Ix Iy Ln J. eapply joined_connected with (y := y); eauto. }
  split.
  - eexists; split; [eapply classes_are_regions with (D := Ds); eauto|]. now rewrite map_length.
  - eexists; split; [eapply maps_are with (cs := cs) (c := c); eauto|]. now rewrite map_length.
Qed.

End CountLinear.

Print Assumptions counted_linear.
