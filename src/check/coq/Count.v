(* The theorem: the checker counts the activation regions of a network over any ordered field. *)
From Coq Require Import List ZArith QArith_base Bool Lia Ring Field.
From Crease Require Import Field Network Near Sums Checker Linear Geometry Parts Main Soundness.
Import ListNotations.

Lemma all_spec {A B} (f : A -> option B) l : forall l', all f l = Some l' ->
  Forall2 (fun x y => f x = Some y) l l'.
Proof.
  induction l as [|x l IH]; simpl; intros l' H; [injection H as <-; constructor|].
  destruct (f x) eqn:E; [|discriminate]. destruct (all f l); [|discriminate].
  injection H as <-; constructor; auto.
Qed.

Lemma both_spec {A B} (a : option A) (b : option B) p : both a b = Some p ->
  a = Some (fst p) /\ b = Some (snd p).
Proof. destruct a, b; simpl; try discriminate; intros [= <-]; auto. Qed.

Lemma scale_firstn net : forall first s ls l, scale first s net = Some ls ->
  scale first s (firstn l net) = Some (firstn l ls).
Proof.
  induction net as [|layer net IH]; intros first s ls l H; simpl in H.
  - injection H as <-; now destruct l.
  - destruct l as [|l]; [reflexivity|]. simpl.
    destruct (_ && _); [|discriminate]. destruct (all _ layer); [|discriminate].
    destruct (scale false _ net) eqn:E; [|discriminate]. injection H as <-.
    now rewrite (IH _ _ _ l E).
Qed.

Lemma scale_length net : forall first s ls, scale first s net = Some ls -> length ls = length net.
Proof.
  induction net as [|layer net IH]; intros first s ls H; simpl in H; [now injection H as <-|].
  destruct (_ && _); [|discriminate]. destruct (all _ layer); [|discriminate].
  destruct (scale false _ net) eqn:E; [|discriminate]. injection H as <-. simpl; now rewrite (IH _ _ _ E).
Qed.

Section Count.
Variable K : ordered_field.
Add Field K_is_a_field : (laws K).
Open Scope field_scope.

Notation phi := (@of_Z K).
Notation psi := (@of_Q K).
Notation point := (list K).

Lemma times_sound m q z : times m q = Some z -> phi z = phi m * psi q.
Proof.
  unfold times, of_Q. pose proof (Z_div_mod m (Zpos (Qden q)) eq_refl) as H.
  destruct (Z.div_eucl m (Zpos (Qden q))) as [x r]; destruct H as [-> _].
  destruct (Z.eqb_spec r 0) as [->|]; [|discriminate]. intros [= <-].
  rewrite Z.add_0_r, !of_Z_mul. field. now apply (not_zero K), of_Z_positive.
Qed.

Lemma scale_row_sound first m s row row' (x u : point) : scale_row first m s row = Some row' ->
  (if first then s = 1%Z /\ x = u else True) ->
  row_of K None (if first then [] else map (mul (phi s)) x) u row' = phi m * phi s * row_at x row.
Proof.
  unfold scale_row. destruct (all (times m) (fst row)) as [w|] eqn:W; [|discriminate].
  destruct (times (m * s) (snd row)) as [b|] eqn:B; [|discriminate].
  apply times_sound in B; rewrite of_Z_mul in B. apply all_spec in W.
  intros [= <-]; unfold row_of, row_at.
  assert (D : forall y, dot (map phi w) (map (mul (phi s)) y) = phi m * phi s * dot (map psi (fst row)) y).
  { clear B. induction W as [|q z ws zs E W IH]; intros [|y ys]; simpl; try ring.
    rewrite (times_sound _ _ _ E), IH; ring. }
  destruct first.
  - intros [-> ->]. change (zdot K [] [] + (zdot K w u + phi b) = phi m * phi 1 * (dot (map psi (fst row)) u + psi (snd row))).
    unfold zdot; simpl. rewrite B. specialize (D u). rewrite of_Z_1 in *.
    replace (map (mul 1) u) with u in D; [rewrite D; ring|].
    clear; induction u as [|y u IH]; simpl; [reflexivity|]. rewrite <- IH; f_equal; ring.
  - intros _. change (zdot K w (map (mul (phi s)) x) + (zdot K [] u + phi b) =
      phi m * phi s * (dot (map psi (fst row)) x + psi (snd row))).
    unfold zdot. simpl. rewrite D, B; ring.
Qed.

Lemma above_mul (c z : K) : positive c -> above (c * z) = above z.
Proof.
  intros C; destruct (above z) eqn:A.
  - apply above_true in A; apply above_true. now apply positive_mul.
  - apply above_false in A; apply above_false. replace (- (c * z)) with (c * - z) by ring.
    apply nonneg_mul; auto; now left.
Qed.

Definition scaled_unit (c : K) (r : nat * K) : nat * K := (fst r, c * snd r).

Lemma scale_piece_sound e m p p' (z : K) : scale_piece e m p = Some p' ->
  phi (fst p') * (phi m * z) + phi (snd p') = phi e * phi m * (psi (fst p) * z + psi (snd p)).
Proof.
  unfold scale_piece; intros H; apply both_spec in H as [H1 H2].
  apply times_sound in H1, H2. rewrite H1, H2, of_Z_mul; ring.
Qed.

Lemma piece_at_scaled e m last last' pieces pieces' (z : K) : positive (phi m) ->
  Forall2 (fun p p' => both (times m (fst p)) (scale_piece e m (snd p)) = Some p') pieces pieces' ->
  scale_piece e m last = Some last' -> forall k,
  piece_at phi k (phi m * z) pieces' last' = scaled_unit (phi e * phi m) (piece_at psi k z pieces last).
Proof.
  intros M F L; induction F as [|[b [s o]] [b' [s' o']] pieces pieces' H F IH]; intros k; simpl.
  - unfold scaled_unit; simpl. now rewrite (scale_piece_sound e m last last' z).
  - apply both_spec in H as [B P]; simpl in B, P. apply times_sound in B.
    replace (phi m * z - phi b') with (phi m * (z - psi b)) by (rewrite B; ring).
    rewrite above_mul by auto. destruct (above (z - psi b)); auto.
    apply (scale_piece_sound e m _ _ z) in P. simpl in P. unfold scaled_unit; simpl. now rewrite P.
Qed.

Lemma beats_none_scaled c rows (z : K) : positive c ->
  beats_none (map (mul c) rows) (c * z) = beats_none rows z.
Proof.
  intros C; unfold beats_none; induction rows as [|y rows IH]; simpl; auto.
  replace (c * y - c * z) with (c * (y - z)) by ring. now rewrite above_mul, IH.
Qed.

Lemma first_largest_scaled c all rows : positive c -> forall k,
  first_largest (map (mul c) all) k (map (mul c) rows) = scaled_unit c (first_largest all k rows).
Proof.
  intros C; induction rows as [|z rows IH]; intros k; simpl.
  - unfold scaled_unit; simpl; f_equal; ring.
  - rewrite beats_none_scaled by auto. destruct (beats_none all z); auto.
Qed.

Lemma scale_unit_sound first m e s n n' (x u : point) : scale_unit first m e s n = Some n' ->
  positive (phi m) -> positive (phi e) -> positive (phi s) ->
  (if first then s = 1%Z /\ x = u else True) ->
  unit_at phi (map_rows (row_of K None (if first then [] else map (mul (phi s)) x) u) n') =
  scaled_unit (phi (m * e * s)) (unit_at psi (map_rows (row_at x) n)).
Proof.
  intros H M E S F. destruct n as [k row pieces last|rows]; simpl in H.
  - destruct (scale_row first m s row) as [row'|] eqn:R; [|discriminate].
    destruct (scale_piece e (m * s) last) as [last'|] eqn:L; [|discriminate].
    destruct (all _ pieces) as [pieces'|] eqn:P; [|discriminate]. injection H as <-. simpl.
    rewrite (scale_row_sound _ _ _ _ _ x u R F), <- of_Z_mul.
    rewrite (piece_at_scaled e (m * s) last last' pieces pieces'); auto.
    + f_equal. rewrite <- of_Z_mul; f_equal; ring.
    + rewrite of_Z_mul; now apply positive_mul.
    + now apply all_spec.
  - destruct (all _ rows) as [rows'|] eqn:R; [|discriminate]. injection H as <-. simpl.
    apply all_spec in R. rewrite <- first_largest_scaled.
    + f_equal; [|f_equal]; induction R as [|row row' rows rows' E' R IH]; simpl; auto;
        rewrite IH, (scale_row_sound _ _ _ _ _ x u E' F), <- of_Z_mul; reflexivity.
    + rewrite !of_Z_mul; repeat apply positive_mul; auto.
Qed.

(* The network in integers has the same patterns, and as outputs those of the network times a number. *)
Lemma scaled net : forall first s ls, scale first s net = Some ls -> positive (phi s) ->
  exists c, positive c /\ forall x u : point, (if first then s = 1%Z /\ x = u else True) ->
    let xs := if first then [] else map (mul (phi s)) x in from K None ls xs u = pattern net x /\
    (first = false \/ net <> [] -> outs_of K None ls xs u = map (mul c) (outputs net x)).
Proof.
  induction net as [|layer net IH]; intros first s ls H S; simpl in H.
  - injection H as <-. exists (phi s); repeat split; auto. now intros [->|].
  - set (m := denominators (all_numbers layer)) in *. set (e := denominators (all_outputs layer)) in *.
    destruct (_ && _) eqn:P; [|discriminate].
    destruct (all _ layer) as [layer'|] eqn:L; [|discriminate].
    destruct (scale false _ net) as [more|] eqn:N; [|discriminate]. injection H as <-.
    apply andb_true_iff in P as [M E]. apply Z.ltb_lt, of_Z_positive with (K := K) in M, E.
    clearbody m e.
    assert (P : positive (phi (m * e * s))) by (rewrite !of_Z_mul; repeat apply positive_mul; auto).
    destruct (IH false (m * e * s)%Z more N P) as (c & C & H). exists c; split; auto. intros x u F xs. simpl.
    assert (U : map (fun n => unit_at phi (map_rows (row_of K None xs u) n)) layer' =
      map (scaled_unit (phi (m * e * s))) (map (fun n => unit_at psi (map_rows (row_at x) n)) layer)).
    { apply all_spec in L. rewrite map_map. clear - L M E S F.
      induction L as [|n n' ns ns' H L IH]; simpl; auto.
      rewrite IH; f_equal. unfold xs; now apply scale_unit_sound. }
    rewrite U. set (units := map (fun n => unit_at psi (map_rows (row_at x) n)) layer).
    assert (Fst : map fst (map (scaled_unit (phi (m * e * s))) units) = map fst units) by now rewrite map_map.
    assert (Snd : map snd (map (scaled_unit (phi (m * e * s))) units) =
      map (mul (phi (m * e * s))) (map snd units)) by now rewrite !map_map.
    rewrite Fst, Snd. destruct (H (map snd units) u I) as [H1 H2]. split; [f_equal; exact H1|intros _; now apply H2; left].
Qed.

Lemma from_scaled net ls u : scale true 1 net = Some ls -> from K None ls [] u = pattern net u.
Proof.
  intros H. destruct (scaled net true 1 ls H) as (c & _ & X); [apply of_Z_positive; reflexivity|].
  now apply (X u u).
Qed.

Lemma domain_inside dom ms (u : point) : all scale_member dom = Some ms ->
  inside K ms u <-> in_domain dom u.
Proof.
  intros H; apply all_spec in H. induction H as [|row f dom ms H F IH]; [split; intros; constructor|].
  assert (X : nonneg (ev K f u) <-> nonneg (row_at u row)).
  { unfold scale_member in H. set (m := denominators (row_numbers row)) in *.
    destruct (Z.ltb_spec 0 m) as [P|]; [|discriminate].
    destruct (scale_row true m 1 row) as [row'|] eqn:R; [|discriminate]. injection H as <-.
    apply scale_row_sound with (x := u) (u := u) in R; auto.
    apply of_Z_positive with (K := K) in P. rewrite of_Z_1 in R.
    assert (E : ev K (snd row') u = phi m * row_at u row).
    { replace (phi m * row_at u row) with (phi m * 1 * row_at u row) by ring. rewrite <- R.
      unfold row_of, taken, zdot. destruct (map phi (all_weights (fst row'))); simpl; ring. }
    rewrite E; split; intros N; [now apply nonneg_of_mul in N|]. apply nonneg_mul; auto; now left. }
  split; intros A; inversion A; subst; constructor; try (now apply X); now apply IH.
Qed.

Section Result.
Variables (d : nat) (dom : domain) (net : network) (ms : list form).
Hypothesis Inside : forall u, inside K ms u <-> in_domain dom u.

Lemma found_regions f P : (forall u, length u = d -> f u = pattern net u) ->
  found K d (always K) ms f P -> lists (region K d dom net) P.
Proof.
  intros E (N & S & C); split; auto. intros t; split.
  - intros I; destruct (S t I) as (o & So & H). exists o; split; auto.
    intros v L W; destruct (H v L W) as (St & _ & <-). split; [|now rewrite E].
    apply Inside; now apply strictly_inside.
  - intros (o & So & H). destruct (C o So) as (t' & o' & I & (u & L & W) & Sm & V).
    { intros v L W; split; [apply Inside; now apply H|exact Logic.I]. }
    replace t with t'; auto. rewrite <- (V u L W), E by auto. now apply H, Sm.
Qed.

Lemma flags_bounded f P : (forall u, length u = d -> f u = pattern net u) ->
  found K d (always K) ms f (map fst P) -> flags K d ms f P ->
  lists (fun t => region K d dom net t /\ bounded K d dom net t) (map fst (filter snd P)).
Proof.
  intros E F Fl. destruct (found_regions f (map fst P) E F) as (N & R). split.
  - clear - N. induction P as [|[t []] P IH]; simpl in *; auto; inversion N; subst; auto.
    constructor; auto. intros I; apply H1. apply in_map_iff in I as (p & <- & I).
    apply filter_In in I as [I _]. now apply in_map.
  - unfold flags in Fl; rewrite Forall_forall in Fl. intros t; split.
    + intros I; apply in_map_iff in I as ([t' b] & <- & I). apply filter_In in I as [I B].
      simpl in B; subst b. split; [apply R; now apply (in_map fst) in I|].
      destruct (Fl _ I) as (b & H); simpl in H. exists b; intros u L Du Pu. apply H; auto.
      * now apply Inside.
      * now rewrite E.
    + intros [Rt (b & B)]. apply R, in_map_iff in Rt as ([t' c] & <- & I). simpl in *.
      specialize (Fl _ I); simpl in Fl. destruct c; [apply in_map_iff; exists (t', true); split; auto; now apply filter_In|].
      destruct (Fl b) as (o & (u & L & W) & H). destruct (H u L W) as (St & Fu & Nb).
      destruct Nb; apply B; auto; [apply Inside; now apply strictly_inside|now rewrite <- E].
Qed.

End Result.

Definition counts_hold d dom net (k : counts) : Prop :=
  (exists P, lists (region K d dom net) P /\ regions k = N.of_nat (length P)) /\
  (exists P, lists (fun t => region K d dom net t /\ bounded K d dom net t) P /\
     bounded_regions k = N.of_nat (length P)) /\
  (forall l, (l <= length net)%nat ->
     exists P, lists (region K d dom (firstn l net)) P /\ nth l (per_layer k) 0%N = N.of_nat (length P)).

Lemma claim_holds d dom net ms ls k : all scale_member dom = Some ms -> scale true 1 net = Some ls ->
  claim K d (start d ms ls) k -> counts_hold d dom net k.
Proof.
  intros D Sc C. unfold counts_hold.
  assert (I : forall u, inside K ms u <-> in_domain dom u) by (intros; now apply domain_inside).
  set (start := start d ms ls) in *.
  assert (E : forall l u, length u = d -> patterns K start l u = pattern (firstn l net) u).
  { intros l u L. unfold patterns, rest, start; simpl. rewrite <- (from_scaled (firstn l net) (firstn l ls) u).
    - reflexivity.
    - now apply scale_firstn. }
  assert (Ln : length ls = length net) by now apply scale_length in Sc.
  destruct C as (P & L & R & B & Y & M & F & H). simpl in *. rewrite Ln in *.
  assert (All : forall u, length u = d -> patterns K start (length net) u = pattern net u).
  { intros u Lu; rewrite E, firstn_all; auto. }
  specialize (H (length net) (Nat.le_refl _)) as Hn. rewrite <- M in Hn.
  split; [|split].
  - exists (map fst P). split; [eapply found_regions with (f := patterns K start (length net)); eauto|now rewrite map_length].
  - exists (map fst (filter snd P)). split; [eapply flags_bounded with (f := patterns K start (length net)); eauto|now rewrite map_length].
  - intros l Hl. exists (nth l L []). split; [eapply found_regions with (f := patterns K start l); eauto|].
    rewrite Y. change 0%N with ((fun l : list (list nat) => N.of_nat (length l)) []). apply map_nth.
Qed.

Lemma counts_of_check keep test (S : Type) (ask : S -> part -> step * S) fuel s s' d dom net ms ls k :
  all scale_member dom = Some ms -> scale true 1 net = Some ls ->
  check d keep test S ask fuel s (start d ms ls) = Some (k, s') -> counts_hold d dom net k.
Proof.
  intros D Sc C. apply (claim_holds d dom net ms ls k D Sc).
  apply check_sound with (K := K) in C; [exact C|apply good_start].
Qed.

Theorem counted (S : Type) (ask : S -> part -> step * S) fuel s d dom net k :
  count ask fuel s d dom net = Some k -> counts_hold d dom net k.
Proof.
  unfold count. destruct (all scale_member dom) as [ms|] eqn:D; [|discriminate].
  destruct (scale true 1 net) as [ls|] eqn:Sc; [|discriminate].
  destruct (check d Totals_only _ S ask fuel s _) as [[k' s']|] eqn:C; [|discriminate]. intros [= ->].
  eapply counts_of_check; eauto.
Qed.

End Count.

Print Assumptions counted.
