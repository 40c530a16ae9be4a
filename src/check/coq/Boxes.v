(* What is clear all over a box around a part is clear in the part. *)
From Coq Require Import List ZArith Bool Lia Ring Field.
From Crease Require Import Field Network Near Sums Checker Linear Geometry Parts.
Import ListNotations.

Section Boxes.
Load Head.
Notation at_point := (at_point K).

(* ---- Walls ---- *)

Definition whole_form (a : list Z) (c : Z) : form.
Proof.
  refine (Both (Exact a c) (Near 0 a c 0) (Trace [residue_of (Exact a c)] (length a)) _ (traced_self _)).
  unfold accurate, close; simpl shift; simpl about; simpl base; simpl error; simpl slopes_of; simpl constant_of.
  change (2 ^ 0)%Z with 1%Z. repeat split; intros; lia.
Defined.

Lemma floor_overtakes r s k ks a : let b := floor_of d r s k ks a in
  overtakes d r s (Z.max 1 k) (map (Z.max 0) ks) (aside (whole_form a (- b))) = true.
Proof.
  intros b. unfold overtakes; cbn [whole_form aside about base error]. apply andb_true_intro; split.
  - apply forallb_forall; intros x I. apply in_map_iff in I as (y & <- & _). apply Z.leb_le; lia.
  - apply Z.ltb_lt. unfold b, floor_of.
    set (m := Z.max 1 k). set (x := (_ - _ - _)%Z).
    pose proof (Z_div_mod x m ltac:(unfold m; lia)) as D. destruct (Z.div_eucl x m) as [q t]. simpl fst.
    destruct D as [E R]. unfold x in E. rewrite Z.mul_0_r, Z.add_0_l. nia.
Qed.

Lemma floor_sound r ms k ks a u : (0 < r)%Z -> length u = d -> at_most (phi r) u -> inside ms u ->
  nonneg (zdot a u - phi (floor_of d r (stack_of (map aside ms)) k ks a)).
Proof.
  intros R L U I. pose proof (floor_overtakes r (stack_of (map aside ms)) k ks a) as O. cbv zeta in O.
  set (b := floor_of _ _ _ _ _ _) in *. apply overtakes_exceeds in O.
  left. replace (zdot a u - phi b) with (ev (whole_form a (- b)) u)
    by (unfold Geometry.ev, lin, con; simpl; rewrite of_Z_opp; ring).
  apply (exceeds_sound K d r ms (Z.max 1 k) (map (Z.max 0) ks) _ u R); auto.
  rewrite O, andb_true_r. apply Z.ltb_lt; lia.
Qed.

Lemma zdot_scaled_axis x c u : zdot (scaled_axis x c) u = phi x * nth c u 0.
Proof.
  unfold Geometry.zdot. revert u; induction c as [|c IH]; intros [|y u]; simpl; try ring.
  rewrite IH, of_Z_0; ring.
Qed.

(* ---- Boxes ---- *)

Definition unit_length : K := phi (2 ^ (grid + 1)).
Definition in_side (x : K) (s : Z * Z) : Prop :=
  nonneg (phi (snd s) - (unit_length * x - phi (fst s))) /\ nonneg (phi (snd s) + (unit_length * x - phi (fst s))).
(* Coordinates that are missing are 0. *)
Fixpoint in_box (u : point) (b : box) : Prop :=
  match b with s :: b => in_side (hd 0 u) s /\ in_box (tl u) b | [] => True end.

Lemma nth_tl (u : point) c : nth c (tl u) 0 = nth (S c) u 0.
Proof. destruct u; auto. now destruct c. Qed.

Lemma box_sound r ms lists u : (0 < r)%Z -> length u = d -> at_most (phi r) u -> inside ms u ->
  let stacks := map (fun is => stack_of (nears_of ms is)) lists in
  forall ws c v, (forall i, nth i v 0 = nth (c + i) u 0) -> in_box v (box_of d r stacks c ws).
Proof.
  intros R L U I stacks. assert (W : forall w a, nonneg (zdot a u - phi (wall_at d r stacks w a))).
  { intros [[i k] ks] a. simpl.
    assert (H : exists is, nth i stacks (stack_of []) = stack_of (nears_of ms is)).
    { destruct (nth_in_or_default i stacks (stack_of [])) as [J|J]; [|rewrite J; now exists []].
      apply in_map_iff in J as (is & <- & _). now exists is. }
    destruct H as (is & ->). unfold nears_of.
    rewrite <- (map_map (fun i => nth i ms no_form) aside). apply floor_sound; auto.
    apply Forall_map, Forall_forall. intros j _. now apply inside_nth. }
  induction ws as [|[w w'] ws IH]; intros c v V; simpl; auto.
  split; [|apply IH; intros i; rewrite nth_tl, V; f_equal; lia].
  pose proof (W w (scaled_axis (Z.shiftl 1 grid) c)) as A. pose proof (W w' (scaled_axis (- Z.shiftl 1 grid) c)) as B.
  rewrite zdot_scaled_axis in A, B. specialize (V O). rewrite Nat.add_0_r in V.
  replace (nth 0 v 0) with (hd 0 v) in V by now destruct v. rewrite <- V in A, B.
  set (low := wall_at _ _ _ w _) in *. set (down := wall_at _ _ _ w' _) in *. set (x := hd 0 v) in *.
  unfold in_side, unit_length; simpl fst; simpl snd.
  change (2 ^ (grid + 1))%Z with (2 * Z.shiftl 1 grid)%Z. set (g := Z.shiftl 1 grid) in *.
  rewrite of_Z_opp in B. unfold Z.sub. rewrite !of_Z_add, !of_Z_opp, of_Z_mul. change (phi 2) with ((1 + 1) : K).
  split.
  - replace (- phi down + - phi low - ((1 + 1) * phi g * x - (phi low + - phi down)))
      with ((- phi g * x - phi down) + (- phi g * x - phi down)) by ring. now apply nonneg_add.
  - replace (- phi down + - phi low + ((1 + 1) * phi g * x - (phi low + - phi down)))
      with ((phi g * x - phi low) + (phi g * x - phi low)) by ring. now apply nonneg_add.
Qed.

(* ---- Signs ---- *)

Lemma times_side a x s : in_side x s ->
  nonneg (phi (Z.abs a * snd s) - (phi a * (unit_length * x) - phi (a * fst s))) /\
  nonneg (phi (Z.abs a * snd s) + (phi a * (unit_length * x) - phi (a * fst s))).
Proof.
  destruct s as [m h]; unfold in_side; simpl. set (y := unit_length * x). intros (A & B). rewrite !of_Z_mul.
  destruct (Z.abs_spec a) as [[N ->]|[N ->]].
  - apply of_Z_nonneg with (K := K) in N. split;
      [replace (phi a * phi h - _) with (phi a * (phi h - (y - phi m))) by ring|
       replace (phi a * phi h + _) with (phi a * (phi h + (y - phi m))) by ring]; now apply nonneg_mul.
  - assert (N' : nonneg (phi (- a))) by (apply of_Z_nonneg; lia). rewrite of_Z_opp in *. split;
      [replace (- phi a * phi h - _) with (- phi a * (phi h + (y - phi m))) by ring|
       replace (- phi a * phi h + _) with (- phi a * (phi h - (y - phi m))) by ring]; now apply nonneg_mul.
Qed.

(* Where y is near v, at most t off, the sign is that of y and the slopes' sum. *)
Lemma sign_in_sound a b : forall v t u y, in_box u b -> nonneg (phi t - (y - phi v)) -> nonneg (phi t + (y - phi v)) ->
  match sign_in v t a b with
  | Gt => positive (y + unit_length * zdot a u)
  | Lt => positive (- (y + unit_length * zdot a u))
  | Eq => True
  end.
Proof.
  revert b; induction a as [|x a IH]; intros [|[m h] b] v t u y I A B; simpl; auto.
  1, 2: replace (y + unit_length * zdot [] u) with y by (unfold Geometry.zdot; simpl; ring);
    destruct (Z.ltb_spec t v) as [P|_]; [|destruct (Z.ltb_spec t (- v)) as [P|_]; auto].
  1, 3: replace y with (phi (v - t) + (phi t + (y - phi v))) by (rewrite of_Z_sub; ring);
    apply positive_nonneg; auto; apply of_Z_positive; lia.
  1, 2: replace (- y) with (phi (- v - t) + (phi t - (y - phi v))) by (rewrite of_Z_sub, of_Z_opp; ring);
    apply positive_nonneg; auto; apply of_Z_positive; lia.
  destruct I as (S & I). destruct (times_side x _ _ S) as (C & D). simpl fst in *; simpl snd in *.
  specialize (IH b (v + x * m)%Z (t + Z.abs x * h)%Z (tl u) (y + phi x * (unit_length * hd 0 u)) I).
  replace (unit_length * zdot (x :: a) u) with (phi x * (unit_length * hd 0 u) + unit_length * zdot a (tl u)).
  - rewrite (Radd_assoc (F_R (laws K))). apply IH; rewrite !of_Z_add.
    + match goal with |- nonneg ?e => replace e with ((phi t - (y - phi v)) +
        (phi (Z.abs x * h) - (phi x * (unit_length * hd 0 u) - phi (x * m)))) by ring end. now apply nonneg_add.
    + match goal with |- nonneg ?e => replace e with ((phi t + (y - phi v)) +
        (phi (Z.abs x * h) + (phi x * (unit_length * hd 0 u) - phi (x * m)))) by ring end. now apply nonneg_add.
  - unfold Geometry.zdot. destruct u as [|w u]; simpl; [|ring].
    replace (dot (map phi a) []) with (0 : K) by now destruct a. ring.
Qed.

(* The sign of a form, from that of the numbers near it. *)
Lemma form_in_box r f b u : (0 < r)%Z -> length u = d -> at_most (phi r) u -> in_box u b ->
  let n := aside f in
  match sign_in (Z.shiftl (base n) (grid + 1)) (error n * Z.shiftl (1 + Z.of_nat d * r) (grid + 1)) (about n) b with
  | Gt => positive (ev f u)
  | Lt => positive (- ev f u)
  | Eq => True
  end.
Proof.
  intros R L U I n. destruct (near_bounds K d f r u ltac:(lia) L U) as (P & A & B). fold n in P, A, B.
  set (w := (1 + Z.of_nat d * r)%Z) in *. rewrite !Z.shiftl_mul_pow2 by (unfold grid; lia).
  set (g := (2 ^ (grid + 1))%Z). set (t := (error n * (w * g))%Z). set (v := (base n * g)%Z).
  assert (G : positive (phi g)) by (apply of_Z_positive; reflexivity).
  assert (T : phi t = phi g * phi (error n * w)) by (unfold t; rewrite !of_Z_mul; ring).
  assert (N : nonneg (phi t)).
  { apply of_Z_nonneg. pose proof (error_nonneg _ _ (fits_near f)) as E. fold n in E.
    assert (0 <= w)%Z by (unfold w; nia). assert (0 <= g)%Z by now apply Z.pow_nonneg.
    unfold t. apply Z.mul_nonneg_nonneg; auto. now apply Z.mul_nonneg_nonneg. }
  assert (Y : forall y, y = phi v + phi t \/ y = phi v - phi t ->
    nonneg (phi t - (y - phi v)) /\ nonneg (phi t + (y - phi v))).
  { intros y [-> | ->]; split;
      match goal with |- nonneg ?e => first [replace e with (0 : K) by ring; apply nonneg_zero|
        replace e with (phi t + phi t) by ring; now apply nonneg_add] end. }
  assert (V : phi g * near_value K n u = phi v + unit_length * zdot (about n) u).
  { unfold near_value, v, unit_length. fold g. rewrite of_Z_mul; ring. }
  destruct (Y _ (or_introl eq_refl)) as (A1 & A2), (Y _ (or_intror eq_refl)) as (B1 & B2).
  pose proof (sign_in_sound (about n) b v t u _ I A1 A2) as Low. pose proof (sign_in_sound (about n) b v t u _ I B1 B2) as High.
  destruct (sign_in v t (about n) b); auto.
  - replace (phi v + phi t + unit_length * zdot (about n) u) with (phi g * (near_value K n u + phi (error n * w))) in Low
      by (rewrite T; transitivity (phi g * near_value K n u + phi g * phi (error n * w)); [ring|rewrite V; ring]).
    replace (- (phi g * (near_value K n u + phi (error n * w)))) with (phi g * - (near_value K n u + phi (error n * w))) in Low by ring.
    apply (positive_of_mul K) in Low; auto. set (p := phi (2 ^ shift n)) in *. set (y := near_value K n u + _) in *.
    replace (- ev f u) with (p * - y + (p * y - ev f u)) by ring.
    apply positive_nonneg; auto. now apply positive_mul.
  - replace (phi v - phi t + unit_length * zdot (about n) u) with (phi g * (near_value K n u - phi (error n * w))) in High
      by (rewrite T; transitivity (phi g * near_value K n u - phi g * phi (error n * w)); [ring|rewrite V; ring]).
    apply (positive_of_mul K) in High; auto. set (p := phi (2 ^ shift n)) in *. set (y := near_value K n u - _) in *.
    replace (ev f u) with (p * y + (ev f u - p * y)) by ring.
    apply positive_nonneg; auto. now apply positive_mul.
Qed.

(* ---- Units ---- *)

Lemma enclosed_sound r b n u : (0 < r)%Z -> length u = d -> at_most (phi r) u -> in_box u b ->
  at_point (enclosed (Z.shiftl (1 + Z.of_nat d * r) (grid + 1)) b n) u = at_point n u.
Proof.
  intros R L U I. destruct n as [first z [|[x piece] more] last|rows]; auto. unfold enclosed.
  pose proof (form_in_box r (crease z x) b u R L U I) as S. cbv zeta in S. destruct (sign_in _ _ _ _); auto.
  - rewrite at_last, at_below; auto. apply above_false. now left.
  - symmetry. now apply at_above, above_true.
Qed.

Lemma enclosed_continuous w b (n : unit Z form) : continuous n = true -> continuous (enclosed w b n) = true.
Proof.
  destruct n as [first z [|[x piece] more] last|rows]; auto. unfold enclosed.
  destruct (sign_in _ _ _ _); auto. exact (continuous_tail first z (x, piece) more last).
Qed.

End Boxes.
