(* The theorem: the checker counts the linear regions of a network, and its affine maps. *)
From Coq Require Import List ZArith QArith_base Bool Lia Ring Field.
From Crease Require Import Field Network Checker Linear Geometry Parts Main Soundness Count Cells Classes Regions.
Import ListNotations.

Section CountLinear.
Variable K : ordered_field.
Add Field K_is_a_field : (laws K).
Open Scope field_scope.

Notation phi := (@of_Z K).
Notation psi := (@of_Q K).
Notation point := (list K).

(* The outputs of the network in integers are its outputs times a number. *)
Lemma outs_scaled net : forall first s ls, scale first s net = Some ls -> positive (phi s) ->
  (first = true -> net <> []) -> exists c, positive c /\ forall x u : point,
    (if first then s = 1%Z /\ x = u else True) ->
    outs_of K ls (if first then [] else map (mul (phi s)) x) u = map (mul c) (outputs net x).
Proof.
  induction net as [|layer net IH]; intros first s ls H S Ne; simpl in H.
  - injection H as <-. destruct first; [now destruct Ne|]. exists (phi s); split; auto.
  - set (m := denominators (all_numbers layer)) in *. set (e := denominators (all_outputs layer)) in *.
    destruct (_ && _) eqn:P; [|discriminate].
    destruct (all _ layer) as [layer'|] eqn:L; [|discriminate].
    destruct (scale false _ net) as [more|] eqn:N; [|discriminate]. injection H as <-.
    apply andb_true_iff in P as [M E]. apply Z.ltb_lt, of_Z_positive with (K := K) in M, E.
    clearbody m e.
    assert (P : positive (phi (m * e * s))) by (rewrite !of_Z_mul; repeat apply positive_mul; auto).
    destruct (IH false (m * e * s)%Z more N P) as (c & C & H); [discriminate|].
    exists c; split; auto. intros x u F.
    set (xs := if first then [] else map (mul (phi s)) x). simpl.
    assert (U : map (fun n => unit_at phi (map_rows (row_of K xs u) n)) layer' =
      map (scaled K (phi (m * e * s))) (map (fun n => unit_at psi (map_rows (row_at x) n)) layer)).
    { apply all_spec in L. rewrite map_map. clear - L M E S F.
      induction L as [|n n' ns ns' H L IH]; simpl; auto.
      rewrite IH; f_equal. unfold xs; now apply scale_unit_sound. }
    rewrite U. set (units := map (fun n => unit_at psi (map_rows (row_at x) n)) layer).
    assert (Snd : map snd (map (scaled K (phi (m * e * s))) units) =
      map (mul (phi (m * e * s))) (map snd units)) by now rewrite !map_map.
    rewrite Snd. exact (H (map snd units) u I).
Qed.

Theorem counted_linear (S : Type) (ask : S -> part -> step * S) plan multipliers fuel s d dom net k n m :
  count_linear ask plan multipliers fuel s d dom net = Some (k, (n, m)) ->
  counts_hold K d dom net k /\
  (exists P, linear_regions K d dom net P /\ n = N.of_nat (length P)) /\
  (exists P, lists (affine_map K d dom net) P /\ m = N.of_nat (length P)).
Proof.
  unfold count_linear. destruct (all scale_member dom) as [ms|] eqn:D; [|discriminate].
  destruct (scale true 1 net) as [[|l ls]|] eqn:Sc; try discriminate.
  destruct (forallb _ _) eqn:Co; [|discriminate].
  destruct (check d true _ S ask fuel s _) as [[k' s']|] eqn:C; [|discriminate].
  destruct (classes d plan multipliers (cells k')) as [E|] eqn:Cl; [|discriminate].
  simpl. intros X; injection X as X <- <-; subst k'.
  split; [eapply counts_of_check; eauto|].
  assert (G : good K d (start ms (l :: ls))) by (split; simpl; [constructor|discriminate]).
  destruct (check_cells K d true _ S ask _ _ _ _ _ G ltac:(split; [reflexivity|exact Co]) C)
    as (cs & T & _ & E' & _). rewrite <- E' in T by reflexivity.
  assert (In : forall u, Geometry.inside K ms u <-> in_domain dom u) by (intros; now apply domain_inside).
  destruct (outs_scaled net true 1 (l :: ls) Sc) as (c & P & O).
  { apply of_Z_positive; reflexivity. }
  { intros _ ->. discriminate Sc. }
  assert (Out : forall u, length u = d -> outs K (start ms (l :: ls)) u = map (mul c) (outputs net u)).
  { intros u _. rewrite <- (O u u) by auto. reflexivity. }
  split.
  - pose proof (classes_spec d plan multipliers (cells k)
      (fun x y => connected K d dom net (box K x) (box K y))) as H.
    destruct (H ltac:(intros; constructor)) with (2 := Cl) as (W & Pm & Cm).
    { intros r x y a w u Ix Iy Ln J. eapply joined_connected with (y := y); eauto. }
    eexists; split; [eapply classes_are_regions with (D := E); eauto|]. now rewrite map_length.
  - eexists; split; [eapply maps_are with (cs := cells k) (c := c); eauto|]. now rewrite map_length.
Qed.

End CountLinear.

Print Assumptions counted_linear.
