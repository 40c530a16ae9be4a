(* Every step of the checker is right. *)
From Coq Require Import List ZArith Bool Lia Ring Field.
From Crease Require Import Field Network Checker Geometry Soundness.
Import ListNotations.

Lemma map_rows_map {A R R' R''} (f : R' -> R'') (g : R -> R') (n : unit A R) :
  map_rows f (map_rows g n) = map_rows (fun r => f (g r)) n.
Proof. destruct n; simpl; [reflexivity|now rewrite map_map]. Qed.

Lemma map_rows_ext {A R R'} (f g : R -> R') (n : unit A R) : (forall r, f r = g r) ->
  map_rows f n = map_rows g n.
Proof. intros E; destruct n; simpl; [now rewrite E|f_equal; now apply map_ext]. Qed.

Section Main.
Variable K : ordered_field.
Variable d : nat.
Add Field K_is_a_field : (laws K).
Open Scope field_scope.

Notation phi := (@of_Z K).
Notation point := (list K).
Notation ev := (ev K).
Notation zdot := (zdot K).
Notation inside := (inside K).
Notation strictly := (strictly K).
Notation solid := (solid K d).
Notation smaller := (smaller K).
Notation kform := (kform K).
Notation settled_on := (settled_on K d).
Notation claim := (claim K d).

(* ---- Patterns of a part ---- *)

Definition at_point (n : unit Z form) (u : point) : nat * K := unit_at phi (map_rows (fun f => ev f u) n).

Definition row_of (x u : point) (row : partial) : K := zdot (fst row) x + ev (snd row) u.

Fixpoint from (ls : list layer) (x u : point) : list nat :=
  match ls with
  | [] => []
  | l :: more =>
      let units := map (fun n => unit_at phi (map_rows (row_of x u) n)) l in
      map fst units ++ from more (map snd units) u
  end.

Definition rest (open : list (unit Z form)) (ls : list layer) (u : point) : list nat :=
  let units := map (fun n => at_point n u) open in map fst units ++ from ls (map snd units) u.

Definition patterns (p : part) (l : nat) (u : point) : list nat := rest (open p) (firstn l (later p)) u.

Lemma row_of_push x u y row : row_of (ev y u :: x) u row = row_of x u (push_row y row).
Proof.
  destruct row as [[|w ws] f]; unfold row_of, Geometry.zdot; simpl; [ring|rewrite ev_muladd; ring].
Qed.

Lemma from_push ls x u y : from ls (ev y u :: x) u = from (push y ls) x u.
Proof.
  destruct ls as [|l more]; simpl; auto.
  assert (E : map (fun n => unit_at phi (map_rows (row_of (ev y u :: x) u) n)) l =
    map (fun n => unit_at phi (map_rows (row_of x u) n)) (map (map_rows (push_row y)) l)).
  { rewrite map_map; apply map_ext; intros n. rewrite map_rows_map; f_equal.
    apply map_rows_ext, row_of_push. }
  now rewrite E.
Qed.

Lemma firstn_push l y ls : firstn l (push y ls) = push y (firstn l ls).
Proof. destruct l, ls; reflexivity. Qed.

Lemma push_length y ls : length (push y ls) = length ls.
Proof. now destruct ls. Qed.

Lemma rest_settled n open ls u q y : at_point n u = (q, ev y u) ->
  rest (n :: open) ls u = q :: rest open (push y ls) u.
Proof. intros E; unfold rest; simpl; rewrite E; simpl. now rewrite from_push. Qed.

Lemma rest_layer l ls u : rest [] (l :: ls) u = rest (map (map_rows snd) l) ls u.
Proof.
  unfold rest, at_point; simpl.
  assert (E : map (fun n => unit_at phi (map_rows (row_of [] u) n)) l =
    map (fun n => unit_at phi (map_rows (fun f => ev f u) n)) (map (map_rows snd) l)).
  { rewrite map_map; apply map_ext; intros n. rewrite map_rows_map; f_equal. apply map_rows_ext.
    intros [w f]; unfold row_of, Geometry.zdot; simpl. destruct (map phi w); simpl; ring. }
  now rewrite E.
Qed.

Lemma claim_ext ms (f g : nat -> point -> list nat) n k :
  (forall l u, length u = d -> inside ms u -> f l u = g l u) -> claim ms g n k -> claim ms f n k.
Proof. intros E; apply claim_generic with (zs := []); auto. Qed.

(* ---- Units with breakpoints ---- *)

Lemma piece_at_least (first : nat) (z : K) pieces last : (first <= fst (piece_at phi first z pieces last))%nat.
Proof.
  revert first; induction pieces as [|[b [s o]] more IH]; intros first; simpl; auto.
  destruct (above (z - phi b)); simpl; auto. specialize (IH (S first)); lia.
Qed.

Lemma at_last first z last u : at_point (Pieces first z [] last) u = (first, ev (output z last) u).
Proof. unfold at_point; destruct last; simpl. now rewrite ev_output. Qed.

Lemma at_below first z b piece more last u : above (ev (crease z b) u) = false ->
  at_point (Pieces first z ((b, piece) :: more) last) u = (first, ev (output z piece) u).
Proof. rewrite ev_crease; intros H; unfold at_point; destruct piece; simpl. now rewrite H, ev_output. Qed.

Lemma at_above first z b piece more last u : above (ev (crease z b) u) = true ->
  at_point (Pieces first z ((b, piece) :: more) last) u = at_point (Pieces (S first) z more last) u.
Proof. rewrite ev_crease; intros H; unfold at_point; destruct piece; simpl. now rewrite H. Qed.

Lemma rest_head n open ls u : exists t, rest (n :: open) ls u = fst (at_point n u) :: t.
Proof. unfold rest; simpl; eauto. Qed.

(* ---- Maxout ---- *)

Notation evs := (evs K).

Lemma largest_exists (rows : list K) : rows <> [] -> exists i, (i < length rows)%nat /\
  beats_none rows (nth i rows 0) = true.
Proof.
  unfold beats_none; setoid_rewrite forallb_forall.
  induction rows as [|x rows IH]; [easy|]; intros _. destruct rows as [|y rows].
  { exists 0%nat; split; simpl; [lia|]. intros z [<-|[]]. apply negb_true_iff, above_false. right; ring. }
  destruct IH as (i & L & H); [easy|]. set (z := nth i (y :: rows) 0) in *.
  destruct (above (x - z)) eqn:A.
  - exists 0%nat; split; [simpl; lia|]. simpl nth. apply above_true in A.
    intros w [<-|I]; apply negb_true_iff, above_false; [right; ring|]. specialize (H w I).
    apply negb_true_iff, above_false in H. left. replace (- (w - x)) with ((x - z) + - (w - z)) by ring.
    now apply positive_nonneg.
  - exists (S i); split; [simpl in *; lia|]. change (nth (S i) (x :: y :: rows) 0) with z. intros w [<-|I]; [now rewrite A|auto].
Qed.

Lemma first_largest_spec (all : list K) k rows : let (r, y) := first_largest all k rows in
  (k <= r <= k + length rows)%nat /\
  ((r < k + length rows)%nat -> y = nth (r - k) rows 0 /\ beats_none all y = true) /\
  forall i, (k <= i < r)%nat -> beats_none all (nth (i - k) rows 0) = false.
Proof.
  revert k; induction rows as [|z rows IH]; intros k; simpl.
  - split; [lia|split]; intros; lia.
  - destruct (beats_none all z) eqn:B.
    + split; [lia|split]; [|intros; lia]. intros _; now rewrite Nat.sub_diag.
    + specialize (IH (S k)); destruct (first_largest all (S k) rows) as [r y].
      destruct IH as (L & M & N); split; [lia|split].
      * intros H. destruct M as [-> Y]; [lia|]. replace (r - k)%nat with (S (r - S k)) by lia. auto.
      * intros i Hi. destruct (Nat.eq_dec i k) as [->|E]; [now rewrite Nat.sub_diag|].
        replace (i - k)%nat with (S (i - S k)) by lia. apply N; lia.
Qed.

Definition winner (rows : list form) (u : point) : nat := fst (at_point (Maxout rows) u).

Lemma winner_spec rows u : rows <> [] -> let r := winner rows u in
  (r < length rows)%nat /\ at_point (Maxout rows) u = (r, ev (nth r rows no_form) u) /\
  beats_none (evs rows u) (ev (nth r rows no_form) u) = true /\
  forall i, (i < r)%nat -> beats_none (evs rows u) (ev (nth i rows no_form) u) = false.
Proof.
  intros N; unfold winner, at_point; simpl. fold (evs rows u).
  pose proof (first_largest_spec (evs rows u) 0 (evs rows u)) as H.
  destruct (largest_exists (evs rows u)) as (j & Lj & Bj); [now destruct rows|].
  destruct (first_largest (evs rows u) 0 (evs rows u)) as [r y]; simpl.
  destruct H as (L & M & F).
  assert (R : (r < length (evs rows u))%nat).
  { destruct (Nat.lt_ge_cases j r) as [H|H]; [|lia]. specialize (F j); rewrite Nat.sub_0_r in F.
    rewrite F in Bj by lia; discriminate. }
  assert (X : forall i, (i < length rows)%nat -> nth i (evs rows u) 0 = ev (nth i rows no_form) u).
  { intros i Hi. rewrite <- (ev_no_form K u). apply (map_nth (fun f => ev f u)). }
  unfold Geometry.evs in R; rewrite map_length in R. destruct M as [-> B].
  { unfold Geometry.evs; rewrite map_length; simpl; lia. }
  rewrite Nat.sub_0_r, X in * by auto. repeat split; auto.
  intros i Hi. specialize (F i); rewrite Nat.sub_0_r, X in F by lia. apply F; lia.
Qed.

Lemma winner_same rows u v :
  (forall y z, In y rows -> In z rows -> above (ev y u - ev z u) = above (ev y v - ev z v)) ->
  winner rows u = winner rows v.
Proof.
  intros E; unfold winner, at_point; simpl. fold (evs rows u) (evs rows v).
  assert (forall k more, (forall z, In z more -> In z rows) ->
    fst (first_largest (evs rows u) k (evs more u)) = fst (first_largest (evs rows v) k (evs more v))) as H;
    [|now apply H].
  intros k more; revert k; induction more as [|z more IH]; intros k I; simpl; auto.
  assert (B : beats_none (evs rows u) (ev z u) = beats_none (evs rows v) (ev z v)).
  { assert (Iz : In z rows) by (apply I; now left). unfold beats_none, Geometry.evs.
    assert (H : forall some, (forall y, In y some -> In y rows) ->
      forallb (fun y => negb (above (y - ev z u))) (map (fun f => ev f u) some) =
      forallb (fun y => negb (above (y - ev z v))) (map (fun f => ev f v) some)); [|now apply H].
    induction some as [|y some IHs]; simpl; auto; intros J. rewrite E, IHs; auto. }
  rewrite B; destruct (beats_none (evs rows v) (ev z v)); auto. apply IH; intros w W; apply I; now right.
Qed.

Lemma beats_all rows u q : beats_none (evs rows u) (ev (nth q rows no_form) u) = true <->
  forall y, In y rows -> nonneg (ev (less (nth q rows no_form) y) u).
Proof.
  unfold beats_none, Geometry.evs; rewrite forallb_forall. split; intros H y I.
  - specialize (H (ev y u)). rewrite in_map_iff in H. rewrite ev_less.
    assert (X : negb (above (ev y u - ev (nth q rows no_form) u)) = true) by eauto.
    apply negb_true_iff, above_false in X.
    now replace (ev (nth q rows no_form) u - ev y u) with (- (ev y u - ev (nth q rows no_form) u)) by ring.
  - apply in_map_iff in I as (f & <- & I). specialize (H f I); rewrite ev_less in H.
    apply negb_true_iff, above_false.
    now replace (- (ev f u - ev (nth q rows no_form) u)) with (ev (nth q rows no_form) u - ev f u) by ring.
Qed.

Lemma in_split_at (y : form) rows q : In y rows -> (q < length rows)%nat ->
  (exists i, (i < q)%nat /\ y = nth i rows no_form /\ In y (firstn q rows)) \/
  y = nth q rows no_form \/ In y (skipn (S q) rows).
Proof.
  intros I L. rewrite <- (firstn_skipn (S q) rows) in I. apply in_app_or in I as [I|I]; auto.
  destruct (In_nth _ _ no_form I) as (i & Li & <-). rewrite firstn_length in Li.
  assert (E : nth i (firstn (S q) rows) no_form = nth i rows no_form).
  { rewrite <- (firstn_skipn (S q) rows) at 2. rewrite app_nth1; auto. rewrite firstn_length; lia. }
  rewrite E. destruct (Nat.eq_dec i q) as [->|N]; auto. left; exists i; repeat split; auto; [lia|].
  assert (i < length (firstn q rows))%nat by (rewrite firstn_length; lia).
  replace (nth i rows no_form) with (nth i (firstn q rows) no_form); [now apply nth_In|].
  rewrite <- (firstn_skipn q rows) at 2. now rewrite app_nth1.
Qed.

Lemma in_firstn (y : form) q rows : In y (firstn q rows) -> In y rows.
Proof. rewrite <- (firstn_skipn q rows) at 2; intros; apply in_or_app; auto. Qed.
Lemma in_skipn (y : form) q rows : In y (skipn q rows) -> In y rows.
Proof. rewrite <- (firstn_skipn q rows) at 2; intros; apply in_or_app; auto. Qed.

(* Where its ties are positive, row q wins. *)
Lemma ties_win rows q u : (q < length rows)%nat -> length u = d ->
  strictly (ties d rows q (nth q rows no_form)) u -> winner rows u = q.
Proof.
  set (z := nth q rows no_form). intros L Lu St. unfold ties in St. apply strictly_app in St as [St1 St2].
  unfold Geometry.strictly in *; rewrite Forall_forall in *.
  assert (Lower : forall y, In y (firstn q rows) -> positive (ev (less z y) u))
    by (intros y I; apply St1; now apply in_map).
  assert (Upper : forall y, In y (skipn (S q) rows) -> nonneg (ev (less z y) u)).
  { intros y I. destruct (trivial d (less z y)) eqn:T; [right; now apply trivial_ev with d|].
    left; apply St2, filter_In; split; [now apply in_map|now rewrite T]. }
  assert (B : beats_none (evs rows u) (ev z u) = true).
  { apply beats_all; intros y I. destruct (in_split_at y rows q I L) as [(i & _ & _ & J)|[->|J]]; auto.
    - left; now apply Lower.
    - right; rewrite ev_less; ring. }
  destruct (winner_spec rows u) as (R & _ & W & F); [now destruct rows|].
  set (r := winner rows u) in *.
  destruct (Nat.lt_trichotomy r q) as [H|[H|H]]; auto; exfalso.
  - rewrite beats_all in W. assert (Iz : In z rows) by (now apply nth_In). specialize (W z Iz).
    assert (J : In (nth r rows no_form) (firstn q rows)).
    { replace (nth r rows no_form) with (nth r (firstn q rows) no_form).
      - apply nth_In; rewrite firstn_length; lia.
      - rewrite <- (firstn_skipn q rows) at 2. rewrite app_nth1; auto. rewrite firstn_length; lia. }
    specialize (Lower _ J). rewrite ev_less in *. eapply nonneg_not_positive; [exact W|].
    now match goal with |- positive (- (?a - ?b)) => replace (- (a - b)) with (b - a) by ring end.
  - specialize (F q H). fold z in F. congruence.
Qed.

Lemma winner_ties rows q u : rows <> [] -> winner rows u = q -> inside (ties d rows q (nth q rows no_form)) u.
Proof.
  intros N <-. destruct (winner_spec rows u N) as (R & _ & W & _). rewrite beats_all in W.
  unfold ties, Geometry.inside. apply Forall_app; split; apply Forall_forall; intros f I.
  - apply in_map_iff in I as (y & <- & I). apply W. now apply in_firstn in I.
  - apply filter_In in I as [I _]. apply in_map_iff in I as (y & <- & I). apply W. now apply in_skipn in I.
Qed.

Lemma equals_earlier_loses rows q u : rows <> [] -> length u = d ->
  equals_earlier d rows q (nth q rows no_form) = true -> winner rows u <> q.
Proof.
  intros N Lu E <-. destruct (winner_spec rows u N) as (R & _ & W & F).
  set (r := winner rows u) in *. unfold equals_earlier in E. apply existsb_exists in E as (f & I & T).
  apply in_map_iff in I as (y & <- & I). apply trivial_ev with (K := K) (u := u) in T; auto.
  rewrite ev_less in T. destruct (In_nth _ _ no_form I) as (i & Li & <-). rewrite firstn_length in Li.
  assert (X : nth i (firstn r rows) no_form = nth i rows no_form).
  { rewrite <- (firstn_skipn r rows) at 2. rewrite app_nth1; auto. rewrite firstn_length; lia. }
  rewrite X in T. specialize (F i).
  replace (ev (nth i rows no_form) u) with (ev (nth r rows no_form) u) in F.
  - rewrite W in F. discriminate F; lia.
  - transitivity (ev (nth r rows no_form) u - ev (nth i rows no_form) u + ev (nth i rows no_form) u);
      [ring|rewrite T; ring].
Qed.

(* ---- Steps ---- *)

Definition good (p : part) : Prop :=
  Forall (good_cone K d (members p)) (cones p) /\
  (finite p = true -> exists m, forall u, length u = d -> inside (members p) u -> at_most m u).

Lemma good_more p q more : good p -> finite q = finite p -> cones q = cones p ->
  members q = more ++ members p -> good q.
Proof.
  intros (C & F) Ef Ec Em; split; rewrite ?Ef, ?Ec, ?Em.
  - revert C; apply Forall_impl; intros; now apply good_cone_more.
  - intros H; destruct (F H) as (m & B); exists m. intros u L I. apply inside_app in I as [_ I]; auto.
Qed.

Lemma good_nth p i : good p -> good_cone K d (members p) (nth i (cones p) no_cone).
Proof.
  intros (C & _). destruct (nth_in_or_default i (cones p) no_cone) as [I| ->]; [|now left].
  revert I; now apply Forall_forall.
Qed.

Lemma good_take p c : good p -> spans d (make_cone (members p) c) = true ->
  good (with_cone (make_cone (members p) c) p).
Proof.
  intros (C & F) S; split; simpl; auto. constructor; auto. right; split; auto.
  destruct c as [[[w x] es] ls]; simpl. intros g u I Iu. apply in_map_iff in I as (e & <- & _).
  simpl; now apply inside_nth.
Qed.

Lemma good_bound p a b ws : good p ->
  bounds (nth a (cones p) no_cone) (nth b (cones p) no_cone) ws = true ->
  good (now_finite p).
Proof.
  intros G B; split; [apply G|intros _]. simpl.
  eapply bounds_sound; eauto; now apply good_nth.
Qed.

Lemma kid_claim p (q : part) (n : nat) k : claim (members q) (patterns q) (length (later q)) k ->
  length (later q) = length (later p) -> claim (members q) (patterns q) (length (later p)) k.
Proof. now intros H <-. Qed.

(* The first unit is settled, if its number and output are the same wherever the members are >= 0. *)
Lemma claim_settled p n todo q y k : open p = n :: todo ->
  (forall u, length u = d -> inside (members p) u -> at_point n u = (q, ev y u)) ->
  claim (members (settled p [] y)) (patterns (settled p [] y)) (length (later (settled p [] y))) k ->
  claim (members p) (patterns p) (length (later p)) k.
Proof.
  intros O E C. simpl in C; rewrite push_length in C. apply (claim_cons K d _ _ _ _ q) in C.
  revert C; apply claim_ext. intros l u L I. unfold patterns; simpl.
  rewrite O, firstn_push. simpl. now apply rest_settled, E.
Qed.

Definition two_cases (z : form) (u : point) : nat := if above (ev z u) then 1 else 0.

Lemma steady_two ms z : steady K d ms (two_cases z).
Proof.
  intros o So _. destruct (refine K d [z] o So) as (o' & So' & Sm & R).
  destruct (R z) as [T|[P|N]]; [now left| | |].
  - exists o', 0%nat; repeat split; auto. intros v L W. unfold two_cases.
    replace (above (ev z v)) with false; auto. symmetry; apply above_false; right.
    rewrite (trivial_ev K d z v T L); ring.
  - exists o', 1%nat; repeat split; auto. intros v L W. unfold two_cases.
    apply P in W; apply above_true in W; now rewrite W.
  - exists o', 0%nat; repeat split; auto. intros v L W. unfold two_cases.
    apply N in W. replace (above (ev z v)) with false; auto. symmetry; apply above_false; now left.
Qed.

Lemma steady_winner ms rows : steady K d ms (winner rows).
Proof.
  intros o So _. set (pairs := flat_map (fun y => map (less y) rows) rows).
  destruct (refine K d pairs o So) as (o' & So' & Sm & R). pose proof So' as (u & Lu & Wu).
  exists o', (winner rows u); repeat split; auto. intros v Lv Wv. apply winner_same.
  intros y z Iy Iz.
  assert (I : In (less y z) pairs) by (apply in_flat_map; exists y; split; auto; now apply in_map).
  rewrite <- !ev_less. destruct (R _ I) as [T|[P|N]].
  - now rewrite !(trivial_ev K d _ _ T).
  - now rewrite !(proj2 (above_true K _)) by auto.
  - now rewrite !(proj2 (above_false K _)) by (left; auto).
Qed.

Lemma each_spec S (one : S -> part -> option (counts * S)) ps : forall s k s',
  each S one s ps = Some (k, s') -> exists ks, k = fold_right add_counts no_counts ks /\
    Forall2 (fun p k => exists s s', one s p = Some (k, s')) ps ks.
Proof.
  induction ps as [|p ps IH]; simpl; intros s k s' H.
  - injection H as <- <-. exists []; auto.
  - destruct (one s p) as [[k1 s1]|] eqn:E; [|discriminate].
    destruct (each S one s1 ps) as [[k2 s2]|] eqn:F; [|discriminate]. injection H as <- <-.
    destruct (IH _ _ _ F) as (ks & -> & H). exists (k1 :: ks); split; eauto.
Qed.

Lemma claims_winners p all todo (ok : part -> counts -> Prop) : open p = Maxout all :: todo -> all <> [] ->
  (forall q k, ok q k -> forall more y, q = settled p more y ->
     claim (members q) (patterns q) (length (later q)) k) ->
  forall rows q ks, rows = skipn q all -> (q <= length all)%nat ->
  Forall2 ok (winners d p all q rows) ks ->
  exists kids, claims K d (members p) (patterns p) (winner all) (length (later p)) q kids ks.
Proof.
  intros O N H rows; induction rows as [|z more IH]; intros q ks E L F; simpl in F.
  - inversion F; subst. exists []; constructor. intros u Lu I.
    destruct (winner_spec all u N) as (R & _). assert (length all <= q)%nat; [|lia].
    assert (X : length (skipn q all) = 0%nat) by now rewrite <- E. rewrite skipn_length in X; lia.
  - assert (Lq : (q < length all)%nat).
    { assert (X : length (skipn q all) = S (length more)) by now rewrite <- E.
      rewrite skipn_length in X; lia. }
    assert (Z : z = nth q all no_form).
    { rewrite <- (firstn_skipn q all), <- E. rewrite app_nth2; rewrite firstn_length; [|lia].
      now replace (q - Nat.min q (length all))%nat with 0%nat by lia. }
    assert (M : more = skipn (S q) all).
    { change more with (skipn 1 (z :: more)). rewrite E. clear.
      revert all; induction q as [|q IH]; intros [|a all]; try reflexivity.
      exact (IH all). }
    destruct (equals_earlier d all q z) eqn:Q.
    + destruct (IH (S q) ks M) as (kids & C); auto. exists kids; apply Skipped; auto.
      intros u Lu _; subst z. now apply equals_earlier_loses.
    + inversion F as [|? k ? ks' Hk Hks]; subst ks. destruct (IH (S q) ks' M) as (kids & C); auto.
      specialize (H _ _ Hk _ _ eq_refl). simpl in H. rewrite push_length in H.
      apply (claim_cons K d _ _ _ _ q) in H.
      exists ((ties d all q z, fun l u => q :: patterns (settled p (ties d all q z) z) l u) :: kids).
      apply Claims; auto. split; simpl.
      * intros u Lu St. apply strictly_app in St as [St _]. subst z; now apply ties_win.
      * intros i u Lu I W. subst z. split; [now apply winner_ties|].
        unfold patterns; simpl. rewrite O, firstn_push; simpl. apply rest_settled.
        destruct (winner_spec all u N) as (_ & -> & _). now rewrite W.
Qed.

(* ---- Regions ---- *)

Definition scaled_point (w : Z) (x : list Z) : point := map (fun y => phi y * (1 / phi w)) x.

Lemma zdot_scaled w a x : phi w <> 0 -> phi w * zdot a (scaled_point w x) = phi (vdot a x).
Proof.
  intros N; unfold Geometry.zdot, scaled_point; revert x; induction a as [|b a IH]; intros [|y x]; simpl;
    rewrite ?of_Z_0; try ring. rewrite of_Z_add, of_Z_mul, <- IH; now field.
Qed.

Fixpoint along (u : point) (v : list Z) (t : K) : point :=
  match u, v with x :: u, y :: v => (x + t * phi y) :: along u v t | _, _ => u end.

Lemma along_length u v t : length (along u v t) = length u.
Proof. revert v; induction u; intros [|y v]; simpl; auto. Qed.

Lemma zdot_along a u v t : length u = length v -> zdot a (along u v t) = zdot a u + t * phi (vdot a v).
Proof.
  unfold Geometry.zdot; revert a v; induction u as [|x u IH]; intros a [|y v] L; simpl in *; try discriminate.
  - destruct a; simpl; rewrite of_Z_0; ring.
  - destruct a as [|b a]; simpl; [rewrite of_Z_0; ring|]. rewrite IH, of_Z_add, of_Z_mul by lia; ring.
Qed.

Lemma inside_point ms w x : is_inside d ms w x = true ->
  length (scaled_point w x) = d /\ strictly ms (scaled_point w x).
Proof.
  unfold is_inside, fits; rewrite !andb_true_iff, forallb_forall; intros [[P L] M].
  apply Z.ltb_lt, of_Z_positive with (K := K) in P. apply Nat.eqb_eq in L.
  split; [unfold scaled_point; now rewrite map_length|]. apply Forall_forall; intros m I.
  specialize (M m I). apply Z.ltb_lt, of_Z_positive with (K := K) in M.
  apply (positive_of_mul K (phi w)); auto. unfold Geometry.ev.
  replace (phi w * (zdot (lin m) (scaled_point w x) + phi (con m))) with
    (phi w * zdot (lin m) (scaled_point w x) + phi (con m) * phi w) by ring.
  rewrite zdot_scaled, <- of_Z_mul, <- of_Z_add by now apply not_zero. exact M.
Qed.

Lemma dot_mul c (a u : list K) : dot (map (mul c) a) u = c * dot a u.
Proof. revert u; induction a as [|x a IH]; intros [|y u]; simpl; try ring. rewrite IH; ring. Qed.

Lemma vdot_axis k v : vdot (axis k) v = nth k v 0%Z.
Proof.
  unfold axis; revert v; induction k as [|k IH]; intros [|x v]; simpl; auto.
  - destruct v; ring.
  - rewrite IH; ring.
Qed.

Lemma ray_is_far ms f w x v : is_inside d ms w x = true -> is_ray d ms v = true ->
  (forall u, f u = []) -> far K d ms f [].
Proof.
  intros I R F b. destruct (inside_point ms w x I) as (Lx & St). set (u := scaled_point w x) in *.
  unfold is_ray, fits in R; rewrite !andb_true_iff, forallb_forall in R; destruct R as [[L N] M].
  apply Nat.eqb_eq in L. apply negb_true_iff, not_all_zero in N as (k & Lk & N).
  set (s := if (0 <? nth k v 0)%Z then 1%Z else (-1)%Z).
  assert (P : positive (phi (s * nth k v 0)%Z)).
  { apply of_Z_positive; unfold s; destruct (Z.ltb_spec 0 (nth k v 0)%Z); lia. }
  set (e := b - phi s * nth k u 0).
  set (t := (1 + (if above e then e else 0)) * (1 / phi (s * nth k v 0)%Z)).
  assert (T : nonneg t).
  { left; apply positive_mul; [|now apply positive_inv]. apply positive_nonneg; [apply one_positive|].
    destruct (above e) eqn:A; [left; now apply above_true|apply nonneg_zero]. }
  exists ((map (mul (phi s)) (map phi (axis k)), - b) :: map kform ms). split.
  - exists (along u v t). split; [now rewrite along_length|]. constructor.
    + unfold affine_at; simpl fst; simpl snd. rewrite dot_mul.
      change (dot (map phi (axis k)) (along u v t)) with (zdot (axis k) (along u v t)).
      rewrite zdot_along, vdot_axis, zdot_axis by lia.
      replace (phi s * (nth k u 0 + t * phi (nth k v 0%Z)) + - b) with
        (t * phi (s * nth k v 0)%Z - e) by (unfold e; rewrite of_Z_mul; ring).
      unfold t. set (a := phi (s * nth k v 0)%Z) in *.
      replace ((1 + (if above e then e else 0)) * (1 / a) * a - e) with
        (1 + ((if above e then e else 0) - e)) by (field; now apply (not_zero K)).
      apply positive_nonneg; [apply one_positive|]. destruct (above e) eqn:A; [right; ring|].
      apply above_false in A. now replace (0 - e) with (- e) by ring.
    + apply within_kforms. unfold Geometry.strictly in *; rewrite Forall_forall in *. intros m Im.
      specialize (St m Im); specialize (M m Im). apply Z.leb_le, of_Z_nonneg with (K := K) in M.
      unfold Geometry.ev in *. rewrite zdot_along by lia.
      replace (zdot (lin m) u + t * phi (vdot (lin m) v) + phi (con m)) with
        (zdot (lin m) u + phi (con m) + t * phi (vdot (lin m) v)) by ring.
      apply positive_nonneg; auto. now apply nonneg_mul.
  - intros y Ly W. inversion W as [|? ? A B]; subst. apply within_kforms in B. repeat split; auto.
    intros C. unfold affine_at in A; simpl in A. rewrite dot_mul in A.
    change (dot (map phi (axis k)) y) with (zdot (axis k) y) in A. rewrite zdot_axis in A.
    unfold at_most in C; rewrite Forall_forall in C.
    destruct (C (nth k y 0)) as [C1 C2]; [apply nth_In; lia|].
    unfold s in A; destruct (0 <? nth k v 0)%Z.
    + apply (nonneg_not_positive K _ C1). rewrite of_Z_1 in A.
      now replace (- (b - nth k y 0)) with (1 * nth k y 0 + - b) by ring.
    + apply (nonneg_not_positive K _ C2). rewrite phi_minus_1 in A.
      now replace (- (b + nth k y 0)) with (- (1) * nth k y 0 + - b) by ring.
Qed.

Lemma claim_region ms (f : nat -> point -> list nat) w x ray (fin : bool) cs :
  is_inside d ms w x = true -> (fin || is_ray d ms ray = true) ->
  (fin = true -> exists m, forall u, length u = d -> inside ms u -> at_most m u) ->
  (forall l u, f l u = []) -> claim ms f 0 (Counts 1 (if fin then 1 else 0) [1%N] cs).
Proof.
  intros I R B F. exists [([], fin)], [[[]]]; simpl.
  split; [|split; [|split; [|split; [|split]]]]; auto.
  - now destruct fin.
  - repeat constructor; simpl. destruct fin; simpl in R.
    + destruct (B eq_refl) as (m & H); exists m; auto.
    + now apply ray_is_far with w x ray.
  - intros l Hl. replace l with 0%nat by lia; simpl. destruct (inside_point ms w x I) as (L & St).
    split; [repeat constructor; auto|split].
    + intros s [<-|[]]. exists (map kform ms); split.
      * exists (scaled_point w x); split; auto. now apply within_kforms.
      * intros v Lv W; apply within_kforms in W. now repeat split.
    + intros o So _; exists [], o; split; [now left|split; [auto|split; [now intros v|auto]]].
Qed.

(* ---- The checker ---- *)

Variables (keep : bool) (S : Type) (ask : S -> part -> step * S).

Lemma claim_of_cases p c kids ks : steady K d (members p) c ->
  (forall l u v, patterns p l u = patterns p l v -> c u = c v) ->
  claims K d (members p) (patterns p) c (length (later p)) 0 kids ks ->
  claim (members p) (patterns p) (length (later p)) (fold_right add_counts no_counts ks).
Proof. intros St D C; now apply claim_cases with (c := c) (ks := kids). Qed.

Theorem check_sound fuel : forall s p k s', check d keep S ask fuel s p = Some (k, s') -> good p ->
  claim (members p) (patterns p) (length (later p)) k.
Proof.
  induction fuel as [|fuel IH]; intros s p k s' H G; [discriminate|]. simpl in H.
  assert (Settled : forall n todo q y s, open p = n :: todo ->
    (forall u, length u = d -> inside (members p) u -> at_point n u = (q, ev y u)) ->
    check d keep S ask fuel s (settled p [] y) = Some (k, s') ->
    claim (members p) (patterns p) (length (later p)) k).
  { intros n todo q y s0 O E C. eapply claim_settled; eauto. }
  assert (Steps : forall (a : step) s, let the i := nth i (cones p) no_cone in
    match a, open p with
    | Take c, _ =>
        let c := make_cone (members p) c in
        if spans d c then check d keep S ask fuel s (with_cone c p) else None
    | Bound a b ws, _ =>
        if bounds (the a) (the b) ws then check d keep S ask fuel s (now_finite p) else None
    | Nothing m c, _ =>
        let f := nth m (members p) no_form in
        if negb (trivial d f) && shows (the c) (negate f) then Some (no_counts, s) else None
    | Below c, Pieces _ z ((b, piece) :: _) _ :: _ =>
        if shows (the c) (negate (crease z b)) then check d keep S ask fuel s (settled p [] (output z piece))
        else None
    | Above c, Pieces first z ((b, _) :: more) last :: _ =>
        if negb (trivial d (crease z b)) && shows (the c) (crease z b)
        then check d keep S ask fuel s (case p [] (Pieces (Datatypes.S first) z more last)) else None
    | Split, Pieces first z ((b, piece) :: more) last :: _ =>
        let f := crease z b in
        if trivial d f then None
        else each S (check d keep S ask fuel) s [settled p [negate f] (output z piece);
                                    case p [f] (Pieces (Datatypes.S first) z more last)]
    | Split, Maxout ((_ :: _) as rows) :: _ => each S (check d keep S ask fuel) s (winners d p rows 0 rows)
    | Region w u ray, [] =>
        if is_inside d (members p) w u && (finite p || is_ray d (members p) ray)
        then match later p with
             | [] => Some (Counts 1 (if finite p then 1 else 0) [1%N] (if keep then [cell_of d p] else []), s)
             | _ => None end
        else None
    | _, _ => None
    end = Some (k, s') -> claim (members p) (patterns p) (length (later p)) k).
  { intros a s0 the. destruct a as [c|a b ws|c|c| |m c|w x ray].
    - intros X; simpl in X. destruct (spans d (make_cone (members p) c)) eqn:Sp; [|discriminate].
      apply IH in X; auto. now apply good_take.
    - destruct (bounds (the a) (the b) ws) eqn:B; [|discriminate]. intros X; apply IH in X; auto.
      eapply good_bound; eauto.
    - destruct (open p) as [|[first z [|[b piece] more] last|rows] todo] eqn:O; try discriminate.
      destruct (shows _ _) eqn:Sh; [|discriminate]. intros X.
      eapply Settled; [reflexivity| |exact X]. intros u L I. apply at_below.
      apply above_false. rewrite <- ev_negate. eapply shows_sound; eauto. now apply good_nth.
    - destruct (open p) as [|[first z [|[b piece] more] last|rows] todo] eqn:O; try discriminate.
      destruct (trivial d (crease z b)) eqn:T; [discriminate|]; simpl.
      destruct (shows _ _) eqn:Sh; [|discriminate]. intros X.
      apply IH in X; [|now apply good_more with (p := p) (more := [])]. simpl in X.
      revert X; apply claim_generic with (zs := [crease z b]).
      + intros l u L I Ge. unfold patterns; simpl. rewrite O; unfold rest; simpl.
        rewrite at_above; auto. apply above_true.
        destruct (Ge (crease z b)) as [T'|N]; [now left|congruence|].
        assert (NN : nonneg (ev (crease z b) u)) by (eapply shows_sound; eauto; now apply good_nth).
        destruct NN; auto; contradiction.
      + intros u v L I. unfold patterns; simpl. rewrite O.
        destruct (above (ev (crease z b) u)) eqn:A.
        * left; unfold rest; simpl. now rewrite at_above.
        * right. intros E. cbn [tl] in E. destruct (rest_head (Pieces first z ((b, piece) :: more) last) todo
            (firstn (length (later p)) (later p)) u) as (t1 & E1).
          destruct (rest_head (Pieces (Datatypes.S first) z more last) todo
            (firstn (length (later p)) (later p)) v) as (t2 & E2).
          rewrite E1, E2, at_below in E by auto. injection E as E _; simpl in E.
          pose proof (piece_at_least (Datatypes.S first) (ev z v) more last) as P.
          unfold at_point in E; simpl in E. lia.
    - destruct (open p) as [|[first z [|[b piece] more] last|[|z0 rest0]] todo] eqn:O; try discriminate.
      + simpl. destruct (trivial d (crease z b)) eqn:T; [discriminate|].
        set (low := settled p [negate (crease z b)] (output z piece)).
        set (up := case p [crease z b] (Pieces (Datatypes.S first) z more last)).
        intros X. change (each S (check d keep S ask fuel) s0 [low; up] = Some (k, s')) in X.
        apply each_spec in X as (ks & -> & F).
        inversion F as [|? ka ? ? (sa & sa' & Ha) F1]; subst.
        inversion F1 as [|? kb ? ? (sb & sb' & Hb) F2]; subst. inversion F2; subst.
        apply IH in Ha; [|now apply good_more with (p := p) (more := [negate (crease z b)])].
        apply IH in Hb; [|now apply good_more with (p := p) (more := [crease z b])].
        simpl in Ha; rewrite push_length in Ha. apply (claim_cons K d _ _ _ _ first) in Ha.
        apply claim_of_cases with (c := two_cases (crease z b))
          (kids := [([negate (crease z b)], fun l u => first :: patterns low l u);
                    ([crease z b], patterns up)]).
        * apply steady_two.
        * intros l u v. unfold patterns; rewrite O. unfold two_cases.
          destruct (rest_head (Pieces first z ((b, piece) :: more) last) todo (firstn l (later p)) u) as (t1 & ->).
          destruct (rest_head (Pieces first z ((b, piece) :: more) last) todo (firstn l (later p)) v) as (t2 & ->).
          intros E; injection E as E _.
          assert (Ab : forall w, above (ev (crease z b) w) = true -> (Datatypes.S first <=
            fst (at_point (Pieces first z ((b, piece) :: more) last) w))%nat).
          { intros w A; rewrite at_above by auto. apply piece_at_least. }
          assert (Be : forall w, above (ev (crease z b) w) = false ->
            fst (at_point (Pieces first z ((b, piece) :: more) last) w) = first).
          { intros w A; now rewrite at_below. }
          destruct (above (ev (crease z b) u)) eqn:Au, (above (ev (crease z b) v)) eqn:Av; auto;
            [specialize (Ab u Au); specialize (Be v Av)|specialize (Ab v Av); specialize (Be u Au)]; lia.
        * apply Claims; [|exact Ha|apply Claims; [|exact Hb|constructor]].
          -- split; simpl.
             ++ intros u L St. inversion St as [|? ? P _]; subst. rewrite ev_negate in P.
                unfold two_cases. replace (above (ev (crease z b) u)) with false; auto.
                symmetry; apply above_false; now left.
             ++ intros l u L I E. unfold two_cases in E.
                destruct (above (ev (crease z b) u)) eqn:A; [discriminate|]. split.
                ** constructor; [|constructor]. rewrite ev_negate. now apply above_false.
                ** unfold patterns; simpl. rewrite O, firstn_push. simpl. now apply rest_settled, at_below.
          -- split; simpl.
             ++ intros u L St. inversion St as [|? ? P _]; subst. apply above_true in P.
                unfold two_cases. now rewrite P.
             ++ intros l u L I E. unfold two_cases in E.
                destruct (above (ev (crease z b) u)) eqn:A; [|discriminate]. split.
                ** constructor; [|constructor]. left; now apply above_true.
                ** unfold patterns; simpl. rewrite O. unfold rest; simpl. now rewrite at_above.
          -- intros u L I. unfold two_cases. destruct (above _); lia.
      + set (rows := z0 :: rest0) in *. intros X. apply each_spec in X as (ks & -> & F).
        assert (exists kids, claims K d (members p) (patterns p) (winner rows) (length (later p)) 0
          kids ks) as (kids & C).
        { eapply claims_winners with (rows := rows); [exact O|easy| |reflexivity|lia|exact F].
          intros q k0 (sq & sq' & Hq) more y ->. apply IH in Hq; auto.
          now apply good_more with (p := p) (more := more). }
        apply claim_of_cases with (c := winner rows) (kids := kids); auto; [apply steady_winner|].
        intros l u v; unfold patterns; rewrite O.
        destruct (rest_head (Maxout rows) todo (firstn l (later p)) u) as (t1 & ->).
        destruct (rest_head (Maxout rows) todo (firstn l (later p)) v) as (t2 & ->).
        intros E; injection E as E _. exact E.
    - set (f := nth m (members p) no_form). simpl.
      destruct (trivial d f) eqn:T; [discriminate|]; simpl.
      destruct (shows _ _) eqn:Sh; [|discriminate]. intros X; injection X as <- _.
      apply claim_nothing. intros o So Io. destruct (escape K d o f So T) as (u & L & W & N).
      assert (I : inside (members p) u) by auto.
      assert (A : nonneg (ev (negate f) u)) by (eapply shows_sound; eauto; now apply good_nth).
      rewrite ev_negate in A. pose proof (inside_nth K _ _ m I) as B. fold f in B.
      destruct B as [B|B]; [|contradiction]. eapply nonneg_not_positive; [exact A|].
      now replace (- - ev f u) with (ev f u) by ring.
    - destruct (open p) eqn:O; [|discriminate].
      destruct (is_inside d (members p) w x) eqn:Ii; [|discriminate]. simpl.
      destruct (finite p || is_ray d (members p) ray) eqn:R; [|discriminate].
      destruct (later p) eqn:La; [|discriminate]. intros X; injection X as <- _. simpl.
      apply claim_region with w x ray; auto; [apply G|].
      intros l u; unfold patterns; rewrite O, La. now destruct l. }
  destruct (open p) as [|[first z [|[b piece] more] last|rows] todo] eqn:O.
  - destruct (later p) as [|l more] eqn:La.
    + destruct (ask s p) as [a s1]. apply (Steps a s1). destruct a; exact H.
    + destruct (check d keep S ask fuel s _) as [[k0 s0]|] eqn:E; [|discriminate].
      apply IH in E; [|now apply good_more with (p := p) (more := [])].
      injection H as <- _. apply claim_layer in E. simpl in E. revert E. simpl length; apply claim_ext.
      intros i u L I. unfold patterns at 1. rewrite O, La.
      destruct i as [|i]; [reflexivity|]. simpl firstn. now rewrite rest_layer.
  - eapply Settled; [reflexivity| |destruct (later p); exact H]. intros u _ _; apply at_last.
  - apply (Steps (fst (ask s p)) (snd (ask s p))).
    destruct (later p), (ask s p) as [[] ?]; exact H.
  - apply (Steps (fst (ask s p)) (snd (ask s p))).
    destruct (later p), (ask s p) as [[] ?]; exact H.
Qed.

End Main.
