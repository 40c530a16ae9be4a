(* The theorem on linear regions: classes of cells are the linear regions of the network. *)
From Coq Require Import List ZArith QArith_base Bool Lia Ring Field Permutation.
From Crease Require Import Field Network Near Sums Checker Linear Geometry Plane Parts Main Soundness Cells Joined Classes.
Import ListNotations.

Lemma pairs_map_in {A B} (f : A -> B) (R : A -> A -> Prop) (R' : B -> B -> Prop) l :
  (forall x y, In x l -> In y l -> R x y -> R' (f x) (f y)) -> ForallOrdPairs R l ->
  ForallOrdPairs R' (map f l).
Proof.
  intros H P; induction P as [|x l F P IH]; simpl; constructor.
  - rewrite Forall_forall in F. apply Forall_map, Forall_forall; intros y I. apply H; simpl; auto.
  - apply IH; intros; apply H; simpl; auto.
Qed.

Section Regions.
Load Head.
Notation affines g u := (map (fun f => affine_at f u) g).

(* ---- Affine functions that are equal on an open set ---- *)

Lemma same_everywhere (o : open_set K) (f g : list K * K) : solid o ->
  (forall v, length v = d -> within o v -> affine_at f v = affine_at g v) ->
  forall u, length u = d -> affine_at f u = affine_at g u.
Proof.
  intros (a & La & Wa) E u Lu. assert (L : length a = length u) by lia.
  destruct (stays_toward K o a u L Wa) as (t & T & I).
  assert (W : within o (toward K a u t)) by (apply I; auto; right; ring).
  assert (Lt : length (toward K a u t) = d) by (rewrite toward_length; lia).
  pose proof (E _ Lt W) as X. rewrite !affine_toward, (E a La Wa) in X by auto.
  transitivity (affine_at g a + (affine_at g a + t * (affine_at f u - affine_at g a) - affine_at g a) * (1 / t));
    [field; now apply (not_zero K)|]. rewrite X; field; now apply (not_zero K).
Qed.

Lemma all_same_everywhere o fs gs : solid o ->
  (forall v, length v = d -> within o v -> affines fs v = affines gs v) ->
  length fs = length gs /\ forall u, length u = d -> affines fs u = affines gs u.
Proof.
  intros S E. pose proof S as (a & La & Wa).
  assert (L : length fs = length gs).
  { pose proof (E a La Wa) as X. apply (f_equal (@length K)) in X. now rewrite !map_length in X. }
  split; auto. revert gs L E; induction fs as [|f fs IH]; intros [|g gs] L E u Lu; try discriminate; auto.
  simpl. f_equal.
  - apply same_everywhere with o; auto. intros v Lv W. specialize (E v Lv W). now injection E.
  - apply IH; auto. intros v Lv W. specialize (E v Lv W). now injection E.
Qed.

Lemma dot_zero (a : list K) n : dot a (repeat 0 n) = 0.
Proof. revert n; induction a as [|x a IH]; intros [|n]; simpl; auto. rewrite IH; ring. Qed.

Lemma same_affine (f g : list K * K) : length (fst f) = d -> length (fst g) = d ->
  (forall u, length u = d -> affine_at f u = affine_at g u) -> f = g.
Proof.
  destruct f as [a b], g as [a' b']; unfold affine_at; simpl; intros La La' E.
  assert (B : b = b').
  { pose proof (E (repeat 0 d) (repeat_length _ _)) as X. rewrite !dot_zero in X.
    transitivity (0 + b); [ring|rewrite X; ring]. }
  subst b'. f_equal. apply nth_ext with (d := 0) (d' := 0); [lia|]. intros k Hk.
  pose proof (E (moved K (repeat 0 d) k 1)) as X. rewrite moved_length, !dot_moved in X
    by (rewrite repeat_length; lia).
  specialize (X (repeat_length _ _)). rewrite !dot_zero in X.
  transitivity (0 + 1 * nth k a 0 + b - b); [ring|]. rewrite X; ring.
Qed.

Lemma all_same_affine (fs gs : list (list K * K)) : Forall (fun f => length (fst f) = d) fs -> Forall (fun f => length (fst f) = d) gs ->
  length fs = length gs -> (forall u, length u = d -> affines fs u = affines gs u) -> fs = gs.
Proof.
  revert gs; induction fs as [|f fs IH]; intros [|g gs] F G L E; try discriminate; auto.
  apply Forall_cons_iff in F as [F1 F], G as [G1 G]. f_equal.
  - apply same_affine; auto. intros u Lu. specialize (E u Lu). now injection E.
  - apply IH; auto. intros u Lu. specialize (E u Lu). now injection E.
Qed.

(* A linear region has one affine function. *)
Theorem one_function dom net o o' g : affine_on K d dom net o g -> connected K d dom net o o' ->
  affine_on K d dom net o' g.
Proof.
  intros G H; induction H as [|o1 o2 _ G1 (_ & g2 & G2) (u & L & W1 & W2)]; auto. intros v Lv W.
  destruct (G2 v Lv W) as [Dv ->]; split; auto. symmetry.
  apply (all_same_everywhere (o1 ++ o2) g g2); auto; [exists u; split; auto; now apply Forall_app|].
  intros r Lr Wr. apply Forall_app in Wr as [V1 V2]. destruct (G1 r Lr V1) as [_ <-].
  now apply G2.
Qed.

(* ---- A network and its cells ---- *)

Variables (dom : domain) (net : network) (ms : list form) (c : K) (cs : list cell).
Hypothesis Inside : forall u, inside ms u <-> in_domain dom u.
Hypothesis Positive : positive c.
Hypothesis Tiled : tiled K d ms (fun u => map (mul c) (outputs net u)) cs.

Notation piece := (piece K d dom net).
Notation connected := (connected K d dom net).
Notation affine_on := (affine_on K d dom net).

Definition number_of (z : Z) : K := phi z * (1 / c).
Definition map_of (fs : list exact) : list (list K * K) :=
  map (fun f => (map number_of (slopes_of f), number_of (constant_of f))) fs.

Lemma number_of_same x y : number_of x = number_of y -> x = y.
Proof.
  unfold number_of; intros E. assert (N : c <> 0) by now apply (not_zero K).
  assert (X : phi (x - y) = 0).
  { unfold Z.sub; rewrite of_Z_add, of_Z_opp.
    transitivity ((phi x * (1 / c)) * c + - phi y); [field; exact N|rewrite E; field; exact N]. }
  apply of_Z_zero in X; lia.
Qed.

Lemma map_of_same fs gs : map_of fs = map_of gs -> fs = gs.
Proof.
  assert (I : forall a b : list Z, map number_of a = map number_of b -> a = b).
  { induction a as [|x a IH]; intros [|y b] E; try discriminate; auto. simpl in E.
    apply (f_equal (fun l => (hd 0 l, tl l))) in E; simpl in E. injection E as E1 E2.
    apply number_of_same in E1. f_equal; auto. }
  revert gs; induction fs as [|[a b] fs IH]; intros [|[a' b'] gs] E; try discriminate; auto.
  simpl in E. apply (f_equal (fun l => (hd ([], 0) l, tl l))) in E; simpl in E.
  assert (E1 := f_equal (fun p => fst (fst p)) E). assert (E2 := f_equal (fun p => snd (fst p)) E).
  assert (E3 := f_equal snd E). simpl in E1, E2, E3.
  apply I in E1; apply number_of_same in E2. subst. f_equal; auto.
Qed.

Lemma affine_map_of fs u : map (mul c) (affines (map_of (map body fs)) u) = evs fs u.
Proof.
  assert (N : c <> 0) by now apply (not_zero K).
  unfold map_of, Geometry.evs. rewrite !map_map. apply map_ext; intros f.
  unfold affine_at, Geometry.ev, zdot; simpl. fold (lin f) (con f).
  assert (D : dot (map number_of (lin f)) u = dot (map phi (lin f)) u * (1 / c)).
  { generalize (lin f) as a. intros a; revert u; induction a as [|x a IH]; intros [|y u]; simpl; try ring.
    rewrite IH; unfold number_of; ring. }
  rewrite D; unfold number_of; field; exact N.
Qed.

Lemma scaled_same (a b : list K) : map (mul c) a = map (mul c) b -> a = b.
Proof.
  assert (N : c <> 0) by now apply (not_zero K).
  revert b; induction a as [|x a IH]; intros [|y b] E; try discriminate; auto. simpl in E.
  apply (f_equal (fun l => (hd 0 l, tl l))) in E; simpl in E.
  assert (E1 := f_equal fst E). assert (E2 := f_equal snd E). simpl in E1, E2. f_equal; auto.
  transitivity (c * x * (1 / c)); [field; exact N|rewrite E1; field; exact N].
Qed.

Lemma outputs_in x u : In x cs -> length u = d -> inside (fst x) u ->
  in_domain dom u /\ outputs net u = affines (map_of (exact_map x)) u.
Proof.
  intros I L U. destruct Tiled as (_ & C & _). destruct (C x I) as (J & _ & _ & E). split.
  - apply Inside. now apply inside_incl with (fst x).
  - apply scaled_same. unfold exact_map; rewrite affine_map_of; now apply E.
Qed.

Definition box (x : cell) : open_set K := map kform (fst x).

Lemma box_within x u : within (box x) u <-> strictly (fst x) u.
Proof. apply within_kforms. Qed.

Lemma box_solid x : In x cs -> solid (box x).
Proof.
  intros I. destruct Tiled as (_ & C & _). destruct (C x I) as (_ & (u & L & U) & _).
  exists u; split; auto. now apply box_within.
Qed.

Lemma box_affine x : In x cs -> affine_on (box x) (map_of (exact_map x)).
Proof.
  intros I v L W. apply outputs_in; auto. apply strictly_inside; now apply box_within.
Qed.

Lemma box_piece x : In x cs -> piece (box x).
Proof. intros I; split; [now apply box_solid|]. exists (map_of (exact_map x)). now apply box_affine. Qed.

Lemma joined_connected o x y a w u : In x cs -> In y cs -> connected o (box y) ->
  joins d x y a w u = true -> connected o (box x).
Proof.
  intros Ix Iy Cn J. destruct (joins_sound K d x y a w u J) as (E & S & B & (p & Lp & Wp & Xp) & (q & Lq & Wq & Yq)).
  apply Further with (near K w u (fst x ++ fst y)).
  - apply Further with (box y); auto.
    + split; auto. exists (map_of (exact_map x)). intros v L W.
      destruct (B v L W); [|rewrite E]; now apply outputs_in.
    + exists q; repeat split; auto. now apply box_within.
  - now apply box_piece.
  - exists p; repeat split; auto. now apply box_within.
Qed.

(* Outputs of any piece are those of a cell that it meets. *)
Lemma map_of_piece o g : solid o -> affine_on o g -> exists x, In x cs /\
  length (map_of (exact_map x)) = length g /\ forall u, length u = d -> affines (map_of (exact_map x)) u = affines g u.
Proof.
  intros S G. destruct Tiled as (_ & _ & _ & V).
  destruct (V o S) as (x & o' & I & S' & Sm & X); [intros v L W; apply Inside; now apply G|].
  exists x; split; auto. apply all_same_everywhere with o'; auto. intros v L W.
  destruct (G v L (Sm v W)) as [_ <-]. symmetry. apply outputs_in; auto. apply strictly_inside; auto.
Qed.

Theorem maps_are : lists (affine_map K d dom net) (map map_of (maps (all_groups cs))).
Proof.
  assert (Len : forall x, In x cs -> Forall (fun f => length (fst f) = d) (map_of (exact_map x))).
  { intros x I. destruct Tiled as (_ & C & _). destruct (C x I) as (_ & _ & F & _).
    unfold map_of, exact_map. apply Forall_map, Forall_map. revert F; apply Forall_impl; intros f Lf; simpl. now rewrite map_length. }
  split.
  - apply FinFun.Injective_map_NoDup; [intros a b; apply map_of_same|apply maps_nodup].
  - intros g; split.
    + intros J; apply in_map_iff in J as (fs & <- & J). apply in_maps in J as (x & I & <-).
      split; auto. exists (box x); split; [now apply box_solid|now apply box_affine].
    + intros (F & o & S & G). destruct (map_of_piece o g S G) as (x & I & L & E).
      apply in_map_iff; exists (exact_map x); split; [|apply in_maps; eauto]. apply all_same_affine; auto.
Qed.

(* ---- Classes ---- *)

Variables (multipliers : cell -> cell -> form -> list Z) (D : list (list cell)).
Notation linked := (fun x y => connected (box x) (box y)).
Hypothesis Whole : Forall (whole cs linked) D.
Hypothesis Perm : Permutation (concat D) cs.
Hypothesis Compared : ForallOrdPairs (compared d multipliers) D.

Lemma in_class x : In x cs <-> exists C, In C D /\ In x C.
Proof.
  rewrite <- in_concat. split; intros I; eapply Permutation_in; try exact I; auto. now symmetry.
Qed.

Definition distinct (C C' : list cell) : Prop :=
  (forall x y, In x C -> In y C' -> x <> y) /\ compared d multipliers C C'.

Lemma all_distinct : ForallOrdPairs distinct D.
Proof.
  apply pairs_and; auto. apply pairs_of_nodup. destruct Tiled as (N & _).
  apply Permutation_NoDup with cs; auto. now symmetry.
Qed.

Lemma one_of C C' x : In C D -> In C' D -> In x C -> In x C' -> C = C'.
Proof.
  intros I I' X X'. destruct (ForallOrdPairs_In all_distinct C C' I I') as [E|[(N & _)|(N & _)]]; auto;
    exfalso; apply (N x x); auto.
Qed.

(* Everywhere in the open set there are cells of the class. *)
Definition dense (C : list cell) (o : open_set K) : Prop := forall o', solid o' -> smaller o' o ->
  exists x o'', In x C /\ solid o'' /\ smaller o'' o' /\ forall v, length v = d -> within o'' v -> strictly (fst x) v.

Lemma dense_smaller C o o' : smaller o' o -> dense C o -> dense C o'.
Proof. intros Sm H o1 S1 Sm1; apply H; auto. intros v V; apply Sm, Sm1, V. Qed.

Lemma dense_one C C' o : In C D -> In C' D -> solid o -> dense C o -> dense C' o -> C = C'.
Proof.
  intros I I' S H H'. destruct (H o S) as (x & o1 & Ix & S1 & Sm1 & X); [now intros v|].
  destruct (H' o1 S1 Sm1) as (y & o2 & Iy & (u & L & W) & Sm2 & Y).
  destruct Tiled as (_ & _ & U & _). assert (x = y).
  { apply (U x y u); auto; apply in_class; eauto. }
  subst y. now apply one_of with x.
Qed.

Lemma same_sign h m p v : multiple d h m = true -> slanted d h = true -> length p = d -> length v = d ->
  positive (ev h p * ev h v) -> positive (ev m p) -> positive (ev m v).
Proof.
  intros M S Lp Lv H P. pose proof (multiple_ev K d h m p M Lp) as Ep. pose proof (multiple_ev K d h m v M Lv) as Ev.
  destruct (pivot_spec d h S) as [_ N]. set (a := phi (slope (pivot d h) h)) in *.
  set (b := phi (slope (pivot d h) m)) in *.
  assert (Q : a <> 0) by (intros Q; now apply N, (of_Z_zero K)).
  assert (A : positive (a * a)) by now apply square_positive.
  assert (B : b <> 0).
  { intros B; rewrite B in Ep. apply (not_zero _ _ P).
    transitivity (a * ev m p * (1 / a)); [field; exact Q|rewrite Ep; ring]. }
  apply (positive_of_mul K (a * a * ev m p)); [now apply positive_mul|].
  replace (a * a * ev m p * ev m v) with ((a * ev m p) * (a * ev m v)) by ring. rewrite Ep, Ev.
  replace (b * ev h p * (b * ev h v)) with ((b * b) * (ev h p * ev h v)) by ring.
  apply positive_mul; auto. now apply square_positive.
Qed.

(* A cell near a point of h that has one point on a side of h has the whole side. *)
Lemma whole_side h o (x : cell) (s : K) p v : slanted d h = true ->
  (forall m, In m (fst x) -> settled_near K d o h m) ->
  length p = d -> within o p -> positive (s * ev h p) -> strictly (fst x) p ->
  length v = d -> within o v -> positive (s * ev h v) -> strictly (fst x) v.
Proof.
  intros S N Lp Wp Pp X Lv Wv Pv. unfold Geometry.strictly in *; rewrite Forall_forall in *. intros m I.
  specialize (X m I). destruct (N m I) as [M|[P|P]]; auto.
  - apply same_sign with h p; auto. assert (Q : s <> 0).
    { intros ->. apply (not_zero _ _ Pp); ring. }
    apply (positive_of_mul K (s * s)); [now apply square_positive|].
    replace (s * s * (ev h p * ev h v)) with ((s * ev h p) * (s * ev h v)) by ring. now apply positive_mul.
  - exfalso; apply (positive_neg K (ev m p)); auto.
Qed.

Lemma slanted_negate h : slanted d (negate h) = slanted d h.
Proof.
  unfold slanted. change (lin (negate h)) with (map (Z.mul (-1)) (lin h)). f_equal. rewrite firstn_map. generalize (firstn d (lin h)) as l.
  induction l as [|x l IH]; simpl; auto. rewrite IH. f_equal. now destruct x.
Qed.

Lemma negate_near o h m : slanted d h = true -> settled_near K d o h m -> settled_near K d o (negate h) m.
Proof.
  intros S [M|H]; [left|now right]. destruct (multiple d (negate h) m) eqn:E; auto. exfalso.
  destruct (not_multiple K d (negate h) m) as (b & Lb & Zb & Nb); auto.
  { now rewrite slanted_negate. }
  apply Nb, multiple_zero with (d := d) (h := h); auto. rewrite ev_negate in Zb.
  transitivity (- - ev h b); [ring|rewrite Zb; ring].
Qed.

Lemma across_negate h w o (x y : cell) : across K d h w o x y -> across K d (negate h) w o y x.
Proof.
  intros (S & L & W & Z & N & X & Y). repeat split; auto.
  - now rewrite slanted_negate.
  - rewrite ev_negate, Z; ring.
  - intros m I; apply negate_near; auto. apply N. apply in_app_or in I as [I|I]; apply in_or_app; auto.
  - intros u Lu Wu P; apply Y; auto. now rewrite ev_negate in P.
  - intros u Lu Wu P; apply X; auto. rewrite ev_negate in P. now replace (ev h u) with (- - ev h u) by ring.
Qed.

(* A piece that h divides does not change its class at h. *)
Lemma same_class C C' h o : In C D -> In C' D -> piece o -> solid (kform h :: o) -> solid (kform (negate h) :: o) ->
  dense C (kform h :: o) -> dense C' (kform (negate h) :: o) -> C = C'.
Proof.
  intros I I' (_ & g & G) (a & La & Wa) (b & Lb & Wb) Dn Dn'.
  apply within_cons in Wa as [Pa Wa], Wb as [Pb Wb]. rewrite ev_negate in Pb.
  assert (S : slanted d h = true).
  { destruct (slanted d h) eqn:S; auto. exfalso. rewrite (not_slanted_ev K d h a S La) in Pa.
    rewrite (not_slanted_ev K d h b S Lb) in Pb. now apply (positive_neg K _ Pa). }
  destruct (crossing K d o h a b La Lb Wa Wb Pa Pb) as (w & Lw & Ww & Zw).
  destruct (refine_plane K d h (flat_map fst cs) S o w Lw Ww Zw) as (o' & w' & Lw' & Ww' & Zw' & Sm & N).
  destruct (both_sides K d o' h w' S Lw' Ww' Zw') as ((p & Lp & Wp & Pp) & (q & Lq & Wq & Pq)).
  assert (Sx : forall f, smaller (kform f :: o') (kform f :: o)).
  { intros f v V. apply within_cons in V as [V1 V2]. apply within_cons; auto. }
  destruct (Dn (kform h :: o')) as (x & o1 & Ix & (u & Lu & Wu) & Sm1 & X); [|apply Sx|].
  { exists p; split; auto. now apply within_cons. }
  destruct (Dn' (kform (negate h) :: o')) as (y & o2 & Iy & (v & Lv & Wv) & Sm2 & Y); [|apply Sx|].
  { exists q; split; auto. apply within_cons; now rewrite ev_negate. }
  assert (Cx : In x cs) by (apply in_class; eauto). assert (Cy : In y cs) by (apply in_class; eauto).
  pose proof (X u Lu Wu) as Xu. pose proof (Y v Lv Wv) as Yv.
  apply Sm1, within_cons in Wu as [Pu Wu]. apply Sm2, within_cons in Wv as [Pv Wv]. rewrite ev_negate in Pv.
  assert (Nx : forall m, In m (fst x) -> settled_near K d o' h m) by (intros m J; apply N, in_flat_map; eauto).
  assert (Ny : forall m, In m (fst y) -> settled_near K d o' h m) by (intros m J; apply N, in_flat_map; eauto).
  assert (A : across K d h w' o' x y).
  { repeat split; auto.
    - intros m J; apply in_app_or in J as [J|J]; auto.
    - intros r Lr Wr Pr. apply (whole_side h o' x 1 u r); auto.
      + now replace (1 * ev h u) with (ev h u) by ring.
      + now replace (1 * ev h r) with (ev h r) by ring.
    - intros r Lr Wr Pr. apply (whole_side h o' y (- (1)) v r); auto.
      + now replace (- (1) * ev h v) with (- ev h v) by ring.
      + now replace (- (1) * ev h r) with (- ev h r) by ring. }
  assert (E : exact_map x = exact_map y).
  { apply map_of_same. destruct Tiled as (_ & T & _).
    destruct (T x Cx) as (_ & _ & Fx & _), (T y Cy) as (_ & _ & Fy & _).
    assert (Len : forall z : cell, Forall (fun f => length (lin f) = d) (snd z) ->
      Forall (fun f => length (fst f) = d) (map_of (exact_map z))).
    { intros z F. unfold map_of, exact_map. apply Forall_map, Forall_map. revert F; apply Forall_impl; intros f Lf; simpl.
      now rewrite map_length. }
    assert (Gx : length (map_of (exact_map x)) = length g /\ forall u, length u = d -> affines (map_of (exact_map x)) u = affines g u).
    { apply all_same_everywhere with (kform h :: o'); [exists p; split; auto; now apply within_cons|].
      intros r Lr Wr. apply within_cons in Wr as [Pr Wr]. destruct (G r Lr (Sm r Wr)) as [_ <-].
      symmetry. apply outputs_in; auto. apply strictly_inside. now apply A. }
    assert (Gy : length (map_of (exact_map y)) = length g /\ forall u, length u = d -> affines (map_of (exact_map y)) u = affines g u).
    { apply all_same_everywhere with (kform (negate h) :: o').
      { exists q; split; auto. apply within_cons; now rewrite ev_negate. }
      intros r Lr Wr. apply within_cons in Wr as [Pr Wr]. destruct (G r Lr (Sm r Wr)) as [_ <-].
      symmetry. apply outputs_in; auto. apply strictly_inside. rewrite ev_negate in Pr. now apply A. }
    destruct Gx as [L1 E1], Gy as [L2 E2]. apply all_same_affine; auto; [lia|].
    intros r Lr. now rewrite E1, E2. }
  assert (Dis : x <> y -> disjoint K d (fst x) (fst y)).
  { intros Ne r Lr R R'. apply Ne. destruct Tiled as (_ & _ & U & _). now apply (U x y r). }
  destruct (ForallOrdPairs_In all_distinct C C' I I') as [Eq|[(Ne & Cm)|(Ne & Cm)]]; auto; exfalso.
  - destruct (Cm x y Ix Iy) as [Ap|]; auto.
    apply (apart_across K d multipliers h w' o' x y A); auto.
  - destruct (Cm y x Iy Ix) as [Ap|F]; [|congruence].
    apply (apart_across K d multipliers (negate h) w' o' y x); auto; [now apply across_negate|].
    intros r Lr R R'. apply (Dis ltac:(intros ->; now apply (Ne y y)) r Lr R' R).
Qed.

Lemma piece_smaller o o' : piece o -> solid o' -> smaller o' o -> piece o'.
Proof. intros (_ & g & G) S Sm; split; auto. exists g; intros v L W; apply G; auto. Qed.

Lemma dense_sides C h o : trivial d h = false ->
  (solid (kform h :: o) -> dense C (kform h :: o)) ->
  (solid (kform (negate h) :: o) -> dense C (kform (negate h) :: o)) -> dense C o.
Proof.
  intros T P N o' S Sm. destruct (refine K d [h] o' S) as (o1 & S1 & Sm1 & R).
  destruct (R h) as [T'|[Po|Ne]]; [now left|congruence| |].
  - assert (X : smaller o1 (kform h :: o)) by (intros v V; apply within_cons; split; auto; apply Sm, Sm1, V).
    destruct (P ltac:(destruct S1 as (u & Lu & Wu); exists u; split; auto) o1 S1 X) as (x & o2 & I & S2 & Sm2 & Y).
    exists x, o2; repeat split; auto. intros v V; apply Sm1, Sm2, V.
  - assert (X : smaller o1 (kform (negate h) :: o)).
    { intros v V; apply within_cons; rewrite ev_negate; split; auto; apply Sm, Sm1, V. }
    destruct (N ltac:(destruct S1 as (u & Lu & Wu); exists u; split; auto) o1 S1 X) as (x & o2 & I & S2 & Sm2 & Y).
    exists x, o2; repeat split; auto. intros v V; apply Sm1, Sm2, V.
Qed.

(* All cells that a piece meets are in one class. *)
Lemma one_class fs : forall o, piece o ->
  (forall m, In m (flat_map fst cs) -> In m fs \/ settled_on o m) -> exists C, In C D /\ dense C o.
Proof.
  induction fs as [|h fs IH]; intros o P Se.
  - pose proof P as (So & g & G). destruct Tiled as (_ & _ & _ & V).
    destruct (V o So) as (x & o1 & Ix & (u & Lu & Wu) & Sm & X); [intros v L W; apply Inside; now apply G|].
    assert (A : forall v, within o v -> strictly (fst x) v).
    { intros v W. apply Forall_forall; intros m I. specialize (X u Lu Wu).
      unfold Geometry.strictly in X; rewrite Forall_forall in X. specialize (X m I).
      destruct (Se m) as [[]|[T|[Po|Ne]]]; auto; [apply in_flat_map; eauto| |]; exfalso.
      - apply (not_zero _ _ X). now apply (trivial_ev K d).
      - apply (positive_neg K (ev m u)); auto. }
    apply in_class in Ix as (C & IC & Ix). exists C; split; auto. intros o' S' Sm'.
    exists x, o'; repeat split; auto. now intros v.
  - destruct (trivial d h) eqn:T.
    { apply IH; auto. intros m I. destruct (Se m I) as [[<-|J]|J]; auto. right; now left. }
    assert (Side : forall f, f = h \/ f = negate h -> solid (kform f :: o) ->
      exists C, In C D /\ dense C (kform f :: o)).
    { intros f F S. assert (Sm : smaller (kform f :: o) o) by (intros v V; now apply within_cons in V).
      apply IH; [now apply piece_smaller with o|]. intros m I. destruct (Se m I) as [[<-|J]|J]; auto; right.
      - right. destruct F as [->| ->]; [left|right]; intros v V; apply within_cons in V as [V _]; auto.
        now rewrite ev_negate in V.
      - now apply settled_smaller with o. }
    destruct P as (So & G). destruct (escape K d o h So T) as (u & Lu & Wu & N).
    destruct (sign (ev h u)) as [[Ne|Z]|Po]; [|contradiction|].
    + assert (S : solid (kform (negate h) :: o)).
      { exists u; split; auto. apply within_cons; rewrite ev_negate; auto. }
      destruct (Side (negate h) ltac:(now right) S) as (C & I & Dn). exists C; split; auto.
      apply dense_sides with h; auto. intros S'.
      destruct (Side h ltac:(now left) S') as (C' & I' & Dn').
      replace C with C'; auto. apply same_class with h o; auto. now split.
    + assert (S : solid (kform h :: o)) by (exists u; split; auto; apply within_cons; auto).
      destruct (Side h ltac:(now left) S) as (C & I & Dn). exists C; split; auto.
      apply dense_sides with h; auto. intros S'.
      destruct (Side (negate h) ltac:(now right) S') as (C' & I' & Dn').
      replace C with C'; auto. symmetry. apply same_class with h o; auto. now split.
Qed.

Lemma class_of o : piece o -> exists C, In C D /\ dense C o.
Proof. intros P; apply one_class with (fs := flat_map fst cs); auto. Qed.

Lemma class_of_box C x : In C D -> In x C -> dense C (box x).
Proof.
  intros I Ix. assert (Cx : In x cs) by (apply in_class; eauto).
  destruct (class_of (box x) (box_piece x Cx)) as (C' & I' & Dn).
  destruct (Dn (box x) (box_solid x Cx)) as (y & o & Iy & (u & Lu & Wu) & Sm & Y); [now intros v|].
  assert (x = y).
  { destruct Tiled as (_ & _ & U & _). apply (U x y u); auto; [apply in_class; eauto|].
    now apply box_within, Sm. }
  subst y. replace C with C'; auto. now apply one_of with x.
Qed.

Lemma stays_in_class C r o : In C D -> In r C -> connected (box r) o -> piece o /\ dense C o.
Proof.
  intros I Ir H; induction H as [|o1 o2 _ (P1 & D1) P2 (u & Lu & W1 & W2)].
  - split; [apply box_piece, in_class; eauto|now apply class_of_box].
  - split; auto. destruct (class_of o2 P2) as (C' & I' & D2). replace C with C'; auto.
    assert (S : solid (o1 ++ o2)) by (exists u; split; auto; now apply Forall_app).
    apply dense_one with (o1 ++ o2); auto.
    + apply dense_smaller with o2; auto. intros v V; now apply Forall_app in V.
    + apply dense_smaller with o1; auto. intros v V; now apply Forall_app in V.
Qed.

Theorem classes_are_regions : linear_regions K d dom net (map (fun C => box (first_of C)) D).
Proof.
  assert (F : forall C, In C D -> In (first_of C) C).
  { intros C I. rewrite Forall_forall in Whole. destruct (Whole C I) as (N & _). now apply first_in. }
  split; [|split].
  - apply Forall_map, Forall_forall; intros C I. apply box_piece, in_class; eauto.
  - apply pairs_map_in with (R := distinct); [|apply all_distinct].
    intros C C' I I' (N & _) H. destruct (stays_in_class C (first_of C) _ I (F C I) H) as (P & Dn).
    assert (C = C'); [|subst C'; apply (N (first_of C) (first_of C)); auto].
    apply dense_one with (box (first_of C')); auto; [apply P|]. apply class_of_box; auto.
  - intros o P. destruct (class_of o P) as (C & I & Dn).
    exists (box (first_of C)); split; [apply in_map_iff; eauto|].
    pose proof P as (So & _). destruct (Dn o So) as (x & o1 & Ix & (u & Lu & Wu) & Sm & X); [now intros v|].
    rewrite Forall_forall in Whole. destruct (Whole C I) as (_ & Wh). destruct (Wh x Ix) as (_ & Ln).
    apply Further with (box x); auto. exists u; repeat split; auto. apply box_within; auto.
Qed.

End Regions.
