(* Affine forms, open sets, generic points and cones. *)
From Coq Require Import List ZArith Bool Lia Ring Field.
From Crease Require Import Field Network Near Sums Checker.
Import ListNotations.

Arguments Z.eqb : simpl never.
Arguments Z.leb : simpl never.
Arguments Z.ltb : simpl never.
Arguments Z.mul : simpl never.
Arguments Z.add : simpl never.
Arguments Z.abs : simpl never.
Arguments Z.max : simpl never.

Section Geometry.
Variable K : ordered_field.
Variable d : nat.
Add Field K_is_a_field : (laws K).
Open Scope field_scope.

Notation phi := (@of_Z K).
Notation points := (list K).

Definition zdot (a : list Z) (u : points) : K := dot (map phi a) u.
Definition ev (f : form) (u : points) : K := zdot (lin f) u + phi (con f).
Definition inside (ms : list form) (u : points) : Prop := Forall (fun m => nonneg (ev m u)) ms.
Definition strictly (ms : list form) (u : points) : Prop := Forall (fun m => positive (ev m u)) ms.

Lemma zdot_vmuladd a k b u : zdot (vmuladd a k b) u = zdot a u + phi k * zdot b u.
Proof.
  unfold zdot; revert b u; induction a as [|x a IH]; intros b u.
  - simpl. revert u; induction b as [|y b IH]; intros [|z u]; simpl; try ring.
    rewrite IH, of_Z_mul; ring.
  - destruct b as [|y b], u as [|z u]; simpl; try ring. rewrite IH, of_Z_add, of_Z_mul; ring.
Qed.

Lemma ev_muladd f k g u : ev (muladd f k g) u = ev f u + phi k * ev g u.
Proof.
  unfold muladd; destruct (Z.eqb_spec k 0) as [->|N].
  - rewrite of_Z_0; ring.
  - unfold ev; change (lin (by_rounding _)) with (vmuladd (lin f) k (lin g)).
    change (con (by_rounding _)) with (con f + k * con g)%Z.
    rewrite zdot_vmuladd, of_Z_add, of_Z_mul; ring.
Qed.

Lemma ev_Form l c u : ev (Form l c) u = zdot l u + phi c.
Proof. reflexivity. Qed.

Lemma ev_times k f u : ev (times_form k f) u = phi k * ev f u.
Proof.
  unfold times_form. destruct (Z.eqb_spec k 1) as [->|_]; [rewrite of_Z_1; ring|].
  unfold multiple_form. destruct (Z.eq_dec k 0) as [->|N].
  - rewrite of_Z_0. unfold ev, no_form, zdot; simpl. rewrite of_Z_0; ring.
  - change (ev (Both _ _ _ _ _) u) with (ev (muladd no_form k f) u). rewrite ev_muladd.
    unfold ev at 1, no_form, zdot; simpl. rewrite of_Z_0; ring.
Qed.

Lemma ev_no_form u : ev no_form u = 0.
Proof. unfold ev, no_form, zdot; simpl. rewrite of_Z_0; ring. Qed.

Lemma phi_minus_1 : phi (-1) = - (1).
Proof. change (-1)%Z with (- (1))%Z; now rewrite of_Z_opp, of_Z_1. Qed.

Lemma ev_negate f u : ev (negate f) u = - ev f u.
Proof. unfold negate; rewrite ev_times, phi_minus_1; ring. Qed.

Lemma ev_less f g u : ev (less f g) u = ev f u - ev g u.
Proof. unfold less; rewrite ev_muladd, phi_minus_1; ring. Qed.

Lemma ev_plus_constant f c u : ev (plus_constant f c) u = ev f u + phi c.
Proof.
  unfold plus_constant. destruct (Z.eqb_spec c 0) as [->|_]; [rewrite of_Z_0; ring|].
  change (zdot (lin f) u + phi (con f + c) = ev f u + phi c). unfold ev. rewrite of_Z_add; ring.
Qed.

Lemma ev_crease z b u : ev (crease z b) u = ev z u - phi b.
Proof. unfold crease; rewrite ev_plus_constant, of_Z_opp; ring. Qed.

Lemma ev_output z s o u : ev (output z (s, o)) u = phi s * ev z u + phi o.
Proof. unfold output; simpl; rewrite ev_plus_constant, ev_times; ring. Qed.

Lemma all_zero_dot a u : all_zero a = true -> zdot a u = 0.
Proof.
  unfold zdot; revert u; induction a as [|x a IH]; intros [|y u]; simpl; auto.
  rewrite andb_true_iff; intros [X A]. apply Z.eqb_eq in X; subst x. rewrite IH, of_Z_0 by auto; ring.
Qed.

Lemma flat_dot a (u : points) : all_zero (firstn (length u) a) = true -> zdot a u = 0.
Proof.
  unfold zdot; revert a; induction u as [|y u IH]; intros [|x a]; simpl; auto.
  rewrite andb_true_iff; intros [X A]. apply Z.eqb_eq in X; subst x. rewrite IH, of_Z_0 by auto; ring.
Qed.

Lemma is_zero_ev f u : is_zero f = true -> ev f u = 0.
Proof.
  unfold is_zero; rewrite andb_true_iff; intros [L C]. apply Z.eqb_eq in C.
  unfold ev; rewrite all_zero_dot, C, of_Z_0 by auto; ring.
Qed.

Lemma trivial_ev f u : trivial d f = true -> length u = d -> ev f u = 0.
Proof.
  unfold trivial, slanted; rewrite andb_true_iff, negb_involutive; intros [L C] <-.
  apply Z.eqb_eq in C. unfold ev; rewrite flat_dot, C, of_Z_0 by auto; ring.
Qed.

Lemma inside_app ms ms' u : inside (ms ++ ms') u <-> inside ms u /\ inside ms' u.
Proof. apply Forall_app. Qed.

Lemma strictly_app ms ms' u : strictly (ms ++ ms') u <-> strictly ms u /\ strictly ms' u.
Proof. apply Forall_app. Qed.

Lemma strictly_inside ms u : strictly ms u -> inside ms u.
Proof. apply Forall_impl; intros; now left. Qed.

Lemma inside_incl ms ms' u : incl ms ms' -> inside ms' u -> inside ms u.
Proof. unfold inside; rewrite !Forall_forall; auto. Qed.
Lemma strictly_incl ms ms' u : incl ms ms' -> strictly ms' u -> strictly ms u.
Proof. unfold strictly; rewrite !Forall_forall; auto. Qed.

Lemma inside_nth ms u m : inside ms u -> nonneg (ev (nth m ms no_form) u).
Proof.
  intros I; destruct (nth_in_or_default m ms no_form) as [H| ->].
  - revert H; now apply Forall_forall with (1 := I).
  - rewrite ev_no_form; apply nonneg_zero.
Qed.

(* ---- Open sets ---- *)

Definition solid (o : open_set K) : Prop := exists u, length u = d /\ within o u.
Definition smaller (o' o : open_set K) : Prop := forall u, within o' u -> within o u.

Definition kform (f : form) : list K * K := (map phi (lin f), phi (con f)).

Lemma within_cons f o u : within (kform f :: o) u <-> positive (ev f u) /\ within o u.
Proof.
  split; intros H; [inversion H; subst; auto|]. destruct H; constructor; auto.
Qed.

Lemma within_kforms ms u : within (map kform ms) u <-> strictly ms u.
Proof. unfold within, strictly; rewrite Forall_map; reflexivity. Qed.

(* The point moved by t along coordinate k. *)
Fixpoint moved (u : points) (k : nat) (t : K) : points :=
  match u, k with
  | x :: u, O => (x + t) :: u
  | x :: u, S k => x :: moved u k t
  | [], _ => []
  end.

Lemma moved_length u k t : length (moved u k t) = length u.
Proof. revert k; induction u; intros [|k]; simpl; auto. Qed.

Lemma dot_moved a u k t : (k < length u)%nat -> dot a (moved u k t) = dot a u + t * nth k a 0.
Proof.
  revert a k; induction u as [|x u IH]; intros [|y a] [|k] H; simpl in *; try lia; try ring.
  rewrite IH by lia; ring.
Qed.

Lemma affine_moved f u k t : (k < length u)%nat ->
  affine_at f (moved u k t) = affine_at f u + t * nth k (fst f) 0.
Proof. intros; unfold affine_at; rewrite dot_moved by auto; ring. Qed.

(* Between 0 and t a form that is positive at the start stays so. *)
Lemma stays_positive a b : positive a -> exists t : K, positive t /\
  forall s, positive s -> nonneg (t - s) -> positive (a + s * b).
Proof.
  intros A; destruct (nonneg_or K b) as [B|B].
  - exists 1; split; [apply one_positive|]. intros s S _.
    apply positive_nonneg, nonneg_mul; auto; now left.
  - set (two := 1 + 1 : K).
    assert (T : positive two) by (apply positive_add; apply one_positive).
    assert (TB : positive (two * - b)) by now apply positive_mul.
    exists (a * (1 / (two * - b))); split.
    + apply positive_mul; auto. now apply positive_inv.
    + intros s S N.
      assert (D1 : two <> 0) by now apply (not_zero K).
      assert (D2 : - b <> 0) by now apply (not_zero K).
      replace (a + s * b) with (a * (1 / two) + (a * (1 / (two * - b)) - s) * - b).
      * apply positive_nonneg; [apply positive_mul; auto using positive_inv|].
        apply nonneg_mul; auto; now left.
      * unfold two in *; field; split; [exact D2|exact D1].
Qed.

(* So one can go a little way on any path along which forms are affine, and stay in an open set. *)
Lemma stays_on_path (path : K -> list K) (slope : list K * K -> K) o u :
  (forall f s, affine_at f (path s) = affine_at f u + s * slope f) -> within o u ->
  exists t : K, positive t /\ forall s, positive s -> nonneg (t - s) -> within o (path s).
Proof.
  intros E; induction o as [|f o IH]; intros W.
  - exists 1; split; [apply one_positive|constructor].
  - inversion W; subst. destruct IH as (t & T & I); auto.
    destruct (stays_positive (affine_at f u) (slope f)) as (t' & T' & I'); auto.
    assert (C : forall r s : K, nonneg (r - s) -> positive s -> nonneg (t - r) -> nonneg (t' - r) ->
      within (f :: o) (path s)).
    { intros r s R S N N'. assert (A : forall x : K, nonneg (x - r) -> nonneg (x - s)).
      { intros x X; replace (x - s) with ((x - r) + (r - s)) by ring. now apply nonneg_add. }
      constructor; [rewrite E; apply I'|apply I]; auto. }
    assert (Z : forall x : K, nonneg (x - x)) by (intros x; right; ring).
    destruct (nonneg_or K (t' - t)) as [N|N].
    + exists t; split; auto. intros s S R; apply (C t); auto.
    + exists t'; split; auto. intros s S R; apply (C t'); auto. left.
      now replace (t - t') with (- (t' - t)) by ring.
Qed.

Lemma stays_within o u k : (k < length u)%nat -> within o u -> exists t : K, positive t /\
  forall s, positive s -> nonneg (t - s) -> within o (moved u k s).
Proof.
  intros L; apply stays_on_path with (slope := fun f => nth k (fst f) 0).
  intros; now apply affine_moved.
Qed.

Lemma not_all_zero a : all_zero a = false -> exists k, (k < length a)%nat /\ nth k a 0%Z <> 0%Z.
Proof.
  induction a as [|x a IH]; simpl; [discriminate|]. rewrite andb_false_iff; intros [X|A].
  - exists 0%nat; split; [lia|]. apply Z.eqb_neq in X; auto.
  - destruct (IH A) as (k & L & N). exists (S k); split; [lia|auto].
Qed.

Lemma nth_firstn_Z n (a : list Z) k : (k < n)%nat -> nth k (firstn n a) 0%Z = nth k a 0%Z.
Proof.
  revert a k; induction n as [|n IH]; intros [|x a] [|k] L; simpl; auto; try lia. apply IH; lia.
Qed.

Lemma nth_phi k a : nth k (map phi a) 0 = phi (nth k a 0%Z).
Proof. rewrite <- of_Z_0; apply map_nth. Qed.

(* A form that is not 0 everywhere is not 0 somewhere in any open set. *)
Lemma escape o f : solid o -> trivial d f = false ->
  exists u, length u = d /\ within o u /\ ev f u <> 0.
Proof.
  intros (u & L & W) T. destruct (sign (ev f u)) as [[N|Z]|P].
  1, 3: exists u; repeat split; auto; intros Z.
  - apply (not_zero _ _ N); rewrite Z; ring.
  - now apply (not_zero _ _ P).
  - unfold trivial, slanted in T. rewrite negb_involutive in T.
    destruct (all_zero (firstn d (lin f))) eqn:A; simpl in T.
    + exfalso. apply Z.eqb_neq in T; apply T, (of_Z_zero K).
      rewrite <- L in A. unfold ev in Z; rewrite flat_dot in Z by auto. rewrite <- Z; ring.
    + destruct (not_all_zero _ A) as (k & Lk & N).
      assert (k < d)%nat by (rewrite firstn_length in Lk; lia).
      rewrite nth_firstn_Z in N by auto.
      destruct (stays_within o u k) as (t & P & I); [lia|auto|].
      exists (moved u k t); split; [now rewrite moved_length|]. split.
      * apply I; auto; right; ring.
      * unfold ev, zdot in *; rewrite dot_moved, nth_phi by lia. intros E.
        apply N, (of_Z_zero K).
        assert (X : t * phi (nth k (lin f) 0%Z) = 0)
          by (transitivity (dot (map phi (lin f)) u + t * phi (nth k (lin f) 0%Z) + phi (con f)
                - (dot (map phi (lin f)) u + phi (con f))); [ring|rewrite E, Z; ring]).
        transitivity (t * phi (nth k (lin f) 0%Z) / t); [field; now apply (not_zero K)|].
        rewrite X; field; now apply (not_zero K).
Qed.

Definition settled_on (o : open_set K) (f : form) : Prop :=
  trivial d f = true \/ (forall u, within o u -> positive (ev f u)) \/
  (forall u, within o u -> positive (- ev f u)).

Lemma settled_smaller o o' f : smaller o' o -> settled_on o f -> settled_on o' f.
Proof. unfold smaller; intros S [T|[P|N]]; [left|right; left|right; right]; auto. Qed.

(* Within any open set there is one where every form has one sign, or is 0 everywhere. *)
Lemma refine fs o : solid o ->
  exists o', solid o' /\ smaller o' o /\ forall f, In f fs -> settled_on o' f.
Proof.
  revert o; induction fs as [|f fs IH]; intros o S.
  - exists o; repeat split; auto; [easy|intros f []].
  - assert (exists o1, solid o1 /\ smaller o1 o /\ settled_on o1 f) as (o1 & S1 & I1 & F1).
    { destruct (trivial d f) eqn:T; [exists o; repeat split; auto; [easy|now left]|].
      destruct (escape o f S T) as (u & L & W & N).
      destruct (sign (ev f u)) as [[M|Z]|P]; [|contradiction|].
      - exists (kform (negate f) :: o); split; [|split].
        + exists u; split; auto. apply within_cons; rewrite ev_negate; auto.
        + intros v V; now apply within_cons in V.
        + right; right; intros v V; apply within_cons in V as [V _]; now rewrite ev_negate in V.
      - exists (kform f :: o); split; [|split].
        + exists u; split; auto. now apply within_cons.
        + intros v V; now apply within_cons in V.
        + right; left; intros v V; now apply within_cons in V as [V _]. }
    destruct (IH o1 S1) as (o2 & S2 & I2 & F2). exists o2; repeat split; auto.
    + intros v V; apply I1, I2, V.
    + intros g [<-|G]; auto. now apply settled_smaller with o1.
Qed.

(* ---- Cones ---- *)

Lemma vdot_zdot a b : phi (vdot a b) = zdot a (map phi b).
Proof.
  unfold zdot; revert b; induction a as [|x a IH]; intros [|y b]; simpl; rewrite ?of_Z_0; auto.
  rewrite of_Z_add, of_Z_mul, IH; reflexivity.
Qed.

Definition evs (fs : list form) (u : points) : points := map (fun f => ev f u) fs.

Lemma coordinates_length n : length (coordinates n) = n.
Proof. induction n; simpl; auto. now rewrite map_length, IHn. Qed.

Lemma coordinates_ev u : evs (coordinates (length u)) u = u.
Proof.
  unfold evs; induction u as [|x u IH]; simpl; auto. f_equal.
  - rewrite ev_Form; unfold zdot; simpl. rewrite of_Z_1, of_Z_0; destruct u; simpl; ring.
  - rewrite map_map. rewrite <- IH at 2. apply map_ext; intros f.
    rewrite ev_Form; unfold ev, zdot; simpl. rewrite of_Z_0; ring.
Qed.

Lemma spread_length fs v g : length (spread fs v g) = length fs.
Proof. revert v; induction fs; intros [|x v]; simpl; auto. Qed.

Lemma spread_ev a fs v g u : length v = length fs ->
  zdot a (evs (spread fs v g) u) = zdot a (evs fs u) + ev g u * phi (vdot a v).
Proof.
  unfold zdot; revert a v; induction fs as [|f fs IH]; intros a [|x v] L; simpl in *; try discriminate.
  - destruct a; simpl; rewrite of_Z_0; ring.
  - destruct a as [|y a]; simpl; [rewrite of_Z_0; ring|].
    rewrite IH by lia. rewrite ev_muladd, of_Z_add, of_Z_mul; ring.
Qed.

(* The sum of f(u) (a . v) over generators (f, v). *)
Fixpoint weighed (gs : list (form * list Z)) (a : list Z) (u : points) : K :=
  match gs with g :: gs => ev (fst g) u * phi (vdot a (snd g)) + weighed gs a u | [] => 0 end.

Lemma weighed_app gs hs a u : weighed (gs ++ hs) a u = weighed gs a u + weighed hs a u.
Proof. induction gs as [|g gs IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma spread_all_ev a fs gs u : Forall (fun g => length (snd g) = length fs) gs ->
  length (spread_all fs gs) = length fs /\
  zdot a (evs (spread_all fs gs) u) = zdot a (evs fs u) + weighed gs a u.
Proof.
  unfold spread_all; induction 1 as [|g gs L _ [IL IE]]; simpl; [split; auto; ring|].
  rewrite spread_length; split; auto. rewrite spread_ev, IE by lia; ring.
Qed.

Lemma dot_zeros a fs u : forallb is_zero fs = true -> zdot a (evs fs u) = 0.
Proof.
  unfold zdot; revert a; induction fs as [|f fs IH]; intros [|x a]; simpl; auto.
  rewrite andb_true_iff; intros [Z F]. rewrite IH, is_zero_ev by auto; ring.
Qed.

Lemma apex_forms_ev a x k fs u : length x = length fs ->
  zdot a (evs (map (fun p => muladd (Form [] (fst p)) k (snd p)) (combine x fs)) u) =
  phi (vdot a x) + phi k * zdot a (evs fs u).
Proof.
  unfold zdot; revert a fs; induction x as [|y x IH]; intros a [|f fs] L; simpl in *; try discriminate.
  - destruct a; simpl; rewrite of_Z_0; ring.
  - destruct a as [|z a]; simpl; [rewrite of_Z_0; ring|].
    rewrite IH by lia. rewrite ev_muladd, of_Z_add, of_Z_mul, ev_Form. unfold zdot; simpl; ring.
Qed.

(* What `spans` shows. *)
Lemma spans_sound c a u : spans d c = true -> length u = d -> positive (phi (den c)) /\
  phi (den c) * zdot a u = phi (vdot a (apex c)) + weighed (edges c) a u + weighed (lines c) a u.
Proof.
  unfold spans, fits; rewrite !andb_true_iff; intros [[[P A] G] Z] L.
  apply Z.ltb_lt in P; apply Nat.eqb_eq in A.
  split; [now apply of_Z_positive|].
  assert (LA : length (apex_forms d c) = d).
  { unfold apex_forms; rewrite map_length, combine_length, coordinates_length; lia. }
  destruct (spread_all_ev a (apex_forms d c) (edges c ++ lines c) u) as [_ E].
  { apply Forall_forall; intros g I. rewrite forallb_forall in G.
    specialize (G g I); apply Nat.eqb_eq in G; lia. }
  rewrite dot_zeros in E by auto. unfold apex_forms in E.
  rewrite apex_forms_ev, of_Z_opp, weighed_app in E by (rewrite coordinates_length; lia).
  rewrite <- L in E at 1; rewrite coordinates_ev in E.
  transitivity (phi (den c) * zdot a u + 0); [ring|]. rewrite E; ring.
Qed.

Definition good_cone (ms : list form) (c : cone) : Prop :=
  c = no_cone \/ spans d c = true /\ forall g u, In g (edges c) -> inside ms u -> nonneg (ev (fst g) u).

Lemma good_cone_more ms more c : good_cone ms c -> good_cone (more ++ ms) c.
Proof.
  intros [->|[S G]]; [now left|right]. split; auto. intros g u I H.
  apply inside_app in H as [_ H]; now apply G.
Qed.

Lemma rises_spans ms c f : good_cone ms c -> rises c f = true -> spans d c = true /\
  forall g u, In g (edges c) -> inside ms u -> nonneg (ev (fst g) u).
Proof. now intros [->|[S G]]. Qed.

Lemma weighed_edges ms c f u : good_cone ms c -> rises c f = true -> inside ms u ->
  nonneg (weighed (edges c) (lin f) u).
Proof.
  intros G R I. destruct (rises_spans ms c f G R) as [_ H].
  unfold rises in R; rewrite !andb_true_iff in R; destruct R as [[_ E] _].
  revert H E; induction (edges c) as [|g gs IH]; simpl; intros H E.
  - apply nonneg_zero.
  - rewrite andb_true_iff in E; destruct E as [X E]. apply Z.leb_le in X.
    apply nonneg_add; [apply nonneg_mul; [apply (H g u); auto|now apply of_Z_nonneg]|].
    apply IH; auto.
Qed.

Lemma weighed_lines c f u : rises c f = true -> weighed (lines c) (lin f) u = 0.
Proof.
  unfold rises; rewrite !andb_true_iff; intros [_ H]; induction (lines c) as [|g gs IH]; simpl in *; auto.
  rewrite andb_true_iff in H; destruct H as [X H]. apply Z.eqb_eq in X.
  rewrite X, of_Z_0, IH by auto; ring.
Qed.

(* The form times the denominator is at least what it is at the apex. *)
Lemma rises_sound ms c f u : good_cone ms c -> rises c f = true -> inside ms u -> length u = d ->
  positive (phi (den c)) /\
  nonneg (phi (den c) * ev f u - phi (vdot (lin f) (apex c) + con f * den c)%Z).
Proof.
  intros G R I L. destruct (rises_spans ms c f G R) as [S _].
  destruct (spans_sound c (lin f) u S L) as [P E]. split; auto.
  replace (phi (den c) * ev f u - phi (vdot (lin f) (apex c) + con f * den c)%Z)
    with (weighed (edges c) (lin f) u); [now apply (weighed_edges ms)|].
  unfold ev. rewrite of_Z_add, of_Z_mul.
  transitivity (phi (vdot (lin f) (apex c)) + weighed (edges c) (lin f) u
    + weighed (lines c) (lin f) u - phi (vdot (lin f) (apex c))).
  - rewrite (weighed_lines c f u R); ring.
  - rewrite <- E; ring.
Qed.

Lemma shows_sound ms c f u : good_cone ms c -> shows c f = true -> inside ms u -> length u = d ->
  nonneg (ev f u).
Proof.
  unfold shows; rewrite andb_true_iff; intros G [A R] I L. apply Z.leb_le in A.
  destruct (rises_sound ms c f u G R I L) as [P E].
  apply (nonneg_of_mul K (phi (den c))); auto.
  replace (phi (den c) * ev f u) with
    ((phi (den c) * ev f u - phi (vdot (lin f) (apex c) + con f * den c)%Z) +
      phi (vdot (lin f) (apex c) + con f * den c)%Z) by ring.
  apply nonneg_add; auto. now apply of_Z_nonneg.
Qed.

(* ---- Bounded parts ---- *)

Lemma ev_inward gs u : (forall g, In g gs -> nonneg (ev (fst g) u)) -> forall ws,
  nonneg (- ev (inward ws gs) u - fold_right (fun g s => ev (fst g) u + s) 0 gs).
Proof.
  induction gs as [|g gs IH]; intros N ws; simpl; [rewrite ev_no_form; right; ring|].
  set (w := Z.max 1 (hd 1%Z ws)). set (s := fold_right _ 0 gs).
  rewrite ev_muladd, of_Z_opp.
  replace (- (ev (inward (tl ws) gs) u + - phi w * ev (fst g) u) - (ev (fst g) u + s)) with
    ((- ev (inward (tl ws) gs) u - s) + (phi w - 1) * ev (fst g) u) by ring.
  apply nonneg_add; [apply IH; intros; apply N; now right|].
  apply nonneg_mul; [|apply N; now left].
  replace (phi w - 1) with (phi (w + -1)) by (rewrite of_Z_add, phi_minus_1; ring).
  apply of_Z_nonneg; unfold w; lia.
Qed.

Lemma zdot_axis k u : zdot (axis k) u = nth k u 0.
Proof.
  unfold zdot; revert u; induction k as [|k IH]; intros [|x u]; simpl; auto.
  - rewrite of_Z_1; destruct u; simpl; ring.
  - rewrite IH, of_Z_0; ring.
Qed.

Lemma total_bounds k v : (Z.abs (vdot (axis k) v) <= total v)%Z.
Proof.
  revert v; induction k as [|k IH]; intros [|x v]; simpl; try lia.
  - pose proof (total_nonneg v). destruct v; simpl in *; lia.
  - specialize (IH v); simpl; lia.
Qed.

Lemma phi_between a b : (Z.abs a <= b)%Z -> nonneg (phi b - phi a) /\ nonneg (phi b + phi a).
Proof.
  intros H. replace (phi b - phi a) with (phi (b - a)) by (unfold Z.sub; rewrite of_Z_add, of_Z_opp; ring).
  rewrite <- of_Z_add; split; apply of_Z_nonneg; lia.
Qed.

(* If the forms of some generators are >= 0, each coordinate of their weighed sum is at most their
   sum times the largest entry. *)
Lemma weighed_bounds gs k u e : (forall g, In g gs -> nonneg (ev (fst g) u) /\ (total (snd g) <= e)%Z) ->
  let s := fold_right (fun g s => ev (fst g) u + s) 0 gs in
  nonneg (s * phi e - weighed gs (axis k) u) /\ nonneg (s * phi e + weighed gs (axis k) u) /\ nonneg s.
Proof.
  induction gs as [|g gs IH]; simpl; intros H.
  - repeat split; right; ring.
  - destruct IH as (A & B & C); [auto|]. destruct (H g) as [N T]; [auto|].
    set (s := fold_right _ 0 gs) in *. set (w := weighed gs (axis k) u) in *.
    assert (Z.abs (vdot (axis k) (snd g)) <= e)%Z by (pose proof (total_bounds k (snd g)); lia).
    destruct (phi_between (vdot (axis k) (snd g)) e) as [P Q]; auto.
    set (v := phi (vdot (axis k) (snd g))) in *. set (f := ev (fst g) u) in *.
    repeat split; [| |now apply nonneg_add].
    + replace ((f + s) * phi e - (f * v + w)) with (f * (phi e - v) + (s * phi e - w)) by ring.
      apply nonneg_add; auto; now apply nonneg_mul.
    + replace ((f + s) * phi e + (f * v + w)) with (f * (phi e + v) + (s * phi e + w)) by ring.
      apply nonneg_add; auto; now apply nonneg_mul.
Qed.

Definition largest (gs : list (form * list Z)) : Z :=
  fold_right (fun g m => Z.max (total (snd g)) m) 0%Z gs.

Lemma largest_bounds gs g : In g gs -> (total (snd g) <= largest gs)%Z.
Proof. induction gs as [|h gs IH]; simpl; [easy|]. intros [->|I]; [lia|specialize (IH I); lia]. Qed.

Lemma bounds_sound ms a b ws : good_cone ms a -> good_cone ms b -> bounds a b ws = true ->
  exists m : K, forall u, length u = d -> inside ms u -> at_most m u.
Proof.
  unfold bounds; intros Ga Gb H. rewrite andb_true_iff in H; destruct H as [D H].
  destruct (lines a) eqn:L; [|discriminate]. apply Z.ltb_lt in D.
  destruct Ga as [->|[S G]]; [discriminate|].
  set (e := largest (edges a)). set (t := total (apex a)).
  (* the sum of the members is at most top *)
  set (f := inward ws (edges a)) in *.
  set (top := - phi (vdot (lin f) (apex b) + con f * den b)%Z * (1 / phi (den b))).
  exists ((phi t + top * phi e) * (1 / phi (den a))). intros u Lu I.
  destruct (rises_sound ms b f u Gb H I Lu) as [Pb E].
  assert (W : nonneg (- ev f u - fold_right (fun g s => ev (fst g) u + s) 0 (edges a)))
    by (apply ev_inward; auto).
  set (s := fold_right _ 0 (edges a)) in *.
  assert (T : nonneg (top - s)).
  { replace (top - s) with ((top + ev f u) + (- ev f u - s)) by ring. apply nonneg_add; auto.
    apply (nonneg_of_mul K (phi (den b))); auto. unfold top.
    match goal with |- nonneg ?x => match type of E with nonneg ?y => replace x with y; auto end end.
    field; now apply (not_zero K). }
  assert (Pe : nonneg (phi e)) by (apply of_Z_nonneg; unfold e; clear; induction (edges a); simpl; lia).
  apply Forall_forall; intros x X. destruct (In_nth u x 0 X) as (k & Lk & <-).
  destruct (spans_sound a (axis k) u S Lu) as [Pa A]. rewrite L, zdot_axis in A; simpl in A.
  destruct (weighed_bounds (edges a) k u e) as (W1 & W2 & _).
  { intros g Ig; split; [auto|now apply largest_bounds]. }
  fold s in W1, W2. set (w := weighed (edges a) (axis k) u) in *.
  destruct (phi_between (vdot (axis k) (apex a)) t) as [Q1 Q2]; [apply total_bounds|].
  set (v := phi (vdot (axis k) (apex a))) in *.
  assert (R : nonneg ((top - s) * phi e)) by now apply nonneg_mul.
  split; apply (nonneg_of_mul K (phi (den a))); auto.
  - replace (phi (den a) * ((phi t + top * phi e) * (1 / phi (den a)) - nth k u 0)) with
      ((phi t - v) + ((top - s) * phi e + (s * phi e - w)) + (v + w + 0 - phi (den a) * nth k u 0))
      by (field; now apply (not_zero K)).
    rewrite <- A. apply nonneg_add; [apply nonneg_add; [exact Q1|apply nonneg_add; [exact R|exact W1]]|right; ring].
  - replace (phi (den a) * ((phi t + top * phi e) * (1 / phi (den a)) + nth k u 0)) with
      ((phi t + v) + ((top - s) * phi e + (s * phi e + w)) + (phi (den a) * nth k u 0 - (v + w + 0)))
      by (field; now apply (not_zero K)).
    rewrite <- A. apply nonneg_add; [apply nonneg_add; [exact Q2|apply nonneg_add; [exact R|exact W2]]|right; ring].
Qed.

(* ---- Signs by small numbers ---- *)

Lemma of_Z_sub a b : phi (a - b) = phi a - phi b.
Proof. unfold Z.sub; rewrite of_Z_add, of_Z_opp; ring. Qed.

Lemma small_dot r u : (0 <= r)%Z -> at_most (phi r) u -> forall a,
  nonneg (phi (r * total (firstn (length u) a)) - zdot a u) /\
  nonneg (phi (r * total (firstn (length u) a)) + zdot a u).
Proof.
  intros R H; unfold zdot; induction H as [|x u (U & V) H IH]; intros a.
  - replace (dot (map phi a) []) with (0 : K) by now destruct a. simpl. rewrite Z.mul_0_r, of_Z_0. split; right; ring.
  - destruct a as [|y a]; simpl; [rewrite Z.mul_0_r, of_Z_0; split; right; ring|].
    destruct (IH a) as (A & B). set (t := total (firstn (length u) a)) in *.
    rewrite Z.mul_add_distr_l, of_Z_add, of_Z_mul.
    destruct (phi_between y (Z.abs y) (Z.le_refl _)) as (P & Q).
    assert (N : nonneg (phi (Z.abs y))) by (apply of_Z_nonneg, Z.abs_nonneg).
    assert (C : nonneg (phi r * phi (Z.abs y) - phi y * x) /\ nonneg (phi r * phi (Z.abs y) + phi y * x)).
    { destruct (Z.abs_spec y) as [[_ E]|[_ E]]; rewrite E in *.
      - split; [replace (phi r * phi y - phi y * x) with (phi y * (phi r - x)) by ring|
          replace (phi r * phi y + phi y * x) with (phi y * (phi r + x)) by ring]; now apply nonneg_mul.
      - rewrite of_Z_opp in *. split; [replace (phi r * - phi y - phi y * x) with (- phi y * (phi r + x)) by ring|
          replace (phi r * - phi y + phi y * x) with (- phi y * (phi r - x)) by ring]; now apply nonneg_mul. }
    destruct C as (C & D). split.
    + replace (phi r * phi (Z.abs y) + phi (r * t) - (phi y * x + dot (map phi a) u)) with
        ((phi r * phi (Z.abs y) - phi y * x) + (phi (r * t) - dot (map phi a) u)) by ring.
      now apply nonneg_add.
    + replace (phi r * phi (Z.abs y) + phi (r * t) + (phi y * x + dot (map phi a) u)) with
        ((phi r * phi (Z.abs y) + phi y * x) + (phi (r * t) + dot (map phi a) u)) by ring.
      now apply nonneg_add.
Qed.

Lemma total_at_most m n a : (0 <= m)%Z -> (forall c, Z.abs (nth c a 0%Z) <= m)%Z ->
  (total (firstn n a) <= Z.of_nat n * m)%Z.
Proof.
  intros M; revert a; induction n as [|n IH]; intros a H; [simpl; lia|].
  destruct a as [|x a]; [simpl; lia|]. cbn [firstn total]. rewrite Nat2Z.inj_succ.
  specialize (IH a (fun c => H (S c))). specialize (H O); simpl in H. lia.
Qed.

Definition near_value (n : near) (u : points) : K := zdot (about n) u + phi (base n).

(* How far a form is from the one near it. *)
Lemma near_bounds f r u : (0 <= r)%Z -> length u = d -> at_most (phi r) u ->
  let n := aside f in let e := (error n * (1 + Z.of_nat d * r))%Z in
  positive (phi (2 ^ shift n)) /\
  nonneg (phi (2 ^ shift n) * (near_value n u + phi e) - ev f u) /\
  nonneg (ev f u - phi (2 ^ shift n) * (near_value n u - phi e)).
Proof.
  intros R Lu U n e. pose proof (error_nonneg _ _ (fits_near f)) as E. fold n in E.
  destruct (fits_near f) as (S & L & C). fold n in S, L, C. set (p := (2 ^ shift n)%Z) in *.
  assert (P : (0 < p)%Z) by now apply Z.pow_pos_nonneg. split; [now apply of_Z_positive|].
  set (a := vmuladd (lin f) (- p) (about n)).
  assert (A : (total (firstn d a) <= Z.of_nat d * (error n * p))%Z).
  { apply total_at_most; [nia|]. intros c. unfold a; rewrite nth_vmuladd. specialize (L c). unfold close in L.
    unfold lin. replace (nth c (slopes_of (body f)) 0 + - p * nth c (about n) 0)%Z with
      (nth c (slopes_of (body f)) 0 - nth c (about n) 0 * p)%Z by ring. lia. }
  assert (X : ev f u = phi p * near_value n u + (zdot a u + phi (con f - base n * p))).
  { unfold ev, near_value, a. rewrite zdot_vmuladd, of_Z_sub, of_Z_opp, !of_Z_mul; ring. }
  destruct (small_dot r u R U a) as (B & D). rewrite Lu in B, D.
  unfold close in C; fold (con f) in C. destruct (phi_between _ _ C) as (G & H).
  assert (T : nonneg (phi (p * e) - phi (error n * p) - phi (r * total (firstn d a)))).
  { rewrite <- !of_Z_sub. apply of_Z_nonneg. unfold e. nia. }
  rewrite X; rewrite (of_Z_mul K p e) in T. set (v := near_value n u) in *. set (z := zdot a u) in *.
  set (w := phi (con f - base n * p)) in *. set (t := phi (r * total (firstn d a))) in *. set (s := phi (error n * p)) in *.
  split.
  - replace (phi p * (v + phi e) - (phi p * v + (z + w))) with ((phi p * phi e - s - t) + ((t - z) + (s - w))) by ring.
    apply nonneg_add; [exact T|now apply nonneg_add].
  - replace (phi p * v + (z + w) - phi p * (v - phi e)) with ((phi p * phi e - s - t) + ((t + z) + (s + w))) by ring.
    apply nonneg_add; [exact T|now apply nonneg_add].
Qed.

Lemma total_firstn n a : (total (firstn n a) <= total a)%Z.
Proof.
  revert n; induction a as [|x a IH]; intros [|n]; simpl; try lia.
  - pose proof (total_nonneg a); lia.
  - specialize (IH n); lia.
Qed.

Lemma beyond_sound w r ks ms a b e u : (0 <= r)%Z -> beyond w r ks ms a b e = true ->
  length u = d -> at_most (phi r) u -> Forall (fun m => nonneg (near_value m u + phi (error m * w))) ms ->
  positive (zdot a u + phi b - phi (e * w)).
Proof.
  intros R H L U; revert ms a b e H; induction ks as [|k ks IH]; intros ms a b e H F.
  1: assert (T : (e * w + r * total a <? b)%Z = true) by (destruct ms; exact H).
  2: destruct ms as [|m ms]; [assert (T : (e * w + r * total a <? b)%Z = true) by exact H|].
  1,2: apply Z.ltb_lt in T; pose proof (total_firstn d a) as Le; destruct (small_dot r u R U a) as (_ & B);
    rewrite L in B; set (t := total (firstn d a)) in *;
    replace (zdot a u + phi b - phi (e * w)) with (phi (b - (e * w + r * t)) + (phi (r * t) + zdot a u))
      by (rewrite of_Z_sub, of_Z_add; ring); apply positive_nonneg; auto; apply of_Z_positive; nia.
  inversion F as [|? ? M F']; subst. cbn [beyond] in H. set (j := Z.max 0 k) in *.
  assert (J : nonneg (phi j)) by (apply of_Z_nonneg; unfold j; lia).
  specialize (IH ms _ _ _ H F'). rewrite zdot_vmuladd, of_Z_sub, of_Z_opp, Z.mul_add_distr_r, of_Z_add,
    <- Z.mul_assoc, !of_Z_mul in IH. rewrite of_Z_mul in M |- *. unfold near_value in M.
  match goal with |- positive ?x => match type of IH with positive ?y => replace x with
    (y + phi j * (zdot (about m) u + phi (base m) + phi (error m) * phi w)) by ring end end.
  apply positive_nonneg; auto. now apply nonneg_mul.
Qed.

Lemma exceeds_sound r ms k ks f u : (0 < r)%Z -> (0 <? k)%Z && exceeds d r (map aside ms) k ks (aside f) = true ->
  length u = d -> at_most (phi r) u -> inside ms u -> positive (ev f u).
Proof.
  unfold exceeds; rewrite andb_true_iff, Z.ltb_lt; intros R [P H] L U I.
  set (w := (1 + Z.of_nat d * r)%Z) in *.
  assert (F : Forall (fun m => nonneg (near_value m u + phi (error m * w))) (map aside ms)).
  { apply Forall_map, Forall_forall. intros m J. unfold inside in I; rewrite Forall_forall in I. specialize (I m J).
    destruct (near_bounds m r u ltac:(lia) L U) as (S & A & _). fold w in A.
    apply (nonneg_of_mul K _ _ S). set (x := phi (2 ^ shift (aside m)) * _) in *.
    replace x with ((x - ev m u) + ev m u) by ring. now apply nonneg_add. }
  apply (beyond_sound w r _ _ _ _ _ u ltac:(lia) H L U) in F.
  destruct (near_bounds f r u ltac:(lia) L U) as (S & _ & A). fold w in A.
  set (n := aside f) in *.
  assert (V : positive (phi k * (near_value n u - phi (error n * w)))).
  { revert F; rewrite Z.abs_eq by lia. change (map (Z.mul k) (about n)) with (vmuladd [] k (about n)).
    rewrite zdot_vmuladd, <- Z.mul_assoc, !of_Z_mul. intros F.
    match goal with |- positive ?x => match type of F with positive ?y => replace x with y end end; auto.
    unfold near_value, zdot; simpl. ring. }
  apply (positive_of_mul K) in V; [|now apply of_Z_positive].
  replace (ev f u) with (phi (2 ^ shift n) * (near_value n u - phi (error n * w)) +
    (ev f u - phi (2 ^ shift n) * (near_value n u - phi (error n * w)))) by ring.
  apply positive_nonneg; auto. now apply positive_mul.
Qed.

Lemma exceeds_below r ms k ks f : exceeds d r ms (- k) ks (aside f) = exceeds d r ms k ks (aside (negate f)).
Proof.
  rewrite aside_negate. unfold exceeds, near_times; cbn [about base error]. rewrite map_map.
  rewrite (map_ext (Z.mul (- k)) (fun x => k * (-1 * x))%Z) by (intros; ring).
  f_equal; [ring|]. rewrite Z.abs_opp. change (Z.abs (-1)) with 1%Z. ring.
Qed.

Lemma bounds_axis_sound c s r m u : s = 1%Z \/ s = (-1)%Z -> bounds_axis c s r m = true ->
  nonneg (ev m u) -> nonneg (phi r + phi s * nth c u 0).
Proof.
  unfold bounds_axis; rewrite !andb_true_iff, Z.ltb_lt, Z.leb_le. set (a := nth c (lin m) 0%Z).
  intros S [[Z P] C] N. apply all_zero_dot with (u := u) in Z. rewrite zdot_vmuladd, zdot_axis, of_Z_opp in Z.
  apply of_Z_positive with (K := K) in P as P'. apply (nonneg_of_mul K _ _ P').
  replace (phi (s * a) * (phi r + phi s * nth c u 0)) with
    (ev m u + (phi (s * a * r - con m) - (zdot (lin m) u + - phi a * nth c u 0))).
  - rewrite Z. apply nonneg_add; auto. replace (phi (s * a * r - con m) - 0) with (phi (s * a * r - con m)) by ring.
    apply of_Z_nonneg; lia.
  - unfold ev; rewrite of_Z_sub, !of_Z_mul. destruct S; subst s; rewrite ?phi_minus_1, ?of_Z_1; ring.
Qed.

Lemma radius_sound ms u : (0 < radius_of d ms)%Z -> length u = d -> inside ms u ->
  at_most (phi (radius_of d ms)) u.
Proof.
  unfold radius_of. set (r := most _). destruct (forallb _ (seq 0 d)) eqn:F; [|lia]. intros _ L I.
  rewrite forallb_forall in F. apply Forall_forall. intros x J. destruct (In_nth u x 0 J) as (c & Lc & <-).
  destruct (andb_prop _ _ (F c ltac:(apply in_seq; lia))) as (A & B).
  unfold inside in I; rewrite Forall_forall in I.
  apply existsb_exists in A as (m & Im & A), B as (m' & Im' & B).
  apply (bounds_axis_sound c _ _ _ u) in A; auto. apply (bounds_axis_sound c _ _ _ u) in B; auto.
  rewrite of_Z_1 in A. rewrite phi_minus_1 in B. split.
  - now replace (phi r - nth c u 0) with (phi r + - (1) * nth c u 0) by ring.
  - now replace (phi r + nth c u 0) with (phi r + 1 * nth c u 0) by ring.
Qed.

End Geometry.
