(* Classes of cells are linear regions: what overlaps a cell stays in its class, since it could leave
   only across a facet. *)
From Coq Require Import List ZArith QArith_base Bool Lia Ring Field Permutation.
From Crease Require Import Field Network Near Sums Checker Linear Geometry Plane Parts Main Soundness Cells.
Import ListNotations.

Lemma pairs_cons {A} (R : A -> A -> Prop) x l : ForallOrdPairs R (x :: l) ->
  Forall (R x) l /\ ForallOrdPairs R l.
Proof. intros H; inversion H; auto. Qed.

Section Joined.
Load Head.

(* ---- Combinations ---- *)

Lemma combination_ev ks ms u : (forall m, In m ms -> nonneg (ev m u)) -> nonneg (ev (combination ks ms) u).
Proof.
  revert ks; induction ms as [|m ms IH]; intros [|k ks] H; simpl; rewrite ?ev_no_form;
    try apply nonneg_zero.
  rewrite ev_muladd. apply nonneg_add; [apply IH; intros; apply H; now right|].
  apply nonneg_mul; [apply of_Z_nonneg; lia|apply H; now left].
Qed.

Lemma combination_positive ks ms (good : form -> bool) u :
  (forall m, In m ms -> nonneg (ev m u)) ->
  (forall m, In m ms -> good m = true -> positive (ev m u)) ->
  existsb (fun p => (0 <? fst p)%Z && good (snd p)) (combine ks ms) = true ->
  positive (ev (combination ks ms) u).
Proof.
  revert ks; induction ms as [|m ms IH]; intros [|k ks] H P E; simpl in *; try discriminate.
  rewrite ev_muladd. apply orb_true_iff in E as [E|E].
  - apply andb_true_iff in E as [L G]. apply Z.ltb_lt in L.
    replace (ev (combination ks ms) u + phi (Z.max 0 k) * ev m u) with
      (phi (Z.max 0 k) * ev m u + ev (combination ks ms) u) by ring.
    apply positive_nonneg; [|apply combination_ev; intros; apply H; now right].
    apply positive_mul; [apply of_Z_positive; lia|apply P; auto].
  - apply positive_nonneg; [apply IH; auto|]. apply nonneg_mul; [apply of_Z_nonneg; lia|apply H; now left].
Qed.

Lemma not_slanted_ev f u : slanted d f = false -> length u = d -> ev f u = phi (con f).
Proof.
  unfold slanted; rewrite negb_false_iff; intros A <-. unfold Geometry.ev; rewrite flat_dot by auto; ring.
Qed.

Lemma refutes_sound h ms ks w : refutes d h ms ks = true -> length w = d ->
  (forall m, In m ms -> nonneg (ev m w)) ->
  (forall m, In m ms -> multiple d h m = false -> positive (ev m w)) -> False.
Proof.
  unfold refutes; rewrite andb_true_iff, negb_true_iff, orb_true_iff, andb_true_iff.
  intros [S C] L N P. pose proof (combination_ev ks ms w N) as E.
  rewrite (not_slanted_ev _ w S L) in E. destruct C as [C|[C X]].
  - apply Z.ltb_lt in C. apply (nonneg_not_positive K _ E). rewrite <- of_Z_opp; apply of_Z_positive; lia.
  - apply Z.eqb_eq in C. apply (combination_positive ks ms (fun m => negb (multiple d h m)) w N) in X.
    + rewrite (not_slanted_ev _ w S L), C in X. now apply (not_zero K _ X).
    + intros m I G. apply P; auto. now apply negb_true_iff.
Qed.

(* ---- Cells across a hyperplane ---- *)

(* Near w the cell x is where h is positive and y where it is negative. *)
Definition across (h : form) (w : point) (o : open_set K) (x y : cell) : Prop :=
  slanted d h = true /\ length w = d /\ within o w /\ ev h w = 0 /\
  (forall m, In m (fst x ++ fst y) -> settled_near K d o h m) /\
  (forall u, length u = d -> within o u -> positive (ev h u) -> strictly (fst x) u) /\
  (forall u, length u = d -> within o u -> positive (- ev h u) -> strictly (fst y) u).

Lemma multiple_zero h m w : slanted d h = true -> length w = d -> multiple d h m = true -> ev h w = 0 ->
  ev m w = 0.
Proof.
  intros S L M Z. pose proof (multiple_ev K d h m w M L) as E. destruct (pivot_spec d h S) as [_ N].
  rewrite Z in E. assert (P : phi (slope (pivot d h) h) <> 0) by (intros X; now apply N, (of_Z_zero K)).
  transitivity (phi (slope (pivot d h) h) * ev m w * (1 / phi (slope (pivot d h) h))); [field; exact P|].
  rewrite E; ring.
Qed.

Lemma across_signs h w o x y m : across h w o x y -> In m (fst x ++ fst y) ->
  multiple d h m = true \/ multiple d h m = false /\ forall u, within o u -> positive (ev m u).
Proof.
  intros (S & L & W & Z & N & X & Y) I. destruct (multiple d h m) eqn:M; [now left|right; split; auto].
  destruct (both_sides K d o h w S L W Z) as ((u & Lu & Wu & Pu) & (v & Lv & Wv & Pv)).
  specialize (N m I) as [N|[N|N]]; [congruence|auto|]. exfalso.
  specialize (X u Lu Wu Pu). specialize (Y v Lv Wv Pv). apply in_app_or in I as [I|I].
  - unfold Geometry.strictly in X; rewrite Forall_forall in X. apply (positive_neg K (ev m u)); auto.
  - unfold Geometry.strictly in Y; rewrite Forall_forall in Y. apply (positive_neg K (ev m v)); auto.
Qed.

Lemma across_nonneg h w o x y m : across h w o x y -> In m (fst x ++ fst y) -> nonneg (ev m w).
Proof.
  intros A I. destruct (across_signs h w o x y m A I) as [M|[_ P]]; destruct A as (S & L & W & Z & _).
  - right; now apply multiple_zero with h.
  - left; auto.
Qed.

(* Both cells have a member that is a multiple of h, if they are disjoint. *)
Lemma all_or_multiple h o ms : (forall m, In m ms -> multiple d h m = true \/
    multiple d h m = false /\ forall u, within o u -> positive (ev m u)) ->
  (exists m, In m ms /\ multiple d h m = true) \/ forall u, within o u -> strictly ms u.
Proof.
  induction ms as [|m ms IH]; intros H; [right; constructor|].
  destruct (H m) as [M|[_ P]]; [now left|left; exists m; simpl; auto|].
  destruct IH as [(m' & I & M)|A]; [intros; apply H; now right|left; exists m'; simpl; auto|].
  right; intros u W; constructor; auto. now apply A.
Qed.

Lemma across_members h w o x y : across h w o x y -> disjoint K d (fst x) (fst y) ->
  exists m m', In m (fst x) /\ In m' (fst y) /\ multiple d h m = true /\ multiple d h m' = true.
Proof.
  intros A D. pose proof (across_signs h w o x y) as Sg. specialize (fun m => Sg m A).
  destruct A as (S & L & W & Z & N & X & Y).
  destruct (both_sides K d o h w S L W Z) as ((u & Lu & Wu & Pu) & (v & Lv & Wv & Pv)).
  destruct (all_or_multiple h o (fst x)) as [(m & Im & Mm)|E].
  { intros m I; apply Sg, in_or_app; auto. }
  2: { destruct (D v Lv); auto. }
  destruct (all_or_multiple h o (fst y)) as [(m' & Im' & Mm')|E].
  { intros m' I; apply Sg, in_or_app; auto. }
  2: { destruct (D u Lu); auto. }
  exists m, m'; auto.
Qed.

Lemma opposite_members h w o x y m m' : across h w o x y -> In m (fst x) -> In m' (fst y) ->
  multiple d h m = true -> multiple d h m' = true -> opposite d m m' = true.
Proof.
  intros (S & L & W & Z & N & X & Y) I I' M M'. unfold opposite.
  destruct (both_sides K d o h w S L W Z) as ((u & Lu & Wu & Pu) & (v & Lv & Wv & Pv)).
  assert (Pm : positive (ev m u)).
  { specialize (X u Lu Wu Pu). unfold Geometry.strictly in X; rewrite Forall_forall in X; auto. }
  assert (Pm' : positive (ev m' v)).
  { specialize (Y v Lv Wv Pv). unfold Geometry.strictly in Y; rewrite Forall_forall in Y; auto. }
  assert (Sl : slanted d m = true).
  { destruct (slanted d m) eqn:Sl; auto. exfalso. apply (not_zero _ _ Pm).
    rewrite (not_slanted_ev m u Sl Lu), <- (not_slanted_ev m w Sl L). now apply multiple_zero with h. }
  assert (Mm : multiple d m m' = true).
  { destruct (multiple d m m') eqn:E; auto. exfalso.
    destruct (not_multiple K d m m' Sl E) as (b & Lb & Zb & Nb). apply Nb. apply multiple_zero with h; auto.
    (* h is 0 where m is, since m is a multiple of h that is not 0 *)
    pose proof (multiple_ev K d h m b M Lb) as Eb. rewrite Zb in Eb.
    pose proof (multiple_ev K d h m u M Lu) as Eu. set (c := phi (slope (pivot d h) m)) in *.
    assert (C : c <> 0).
    { intros C; rewrite C in Eu. destruct (pivot_spec d h S) as [_ Np].
      assert (Q : phi (slope (pivot d h) h) <> 0) by (intros Q; now apply Np, (of_Z_zero K)).
      apply (not_zero _ _ Pm).
      transitivity (phi (slope (pivot d h) h) * ev m u * (1 / phi (slope (pivot d h) h))); [field; exact Q|].
      rewrite Eu; ring. }
    transitivity (c * ev h b * (1 / c)); [field; exact C|]. rewrite <- Eb; ring. }
  rewrite Sl, Mm; simpl. apply Z.ltb_lt.
  (* the signs at v: h < 0, so m < 0, and m' > 0 *)
  assert (Nm : positive (- ev m v)).
  { destruct (multiple_ev K d h m u M Lu), (pivot_spec d h S) as [_ Np].
    pose proof (multiple_ev K d h m u M Lu) as Eu. pose proof (multiple_ev K d h m v M Lv) as Ev.
    set (a := phi (slope (pivot d h) h)) in *. set (c := phi (slope (pivot d h) m)) in *.
    assert (Q : a <> 0) by (intros Q; now apply Np, (of_Z_zero K)).
    assert (R : positive (a * a)) by now apply square_positive.
    assert (T : positive (a * c)).
    { apply (positive_of_mul K (ev h u)); auto.
      replace (ev h u * (a * c)) with (a * (c * ev h u)) by ring. rewrite <- Eu.
      replace (a * (a * ev m u)) with ((a * a) * ev m u) by ring. now apply positive_mul. }
    apply (positive_of_mul K (a * a)); auto.
    replace (a * a * - ev m v) with (- (a * (a * ev m v))) by ring. rewrite Ev.
    replace (- (a * (c * ev h v))) with ((a * c) * (- ev h v)) by ring. now apply positive_mul. }
  pose proof (multiple_ev K d m m' v Mm Lv) as E. unfold ratio.
  set (a := slope (pivot d m) m) in *. set (c := slope (pivot d m) m') in *.
  destruct (Z.lt_trichotomy (a * c) 0) as [H|[H|H]]; auto; exfalso.
  - apply (f_equal phi) in H. rewrite of_Z_mul, of_Z_0 in H.
    destruct (pivot_spec d m Sl) as [_ Np]. fold a in Np.
    assert (Q : phi a <> 0) by (intros Q; now apply Np, (of_Z_zero K)).
    assert (R : positive (phi a * phi a * ev m' v)) by (apply positive_mul; auto; now apply square_positive).
    apply (not_zero _ _ R). transitivity (phi a * (phi a * ev m' v)); [ring|]. rewrite E.
    transitivity (phi a * phi c * ev m v); [ring|]. rewrite H; ring.
  - apply of_Z_positive with (K := K) in H. rewrite of_Z_mul in H.
    destruct (pivot_spec d m Sl) as [_ Np]. fold a in Np.
    assert (Q : phi a <> 0) by (intros Q; now apply Np, (of_Z_zero K)).
    assert (R : positive (phi a * phi a * ev m' v)) by (apply positive_mul; auto; now apply square_positive).
    apply (positive_neg K _ R).
    replace (- (phi a * phi a * ev m' v)) with (- (phi a * (phi a * ev m' v))) by ring. rewrite E.
    replace (- (phi a * (phi c * ev m v))) with ((phi a * phi c) * - ev m v) by ring.
    now apply positive_mul.
Qed.

Lemma apart_across multipliers h w o x y : across h w o x y -> disjoint K d (fst x) (fst y) ->
  apart d multipliers x y = true -> exact_map x <> exact_map y.
Proof.
  intros A D H E. unfold apart, same_map in H. destruct (list_eq_dec _ _ _) as [_|]; [|contradiction].
  simpl in H. rewrite forallb_forall in H.
  destruct (across_members h w o x y A D) as (m & m' & I & I' & M & M').
  specialize (H m I). rewrite orb_true_iff, negb_true_iff in H. destruct H as [H|H].
  - assert (X : existsb (opposite d m) (fst y) = true); [|congruence].
    apply existsb_exists; exists m'; split; auto. now apply opposite_members with h w o x y.
  - pose proof A as (S & L & W & Z & _). apply (refutes_sound m _ _ w H); auto.
    + intros k J. now apply across_nonneg with h o x y.
    + intros k J N. destruct (across_signs h w o x y k A J) as [Mk|[_ P]]; auto. exfalso.
      pose proof (opposite_members h w o x y m m' A I I' M M') as O. unfold opposite in O.
      rewrite !andb_true_iff in O. destruct O as [[Sl _] _].
      destruct (not_multiple K d m k Sl N) as (b & Lb & Zb & Nb). apply Nb, multiple_zero with h; auto.
      pose proof (multiple_ev K d h m b M Lb) as Eb. rewrite Zb in Eb.
      set (c := phi (slope (pivot d h) m)) in *.
      assert (C : c <> 0).
      { intros C. destruct (pivot_spec d m Sl) as [Lp Np].
        destruct (pivot_spec d h S) as [_ Nh].
        destruct (not_multiple K d m no_form Sl) as (b' & _ & _ & X).
        - destruct (multiple d m no_form) eqn:Q; auto. exfalso.
          destruct (both_sides K d [] m b Sl Lb (Forall_nil _) Zb) as ((v & Lv & _ & Pv) & _).
          pose proof (multiple_ev K d h m v M Lv) as Ev. fold c in Ev. rewrite C in Ev.
          assert (R : phi (slope (pivot d h) h) <> 0) by (intros R; now apply Nh, (of_Z_zero K)).
          apply (not_zero _ _ Pv).
          transitivity (phi (slope (pivot d h) h) * ev m v * (1 / phi (slope (pivot d h) h))); [field; exact R|].
          rewrite Ev; ring.
        - apply X, ev_no_form. }
      transitivity (c * ev h b * (1 / c)); [field; exact C|]. rewrite <- Eb; ring.
Qed.

(* ---- Joined cells ---- *)

(* The open set on both sides of a facet. *)
Definition near (w : Z) (u : list Z) (ms : list form) : open_set K :=
  map kform (filter (fun m => (0 <? value w u m)%Z) ms).

Notation at_ := (scaled_point K).

Lemma value_ev w u f : (0 < w)%Z -> phi w * ev f (at_ w u) = phi (value w u f).
Proof.
  intros P. apply of_Z_positive with (K := K) in P. unfold Geometry.ev, value.
  replace (phi w * (zdot (lin f) (at_ w u) + phi (con f))) with
    (phi w * zdot (lin f) (at_ w u) + phi (con f) * phi w) by ring.
  rewrite zdot_scaled, of_Z_add, of_Z_mul by now apply not_zero. reflexivity.
Qed.

Lemma near_within w u ms v : within (near w u ms) v <->
  forall m, In m ms -> (0 <? value w u m)%Z = true -> positive (ev m v).
Proof.
  unfold near. rewrite within_kforms. unfold Geometry.strictly; rewrite Forall_forall.
  split; intros H m.
  - intros I V. apply H, filter_In; auto.
  - intros I. apply filter_In in I as [I V]; auto.
Qed.

Lemma on_side_near s h w u m ms v : (s = 1 \/ s = -1)%Z -> slanted d h = true -> In m ms ->
  on_side d s h w u m = true -> within (near w u ms) v -> length v = d ->
  (nonneg (phi s * ev h v) -> nonneg (ev m v)) /\ (positive (phi s * ev h v) -> positive (ev m v)).
Proof.
  intros Sg S I O W L. unfold on_side in O. rewrite orb_true_iff, andb_true_iff in O.
  destruct O as [O|[M R]].
  { rewrite near_within in W. specialize (W m I O). split; auto. intros _; now left. }
  apply Z.ltb_lt in R. unfold ratio in R. pose proof (multiple_ev K d h m v M L) as E.
  destruct (pivot_spec d h S) as [_ N]. set (a := slope (pivot d h) h) in *.
  set (c := slope (pivot d h) m) in *. apply of_Z_positive with (K := K) in R. rewrite !of_Z_mul in R.
  assert (Q : phi a <> 0) by (intros Q; now apply N, (of_Z_zero K)).
  pose proof (square_positive K (phi a) Q) as A.
  assert (T : phi s * phi s = 1).
  { rewrite <- of_Z_mul, <- of_Z_1. destruct Sg; subst s; reflexivity. }
  assert (X : phi a * phi a * ev m v = phi s * (phi a * phi c) * (phi s * ev h v)).
  { transitivity ((phi s * phi s) * (phi a * (phi c * ev h v))); [|ring]. rewrite <- E, T; ring. }
  split; intros H.
  - apply (nonneg_of_mul K (phi a * phi a)); auto. rewrite X. apply nonneg_mul; auto; now left.
  - apply (positive_of_mul K (phi a * phi a)); auto. rewrite X. now apply positive_mul.
Qed.

(* What `joins` shows: near the point every point is in one of the cells, and both are there. *)
Lemma joins_sound x y a w u : joins d x y a w u = true -> let o := near w u (fst x ++ fst y) in
  exact_map x = exact_map y /\ solid o /\
  (forall v, length v = d -> within o v -> inside (fst x) v \/ inside (fst y) v) /\
  (exists v, length v = d /\ within o v /\ strictly (fst x) v) /\
  exists v, length v = d /\ within o v /\ strictly (fst y) v.
Proof.
  unfold joins, same_map. cbv zeta. set (h := nth a (fst x) no_form). rewrite !andb_true_iff, !forallb_forall.
  intros [[[[[[M S] P] F] Z] X] Y]. set (o := near w u (fst x ++ fst y)). destruct (list_eq_dec _ _ _) as [E|]; [|discriminate].
  apply Z.ltb_lt in P. apply Z.eqb_eq in Z. unfold fits in F; apply Nat.eqb_eq in F.
  assert (L : length (at_ w u) = d) by (unfold scaled_point; now rewrite map_length).
  assert (W : within o (at_ w u)).
  { apply near_within. intros m _ V. apply Z.ltb_lt, of_Z_positive with (K := K) in V.
    rewrite <- value_ev in V by auto. apply (positive_of_mul K (phi w)); auto. now apply of_Z_positive. }
  assert (H : ev h (at_ w u) = 0).
  { pose proof (value_ev w u h P) as V. rewrite Z in V.
    pose proof (not_zero K _ (of_Z_positive K w P)) as N.
    transitivity (phi w * ev h (at_ w u) * (1 / phi w)); [field; exact N|]. rewrite V, of_Z_0; ring. }
  assert (IX : forall m, In m (fst x) -> In m (fst x ++ fst y)) by (intros; apply in_or_app; auto).
  assert (IY : forall m, In m (fst y) -> In m (fst x ++ fst y)) by (intros; apply in_or_app; auto).
  assert (SX : forall v m, In m (fst x) -> within o v -> length v = d ->
    (nonneg (ev h v) -> nonneg (ev m v)) /\ (positive (ev h v) -> positive (ev m v))).
  { intros v m I Wv Lv. replace (ev h v) with (phi 1 * ev h v) by (rewrite of_Z_1; ring).
    apply on_side_near with (w := w) (u := u) (ms := fst x ++ fst y); auto. }
  assert (SY : forall v m, In m (fst y) -> within o v -> length v = d ->
    (nonneg (- ev h v) -> nonneg (ev m v)) /\ (positive (- ev h v) -> positive (ev m v))).
  { intros v m I Wv Lv. replace (- ev h v) with (phi (-1) * ev h v) by (rewrite phi_minus_1; ring).
    apply on_side_near with (w := w) (u := u) (ms := fst x ++ fst y); auto. }
  destruct (both_sides K d o h _ S L W H) as ((v & Lv & Wv & Pv) & (v' & Lv' & Wv' & Pv')).
  split; [exact E|split; [now exists (at_ w u)|split; [|split]]].
  - intros r Lr Wr. destruct (nonneg_or K (ev h r)) as [N|N]; [left|right]; apply Forall_forall; intros m I.
    + now apply (SX r m).
    + apply (SY r m); auto. now left.
  - exists v; repeat split; auto. apply Forall_forall; intros m I. now apply (SX v m).
  - exists v'; repeat split; auto. apply Forall_forall; intros m I. now apply (SY v' m).
Qed.

End Joined.
