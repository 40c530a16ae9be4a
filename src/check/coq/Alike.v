(* What the tests of Lemmas.v show: signs, images, and units that are alike at a point and its image. *)
From Coq Require Import List ZArith Bool Lia Ring Field.
From Crease Require Import Field Network Near Sums Checker Lemmas Linear Geometry Parts Main Soundness Count Images.
Import ListNotations.

Section Alike.
Load HeadOfImages.

(* ---- Signs ---- *)

Lemma without_ev ms ks f u : inside ms u -> forallb (fun k => 0 <=? snd k)%Z ks = true ->
  exists x, nonneg x /\ ev f u = ev (without ms ks f) u + x.
Proof.
  intros I; revert f; induction ks as [|[i k] ks IH]; intros f; simpl.
  - intros _; exists 0; split; [apply nonneg_zero|ring].
  - rewrite andb_true_iff, Z.leb_le; intros [Pk Ks].
    destruct (IH (muladd f (- k) (nth i ms no_form)) Ks) as (x & X & E).
    exists (x + phi k * ev (nth i ms no_form) u). split.
    + apply nonneg_add; auto. apply nonneg_mul; [now apply of_Z_nonneg|now apply inside_nth].
    + rewrite ev_muladd, of_Z_opp in E. rewrite <- (Radd_0_l (F_R (laws K)) (ev f u)) at 1.
      transitivity (ev f u + - phi k * ev (nth i ms no_form) u + phi k * ev (nth i ms no_form) u); [ring|].
      rewrite E; ring.
Qed.

Lemma implied_sound ms s f u : implied ms s f = true -> inside ms u -> nonneg (ev f u).
Proof.
  unfold implied; rewrite !andb_true_iff, Z.ltb_lt, Z.leb_le; intros [[[W Ks] A] C] I.
  destruct (without_ev ms (snd s) (times_form (fst s) f) u I Ks) as (x & X & E).
  apply (nonneg_of_mul K (phi (fst s))); [now apply of_Z_positive|]. rewrite <- ev_times, E.
  apply nonneg_add; auto. unfold Geometry.ev at 1. rewrite all_zero_dot by auto.
  replace (0 + phi (con (without ms (snd s) (times_form (fst s) f)))) with
    (phi (con (without ms (snd s) (times_form (fst s) f)))) by ring. now apply of_Z_nonneg.
Qed.

Lemma all_implied_sound ms ss fs u : all_implied ms ss fs = true -> inside ms u -> inside fs u.
Proof.
  intros H I; revert ss H; induction fs as [|f fs IH]; simpl; intros ss H; constructor;
    apply andb_true_iff in H as [H H']; [now apply implied_sound with (1 := H)|eapply IH; eauto].
Qed.

(* A form that is >= 0 in an open set, and not 0 everywhere, is positive there. *)
Lemma interior_positive d o f u : (forall v, length v = d -> within o v -> nonneg (ev f v)) ->
  trivial d f = false -> length u = d -> within o u -> positive (ev f u).
Proof.
  intros N T L W. destruct (N u L W) as [P|Z]; auto. exfalso.
  unfold trivial, slanted in T. rewrite negb_involutive in T.
  destruct (all_zero (firstn d (lin f))) eqn:A; simpl in T.
  - apply Z.eqb_neq in T; apply T, (of_Z_zero K). rewrite <- L in A.
    unfold Geometry.ev in Z; rewrite flat_dot in Z by auto. rewrite <- Z; ring.
  - destruct (not_all_zero _ A) as (k & Lk & Nk).
    assert (k < d)%nat by (rewrite firstn_length in Lk; lia). rewrite nth_firstn_Z in Nk by auto.
    set (a := phi (nth k (lin f) 0%Z)).
    assert (E : forall s, ev f (moved K u k s) = s * a).
    { intros s. unfold Geometry.ev, Geometry.zdot in *. rewrite dot_moved, nth_phi by lia.
      transitivity (dot (map phi (lin f)) u + phi (con f) + s * a); [unfold a; ring|rewrite Z; ring]. }
    destruct (stays_within K o u k) as (t & P & I); [lia|auto|].
    destruct (stays_on_path K (fun s => moved K u k (- s)) (fun f => - nth k (fst f) 0) o u) as (r & R & J); auto.
    { intros g s. rewrite affine_moved by lia. ring. }
    assert (X : nonneg (t * a)).
    { rewrite <- E. apply N; [now rewrite moved_length|]. apply I; auto. right; ring. }
    assert (Y : nonneg (- r * a)).
    { rewrite <- E. apply N; [now rewrite moved_length|]. apply J; auto. right; ring. }
    apply (nonneg_of_mul K t) in X; auto.
    assert (Y' : nonneg (- a)).
    { apply (nonneg_of_mul K r); auto. now replace (r * - a) with (- r * a) by ring. }
    apply Nk, (of_Z_zero K). change (a = 0). destruct X as [X|X]; auto. exfalso.
    destruct Y' as [Y'|Y']; [now apply (positive_neg K a)|]. apply (not_zero _ _ X).
    transitivity (- - a); [ring|rewrite Y'; ring].
Qed.

(* ---- Maps ---- *)

Definition kmap (m : map_) : list (list K * K) :=
  map (fun f => (map (mul (1 / phi (fst m))) (map phi (lin f)), 1 / phi (fst m) * phi (con f))) (snd m).

Lemma kmap_length m : length (kmap m) = length (snd m).
Proof. apply map_length. Qed.

Lemma image_kmap m u : image (kmap m) u = map (mul (1 / phi (fst m))) (evs (snd m) u).
Proof.
  unfold image, kmap, Geometry.evs. rewrite !map_map. apply map_ext; intros f.
  unfold affine_at; simpl. rewrite dot_mul. unfold Geometry.ev, Geometry.zdot; ring.
Qed.

Lemma ev_pull m f u : (0 < fst m)%Z -> ev (pull m f) u = phi (fst m) * ev f (image (kmap m) u).
Proof.
  intros P. apply of_Z_positive with (K := K), not_zero in P. unfold pull. rewrite ev_Form, zdot_sum. simpl.
  rewrite image_kmap. unfold Geometry.ev. rewrite of_Z_mul. change (zdot [] u) with (0 : K).
  assert (E : forall a xs, zdot a xs = phi (fst m) * zdot a (map (mul (1 / phi (fst m))) xs)).
  { unfold Geometry.zdot; intros a; induction a as [|x a IH]; intros [|y xs]; simpl; try ring.
    rewrite (IH xs). field; auto. }
  rewrite (E (lin f)). ring.
Qed.

Lemma same_times_sound a f b g u : same_times a f b g = true -> phi a * ev f u = phi b * ev g u.
Proof.
  unfold same_times; intros H. apply is_zero_ev with (K := K) (u := u) in H.
  rewrite ev_muladd, ev_times, of_Z_opp in H.
  transitivity (phi a * ev f u + - phi b * ev g u + phi b * ev g u); [ring|rewrite H; ring].
Qed.

Lemma inside_pull m fs u : (0 < fst m)%Z -> inside (map (pull m) fs) u -> inside fs (image (kmap m) u).
Proof.
  unfold Geometry.inside; rewrite Forall_map; intros P. apply Forall_impl; intros f N.
  rewrite ev_pull in N by auto. revert N; apply nonneg_of_mul. now apply of_Z_positive.
Qed.

Lemma inverse_sound e m n : (0 < fst m)%Z -> (0 < fst n)%Z -> inverse e m n = true ->
  forall v, length v = e -> image (kmap m) (image (kmap n) v) = v.
Proof.
  intros P Q H v L. rewrite (image_kmap m). transitivity (evs (coordinates (length v)) v); [|apply coordinates_ev].
  rewrite L. clear L. unfold inverse in H. revert H. generalize (coordinates e) as xs, (snd m) as fs.
  assert (P' : phi (fst m) <> 0) by now apply not_zero, of_Z_positive.
  assert (Q' : phi (fst n) <> 0) by now apply not_zero, of_Z_positive.
  intros xs fs; revert xs; induction fs as [|f fs IH]; intros [|x xs]; simpl; try easy.
  rewrite andb_true_iff; intros [E H]. f_equal; [|now apply IH].
  apply same_times_sound with (u := v) in E. rewrite of_Z_1, ev_pull, of_Z_mul in E by auto.
  transitivity (1 / phi (fst m) * (1 / phi (fst n)) * (1 * (phi (fst n) * ev f (image (kmap n) v)))); [field; auto|].
  rewrite E. field; auto.
Qed.

(* ---- Units ---- *)

Section Units.
Variables (d : nat) (ms : list form).

Notation open_inside o := (forall v, length v = d -> within o v -> inside ms v).

Definition on_piece (n : unit Z form) (y : form) (j : nat) : Prop :=
  (forall u, length u = d -> inside ms u -> fst (at_point n u) = j -> snd (at_point n u) = ev y u) /\
  (forall o, open_inside o -> forall u, length u = d -> within o u -> fst (at_point n u) = j).

Lemma settle_pieces_sound z last y pieces : forall first n ss,
  settle_pieces d ms z pieces last n ss = Some y ->
  exists j, (first <= j)%nat /\ on_piece (Pieces first z pieces last) y j.
Proof.
  induction pieces as [|[b piece] more IH]; intros first n ss H; simpl in H.
  - destruct n; [|discriminate]. injection H as <-. exists first; split; auto.
    split; intros; now rewrite at_last.
  - destruct n as [|n].
    + destruct (implied _ _ _) eqn:E; [|discriminate]. injection H as <-. exists first; split; auto.
      assert (X : forall u, inside ms u -> above (ev (crease z b) u) = false).
      { intros u I. apply above_false. rewrite <- ev_negate. now apply implied_sound with (1 := E). }
      split; intros; rewrite at_below; auto; apply X; eauto.
    + destruct (negb _ && _) eqn:E; [|discriminate]. apply andb_true_iff in E as [T E].
      apply negb_true_iff in T. destruct (IH (S first) n (tl ss) H) as (j & Lj & O & C).
      exists j; split; [lia|]. split.
      * intros u L I F. destruct (above (ev (crease z b) u)) eqn:A.
        -- rewrite at_above in * by auto. now apply O.
        -- rewrite at_below in F by auto. simpl in F. lia.
      * intros o Io u L W. rewrite at_above; [now apply (C o)|]. apply above_true.
        apply (interior_positive d o); auto. intros v Lv Wv. apply implied_sound with (1 := E); auto.
Qed.

Lemma settle_sound n p y : settle d ms n p = Some y -> exists j, on_piece n y j.
Proof.
  destruct n as [first z pieces last|rows]; simpl; intros H.
  - destruct (settle_pieces_sound z last y pieces first _ _ H) as (j & _ & J). now exists j.
  - destruct (_ && _) eqn:E; [|discriminate]. injection H as <-.
    rewrite !andb_true_iff, Nat.ltb_lt, forallb_forall in E. destruct E as [[L T] I].
    exists (fst p). split.
    + intros u Lu Iu _. apply tied_value with (d := d); auto. now apply all_implied_sound with (1 := I).
    + intros o Io u Lu W. apply (ties_win K d); auto. apply Forall_forall. intros f J.
      apply (interior_positive d o); auto; [|now apply negb_true_iff, T].
      intros v Lv Wv. pose proof (all_implied_sound _ _ _ v I (Io v Lv Wv)) as X.
      unfold Geometry.inside in X. rewrite Forall_forall in X. auto.
Qed.

Variables (m : map_) (a b : Z).
Hypothesis Factor : (0 < fst m)%Z.
Hypothesis A : (0 < a)%Z.
Hypothesis B : (0 < b)%Z.
Notation to u := (image (kmap m) u).

(* Where c holds, as in the interior, units tell points apart as their images do. *)
Definition alike (c : points -> Prop) {T} (f f' : points -> T) (y y' : points -> list K) : Prop :=
  (forall o, open_inside o -> forall u, length u = d -> within o u -> c u) /\
  (forall v u, length v = d -> length u = d -> inside ms v -> inside ms u -> c v ->
     (f u = f v <-> c u /\ f' (to u) = f' (to v))) /\
  (forall u, length u = d -> inside ms u -> c u -> map (mul (phi a)) (y u) = map (mul (phi b)) (y' (to u))).

Lemma same_row z z' u : same_times (a * fst m) z b (pull m z') = true -> phi a * ev z u = phi b * ev z' (to u).
Proof.
  intros H. apply same_times_sound with (u := u) in H. rewrite ev_pull, of_Z_mul in H by auto.
  assert (N : phi (fst m) <> 0) by now apply not_zero, of_Z_positive.
  transitivity (1 / phi (fst m) * (phi a * phi (fst m) * ev z u)); [field; auto|rewrite H; field; auto].
Qed.

Lemma same_pieces_at z z' pieces pieces' last last' : phi a * z = phi b * z' ->
  let same_piece x y := ((fst x =? fst y) && (a * snd x =? b * snd y))%Z in
  all_pairs (fun x y => (a * fst x =? b * fst y)%Z && same_piece (snd x) (snd y)) pieces pieces' = true ->
  same_piece last last' = true -> forall k,
  let r := piece_at phi k z pieces last in let r' := piece_at phi k z' pieces' last' in
  fst r = fst r' /\ phi a * snd r = phi b * snd r'.
Proof.
  intros E same H L. assert (P : forall x y, same x y = true ->
    phi a * (phi (fst x) * z + phi (snd x)) = phi b * (phi (fst y) * z' + phi (snd y))).
  { intros x y S. unfold same in S. rewrite andb_true_iff, !Z.eqb_eq in S. destruct S as [<- S].
    apply (f_equal phi) in S. rewrite !of_Z_mul in S.
    transitivity (phi (fst x) * (phi a * z) + phi a * phi (snd x)); [ring|rewrite E, S; ring]. }
  revert pieces' H; induction pieces as [|[x [s o]] pieces IH]; intros [|[x' [s' o']] pieces']; try easy.
  - intros _ k; simpl. split; auto.
  - cbn [all_pairs fst snd]. rewrite !andb_true_iff. intros [[X S] H] k. apply Z.eqb_eq, (f_equal phi) in X.
    rewrite !of_Z_mul in X. simpl.
    assert (Ab : above (z - phi x) = above (z' - phi x')).
    { rewrite <- (above_mul K (phi a) (z - phi x)), <- (above_mul K (phi b) (z' - phi x')) by now apply of_Z_positive.
      f_equal. transitivity (phi a * z - phi a * phi x); [ring|rewrite E, X; ring]. }
    rewrite Ab. destruct (above (z' - phi x')); [exact (IH pieces' H _)|]. simpl. split; auto.
    exact (P (s, o) (s', o') S).
Qed.

Lemma same_rows_at rows rows' u : all_pairs (fun z z' => same_times (a * fst m) z b (pull m z')) rows rows' = true ->
  map (mul (phi a)) (evs rows u) = map (mul (phi b)) (evs rows' (to u)).
Proof.
  revert rows'; induction rows as [|z rows IH]; intros [|z' rows']; simpl; try easy.
  rewrite andb_true_iff; intros [E H]. f_equal; [now apply same_row|now apply IH].
Qed.

Lemma alike_everywhere n n' : (forall u, length u = d -> inside ms u ->
    fst (at_point n u) = fst (at_point n' (to u)) /\ phi a * snd (at_point n u) = phi b * snd (at_point n' (to u))) ->
  exists c, alike c (fun u => fst (at_point n u)) (fun v => fst (at_point n' v))
    (fun u => [snd (at_point n u)]) (fun v => [snd (at_point n' v)]).
Proof.
  intros H. exists (fun _ => True). split; [easy|split].
  - intros v u Lv Lu Iv Iu _. destruct (H v Lv Iv) as [-> _], (H u Lu Iu) as [-> _]. tauto.
  - intros u L I _. simpl. f_equal. now apply H.
Qed.

Lemma same_unit_sound n p n' : same_unit d ms m a b n p n' = true ->
  exists c, alike c (fun u => fst (at_point n u)) (fun v => fst (at_point n' v))
    (fun u => [snd (at_point n u)]) (fun v => [snd (at_point n' v)]).
Proof.
  assert (One : forall first' z' last', same_unit d ms m a b n p (Pieces first' z' [] last') = true ->
    exists c, alike c (fun u => fst (at_point n u)) (fun v => fst (at_point (Pieces first' z' [] last') v))
      (fun u => [snd (at_point n u)]) (fun v => [snd (at_point (Pieces first' z' [] last') v)])).
  { intros first' z' last' H.
    assert (exists y, settle d ms n p = Some y /\ same_times (a * fst m) y b (pull m (output z' last')) = true) as (y & S & E).
    { unfold same_unit in H. destruct n; destruct (settle _ _ _ _) as [y|]; try discriminate; eauto. }
    destruct (settle_sound n p y S) as (j & O & C). exists (fun u => fst (at_point n u) = j). split; [|split].
    - exact C.
    - intros v u _ _ _ _ ->. rewrite !at_last. tauto.
    - intros u L I J. rewrite at_last. cbn [map snd]. f_equal. rewrite (O u L I J). now apply same_row. }
  destruct n' as [first' z' [|x' pieces'] last'|rows'].
  - apply One.
  - destruct n as [first z pieces last|rows]; simpl; [|easy]. rewrite !andb_true_iff, Nat.eqb_eq.
    intros [[[<- E] L] H]. apply alike_everywhere. intros u Lu Iu. unfold Parts.at_point.
    apply same_row with (u := u) in E.
    apply (same_pieces_at (ev z u) (ev z' (to u)) pieces (x' :: pieces') last last' E); auto.
    unfold same_times in *. now rewrite andb_true_iff.
  - destruct n as [first z pieces last|rows]; simpl; [easy|]. intros H. apply alike_everywhere. intros u Lu Iu.
    unfold Parts.at_point; simpl. fold (evs rows u) (evs rows' (to u)).
    apply same_rows_at with (u := u) in H.
    pose proof (first_largest_scaled K (phi a) (evs rows u) (evs rows u) ltac:(now apply of_Z_positive) 0%nat) as X.
    pose proof (first_largest_scaled K (phi b) (evs rows' (to u)) (evs rows' (to u)) ltac:(now apply of_Z_positive) 0%nat) as Y.
    rewrite H, Y in X. unfold scaled_unit in X. injection X as X1 X2. split; auto.
Qed.

Lemma same_units_sound ns ps ns' : same_units d ms m a b ns ps ns' = true ->
  exists c, alike c (fun u => map fst (map (fun n => at_point n u) ns)) (fun v => map fst (map (fun n => at_point n v) ns'))
    (fun u => map snd (map (fun n => at_point n u) ns)) (fun v => map snd (map (fun n => at_point n v) ns')).
Proof.
  revert ps ns'; induction ns as [|n ns IH]; intros ps [|n' ns']; simpl; try easy.
  - intros _. exists (fun _ => True). split; [easy|split]; [|easy]. intros; split; auto.
  - rewrite andb_true_iff; intros [E H]. destruct (same_unit_sound _ _ _ E) as (c & C1 & S1 & O1).
    destruct (IH _ _ H) as (c' & C2 & S2 & O2). exists (fun u => c u /\ c' u). split; [|split].
    + intros o Io u L W; split; [now apply (C1 o)|now apply (C2 o)].
    + intros v u Lv Lu Iv Iu [Hv Hv']. specialize (S1 v u Lv Lu Iv Iu Hv). specialize (S2 v u Lv Lu Iv Iu Hv').
      split.
      * intros X. injection X as X X'. apply S1 in X as [X1 X2]. apply S2 in X' as [X1' X2'].
        repeat split; auto. now f_equal.
      * intros [[X1 X1'] X]. injection X as X X'. f_equal; [apply S1|apply S2]; auto.
    + intros u L I [X X']. specialize (O1 u L I X). injection O1 as O1. cbn [map]. rewrite O1. f_equal. now apply O2.
Qed.

End Units.
End Alike.
