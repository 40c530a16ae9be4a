(* Cells with one image have equally many regions, in any dimension: the theorem behind counts by
   images. A certificate's lemma is about a set P' with patterns p'; a case that refers to it is a set P
   with patterns p, and m maps P onto P'. *)
From Coq Require Import List Lia Ring Field.
From Crease Require Import Field Network.
Import ListNotations.

Section Images.
Variable K : ordered_field.
Add Field K_is_a_field_of_images : (laws K).
Open Scope field_scope.
Implicit Types (u v w a b : list K) (f : list K * K) (m n : list (list K * K)) (o : open_set K).

(* ---- Affine functions ---- *)

(* u + t (v - w) *)
Fixpoint towards u (t : K) v w : list K :=
  match u, v, w with
  | x :: u, y :: v, z :: w => (x + t * (y - z)) :: towards u t v w
  | _, _, _ => []
  end.

Lemma towards_length u t v w : length v = length u -> length w = length u ->
  length (towards u t v w) = length u.
Proof. revert v w; induction u; intros [|] [|]; simpl; try lia. intros; rewrite IHu; lia. Qed.

Lemma dot_towards a u t v w : length v = length u -> length w = length u ->
  dot a (towards u t v w) = dot a u + t * (dot a v - dot a w).
Proof.
  revert a v w; induction u as [|x u IH]; intros a [|y v] [|z w]; simpl; try lia; intros L M.
  - destruct a; simpl; ring.
  - destruct a as [|c a]; simpl; [ring|]. rewrite IH by lia; ring.
Qed.

Lemma affine_towards f u t v w : length v = length u -> length w = length u ->
  affine_at f (towards u t v w) = affine_at f u + t * (affine_at f v - affine_at f w).
Proof. intros; unfold affine_at; rewrite dot_towards by auto; ring. Qed.

Lemma towards_self u t v : length v = length u -> towards u t v v = u.
Proof.
  revert v; induction u as [|x u IH]; intros [|y v]; simpl; try lia; auto; intros L.
  f_equal; [ring|]. apply IH; lia.
Qed.

Lemma towards_all u v : length v = length u -> towards u 1 v u = v.
Proof.
  revert v; induction u as [|x u IH]; intros [|y v]; simpl; try lia; auto; intros L.
  f_equal; [ring|]. apply IH; lia.
Qed.

(* a + t b *)
Fixpoint plus_times a (t : K) b : list K :=
  match a, b with
  | x :: a, y :: b => (x + t * y) :: plus_times a t b
  | [], _ => map (mul t) b
  | _, [] => a
  end.

Lemma dot_times t b u : dot (map (mul t) b) u = t * dot b u.
Proof. revert u; induction b as [|y b IH]; intros [|x u]; simpl; try ring. rewrite IH; ring. Qed.

Lemma dot_plus_times a t b u : dot (plus_times a t b) u = dot a u + t * dot b u.
Proof.
  revert b u; induction a as [|x a IH]; intros b u; simpl; [rewrite dot_times; ring|].
  destruct b as [|y b]; simpl; [ring|]. destruct u as [|z u]; simpl; [ring|]. rewrite IH; ring.
Qed.

(* An affine map: a function for each coordinate of the image. *)
Definition image m u : list K := map (fun f => affine_at f u) m.

Lemma image_length m u : length (image m u) = length m.
Proof. apply map_length. Qed.

Lemma image_towards m u t v w : length v = length u -> length w = length u ->
  image m (towards u t v w) = towards (image m u) t (image m v) (image m w).
Proof.
  intros L M; induction m as [|f m IH]; simpl; auto. f_equal; auto. now apply affine_towards.
Qed.

(* A function of the image as one of the points. *)
Fixpoint pulled_slopes a m : list K * K :=
  match a, m with
  | x :: a, f :: m =>
      let g := pulled_slopes a m in (plus_times (fst g) x (fst f), snd g + x * snd f)
  | _, _ => ([], 0)
  end.
Definition pulled m f : list K * K :=
  let g := pulled_slopes (fst f) m in (fst g, snd g + snd f).

Lemma affine_pulled m f u : affine_at (pulled m f) u = affine_at f (image m u).
Proof.
  unfold pulled, affine_at at 1; simpl. destruct f as [a c]; simpl.
  replace (dot (fst (pulled_slopes a m)) u + (snd (pulled_slopes a m) + c)) with
    (affine_at (pulled_slopes a m) u + c) by (unfold affine_at; ring).
  unfold affine_at at 2; simpl. f_equal.
  revert m; induction a as [|x a IH]; intros [|g m]; simpl; try (unfold affine_at; simpl; ring).
  rewrite <- IH. unfold affine_at; simpl. rewrite dot_plus_times; ring.
Qed.

Lemma within_pulled m o u : within (map (pulled m) o) u <-> within o (image m u).
Proof.
  unfold within; rewrite Forall_map, !Forall_forall. split; intros H f I; specialize (H f I);
    rewrite affine_pulled in *; auto.
Qed.

(* ---- Near a point ---- *)

Lemma between_positive (x y : K) : positive x -> exists t : K, positive t /\ positive (1 - t) /\
  forall s, positive s -> nonneg (t - s) -> positive (x + s * y).
Proof.
  intros X. pose proof (one_positive K) as One.
  assert (Two : positive (1 + 1 : K)) by now apply positive_add.
  destruct (nonneg_or K y) as [Y|Y].
  - exists (1 / (1 + 1)); split; [now apply positive_inv|]. split.
    + replace (1 - 1 / (1 + 1)) with (1 / (1 + 1) : K) by (field; exact (not_zero K _ Two)).
      now apply positive_inv.
    + intros s S _. apply positive_nonneg; auto. apply nonneg_mul; auto; now left.
  - (* t = x / (x + x - y (1 + 1)), at most 1/2 *)
    set (D := (1 + 1) * (x - y)). assert (PD : positive D).
    { unfold D. apply positive_mul; auto. replace (x - y) with (x + - y) by ring. now apply positive_add. }
    exists (x * (1 / D)). assert (T : positive (x * (1 / D))) by (apply positive_mul; auto; now apply positive_inv).
    assert (DN : D <> 0) by exact (not_zero K _ PD).
    split; auto. split.
    + replace (1 - x * (1 / D)) with ((D - x) * (1 / D)) by (field; exact DN).
      apply positive_mul; [|now apply positive_inv].
      replace (D - x) with (x + (1 + 1) * - y) by (unfold D; ring).
      apply positive_add; auto. now apply positive_mul.
    + intros s S N.
      assert (E : positive (x + x * (1 / D) * y)).
      { replace (x + x * (1 / D) * y) with (x * ((D + y) * (1 / D))) by (field; exact DN).
        apply positive_mul; auto. apply positive_mul; [|now apply positive_inv].
        replace (D + y) with (x + (x + - y)) by (unfold D; ring). repeat apply positive_add; auto. }
      replace (x + s * y) with (x + x * (1 / D) * y + (x * (1 / D) - s) * - y) by ring.
      apply positive_nonneg; auto. apply nonneg_mul; auto; now left.
Qed.

(* A point of an open set may be moved a little. *)
Lemma stays_open o u v : length v = length u -> within o u ->
  exists t : K, positive t /\ positive (1 - t) /\
    forall s, positive s -> nonneg (t - s) -> within o (towards u s v u).
Proof.
  intros L; induction o as [|f o IH]; intros W.
  - destruct (between_positive 1 1 (one_positive K)) as (t & T & U & _).
    exists t; repeat split; auto. intros; constructor.
  - inversion W as [|? ? Pf Wo]; subst. destruct (IH Wo) as (t & T & U & H).
    destruct (between_positive (affine_at f u) (affine_at f v - affine_at f u) Pf) as (t' & T' & U' & H').
    assert (Both : forall r, (r = t /\ nonneg (t' - t)) \/ (r = t' /\ nonneg (t - t')) ->
      exists t : K, positive t /\ positive (1 - t) /\
        forall s, positive s -> nonneg (t - s) -> within (f :: o) (towards u s v u)).
    { intros r [[-> C]|[-> C]]; [exists t|exists t']; repeat split; auto; intros s S N; constructor.
      - rewrite affine_towards by auto. apply H'; auto.
        replace (t' - s) with (t' - t + (t - s)) by ring. now apply nonneg_add.
      - now apply H.
      - rewrite affine_towards by auto. now apply H'.
      - apply H; auto. replace (t - s) with (t - t' + (t' - s)) by ring. now apply nonneg_add. }
    destruct (nonneg_or K (t' - t)) as [C|C]; [apply (Both t); auto|].
    apply (Both t'); right; split; auto. left. now replace (t - t') with (- (t' - t)) by ring.
Qed.

(* ---- Domains are convex; bounded sets have bounded images ---- *)

Lemma in_domain_convex dom u v t : length v = length u -> in_domain dom u -> in_domain dom v ->
  positive t -> positive (1 - t) -> in_domain dom (towards u t v u).
Proof.
  unfold in_domain; rewrite !Forall_forall. intros L U V T S f I. specialize (U f I); specialize (V f I).
  unfold row_at in *. rewrite dot_towards by auto.
  replace (dot (map of_Q (fst f)) u + t * (dot (map of_Q (fst f)) v - dot (map of_Q (fst f)) u) + of_Q (snd f))
    with ((1 - t) * (dot (map of_Q (fst f)) u + of_Q (snd f)) + t * (dot (map of_Q (fst f)) v + of_Q (snd f))) by ring.
  apply nonneg_add; apply nonneg_mul; auto; now left.
Qed.

Lemma dot_bounded a (b : K) : exists c : K, nonneg c /\ forall u, at_most b u ->
  nonneg (c - dot a u) /\ nonneg (c + dot a u).
Proof.
  induction a as [|x a (c & C & H)].
  - exists 0; split; [apply nonneg_zero|]. intros u _. destruct u; simpl;
      (split; [replace (0 - 0) with (0 : K) by ring|replace (0 + 0) with (0 : K) by ring]; apply nonneg_zero).
  - assert (S : exists y : K, nonneg y /\ nonneg (y - x) /\ nonneg (y + x)).
    { destruct (nonneg_or K x) as [N|N].
      - exists x; repeat split; auto; [right; ring|now apply nonneg_add].
      - exists (- x). assert (nonneg (- x)) by now left. repeat split; auto; [|right; ring].
        replace (- x - x) with (- x + - x) by ring. now apply nonneg_add. }
    destruct S as (y & Y & Y1 & Y2). destruct (nonneg_or K b) as [B|B].
    + exists (c + y * b). split; [apply nonneg_add; auto; now apply nonneg_mul|].
      intros u U. inversion U as [|z u' [Z1 Z2] U']; subst; simpl.
      * split; [replace (c + y * b - 0) with (c + y * b) by ring|replace (c + y * b + 0) with (c + y * b) by ring];
          apply nonneg_add; auto; now apply nonneg_mul.
      * destruct (H u' U') as [H1 H2].
        assert (Half : forall s : K, nonneg (s + s) -> nonneg s).
        { intros s N. apply (nonneg_of_mul K (1 + 1)); [apply positive_add; apply one_positive|].
          now replace ((1 + 1) * s) with (s + s) by ring. }
        split.
        -- replace (c + y * b - (x * z + dot a u')) with (c - dot a u' + (y * b - x * z)) by ring.
           apply nonneg_add; auto. apply Half.
           replace (y * b - x * z + (y * b - x * z)) with ((y - x) * (b + z) + (y + x) * (b - z)) by ring.
           apply nonneg_add; now apply nonneg_mul.
        -- replace (c + y * b + (x * z + dot a u')) with (c + dot a u' + (y * b + x * z)) by ring.
           apply nonneg_add; auto. apply Half.
           replace (y * b + x * z + (y * b + x * z)) with ((y - x) * (b - z) + (y + x) * (b + z)) by ring.
           apply nonneg_add; now apply nonneg_mul.
    + exists c. split; auto. intros u U. inversion U as [|z u' [Z1 Z2] U']; subst.
      * simpl; split; [replace (c - 0) with c by ring|replace (c + 0) with c by ring]; auto.
      * exfalso. apply (nonneg_not_positive K (b + b)).
        -- replace (b + b) with (b - z + (b + z)) by ring. now apply nonneg_add.
        -- replace (- (b + b)) with (- b + - b) by ring. now apply positive_add.
Qed.

Lemma at_most_more (b c : K) u : nonneg (c - b) -> at_most b u -> at_most c u.
Proof.
  intros N; apply Forall_impl; intros x [X Y]; split.
  - replace (c - x) with (c - b + (b - x)) by ring. now apply nonneg_add.
  - replace (c + x) with (c - b + (b + x)) by ring. now apply nonneg_add.
Qed.

Lemma bounded_image m (b : K) : exists c : K, forall u, at_most b u -> at_most c (image m u).
Proof.
  induction m as [|f m (c & H)]; [exists 0; intros; now constructor|].
  destruct (dot_bounded (fst f) b) as (y & Y & D), (dot_bounded [snd f] 1) as (z & Z & E).
  assert (N : nonneg (z - snd f) /\ nonneg (z + snd f)).
  { destruct (E [1]) as [E1 E2].
    - constructor; [|constructor]. split; [right; ring|]. apply nonneg_add; left; apply one_positive.
    - simpl in E1, E2. replace (snd f * 1 + 0) with (snd f) in * by ring. auto. }
  assert (Big : exists r : K, nonneg (r - c) /\ nonneg (r - (y + z))).
  { destruct (nonneg_or K (c - (y + z))) as [C|C].
    - exists c; split; auto. right; ring.
    - exists (y + z); split; [left; now replace (y + z - c) with (- (c - (y + z))) by ring|right; ring]. }
  destruct Big as (r & R & R'). exists r. intros u U.
  assert (I : at_most r (image m u)) by (apply (at_most_more c); auto). constructor; auto.
  destruct (D u U) as [D1 D2], N as [N1 N2]. unfold affine_at; split.
  - replace (r - (dot (fst f) u + snd f)) with (r - (y + z) + (y - dot (fst f) u + (z - snd f))) by ring.
    apply nonneg_add; [|apply nonneg_add]; auto.
  - replace (r + (dot (fst f) u + snd f)) with (r - (y + z) + (y + dot (fst f) u + (z + snd f))) by ring.
    apply nonneg_add; [|apply nonneg_add]; auto.
Qed.

(* ---- Maps of open sets ---- *)

Section Open.
Variables (d e : nat) (m n : list (list K * K)).
Hypothesis m_length : length m = e.
Hypothesis n_length : length n = d.
(* m is onto: n is an inverse from the right. *)
Hypothesis inverse : forall v, length v = e -> image m (image n v) = v.

(* Near the image of a point all are images of points near it. *)
Lemma open_image o u : length u = d -> within o u -> exists o', within o' (image m u) /\
  forall v, length v = e -> within o' v -> exists x, length x = d /\ within o x /\ image m x = v.
Proof.
  intros Lu Wu.
  (* The points u + n(v) - n(m(u)) of o, which are mapped to v. *)
  set (c := image n (image m u)).
  set (back := map (fun h => (fst (fst h), snd (fst h) + (fst (snd h) - snd (snd h))))
    (combine n (combine u c))).
  assert (Lc : length c = d) by (unfold c; rewrite image_length; auto).
  assert (B : forall v, image back v = towards u 1 (image n v) c).
  { intros v. unfold back. clearbody c. clear - Lu Lc n_length. revert u c Lu Lc.
    rewrite <- n_length. clear. induction n as [|f n' IH]; intros [|x u] [|y c]; simpl; try lia; auto.
    intros A C. f_equal; [unfold affine_at; simpl; ring|]. apply IH; lia. }
  exists (map (pulled back) o). split.
  - apply within_pulled. rewrite B. fold c. rewrite towards_self by lia. exact Wu.
  - intros v Lv W. apply within_pulled in W. exists (image back v). rewrite B in *.
    split; [rewrite towards_length; rewrite ?image_length; lia|]. split; auto.
    rewrite image_towards by (rewrite ?image_length; lia).
    unfold c. rewrite !inverse by (rewrite ?image_length; auto).
    apply towards_all. rewrite image_length; lia.
Qed.

(* Between a point u and an open set o lie points that are mapped near the image of u. *)
Lemma open_preimage o o' u (A : list K -> Prop) : length u = d -> within o' (image m u) ->
  (exists w, length w = d /\ within o w) ->
  (forall y t, length y = d -> within o y -> positive t -> positive (1 - t) -> A (towards u t y u)) ->
  exists o2, (exists x, length x = d /\ within o2 x) /\
    forall x, length x = d -> within o2 x -> A x /\ within o' (image m x).
Proof.
  clear. intros Lu W' (w & Lw & Ww) In.
  destruct (stays_open (map (pulled m) o') u w) as (t & Tt & Ut & St); [lia|now apply within_pulled|].
  (* The points u + t (x - u) for x in o. *)
  assert (Nt : t <> 0) by now apply not_zero.
  set (out := fun f => (map (mul (1 / t)) (fst f), affine_at f u - 1 / t * dot (fst f) u)).
  assert (Out : forall f x, length x = d -> affine_at (out f) x = affine_at f (towards u (1 / t) x u)).
  { intros f x Lx. rewrite affine_towards by lia. unfold out, affine_at; simpl. rewrite dot_times.
    ring. }
  exists (map out o ++ map (pulled m) o'). split.
  - exists (towards u t w u). split; [rewrite towards_length; lia|]. unfold within in *.
    rewrite Forall_app; split.
    + rewrite Forall_map, Forall_forall in *. intros f I. rewrite Out by (rewrite towards_length; lia).
      rewrite affine_towards by (rewrite ?towards_length; lia). rewrite affine_towards by lia.
      replace (affine_at f u + 1 / t * (affine_at f u + t * (affine_at f w - affine_at f u) - affine_at f u))
        with (affine_at f w) by (field; auto). auto.
    + apply St; auto. replace (t - t) with (0 : K) by ring. apply nonneg_zero.
  - intros x Lx W. unfold within in W. rewrite Forall_app in W; destruct W as [Wo Wo'].
    apply within_pulled in Wo'. split; auto.
    set (y := towards u (1 / t) x u). assert (Ly : length y = d) by (unfold y; rewrite towards_length; lia).
    replace x with (towards u t y u).
    + apply In; auto. unfold within. rewrite Forall_map, Forall_forall in *. intros f I.
      specialize (Wo f I). now rewrite Out in Wo.
    + unfold y. clear - Lx Lu Nt. revert x Lx. rewrite <- Lu. clear Lu.
      induction u as [|a u' IH]; intros [|b x]; simpl; try lia; auto. intros L.
      f_equal; [field; auto|]. apply IH; lia.
Qed.

End Open.

(* ---- Regions of a set ---- *)

(* What is in force all over an open set of P that is not empty. *)
Definition in_force {T} (k : nat) (P : list K -> Prop) (p : list K -> T) (s : T) : Prop :=
  exists o, (exists u, length u = k /\ within o u) /\
    forall v, length v = k -> within o v -> P v /\ p v = s.
Definition confined {T} (k : nat) (P : list K -> Prop) (p : list K -> T) (s : T) : Prop :=
  exists b : K, forall u, length u = k -> P u -> p u = s -> at_most b u.

Lemma region_in_force (k : nat) dom net s :
  region K k dom net s <-> in_force k (in_domain dom) (pattern net) s.
Proof. reflexivity. Qed.
Lemma bounded_confined (k : nat) dom net s :
  bounded K k dom net s <-> confined k (in_domain dom) (pattern net) s.
Proof. reflexivity. Qed.

Section Folding.
Variables (d e : nat) (T T' : Type).
Variables (P P' : list K -> Prop) (p : list K -> T) (p' : list K -> T').
Variables (m n : list (list K * K)).
(* Units that are on one piece in P and in P' may be on different ones. *)
Variable g : T' -> T.

Hypothesis g_injective : forall s s', g s = g s' -> s = s'.
Hypothesis m_length : length m = e.
Hypothesis n_length : length n = d.
(* m is onto: n is an inverse from the right. *)
Hypothesis inverse : forall v, length v = e -> image m (image n v) = v.
Hypothesis convex : forall u v t, length u = d -> length v = d -> P u -> P v ->
  positive t -> positive (1 - t) -> P (towards u t v u).
Hypothesis interior : exists o, (exists u, length u = d /\ within o u) /\
  forall v, length v = d -> within o v -> P v.
Hypothesis into : forall u, length u = d -> P u -> P' (image m u).
Hypothesis onto : forall v, length v = e -> P' v -> exists u, length u = d /\ P u /\ image m u = v.
Hypothesis same : forall u, length u = d -> P u -> p u = g (p' (image m u)).

Theorem folding s : in_force d P p s <-> exists s', s = g s' /\ in_force e P' p' s'.
Proof.
  split.
  - intros (o & (u & Lu & Wu) & H). exists (p' (image m u)).
    destruct (H u Lu Wu) as [Pu Su]. split; [now rewrite <- Su, same|].
    destruct (open_image d e m n m_length n_length inverse o u Lu Wu) as (o' & W' & I).
    exists o'. split; [exists (image m u); split; auto; now rewrite image_length|].
    intros v Lv Wv. destruct (I v Lv Wv) as (x & Lx & Wx & <-). destruct (H x Lx Wx) as [Px Sx].
    split; [now apply into|]. apply g_injective. rewrite <- !same by auto. congruence.
  - intros (s' & -> & o' & (v & Lv & Wv) & H).
    destruct (H v Lv Wv) as [Pv _]. destruct (onto v Lv Pv) as (u & Lu & Pu & <-).
    destruct interior as (o & So & In).
    destruct (open_preimage d m o o' u P Lu Wv So) as (o2 & So2 & H2).
    { intros y t Ly Wy Tt Ut. apply convex; auto. }
    exists o2; split; auto. intros x Lx Wx. destruct (H2 x Lx Wx) as [Px Wx'].
    split; auto. rewrite same by auto. f_equal. apply H; auto. now rewrite image_length.
Qed.

(* So both have equally many regions. *)
Theorem folding_counts l : lists (in_force e P' p') l -> lists (in_force d P p) (map g l).
Proof.
  intros [N H]; split.
  - clear H. induction N as [|s l I N IH]; simpl; constructor; auto.
    rewrite in_map_iff; intros (s' & E & J). apply g_injective in E; subst. auto.
  - intros s. rewrite folding, in_map_iff. split; intros (s' & E & I); exists s'; split; auto; apply H; auto.
Qed.

(* And equally many bounded ones, if only bounded sets of P are mapped to bounded ones. *)
Hypothesis keeps : forall b : K, exists c : K, forall u, length u = d -> P u ->
  at_most b (image m u) -> at_most c u.

Theorem folding_confined s : confined d P p (g s) <-> confined e P' p' s.
Proof.
  split; intros (b & H).
  - destruct (bounded_image m b) as (c & C). exists c. intros v Lv Pv Sv.
    destruct (onto v Lv Pv) as (u & Lu & Pu & <-). apply C; auto. apply H; auto.
    rewrite same by auto. now rewrite Sv.
  - destruct (keeps b) as (c & C). exists c. intros u Lu Pu Su. apply C; auto. apply H.
    + now rewrite image_length.
    + auto.
    + apply g_injective. now rewrite <- same.
Qed.

End Folding.

(* For networks: a case of one network and the domain of a lemma about another, whose first layers are
   affine. *)
Theorem regions_by_images (d e : nat) dom dom' net net' m n (g : list nat -> list nat) :
  (forall s s', g s = g s' -> s = s') -> length m = e -> length n = d ->
  (forall v, length v = e -> image m (image n v) = v) ->
  (exists o, (exists u, length u = d /\ within o u) /\
     forall v, length v = d -> within o v -> in_domain dom v) ->
  (forall u, length u = d -> in_domain dom u -> in_domain dom' (image m u)) ->
  (forall v, length v = e -> in_domain dom' v ->
     exists u, length u = d /\ in_domain dom u /\ image m u = v) ->
  (forall u, length u = d -> in_domain dom u -> pattern net u = g (pattern net' (image m u))) ->
  forall l, lists (region K e dom' net') l -> lists (region K d dom net) (map g l).
Proof.
  intros G M N Inv Int Into Onto Same.
  apply (folding_counts d e _ _ (in_domain dom) (in_domain dom') (pattern net) (pattern net') m n g); auto.
  intros u v t Lu Lv U V T S. apply in_domain_convex; auto; lia.
Qed.

End Images.

Print Assumptions regions_by_images.
Print Assumptions folding_confined.
