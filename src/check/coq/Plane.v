(* Points of a hyperplane: segments that cross it, what lies on its sides, and forms that are 0 on it. *)
From Coq Require Import List ZArith Bool Lia Ring Field.
From Crease Require Import Field Network Near Sums Checker Linear Geometry.
Import ListNotations.

Section Plane.
Load Head.

(* ---- Segments ---- *)

(* The point at t on the segment from a, at 0, to b, at 1. *)
Fixpoint toward (a b : point) (t : K) : point :=
  match a, b with x :: a, y :: b => x + t * (y - x) :: toward a b t | _, _ => [] end.

Lemma toward_length a b t : length a = length b -> length (toward a b t) = length a.
Proof. revert b; induction a; intros [|y b] L; simpl in *; auto; discriminate. Qed.

Lemma dot_toward c a b t : length a = length b ->
  dot c (toward a b t) = dot c a + t * (dot c b - dot c a).
Proof.
  revert a b; induction c as [|z c IH]; intros [|x a] [|y b] L; simpl in *; try ring; try discriminate.
  rewrite IH by lia; ring.
Qed.

Lemma affine_toward f a b t : length a = length b ->
  affine_at f (toward a b t) = affine_at f a + t * (affine_at f b - affine_at f a).
Proof. intros L; unfold affine_at; rewrite dot_toward by auto; ring. Qed.

Lemma ev_toward f a b t : length a = length b -> ev f (toward a b t) = ev f a + t * (ev f b - ev f a).
Proof. intros; unfold Geometry.ev, zdot; rewrite dot_toward by auto; ring. Qed.

(* From a point of an open set one can go a little toward any other. *)
Lemma stays_toward o a b : length a = length b -> within o a -> exists t : K, positive t /\
  forall s, positive s -> nonneg (t - s) -> within o (toward a b s).
Proof.
  intros L; apply (stays_on_path K) with (slope := fun f => affine_at f b - affine_at f a).
  intros; now apply affine_toward.
Qed.

(* A segment in an open set from one side of h to the other crosses h. *)
Lemma crossing o h a b : length a = d -> length b = d -> within o a -> within o b ->
  positive (ev h a) -> positive (- ev h b) -> exists w, length w = d /\ within o w /\ ev h w = 0.
Proof.
  intros La Lb Wa Wb Pa Pb. set (x := ev h a) in *. set (y := - ev h b) in *.
  assert (S : positive (x + y)) by now apply positive_add.
  assert (N : x + y <> 0) by now apply (not_zero K).
  exists (toward a b (x * (1 / (x + y)))). split; [rewrite toward_length; lia|split].
  - unfold within in *; rewrite Forall_forall in *. intros f I. rewrite affine_toward by lia.
    specialize (Wa f I); specialize (Wb f I).
    replace (affine_at f a + x * (1 / (x + y)) * (affine_at f b - affine_at f a)) with
      ((1 / (x + y)) * (y * affine_at f a + x * affine_at f b)) by (field; exact N).
    apply positive_mul; [now apply positive_inv|]. apply positive_add; now apply positive_mul.
  - rewrite ev_toward by lia. replace (ev h b) with (- y) by (unfold y; ring). fold x. field; exact N.
Qed.

Lemma square_positive (e : K) : e <> 0 -> positive (e * e).
Proof.
  intros N; destruct (sign e) as [[M|Z]|P]; [|contradiction|now apply positive_mul].
  replace (e * e) with (- e * - e) by ring. now apply positive_mul.
Qed.

Lemma slanted_slope f : slanted d f = true -> exists k, (k < d)%nat /\ slope k f <> 0%Z.
Proof.
  unfold slanted, slope; rewrite negb_true_iff; intros A.
  destruct (not_all_zero _ A) as (k & L & N). rewrite firstn_length in L.
  exists k; split; [lia|]. rewrite nth_firstn_Z in N by lia; auto.
Qed.

Lemma ev_moved f u k t : (k < length u)%nat -> ev f (moved K u k t) = ev f u + t * phi (slope k f).
Proof. intros L; unfold Geometry.ev, zdot, slope; rewrite dot_moved, nth_phi by auto; ring. Qed.

(* An open set with a point where h is 0 has points on both sides. *)
Lemma both_sides o h w : slanted d h = true -> length w = d -> within o w -> ev h w = 0 ->
  (exists u, length u = d /\ within o u /\ positive (ev h u)) /\
  exists u, length u = d /\ within o u /\ positive (- ev h u).
Proof.
  intros Sl L W Z. destruct (slanted_slope h Sl) as (k & Lk & N).
  set (e := phi (slope k h)). assert (E : e <> 0) by (intros X; now apply N, (of_Z_zero K)).
  assert (G : forall c : K, exists u s, length u = d /\ within o u /\ positive s /\ ev h u = s * (c * e)).
  { intros c. set (b := moved K w k c). assert (Lb : length w = length b) by (unfold b; now rewrite moved_length).
    destruct (stays_toward o w b Lb W) as (t & T & I). exists (toward w b t), t.
    split; [rewrite toward_length; lia|split; [apply I; auto; right; ring|split; auto]].
    rewrite ev_toward by auto. unfold b; rewrite ev_moved, Z by lia. unfold e; ring. }
  destruct (G e) as (u & s & Lu & Wu & P & Eu), (G (- e)) as (v & r & Lv & Wv & R & Ev).
  pose proof (square_positive e E) as Q. split; [exists u|exists v]; repeat split; auto.
  - rewrite Eu; now apply positive_mul.
  - rewrite Ev. replace (- (r * (- e * e))) with (r * (e * e)) by ring. now apply positive_mul.
Qed.

(* ---- Multiples ---- *)

Lemma first_slope_spec a : all_zero a = false ->
  (first_slope a < length a)%nat /\ nth (first_slope a) a 0%Z <> 0%Z.
Proof.
  induction a as [|x a IH]; simpl; [discriminate|]. destruct (Z.eqb_spec x 0) as [->|N]; simpl.
  - intros A; destruct (IH A); split; [lia|auto].
  - intros _; split; [lia|auto].
Qed.

Lemma pivot_spec h : slanted d h = true -> (pivot d h < d)%nat /\ slope (pivot d h) h <> 0%Z.
Proof.
  unfold slanted, slope, pivot; rewrite negb_true_iff; intros A.
  destruct (first_slope_spec _ A) as [L N]. rewrite firstn_length in L.
  split; [lia|]. rewrite nth_firstn_Z in N by lia; auto.
Qed.

Lemma ev_cross h f u :
  ev (cross d h f) u = phi (slope (pivot d h) h) * ev f u - phi (slope (pivot d h) f) * ev h u.
Proof. unfold cross; rewrite !ev_muladd, ev_no_form, of_Z_opp; ring. Qed.

Lemma multiple_ev h f u : multiple d h f = true -> length u = d ->
  phi (slope (pivot d h) h) * ev f u = phi (slope (pivot d h) f) * ev h u.
Proof.
  intros M L. pose proof (trivial_ev K d _ u M L) as E. rewrite ev_cross in E.
  transitivity (phi (slope (pivot d h) f) * ev h u + 0); [rewrite <- E; ring|ring].
Qed.

(* A form that is no multiple of h is not 0 somewhere on h. *)
Lemma not_multiple h f : slanted d h = true -> multiple d h f = false ->
  exists b, length b = d /\ ev h b = 0 /\ ev f b <> 0.
Proof.
  intros Sl M. destruct (pivot_spec h Sl) as [Lp Np]. set (p := pivot d h) in *.
  destruct (escape K d [] (cross d h f)) as (u & Lu & _ & N).
  { exists (repeat 0 d); split; [apply repeat_length|constructor]. }
  { exact M. }
  assert (E : phi (slope p h) <> 0) by (intros X; now apply Np, (of_Z_zero K)).
  set (t := - ev h u * (1 / phi (slope p h))).
  assert (H : ev h (moved K u p t) = 0).
  { rewrite ev_moved by lia. unfold t; field; exact E. }
  exists (moved K u p t); split; [now rewrite moved_length|split; auto].
  intros F. apply N. assert (C : ev (cross d h f) (moved K u p t) = 0).
  { rewrite ev_cross, F, H; ring. }
  rewrite <- C, !ev_cross, !ev_moved by lia. fold p. ring.
Qed.

(* ---- Generic points of a hyperplane ---- *)

Definition settled_near (o : open_set K) h f : Prop :=
  multiple d h f = true \/ (forall u, within o u -> positive (ev f u)) \/
  (forall u, within o u -> positive (- ev f u)).

(* Around some point of h in the open set the forms have one sign, but for the multiples of h. *)
Lemma refine_plane h fs : slanted d h = true -> forall o w, length w = d -> within o w -> ev h w = 0 ->
  exists o' w', length w' = d /\ within o' w' /\ ev h w' = 0 /\ smaller o' o /\
    forall f, In f fs -> settled_near o' h f.
Proof.
  intros Sl; induction fs as [|f fs IH]; intros o w L W Z.
  - exists o, w; repeat split; auto; [easy|intros f []].
  - assert (exists o1 w1, length w1 = d /\ within o1 w1 /\ ev h w1 = 0 /\ smaller o1 o /\ settled_near o1 h f)
      as (o1 & w1 & L1 & W1 & Z1 & S1 & F1).
    { destruct (multiple d h f) eqn:M; [exists o, w; repeat split; auto; [easy|now left]|].
      assert (exists w1, length w1 = d /\ within o w1 /\ ev h w1 = 0 /\ ev f w1 <> 0) as (w1 & L1 & W1 & Z1 & N).
      { destruct (sign (ev f w)) as [[N|E]|P].
        - exists w; repeat split; auto. intros E; apply (not_zero _ _ N); rewrite E; ring.
        - destruct (not_multiple h f Sl M) as (b & Lb & Zb & Nb).
          assert (Lw : length w = length b) by lia.
          destruct (stays_toward o w b Lw W) as (t & T & I). exists (toward w b t).
          rewrite toward_length, !ev_toward, Z, Zb, E by auto.
          repeat split; auto; [apply I; auto; right; ring|ring|].
          intros X; apply Nb. transitivity ((0 + t * (ev f b - 0)) * (1 / t)); [field; now apply (not_zero K)|].
          rewrite X; ring.
        - exists w; repeat split; auto. now apply not_zero. }
      destruct (sign (ev f w1)) as [[P|E]|P]; [|contradiction|].
      - exists (kform (negate f) :: o), w1; repeat split; auto.
        + apply within_cons; rewrite ev_negate; auto.
        + intros v V; now apply within_cons in V.
        + right; right; intros v V; apply within_cons in V as [V _]; now rewrite ev_negate in V.
      - exists (kform f :: o), w1; repeat split; auto.
        + now apply within_cons.
        + intros v V; now apply within_cons in V.
        + right; left; intros v V; now apply within_cons in V as [V _]. }
    destruct (IH o1 w1 L1 W1 Z1) as (o2 & w2 & L2 & W2 & Z2 & S2 & F2).
    exists o2, w2; repeat split; auto.
    + intros v V; apply S1, S2, V.
    + intros g [<-|G]; auto. destruct F1 as [M|[P|N]]; [now left|right; left|right; right]; auto.
Qed.

End Plane.
