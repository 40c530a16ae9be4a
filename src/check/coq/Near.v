(* Affine forms in integers, each with another form near it in small integers, and how far they may
   differ. Most signs are decided by the latter; the exact numbers are computed when they are needed,
   or never: delay is the identity, which is extracted as a lazy value. *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
Open Scope Z_scope.

(* ---- Vectors; where a list ends, zeros follow ---- *)

Fixpoint vdot (a b : list Z) : Z :=
  match a, b with x :: a', y :: b' => x * y + vdot a' b' | _, _ => 0 end.

(* The same, computed from the front. *)
Fixpoint dot_from (s : Z) (a b : list Z) : Z :=
  match a, b with x :: a', y :: b' => dot_from (s + x * y) a' b' | _, _ => s end.

Lemma dot_from_eq a b s : dot_from s a b = s + vdot a b.
Proof. revert b s; induction a as [|x a IH]; intros [|y b] s; simpl; rewrite ?IH; lia. Qed.

(* a + k b *)
Fixpoint vmuladd (a : list Z) (k : Z) (b : list Z) : list Z :=
  match a, b with
  | x :: a', y :: b' => x + k * y :: vmuladd a' k b'
  | [], _ => map (Z.mul k) b
  | _, [] => a
  end.

Fixpoint vadd (a b : list Z) : list Z :=
  match a, b with
  | x :: a', y :: b' => x + y :: vadd a' b'
  | [], _ => b
  | _, [] => a
  end.

(* The sum of absolute values. *)
Fixpoint total (a : list Z) : Z := match a with x :: a => Z.abs x + total a | [] => 0 end.

Lemma nth_vmuladd c a k b : nth c (vmuladd a k b) 0 = nth c a 0 + k * nth c b 0.
Proof.
  revert a b; induction c as [|c IH]; intros [|x a] [|y b]; simpl; try lia; auto.
  replace 0 with (k * 0) at 1 by lia. now rewrite map_nth.
Qed.

Lemma nth_vadd c a b : nth c (vadd a b) 0 = nth c a 0 + nth c b 0.
Proof. revert a b; induction c as [|c IH]; intros [|x a] [|y b]; simpl; try lia; auto. Qed.

Lemma nth_map_0 (f : Z -> Z) c a : f 0 = 0 -> nth c (map f a) 0 = f (nth c a 0).
Proof. intros H; rewrite <- H at 1; apply map_nth. Qed.

Lemma total_nonneg a : 0 <= total a.
Proof. induction a; simpl; lia. Qed.

(* ---- Forms ---- *)

Record exact := Exact { slopes_of : list Z; constant_of : Z }.

(* Slopes and constant divided by 2 to the power shift, wrong by error at most. *)
Record near := Near { shift : Z; about : list Z; base : Z; error : Z }.

(* y times p is x, but for e times p at most. *)
Definition close (e p x y : Z) : Prop := Z.abs (x - y * p) <= e * p.
Definition accurate (b : exact) (n : near) : Prop :=
  0 <= shift n /\
  (forall c, close (error n) (2 ^ shift n) (nth c (slopes_of b) 0) (nth c (about n) 0)) /\
  close (error n) (2 ^ shift n) (constant_of b) (base n).

(* Mostly both are equal. *)
Definition larger (n m : nat) : nat := if Nat.eqb n m then n else Nat.max n m.
Lemma larger_max n m : larger n m = Nat.max n m.
Proof. unfold larger. destruct (Nat.eqb_spec n m) as [->|]; auto. now rewrite Nat.max_id. Qed.

Definition later_exact (f : Datatypes.unit -> exact) : exact := f tt.
Definition later_near (f : Datatypes.unit -> near) : near := f tt.

(* A remainder of the value at one point, by which most forms that differ are told apart, and what the
   number of slopes does not exceed. *)
Definition modulus : Z := 134217689.
Definition abscissa : Z := 77777777.
Fixpoint horner (l : list Z) : Z := match l with x :: l => x + abscissa * horner l | [] => 0 end.
Definition value_of (b : exact) : Z := constant_of b + abscissa * horner (slopes_of b).
Definition residue_of (b : exact) : Z := value_of b mod modulus.
Record trace := Trace { remainders : list Z; extent : nat }.
Definition later_trace (f : Datatypes.unit -> trace) : trace := f tt.
Definition traced (b : exact) (t : trace) : Prop :=
  remainders t = [residue_of b] /\ (length (slopes_of b) <= extent t)%nat.

Record form := Both {
  body : exact;
  aside : near;
  mark : trace;
  fits_near : accurate body aside;
  fits_mark : traced body mark
}.
Definition remainder (f : form) : Z := hd 0 (remainders (mark f)).

Lemma remainder_eq f : remainder f = residue_of (body f).
Proof. unfold remainder. destruct (fits_mark f) as [-> _]. reflexivity. Qed.

Lemma horner_map k b : horner (map (Z.mul k) b) = k * horner b.
Proof. induction b as [|x b IH]; cbn [horner map]; [lia|rewrite IH; ring]. Qed.

Lemma horner_vmuladd a k b : horner (vmuladd a k b) = horner a + k * horner b.
Proof.
  revert b; induction a as [|x a IH]; intros [|y b]; cbn [horner vmuladd map]; try rewrite horner_map; try ring.
  rewrite IH; ring.
Qed.

Lemma horner_zeros l : (forall c, nth c l 0 = 0) -> horner l = 0.
Proof.
  induction l as [|x l IH]; intros H; cbn [horner]; auto. pose proof (H O) as X; cbn in X.
  rewrite X, IH; [ring|]. intros c; exact (H (S c)).
Qed.

Lemma length_vmuladd a k b n : (length a <= n)%nat -> (length b <= n)%nat -> (length (vmuladd a k b) <= n)%nat.
Proof.
  revert b n; induction a as [|x a IH]; intros [|y b] n A B; simpl in *; auto.
  - now rewrite map_length.
  - destruct n as [|n]; [lia|]. apply le_n_S. apply IH; lia.
Qed.

Definition lin (f : form) : list Z := slopes_of (body f).
Definition con (f : form) : Z := constant_of (body f).

Lemma error_nonneg b n : accurate b n -> 0 <= error n.
Proof.
  intros (S & _ & C); unfold close in C. assert (0 < 2 ^ shift n) by now apply Z.pow_pos_nonneg. nia.
Qed.

(* ---- Rounding ---- *)

Definition kept : Z := 26.
(* The largest of m and the absolute values. *)
Fixpoint widest (m : Z) (l : list Z) : Z :=
  match l with x :: l => let x := Z.abs x in widest (if m <? x then x else m) l | [] => m end.
Definition width (l : list Z) : Z := Z.log2 (widest 0 l).

(* As far as the numbers have more than `kept` digits. *)
Definition approximate (b : exact) : near :=
  let s := Z.max 0 (width (constant_of b :: slopes_of b) - kept) in
  if s =? 0 then Near 0 (slopes_of b) (constant_of b) 0
  else Near s (map (fun x => Z.shiftr x s) (slopes_of b)) (Z.shiftr (constant_of b) s) 1.

Lemma close_shiftr x s : 0 <= s -> close 1 (2 ^ s) x (Z.shiftr x s).
Proof.
  intros H; unfold close. rewrite Z.shiftr_div_pow2 by auto.
  assert (P : 0 < 2 ^ s) by now apply Z.pow_pos_nonneg.
  pose proof (Z_div_mod_eq_full x (2 ^ s)); pose proof (Z.mod_pos_bound x (2 ^ s) P). lia.
Qed.

Lemma approximate_accurate b : accurate b (approximate b).
Proof.
  unfold approximate. set (s := Z.max _ _). destruct (Z.eqb_spec s 0) as [|N].
  - unfold accurate, close; simpl. change (2 ^ 0) with 1. repeat split; intros; lia.
  - unfold accurate; simpl. split; [lia|split].
    + intros c. rewrite nth_map_0 by apply Z.shiftr_0_l. apply close_shiftr; lia.
    + apply close_shiftr; lia.
Qed.

Fixpoint all_right (q : Z) (l : list Z) : list Z :=
  match l with x :: l => Z.shiftr x q :: all_right q l | [] => [] end.
Lemma all_right_eq q l : all_right q l = map (fun x => Z.shiftr x q) l.
Proof. induction l as [|x l IH]; simpl; [|rewrite IH]; reflexivity. Qed.

Fixpoint all_left (q : Z) (l : list Z) : list Z :=
  match l with x :: l => Z.shiftl x q :: all_left q l | [] => [] end.
Lemma all_left_eq q l : all_left q l = map (fun x => Z.shiftl x q) l.
Proof. induction l as [|x l IH]; simpl; [|rewrite IH]; reflexivity. Qed.

(* What two numbers that are rounded down may be off by. *)
Definition rounding : Z := 2.

(* The same numbers at another shift. *)
Definition rescale (n : near) (s : Z) : near :=
  let q := s - shift n in
  if q =? 0 then n
  else if 0 <? q then
    Near s (all_right q (about n)) (Z.shiftr (base n) q) (Z.shiftr (error n) q + rounding)
  else Near s (all_left (- q) (about n)) (Z.shiftl (base n) (- q)) (Z.shiftl (error n) (- q)).

Lemma close_coarser e s q x y : 0 <= s -> 0 < q -> 0 <= e -> close e (2 ^ s) x y ->
  close (Z.shiftr e q + 2) (2 ^ (s + q)) x (Z.shiftr y q).
Proof.
  unfold close; intros S Q E C. rewrite !Z.shiftr_div_pow2, Z.pow_add_r by lia.
  assert (P : 0 < 2 ^ s) by now apply Z.pow_pos_nonneg.
  assert (P' : 0 < 2 ^ q) by (apply Z.pow_pos_nonneg; lia).
  pose proof (Z_div_mod_eq_full y (2 ^ q)); pose proof (Z.mod_pos_bound y (2 ^ q) P').
  pose proof (Z_div_mod_eq_full e (2 ^ q)); pose proof (Z.mod_pos_bound e (2 ^ q) P').
  set (p := 2 ^ s) in *. set (r := 2 ^ q) in *. set (y' := y / r) in *. set (e' := e / r) in *.
  assert (Z.abs (x - y' * (p * r)) <= Z.abs (x - y * p) + (y mod r) * p).
  { replace (x - y' * (p * r)) with ((x - y * p) + (y mod r) * p) by nia.
    assert (0 <= (y mod r) * p) by nia. lia. }
  assert (e * p <= (e' + 1) * (p * r)) by nia. nia.
Qed.

Lemma close_finer e s q x y : 0 <= s -> 0 <= q -> close e (2 ^ (s + q)) x y ->
  close (Z.shiftl e q) (2 ^ s) x (Z.shiftl y q).
Proof.
  unfold close; intros S Q. rewrite !Z.shiftl_mul_pow2, Z.pow_add_r by lia. intros C.
  replace (y * 2 ^ q * 2 ^ s) with (y * (2 ^ s * 2 ^ q)) by ring. nia.
Qed.

Lemma rescale_accurate b n s : 0 <= s -> accurate b n -> accurate b (rescale n s).
Proof.
  intros S A. pose proof (error_nonneg b n A) as E. destruct A as (N & L & C). unfold rescale.
  destruct (Z.eqb_spec (s - shift n) 0) as [|Q]; [repeat split; auto|].
  destruct (Z.ltb_spec 0 (s - shift n)) as [P|P]; unfold accurate; simpl; split; auto.
  - set (q := s - shift n) in *. replace s with (shift n + q) by lia. split.
    + intros c. rewrite all_right_eq, nth_map_0 by apply Z.shiftr_0_l. now apply close_coarser.
    + now apply close_coarser.
  - replace (shift n) with (s + - (s - shift n)) in L, C by lia. split.
    + intros c. rewrite all_left_eq, nth_map_0 by apply Z.shiftl_0_l. apply close_finer; auto; lia.
    + apply close_finer; auto; lia.
Qed.

(* A near form of these parts, with smaller numbers if they are too large. *)
Definition normal (s : Z) (a : list Z) (b e : Z) : near :=
  let w := Z.log2 (widest (Z.abs b) a) in
  if kept <? w then
    let q := w - kept in Near (s + q) (all_right q a) (Z.shiftr b q) (Z.shiftr e q + rounding)
  else Near s a b e.

Lemma normal_accurate f s a b e : accurate f (Near s a b e) -> accurate f (normal s a b e).
Proof.
  intros A; unfold normal. set (w := Z.log2 _). destruct (Z.ltb_spec kept w) as [H|]; auto.
  pose proof (rescale_accurate f _ (s + (w - kept)) ltac:(destruct A as (S & _); simpl in S; lia) A) as R.
  revert R; unfold rescale; cbn [shift about base error]. replace (s + (w - kept) - s) with (w - kept) by lia.
  destruct (Z.eqb_spec (w - kept) 0); [lia|]. destruct (Z.ltb_spec 0 (w - kept)); [auto|lia].
Qed.

(* ---- Operations ---- *)

Lemma traced_self b : traced b (Trace [residue_of b] (length (slopes_of b))).
Proof. now split. Qed.

Definition by_rounding (b : exact) : form :=
  Both b (later_near (fun _ => approximate b)) (later_trace (fun _ => Trace [residue_of b] (length (slopes_of b))))
    (approximate_accurate b) (traced_self b).
Definition Form (l : list Z) (c : Z) : form := by_rounding (Exact l c).
Definition no_form : form := Form [] 0.

Definition muladd (f : form) (k : Z) (g : form) : form :=
  if k =? 0 then f
  else by_rounding (later_exact (fun _ => Exact (vmuladd (lin f) k (lin g)) (con f + k * con g))).
Definition less (f g : form) : form := muladd f (-1) g.

Lemma muladd_other f k g : k <> 0 ->
  lin (muladd f k g) = vmuladd (lin f) k (lin g) /\ con (muladd f k g) = con f + k * con g.
Proof. intros N; unfold muladd. now rewrite (proj2 (Z.eqb_neq k 0) N). Qed.

(* k f *)
Definition near_times (k : Z) (n : near) : near :=
  Near (shift n) (map (Z.mul k) (about n)) (k * base n) (Z.abs k * error n).

Lemma close_times k e p x y : 0 <= p -> close e p x y -> close (Z.abs k * e) p (k * x) (k * y).
Proof.
  unfold close; intros P C. replace (k * x - k * y * p) with (k * (x - y * p)) by ring.
  rewrite Z.abs_mul. nia.
Qed.

Lemma times_accurate k f : k <> 0 ->
  accurate (body (muladd no_form k f)) (near_times k (aside f)).
Proof.
  intros K. destruct f as [b n t (S & L & C) F]. unfold muladd. rewrite (proj2 (Z.eqb_neq k 0) K).
  assert (P : 0 <= 2 ^ shift n) by (apply Z.pow_nonneg; lia).
  unfold accurate; simpl. split; [auto|split].
  - intros c. rewrite !nth_map_0 by lia. now apply close_times.
  - now apply close_times.
Qed.

Lemma times_traced k f : k <> 0 ->
  traced (body (muladd no_form k f)) (Trace [(k * remainder f) mod modulus] (extent (mark f))).
Proof.
  intros N. destruct (muladd_other no_form k f N) as (L & C).
  split; simpl remainders.
  - f_equal. unfold residue_of, value_of. fold (con (muladd no_form k f)) (lin (muladd no_form k f)).
    rewrite L, C, remainder_eq. unfold residue_of, value_of. rewrite Z.mul_mod_idemp_r by easy. f_equal.
    rewrite horner_vmuladd. unfold lin, con. cbn [no_form Form by_rounding body constant_of slopes_of horner]. ring.
  - fold (lin (muladd no_form k f)). rewrite L. apply length_vmuladd; [simpl; lia|]. apply fits_mark.
Qed.

Definition multiple_form (k : Z) (f : form) : form :=
  match Z.eq_dec k 0 with
  | left _ => no_form
  | right N => Both (body (muladd no_form k f)) (later_near (fun _ => near_times k (aside f)))
      (later_trace (fun _ => Trace [(k * remainder f) mod modulus] (extent (mark f))))
      (times_accurate k f N) (times_traced k f N)
  end.
Definition times_form (k : Z) (f : form) : form := if k =? 1 then f else multiple_form k f.
Definition negate (f : form) : form := times_form (-1) f.
Lemma aside_negate f : aside (negate f) = near_times (-1) (aside f).
Proof. reflexivity. Qed.

Lemma plus_accurate f c : accurate (Exact (lin f) (con f + c))
  (let n := aside f in Near (shift n) (about n) (base n + Z.shiftr c (shift n)) (error n + 1)).
Proof.
  destruct (fits_near f) as (S & L & C). unfold accurate, close, lin, con in *; simpl. split; [auto|].
  assert (P : 0 < 2 ^ shift (aside f)) by now apply Z.pow_pos_nonneg.
  pose proof (close_shiftr c (shift (aside f)) S) as R; unfold close in R.
  split; [intros i; specialize (L i); nia|nia].
Qed.

Lemma plus_traced f c : traced (Exact (lin f) (con f + c))
  (Trace [(remainder f + c) mod modulus] (extent (mark f))).
Proof.
  split; simpl remainders; [|apply fits_mark]. f_equal. rewrite remainder_eq. unfold residue_of, value_of.
  cbn [slopes_of constant_of].
  rewrite Z.add_mod_idemp_l by easy. f_equal. unfold lin, con. ring.
Qed.

Definition plus_constant (f : form) (c : Z) : form :=
  if c =? 0 then f
  else Both (later_exact (fun _ => Exact (lin f) (con f + c)))
    (later_near (fun _ => let n := aside f in
       Near (shift n) (about n) (base n + Z.shiftr c (shift n)) (error n + 1)))
    (later_trace (fun _ => Trace [(remainder f + c) mod modulus] (extent (mark f))))
    (plus_accurate f c) (plus_traced f c).

(* The form with d slopes. *)
Fixpoint slopes (d : nat) (a : list Z) : list Z :=
  match d with O => [] | S d => hd 0 a :: slopes d (tl a) end.

Lemma nth_slopes d c a : nth c (slopes d a) 0 = if Nat.ltb c d then nth c a 0 else 0.
Proof.
  revert c a; induction d as [|d IH]; intros c a; simpl; [now destruct c|].
  destruct c as [|c]; [now destruct a|]. rewrite IH. change (Nat.ltb (S c) (S d)) with (Nat.ltb c d).
  destruct (Nat.ltb c d), a as [|x a]; simpl; auto. now destruct c.
Qed.

Lemma slopes_accurate d f : accurate (Exact (slopes d (lin f)) (con f))
  (let n := aside f in Near (shift n) (slopes d (about n)) (base n) (error n)).
Proof.
  pose proof (error_nonneg _ _ (fits_near f)) as E. destruct (fits_near f) as (S & L & C).
  unfold accurate; simpl. split; [auto|split; [|exact C]].
  intros c; rewrite !nth_slopes. destruct (Nat.ltb c d); [apply L|]. unfold close.
  assert (P : 0 < 2 ^ shift (aside f)) by now apply Z.pow_pos_nonneg. simpl; nia.
Qed.

Lemma slopes_length d a : length (slopes d a) = d.
Proof. revert a; induction d; simpl; auto. Qed.

Lemma horner_slopes d a : (length a <= d)%nat -> horner (slopes d a) = horner a.
Proof.
  revert a; induction d as [|d IH]; intros [|x a] L; cbn [slopes horner hd tl length] in *; auto; try lia.
  - rewrite IH by (simpl; lia). cbn [horner]. ring.
  - rewrite IH by lia. reflexivity.
Qed.

Definition slopes_trace (d : nat) (f : form) : trace :=
  if Nat.leb (extent (mark f)) d then Trace (remainders (mark f)) d
  else Trace [residue_of (Exact (slopes d (lin f)) (con f))] d.

Lemma slopes_traced d f : traced (Exact (slopes d (lin f)) (con f)) (slopes_trace d f).
Proof.
  destruct (fits_mark f) as (R & X). unfold slopes_trace. destruct (Nat.leb_spec (extent (mark f)) d) as [L|L].
  - split; simpl remainders; [|simpl; now rewrite slopes_length]. rewrite R. f_equal. unfold residue_of, value_of.
    cbn [slopes_of constant_of]. unfold con. now rewrite horner_slopes by (unfold lin; lia).
  - split; simpl; [easy|now rewrite slopes_length].
Qed.

Definition with_slopes (d : nat) (f : form) : form :=
  Both (later_exact (fun _ => Exact (slopes d (lin f)) (con f)))
    (later_near (fun _ => let n := aside f in Near (shift n) (slopes d (about n)) (base n) (error n)))
    (later_trace (fun _ => slopes_trace d f)) (slopes_accurate d f) (slopes_traced d f).

(* ---- Signs ---- *)

Lemma close_at e p a b u : 0 <= p -> (forall c, close e p (nth c a 0) (nth c b 0)) ->
  close (e * total u) p (vdot a u) (vdot b u).
Proof.
  intros P; revert a b; induction u as [|y u IH]; intros a b C.
  - destruct a, b; simpl; unfold close; lia.
  - assert (S : vdot a (y :: u) = hd 0 a * y + vdot (tl a) u) by (destruct a; simpl; lia).
    assert (S' : vdot b (y :: u) = hd 0 b * y + vdot (tl b) u) by (destruct b; simpl; lia).
    rewrite S, S'. specialize (IH (tl a) (tl b)). cbn [total].
    assert (H : close (e * total u) p (vdot (tl a) u) (vdot (tl b) u)).
    { apply IH; intros c; specialize (C (Datatypes.S c)). now destruct a, b; destruct c. }
    specialize (C O). replace (nth 0 a 0) with (hd 0 a) in C by now destruct a.
    replace (nth 0 b 0) with (hd 0 b) in C by now destruct b.
    unfold close in *. set (x := hd 0 a) in *. set (z := hd 0 b) in *.
    replace (x * y + vdot (tl a) u - (z * y + vdot (tl b) u) * p) with
      ((x - z * p) * y + (vdot (tl a) u - vdot (tl b) u * p)) by ring.
    assert (Z.abs ((x - z * p) * y) <= e * p * Z.abs y).
    { rewrite Z.abs_mul. apply Z.mul_le_mono_nonneg_r; lia. }
    lia.
Qed.
