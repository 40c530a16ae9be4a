(* Counts by images are right: a case has the counts of the lemma that it refers to, and so the network
   has those that the checker finds. *)
From Coq Require Import List ZArith QArith_base Bool Lia Ring Field.
From Crease Require Import Field Network Near Sums Checker Lemmas Linear Geometry Parts Main Soundness Count Images Folds Alike.
Import ListNotations.

Section Right.
Load HeadOfImages.
Notation patterns := (patterns K).

(* ---- What is bounded ---- *)

Lemma less_all_ev ks fs f u : ev f u = ev (less_all ks fs f) u + dot (map phi ks) (evs fs u).
Proof.
  revert fs f; induction ks as [|k ks IH]; intros [|g fs] f; simpl; try ring.
  transitivity (ev (muladd f (- k) g) u + phi k * ev g u); [rewrite ev_muladd, of_Z_opp; ring|].
  rewrite (IH fs (muladd f (- k) g)); ring.
Qed.

Lemma is_kept_sound ms fs s ks f : is_kept ms fs s ks f = true -> forall b : K, exists c : K,
  forall u, inside ms u -> at_most b (evs fs u) -> nonneg (c + ev f u).
Proof.
  unfold is_kept. rewrite !andb_true_iff, Z.ltb_lt. intros [[W Ks] A] b.
  destruct (dot_bounded K (map phi ks) b) as (c & _ & C).
  set (g := less_all ks fs (without ms (snd s) (times_form (fst s) f))) in *.
  pose proof (of_Z_positive K _ W) as P. pose proof (not_zero K _ P) as N.
  exists ((c - phi (con g)) * (1 / phi (fst s))). intros u I B. destruct (C _ B) as [_ C2].
  destruct (without_ev K ms (snd s) (times_form (fst s) f) u I Ks) as (x & X & E).
  rewrite (less_all_ev ks fs (without ms (snd s) (times_form (fst s) f)) u) in E. fold g in E. rewrite ev_times in E.
  unfold Geometry.ev at 2 in E. rewrite all_zero_dot in E by auto.
  apply (nonneg_of_mul K (phi (fst s))); auto.
  replace (phi (fst s) * ((c - phi (con g)) * (1 / phi (fst s)) + ev f u)) with
    (c - phi (con g) + phi (fst s) * ev f u) by (field; auto).
  rewrite E. match goal with |- nonneg ?y => replace y with (c + dot (map phi ks) (evs fs u) + x) by ring end.
  now apply nonneg_add.
Qed.

(* One number for all of a list. *)
Lemma are_kept_sound ms fs gs : forall ss ks, are_kept ms fs ss ks gs = true -> forall b : K, exists c : K,
  forall u, inside ms u -> at_most b (evs fs u) -> Forall (fun x => nonneg (c + x)) (evs gs u).
Proof.
  induction gs as [|g gs IH]; simpl; intros ss ks H b; [exists 0; intros; constructor|].
  apply andb_true_iff in H as [H H']. destruct (IH _ _ H' b) as (c & C).
  destruct (is_kept_sound _ _ _ _ _ H b) as (c' & C').
  assert (exists r, nonneg (r - c) /\ nonneg (r - c')) as (r & R & R').
  { destruct (nonneg_or K (c - c')) as [X|X]; [exists c|exists c']; split; auto; try (right; ring).
    left. now replace (c' - c) with (- (c - c')) by ring. }
  exists r. intros u I B. constructor.
  - replace (r + ev g u) with (r - c' + (c' + ev g u)) by ring. apply nonneg_add; auto.
  - generalize (C u I B). apply Forall_impl. intros x X.
    replace (r + x) with (r - c + (c + x)) by ring. now apply nonneg_add.
Qed.

Lemma kept_bounded d ms (m : map_) ss ks : (0 < fst m)%Z ->
  are_kept ms (snd m) ss ks (coordinates d ++ map negate (coordinates d)) = true ->
  forall b : K, exists c : K, forall u, length u = d -> inside ms u ->
    at_most b (image (kmap K m) u) -> at_most c u.
Proof.
  intros P H b. apply of_Z_positive with (K := K) in P. pose proof (not_zero K _ P) as N.
  destruct (are_kept_sound _ _ _ _ _ H (phi (fst m) * b)) as (c & C). exists c. intros u L I B.
  assert (B' : at_most (phi (fst m) * b) (evs (snd m) u)).
  { rewrite image_kmap in B. unfold at_most in *. rewrite Forall_map in B. revert B. apply Forall_impl.
    intros x [X Y]. apply (nonneg_mul K (phi (fst m))) in X; [|now left]. apply (nonneg_mul K (phi (fst m))) in Y; [|now left].
    split; [replace (phi (fst m) * b - x) with (phi (fst m) * (b - 1 / phi (fst m) * x)) by (field; auto)|
      replace (phi (fst m) * b + x) with (phi (fst m) * (b + 1 / phi (fst m) * x)) by (field; auto)]; auto. }
  specialize (C u I B'). unfold Geometry.evs in C. rewrite map_app in C. apply Forall_app in C as [C1 C2].
  rewrite map_map in C2.
  rewrite <- (coordinates_ev K u), L. unfold at_most, Geometry.evs. rewrite Forall_map in *.
  rewrite Forall_forall in *. intros f J. split; [|now apply C1].
  specialize (C2 f J). simpl in C2. rewrite ev_negate in C2.
  now replace (c - ev f u) with (c + - ev f u) by ring.
Qed.

(* ---- A direction in which the image stays where it is ---- *)

Section Direction.
Variables (d : nat) (ms : list form) (v : list Z).
Hypothesis Ray : is_ray d ms v = true.

Lemma along_along u t : along K (along K u v t) v (- t) = u.
Proof.
  clear. revert v; induction u as [|x u IH]; intros [|y v]; simpl; auto. f_equal; [ring|apply IH].
Qed.

Lemma ray_length : length v = d.
Proof. unfold is_ray, fits in Ray. rewrite !andb_true_iff in Ray. now apply Nat.eqb_eq. Qed.

Lemma dot_along (a u : points) t : length u = length v ->
  dot a (along K u v t) = dot a u + t * dot a (map phi v).
Proof.
  clear. revert a v; induction u as [|x u IH]; intros [|c a] [|y v] L; simpl in *; try lia; try ring.
  rewrite IH by lia; ring.
Qed.

Lemma strictly_along u t : length u = d -> strictly ms u -> nonneg t -> strictly ms (along K u v t).
Proof.
  intros L S T. pose proof ray_length as Lv. unfold is_ray in Ray.
  rewrite !andb_true_iff, forallb_forall in Ray. destruct Ray as [_ M].
  unfold Geometry.strictly in *; rewrite Forall_forall in *. intros f I. specialize (S f I); specialize (M f I).
  apply Z.leb_le, of_Z_nonneg with (K := K) in M. unfold Geometry.ev in *. rewrite zdot_along by lia.
  match goal with |- positive ?x => replace x with (zdot (lin f) u + phi (con f) + t * phi (vdot (lin f) v)) by ring end.
  apply positive_nonneg; auto. now apply nonneg_mul.
Qed.

(* Far away in an open set there is another one, with the same values. *)
Lemma far_along {T} (f : points -> T) s o : solid K d o ->
  (forall u, length u = d -> within o u -> strictly ms u /\ f u = s) ->
  (forall u t, length u = d -> strictly ms u -> strictly ms (along K u v t) -> f (along K u v t) = f u) ->
  forall b : K, exists o', solid K d o' /\ forall u, length u = d -> within o' u ->
    strictly ms u /\ f u = s /\ ~ at_most b u.
Proof.
  intros (w & Lw & Ww) H F b. pose proof ray_length as Lv.
  assert (exists k, (k < length v)%nat /\ nth k v 0%Z <> 0%Z) as (k & Lk & N).
  { unfold is_ray in Ray. rewrite !andb_true_iff in Ray. apply not_all_zero, negb_true_iff. tauto. }
  set (s' := if (0 <? nth k v 0)%Z then 1%Z else (-1)%Z).
  assert (P : positive (phi (s' * nth k v 0)%Z)).
  { apply of_Z_positive; unfold s'; destruct (Z.ltb_spec 0 (nth k v 0)%Z); lia. }
  set (x := b - phi s' * nth k w 0).
  set (t := (1 + (if above x then x else 0)) * (1 / phi (s' * nth k v 0)%Z)).
  assert (Tp : nonneg t).
  { left; apply positive_mul; [|now apply positive_inv]. apply positive_nonneg; [apply one_positive|].
    destruct (above x) eqn:A; [left; now apply above_true|apply nonneg_zero]. }
  (* The points of o moved by t, as far as they are beyond b. *)
  set (moved := fun f : list K * K => (fst f, snd f - t * dot (fst f) (map phi v))).
  assert (M : forall g u, length u = d -> affine_at (moved g) u = affine_at g (along K u v (- t))).
  { intros g u L. unfold affine_at; simpl. rewrite dot_along by lia; ring. }
  exists ((map (mul (phi s')) (map phi (axis k)), - b) :: map moved o). split.
  - exists (along K w v t). split; [now rewrite along_length|]. constructor.
    + unfold affine_at; simpl fst; simpl snd. rewrite dot_mul.
      change (dot (map phi (axis k)) (along K w v t)) with (zdot (axis k) (along K w v t)).
      rewrite zdot_along, vdot_axis, zdot_axis by lia.
      replace (phi s' * (nth k w 0 + t * phi (nth k v 0%Z)) + - b) with
        (t * phi (s' * nth k v 0)%Z - x) by (unfold x; rewrite of_Z_mul; ring).
      unfold t. set (a := phi (s' * nth k v 0)%Z) in *.
      replace ((1 + (if above x then x else 0)) * (1 / a) * a - x) with
        (1 + ((if above x then x else 0) - x)) by (field; now apply (not_zero K)).
      apply positive_nonneg; [apply one_positive|]. destruct (above x) eqn:A; [right; ring|].
      apply above_false in A. now replace (0 - x) with (- x) by ring.
    + unfold within in *. rewrite Forall_map, Forall_forall in *. intros g I.
      rewrite M, along_along by now rewrite along_length. auto.
  - intros y Ly W. inversion_clear W as [|? ? A B].
    assert (Wy : within o (along K y v (- t))).
    { unfold within in *. rewrite Forall_map, Forall_forall in *. intros g I. specialize (B g I). now rewrite M in B. }
    destruct (H (along K y v (- t))) as [S E]; [now rewrite along_length|auto|].
    assert (Back : along K (along K y v (- t)) v t = y).
    { rewrite <- (along_along y (- t)) at 2. f_equal. ring. }
    assert (Sy : strictly ms y). { rewrite <- Back. apply strictly_along; auto. now rewrite along_length. }
    split; auto. split.
    + rewrite <- E, <- Back at 1. apply F; rewrite ?Back; auto. now rewrite along_length.
    + intros C. unfold affine_at in A; simpl in A. rewrite dot_mul in A.
      change (dot (map phi (axis k)) y) with (zdot (axis k) y) in A. rewrite zdot_axis in A.
      unfold at_most in C; rewrite Forall_forall in C.
      destruct (C (nth k y 0)) as [C1 C2]; [apply nth_In; lia|].
      unfold s' in A; destruct (0 <? nth k v 0)%Z.
      * apply (nonneg_not_positive K _ C1). rewrite of_Z_1 in A.
        now replace (- (b - nth k y 0)) with (1 * nth k y 0 + - b) by ring.
      * apply (nonneg_not_positive K _ C2). rewrite phi_minus_1 in A.
        now replace (- (b + nth k y 0)) with (- (1) * nth k y 0 + - b) by ring.
Qed.

End Direction.

Lemma image_along (m : map_) u (v : list Z) t : length u = length v ->
  forallb (fun f => Z.eqb (vdot (lin f) v) 0) (snd m) = true ->
  image (kmap K m) (along K u v t) = image (kmap K m) u.
Proof.
  intros L; rewrite forallb_forall; intros H. rewrite !image_kmap. f_equal. unfold Geometry.evs.
  apply map_ext_in. intros f I. specialize (H f I). apply Z.eqb_eq in H.
  unfold Geometry.ev. rewrite zdot_along, H, of_Z_0 by auto. ring.
Qed.

(* ---- Layers to come ---- *)

Definition last_layers (n : nat) (net : network) : network := skipn (length net - n) net.

(* The layers to come are the last of the network, for inputs times s. *)
Definition are_last (net : network) (s : Z) (ls : list layer) : Prop :=
  (0 < s)%Z /\ scale false s (last_layers (length ls) net) = Some ls.

Notation outputs_at q u := (map snd (map (fun n => at_point n u) (open q))).

(* Nothing is settled yet. *)
Definition at_start (q : part) : Prop := values q = [] /\ partly q = None.

Lemma patterns_last net s q l u : at_start q -> are_last net s (later q) ->
  patterns q l u = map fst (map (fun n => at_point n u) (open q)) ++
    pattern (firstn l (last_layers (length (later q)) net)) (map (mul (1 / phi s)) (outputs_at q u)).
Proof.
  intros (V & A) (P & S). unfold Parts.patterns, rest, settled_values. rewrite V, A. simpl. f_equal.
  apply of_Z_positive with (K := K) in P. pose proof (not_zero K _ P) as N.
  apply scale_firstn with (l := l) in S.
  destruct (scaled K _ false s _ S P) as (c & _ & X).
  destruct (X (map (mul (1 / phi s)) (outputs_at q u)) u I) as [<- _]. f_equal.
  generalize (outputs_at q u); intros xs. rewrite map_map. symmetry. erewrite map_ext; [apply map_id|]. intros x. simpl. field; auto.
Qed.

Lemma app_same {T} (a b c e : list T) : length a = length b -> (a ++ c = b ++ e <-> a = b /\ c = e).
Proof.
  revert b; induction a as [|x a IH]; intros [|y b]; simpl; intros L; try discriminate.
  - split; [auto|]. intros [_ X]; exact X.
  - specialize (IH b ltac:(lia)). split.
    + intros X; injection X as -> X. apply IH in X as [-> ->]; auto.
    + intros [X ->]. injection X as -> ->. reflexivity.
Qed.

Lemma same_ratio (a b : K) xs ys : a <> 0 -> b <> 0 -> map (mul a) xs = map (mul b) ys ->
  map (mul (1 / b)) xs = map (mul (1 / a)) ys.
Proof.
  intros A B; revert ys; induction xs as [|x xs IH]; intros [|y ys]; simpl; try easy.
  intros E; injection E as E E'. f_equal; auto.
  transitivity (1 / a * (1 / b) * (a * x)); [field; auto|rewrite E; field; auto].
Qed.

(* ---- A case that is mapped onto a lemma ---- *)

Definition true_lemma (net : network) (t : lemma) : Prop :=
  at_start (about_part t) /\ are_last net (scale_of t) (later (about_part t)) /\
  claim K (coordinates_of t) (about_part t) (counts_of_lemma t).

Lemma lists_exist {T} (Q : nat -> list T -> Prop) (L' : list (list T)) :
  (forall l, exists P, length P = length (nth l L' []) /\ Q l P) -> exists L,
    map (fun l => N.of_nat (length l)) L = map (fun l => N.of_nat (length l)) L' /\ forall l, Q l (nth l L []).
Proof.
  revert Q; induction L' as [|x L' IH]; intros Q H.
  - exists []; split; auto. intros l. destruct (H l) as ([|y P] & E & R).
    + now destruct l.
    + destruct l; discriminate.
  - destruct (IH (fun l => Q (S l))) as (L & E & R); [intros l; exact (H (S l))|].
    destruct (H O) as (P & E' & R'). exists (P :: L). split; [simpl; now rewrite E, E'|].
    intros [|l]; simpl; auto.
Qed.

Lemma pairs_length {A B} (P : A -> B -> Prop) l l' : Forall2 P l l' -> length l = length l'.
Proof. intros F; induction F; simpl; auto. Qed.

Lemma flags_kept (X : list (list nat)) (P : list (list nat * bool)) : length X = length P ->
  map fst (combine X (map snd P)) = X /\ length (filter snd (combine X (map snd P))) = length (filter snd P) /\
  length (combine X (map snd P)) = length P.
Proof.
  revert P; induction X as [|x X IH]; intros [|[s b] P]; simpl; try easy. intros L.
  destruct (IH P ltac:(lia)) as (A & B & C). rewrite A, C. destruct b; simpl; rewrite ?B; auto.
Qed.

Theorem by_image_sound net known d s h q k : Forall (true_lemma net) known -> good K d q -> at_start q ->
  are_last net s (later q) -> by_image known d s h q = Some k -> claim K d q k.
Proof.
  intros Known G V La H. unfold by_image in H.
  destruct (nth_error known (lemma_number h)) as [t|] eqn:Nth; [|discriminate].
  apply nth_error_In in Nth. rewrite Forall_forall in Known.
  destruct (Known t Nth) as (V' & La' & (P' & L' & R & B & Y & M & Fl & Fo)). clear Known Nth.
  destruct (_ && _) eqn:E in H; [|discriminate].
  rewrite !andb_true_iff, !Nat.eqb_eq, !Z.ltb_lt in E.
  destruct E as [[[[[[[[[[Re Fm] Lm] Fn] Ln] Inv] Ins] Into] Onto] Un] Bo].
  set (e := coordinates_of t) in *. set (q' := about_part t) in *. set (m := forth h) in *. set (n := back h) in *.
  unfold remaining in Re. fold q' in Re. pose proof La as (Ps & _). pose proof La' as (Ps' & _).
  destruct (same_units_sound K d (members q) m (scale_of t) s Fm Ps' Ps _ _ _ Un) as (c & C & S & O).
  assert (Lkm : length (kmap K m) = e) by now rewrite kmap_length.
  assert (Lkn : length (kmap K n) = d) by now rewrite kmap_length.
  pose proof (inverse_sound K e m n Fm Fn Inv) as Inverse.
  assert (Interior : exists w, length w = d /\ strictly (members q) w).
  { destruct (inside_point K d _ _ _ Ins) as (Lw & Sw). eauto. }
  assert (Into' : forall u, length u = d -> inside (members q) u -> inside (members q') (image (kmap K m) u)).
  { intros u _ I. apply inside_pull; auto. now apply all_implied_sound with (1 := Into). }
  assert (Onto' : forall v, length v = e -> inside (members q') v -> inside (members q) (image (kmap K n) v)).
  { intros v _ I. apply inside_pull; auto. now apply all_implied_sound with (1 := Onto). }
  set (f := patterns q) in *. set (f' := patterns q') in *.
  assert (Same : forall l y u, length y = d -> length u = d -> inside (members q) y -> inside (members q) u -> c y ->
    (f l u = f l y <-> c u /\ f' l (image (kmap K m) u) = f' l (image (kmap K m) y))).
  { intros l y u Ly Lu Iy Iu Cy. unfold f, f'.
    rewrite !(patterns_last net s q) by auto. rewrite !(patterns_last net (scale_of t) q') by auto. rewrite <- Re.
    rewrite !app_same by now rewrite !map_length. rewrite (S y u Ly Lu Iy Iu Cy).
    assert (X : forall x, length x = d -> inside (members q) x -> c x ->
      map (mul (1 / phi s)) (outputs_at q x) = map (mul (1 / phi (scale_of t))) (outputs_at q' (image (kmap K m) x))).
    { intros x Lx Ix Cx. apply same_ratio; try (now apply not_zero, of_Z_positive). now apply O. }
    rewrite (X y Ly Iy Cy). split; intros [[Cu F] F'] || intros [Cu [F F']]; repeat split; auto.
    - now rewrite <- (X u Lu Iu Cu).
    - now rewrite (X u Lu Iu Cu). }
  set (N := length (later q)) in *.
  destruct (lists_exist (fun l P => (l <= N)%nat ->
    Forall2 (pair_at K d (members q) (kmap K m) (f l) (f' l)) (nth l L' []) P /\
    found K d (always K) (members q) (f l) P) L') as (L & EL & HL).
  { intros l. destruct (Nat.le_gt_cases l N) as [Le|Gt].
    - destruct (found_above K d e (members q) (members q') (kmap K m) (kmap K n) Lkm Lkn Inverse Interior Into' Onto'
        c C (f l) (f' l) (Same l) (nth l L' [])) as (P & F & Fd); [apply Fo; rewrite <- Re; exact Le|].
      exists P. split; [symmetry; now apply pairs_length in F|auto].
    - exists (nth l L' []). split; auto. lia. }
  destruct (HL N (Nat.le_refl _)) as [F2 Fn2]. rewrite <- Re in M. fold N in M.
  pose proof (pairs_length _ _ _ F2) as Len. rewrite <- M, map_length in Len.
  assert (All : forall l, (l <= N)%nat -> found K d (always K) (members q) (f l) (nth l L [])) by (intros l Hl; now apply HL).
  destruct (bounding_of h) as [ss ks|v] eqn:Bd; injection H as <-.
  - destruct (flags_kept (nth N L []) P' (eq_sym Len)) as (A1 & A2 & A3).
    exists (combine (nth N L []) (map snd P')), L. fold N.
    simpl. rewrite A1, A2, A3, EL.
    refine (conj R (conj B (conj Y (conj eq_refl (conj _ All))))).
    apply (flags_above K d e (members q) (members q') (kmap K m) (kmap K n) Lkm Lkn Inverse Interior Into' Onto'
        c C (f N) (f' N) (Same N)).
    + intros b. simpl in Bo. apply orb_true_iff in Bo as [Fi|Kb].
      * destruct G as (_ & G & _). destruct (G Fi) as (x & Bx). exists x. auto.
      * now apply kept_bounded with (1 := Fm) (2 := Kb).
    + now rewrite M.
    + unfold f'. rewrite <- Re in Fl. exact Fl.
  - simpl in Bo. apply andb_true_iff in Bo as [Ray Still]. pose proof (ray_length d _ _ Ray) as Lv.
    exists (map (fun s => (s, false)) (nth N L [])), L. fold N. simpl.
    assert (X1 : length (map (fun s => (s, false)) (nth N L [])) = length P') by now rewrite map_length.
    assert (X2 : filter snd (map (fun s => (s, false)) (nth N L [])) = []) by (clear; induction (nth N L []); auto).
    assert (X3 : map fst (map (fun s => (s, false)) (nth N L [])) = nth N L []) by (rewrite map_map; apply map_id).
    rewrite X1, X2, X3, EL. refine (conj R (conj eq_refl (conj Y (conj eq_refl (conj _ All))))).
    + unfold flags. rewrite Forall_map, Forall_forall. intros x Ix. simpl.
      destruct Fn2 as (_ & Sx & _). destruct (Sx x Ix) as (o & So & Ho).
      intros b. apply (far_along d (members q) v Ray (f N) x o So).
      * intros u Lu W. destruct (Ho u Lu W) as (St & _ & Eq). auto.
      * intros u t' Lu Su Sv. apply (Same N); auto; try (now apply strictly_inside); [now rewrite along_length| |].
        { now apply (strict_clear K d (members q) c C). }
        split; [apply (strict_clear K d (members q) c C); auto; now rewrite along_length|].
        rewrite image_along; auto. lia.
Qed.

(* ---- The proof by cases ---- *)

Section Cases.
Variables (net whole : network) (known : list lemma) (d : nat) (ls : list layer).
Hypothesis Known : Forall (true_lemma net) known.
Hypothesis Scaled : scale true 1 whole = Some ls.
(* The network in which the cases are ends as the network does that the lemmas are about. *)
Hypothesis Ends : forall n, (n < length whole)%nat -> last_layers n whole = last_layers n net.
Variables (S : Type) (ask : S -> part -> reply * S).
Notation run := (fold_check known d (scale_after whole) S ask).

Definition comes_from (p : part) : Prop := exists n, later p = skipn n ls.

Lemma winners_later p all rows : forall q, Forall (fun k => later k = later p) (winners d p all q rows).
Proof.
  induction rows as [|z more IH]; simpl; [constructor|]. intros q.
  destruct (equals_earlier _ _ _ _); [apply IH|constructor; auto].
Qed.

Lemma divide_later a p ks : a <> Absorb -> divide d a p = Some ks -> Forall (fun k => later k = later p) ks.
Proof.
  intros N H. unfold divide in H. destruct a as [c|a b ws| |of ss|lists ws|c|c| |m c|w x ray shown]; [..|discriminate].
  3: now destruct N.
  all: repeat match goal with
    | H : match ?x with _ => _ end = Some _ |- _ => destruct x; try discriminate
    end; try discriminate; match goal with H : Some ?x = Some ?y |- _ => assert (x = y) by congruence; subst y end;
    first [apply winners_later|repeat constructor].
Qed.

Lemma each_sound one ks (C : part -> Prop) :
  (forall s k n s', C k -> one s k = Some (n, s') -> claim K d k n) -> Forall C ks -> forall s n s',
  each S one s ks = Some (n, s') -> exists ns, Forall2 (claim K d) ks ns /\ n = fold_right add_counts no_counts ns.
Proof.
  intros H G; induction G as [|k ks Gk G IH]; simpl; intros s n s' E.
  - injection E as <- _. exists []; split; auto.
  - destruct ks as [|k' ks].
    + exists [n]; split; [constructor; eauto|]. simpl. now rewrite add_no_counts.
    + destruct (one s k) as [[a s1]|] eqn:A; [|discriminate].
      destruct (each S one s1 (k' :: ks)) as [[b s2]|] eqn:B; [|discriminate]. injection E as <- _.
      destruct (IH _ _ _ B) as (ns & F & ->). exists (a :: ns); split; auto. constructor; eauto.
Qed.

Lemma scales_length x (n : network) : length (scales x n) = Datatypes.S (length n).
Proof. revert x; induction n; simpl; auto. Qed.

Lemma scale_skipn first s (n : network) xs k : scale first s n = Some xs -> (0 < s)%Z -> (k < length n)%nat ->
  let t := nth (Datatypes.S k) (scales s n) 1%Z in
  (0 < t)%Z /\ scale false t (skipn (Datatypes.S k) n) = Some (skipn (Datatypes.S k) xs).
Proof.
  revert first s n xs; induction k as [|k IH]; intros first s [|l n] xs H P L; try (simpl in L; lia); cbn [scale] in H;
    destruct (_ && _) eqn:Po in H; try discriminate; destruct (all _ l) as [l'|] in H; try discriminate;
    destruct (scale false _ n) as [more|] eqn:E in H; try discriminate; injection H as <-;
    apply andb_true_iff in Po as [P1 P2]; apply Z.ltb_lt in P1, P2.
  - destruct n as [|l2 n]; simpl; (split; [nia|exact E]).
  - simpl in L. apply (IH false _ n more E); [nia|lia].
Qed.

Lemma are_last_layers p l more : comes_from p -> later p = l :: more ->
  are_last net (scale_after whole (length more)) more.
Proof.
  intros (n & E) La. rewrite E in La. pose proof (scale_length _ _ _ _ Scaled) as Ll.
  assert (Ln : (n < length whole)%nat).
  { destruct (Nat.lt_ge_cases n (length ls)) as [H|H]; [lia|]. rewrite skipn_all2 in La by lia. discriminate. }
  assert (M : more = skipn (Datatypes.S n) ls).
  { change more with (skipn 1 (l :: more)). rewrite <- La. clear. revert ls; induction n as [|n IH]; intros [|x xs]; auto. exact (IH xs). }
  assert (Lm : (length whole - length more = Datatypes.S n)%nat) by (rewrite M, skipn_length; lia).
  destruct (scale_skipn true 1 whole ls n Scaled eq_refl Ln) as (P & Sc).
  unfold are_last, scale_after. rewrite Lm. split; auto.
  rewrite <- Ends by lia. unfold last_layers. rewrite Lm, M. exact Sc.
Qed.

Theorem fold_check_sound fuel : forall s p n s', good K d p -> comes_from p -> run fuel s p = Some (n, s') -> claim K d p n.
Proof.
  induction fuel as [|fuel IH]; intros s p n s' G From H; [discriminate|].
  assert (Each : forall ks s, divides K d p ks -> Forall (good K d) ks -> Forall (fun k => later k = later p) ks ->
    each S (run fuel) s ks = Some (n, s') -> claim K d p n).
  { intros ks s0 D Gs Ls E.
    destruct (each_sound (run fuel) ks (fun k => good K d k /\ comes_from k)) with (2 := Forall_and Gs (Forall_impl (fun k => comes_from k) (fun k E => eq_rect_r (fun x => exists n, x = skipn n ls) From E) Ls)) (3 := E) as (ns & F & ->).
    - intros s1 k a s2 [Gk Fk] R. eapply IH; eauto.
    - eapply claim_cases; eauto. }
  assert (Divided : forall a s, a <> Absorb ->
    match divide d a p with Some ps => each S (run fuel) s ps | None => None end = Some (n, s') -> claim K d p n).
  { intros a s0 N E. destruct (divide d a p) as [ks|] eqn:D; [|discriminate].
    destruct (divide_sound K d a p ks D G) as [Dv Gs]. eapply Each; eauto. now apply divide_later with a. }
  assert (Settled : forall first z last todo, open p = Pieces first z [] last :: todo ->
    each S (run fuel) s [settled p [] (output z last)] = Some (n, s') -> claim K d p n).
  { intros first z last todo O E. revert E; apply Each.
    - apply divides_settled with (1 := O) (q := first). intros u _ _; apply at_last.
    - constructor; [now apply good_more with (p := p) (more := [])|constructor].
    - repeat constructor. }
  simpl in H.
  assert (Asked : match open p with Pieces _ _ [] _ :: _ => False | _ => True end ->
    (let (answer, s) := ask s p in
      match answer, open p, later p with
      | Go_on, [], l :: more =>
          match run fuel s (next_layer p l more) with
          | Some (k, s) => Some (begin_layer k, s) | None => None end
      | Folded h, [], l :: more =>
          match by_image known d (scale_after whole (length more)) h (next_layer p l more) with
          | Some k => Some (begin_layer k, s) | None => None end
      | Step a, _, _ =>
          match a, open p, later p with
          | Region w u ray _, [], [] => if is_region d p w u ray then Some (one_region p [] [], s) else None
          | Absorb, _, _ => None
          | _, _, _ => match divide d a p with Some ps => each S (run fuel) s ps | None => None end
          end
      | _, _, _ => None
      end) = Some (n, s') -> claim K d p n).
  { intros _ E. destruct (ask s p) as [[a| |h] s1].
    - destruct (open p) as [|x todo] eqn:O; [destruct (later p) as [|l more] eqn:La|].
      + destruct a; try discriminate E; try (refine (Divided _ s1 _ E); discriminate). destruct (is_region d p w u ray) eqn:R; [|discriminate].
        injection E as <- _. exact (claim_region K d p w u ray G O La R).
      + destruct a; try discriminate E; refine (Divided _ s1 _ E); discriminate.
      + destruct a; try discriminate E; refine (Divided _ s1 _ E); discriminate.
    - destruct (open p) as [|x todo] eqn:O; [|discriminate]. destruct (later p) as [|l more] eqn:La; [discriminate|].
      destruct (run fuel s1 _) as [[k s2]|] eqn:R; [|discriminate]. injection E as <- _.
      apply (claim_layer K d p l more k O La). eapply IH; [| |exact R].
      + now apply good_more with (p := p) (more := []).
      + destruct From as (i & E). exists (Datatypes.S i). simpl.
        change more with (skipn 1 (l :: more)). rewrite <- La, E. clear.
        revert ls; induction i as [|i IH]; intros [|x xs]; auto. exact (IH xs).
    - destruct (open p) as [|x todo] eqn:O; [|discriminate]. destruct (later p) as [|l more] eqn:La; [discriminate|].
      destruct (by_image _ _ _ _ _) as [k|] eqn:R; [|discriminate]. injection E as <- _.
      apply (claim_layer K d p l more k O La). eapply by_image_sound; [exact Known| | | |exact R].
      + now apply good_more with (p := p) (more := []).
      + now split.
      + now apply are_last_layers with (p := p) (l := l). }
  destruct (open p) as [|[first z [|x more] last|rows] todo] eqn:O; try (now apply Asked).
  eapply Settled; eauto.
Qed.

End Cases.

(* ---- Lemmas ---- *)

Lemma skipn_more {T} n m (l : list T) : skipn n (skipn m l) = skipn (m + n) l.
Proof. revert l; induction m; intros [|x l]; simpl; auto. now destruct n. Qed.

Lemma last_layers_last n k (net : network) : (n <= length (last_layers k net))%nat ->
  last_layers n (last_layers k net) = last_layers n net.
Proof.
  unfold last_layers. rewrite skipn_length. intros L. rewrite skipn_more. f_equal. lia.
Qed.

Lemma prove_lemma_sound (S : Type) (ask : S -> part -> reply * S) fuel net known s t l s' :
  Forall (true_lemma net) known -> prove_lemma S ask fuel net known s t = Some (l, s') -> true_lemma net l.
Proof.
  intros Known H. unfold prove_lemma in H. fold (last_layers (layers_after t) net) in H.
  set (rest := last_layers (layers_after t) net) in *. set (smaller := first_layer t :: rest) in *.
  destruct (all scale_member (about_domain t)) as [ms|]; [|discriminate].
  destruct (scale true 1 smaller) as [[|l0 more]|] eqn:Sc; try discriminate.
  set (q := next_layer (start (about_dimension t) ms (l0 :: more)) l0 more) in *.
  destruct (fold_check _ _ _ _ _ _ _ _) as [[k s1]|] eqn:R; [|discriminate]. injection H as <- _.
  assert (Ends : forall n, (n < length smaller)%nat -> last_layers n smaller = last_layers n net).
  { intros n L. simpl in L. transitivity (last_layers n rest); [|unfold rest; apply last_layers_last; fold rest; lia].
    unfold smaller, last_layers. cbn [length]. replace (Datatypes.S (length rest) - n)%nat with (Datatypes.S (length rest - n)) by lia.
    reflexivity. }
  assert (Lr : length more = length rest).
  { apply scale_length in Sc. simpl in Sc. lia. }
  split; [now split|]. simpl. split.
  - rewrite <- Lr. apply (are_last_layers net smaller (l0 :: more) Sc Ends (start (about_dimension t) ms (l0 :: more)) l0 more); auto.
    exists O; reflexivity.
  - eapply fold_check_sound; [exact Known|exact Sc|exact Ends| | |exact R].
    + apply good_more with (p := start (about_dimension t) ms (l0 :: more)) (more := []); auto. apply good_start.
    + exists 1%nat; reflexivity.
Qed.

Lemma prove_lemmas_sound (S : Type) (ask : S -> part -> reply * S) next fuel net some : forall known k s known' s',
  Forall (true_lemma net) known -> prove_lemmas S ask next fuel some net known k s = Some (known', s') ->
  Forall (true_lemma net) known'.
Proof.
  induction some as [|some IH]; simpl; intros known k s known' s' F H; [discriminate|].
  destruct (next s k) as [[t|] s1]; [|injection H as <- _; exact F].
  destruct (prove_lemma _ _ _ _ _ _ _) as [[l s2]|] eqn:E; [|discriminate].
  revert H; apply IH. constructor; auto. now apply prove_lemma_sound with (2 := E).
Qed.

Theorem counted_folded (S : Type) (ask : S -> part -> reply * S) next fuel s d dom net k :
  count_folded S ask next fuel s d dom net = Some k -> counts_hold K d dom net k.
Proof.
  unfold count_folded. destruct (prove_lemmas _ _ _ _ _ _ _ _ _) as [[known s1]|] eqn:L; [|discriminate].
  destruct (all scale_member dom) as [ms|] eqn:D; [|discriminate].
  destruct (scale true 1 net) as [ls|] eqn:Sc; [|discriminate].
  destruct (fold_check _ _ _ _ _ _ _ _) as [[k' s']|] eqn:C; [|discriminate]. intros [= ->].
  apply prove_lemmas_sound in L; [|constructor].
  apply (claim_holds K d dom net ms ls k D Sc).
  eapply fold_check_sound; [exact L|exact Sc|auto| | |exact C]; [apply good_start|exists O; reflexivity].
Qed.

End Right.

Print Assumptions counted_folded.
