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
Definition bits (x : Z) : Z := Z.log2 (Z.abs x).
Definition width (l : list Z) : Z := bits (fold_left (fun m x => Z.max m (Z.abs x)) l 0).

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

(* The same numbers at another shift. *)
Definition rescale (n : near) (s : Z) : near :=
  let q := s - shift n in
  if q =? 0 then n
  else if 0 <? q then
    Near s (map (fun x => Z.shiftr x q) (about n)) (Z.shiftr (base n) q) (Z.shiftr (error n) q + 2)
  else Near s (map (fun x => Z.shiftl x (- q)) (about n)) (Z.shiftl (base n) (- q)) (Z.shiftl (error n) (- q)).

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
    + intros c. rewrite nth_map_0 by apply Z.shiftr_0_l. now apply close_coarser.
    + now apply close_coarser.
  - replace (shift n) with (s + - (s - shift n)) in L, C by lia. split.
    + intros c. rewrite nth_map_0 by apply Z.shiftl_0_l. apply close_finer; auto; lia.
    + apply close_finer; auto; lia.
Qed.

Definition normal (n : near) : near :=
  let w := width (base n :: about n) in if kept <? w then rescale n (shift n + (w - kept)) else n.

Lemma normal_accurate b n : accurate b n -> accurate b (normal n).
Proof.
  intros A; unfold normal. destruct (Z.ltb_spec kept (width (base n :: about n))); auto.
  apply rescale_accurate; auto. destruct A; lia.
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

Definition times_form (k : Z) (f : form) : form :=
  match Z.eq_dec k 0 with
  | left _ => no_form
  | right N => Both (body (muladd no_form k f)) (later_near (fun _ => near_times k (aside f)))
      (later_trace (fun _ => Trace [(k * remainder f) mod modulus] (extent (mark f))))
      (times_accurate k f N) (times_traced k f N)
  end.
Definition negate (f : form) : form := times_form (-1) f.

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

(* ---- Sums of a layer ---- *)

(* The weights of a row, with those near them and the sum of their absolute values. *)
Definition near_weights (s : Z) (ws vs : list Z) : Prop := Forall2 (fun w v => close 1 (2 ^ s) w v) ws vs.
Record weights := Weights {
  all_weights : list Z;
  weight_shift : Z;
  about_weights : list Z;
  weight_total : Z;
  weight_rests : list Z;
  fit_rests : weight_rests = map (fun w => w mod modulus) all_weights;
  fit_weights : 0 <= weight_shift /\ near_weights weight_shift all_weights about_weights /\
    weight_total = total about_weights
}.

Lemma weigh_fits ws : let s := Z.max 0 (width ws - kept) in let vs := map (fun w => Z.shiftr w s) ws in
  0 <= s /\ near_weights s ws vs /\ total vs = total vs.
Proof.
  intros s vs; split; [lia|split; [|auto]]. unfold vs, near_weights. clear vs.
  assert (S : 0 <= s) by lia. clearbody s. induction ws; simpl; constructor; auto. now apply close_shiftr.
Qed.

Definition weigh (ws : list Z) : weights :=
  let s := Z.max 0 (width ws - kept) in
  let vs := map (fun w => Z.shiftr w s) ws in
  Weights ws s vs (total vs) (map (fun w => w mod modulus) ws) eq_refl (weigh_fits ws).

(* The outputs of a layer, coordinate by coordinate, at one shift. *)
Definition near_column (s e : Z) (xs ys : list Z) : Prop := Forall2 (close e (2 ^ s)) xs ys.
Definition slope_at (c : nat) (f : form) : Z := nth c (lin f) 0.

Record columns (fs : list form) := Columns {
  column_shift : Z;
  column : list (list Z);
  constants : list Z;
  column_error : Z;
  column_total : Z; (* of each at most *)
  fit_columns : 0 <= column_shift /\ 0 <= column_error /\
    (forall c, near_column column_shift column_error (map (slope_at c) fs)
       (nth c column (map (fun _ => 0) fs)) /\ total (nth c column (map (fun _ => 0) fs)) <= column_total) /\
    near_column column_shift column_error (map con fs) constants /\ total constants <= column_total
}.

Definition most (l : list Z) : Z := fold_right Z.max 0 l.
Definition deepest (ns : list near) : nat := fold_right (fun n m => Nat.max (length (about n)) m) O ns.
Definition rescaled (fs : list form) : list near :=
  let ns := map aside fs in let s := most (map shift ns) in map (fun n => rescale n s) ns.
Definition column_of (ns : list near) (c : nat) : list Z := map (fun n => nth c (about n) 0) ns.

Lemma most_bounds l x : In x l -> x <= most l.
Proof. unfold most; induction l as [|y l IH]; simpl; [easy|]. intros [->|I]; [lia|specialize (IH I); lia]. Qed.
Lemma most_nonneg l : 0 <= most l.
Proof. unfold most; induction l; simpl; lia. Qed.

Lemma close_more e e' p x y : 0 <= p -> e <= e' -> close e p x y -> close e' p x y.
Proof. unfold close; nia. Qed.

Lemma rescaled_accurate fs : let s := most (map shift (map aside fs)) in
  Forall2 (fun f n => shift n = s /\ accurate (body f) n) fs (rescaled fs).
Proof.
  intros s. unfold rescaled. fold s. assert (S : 0 <= s) by apply most_nonneg. clearbody s. rewrite map_map.
  induction fs as [|f fs IH]; simpl; constructor; auto. split.
  - unfold rescale. destruct (Z.eqb_spec (s - shift (aside f)) 0); [lia|]. now destruct (0 <? _).
  - apply rescale_accurate; auto. apply fits_near.
Qed.

Definition at_shift (s : Z) (f : form) (n : near) : Prop := shift n = s /\ accurate (body f) n.

Lemma columns_near s e fs ns : Forall2 (at_shift s) fs ns -> (forall n, In n ns -> error n <= e) ->
  0 <= 2 ^ s -> near_column s e (map con fs) (map base ns) /\
  forall c, near_column s e (map (slope_at c) fs) (column_of ns c).
Proof.
  unfold near_column, column_of. intros A E P. induction A as [|f n fs ns (F & _ & L & C) A IH]; simpl.
  - split; [|intros _]; constructor.
  - destruct IH as (X & Y); [intros m I; apply E; now right|]. specialize (E n (or_introl eq_refl)).
    rewrite F in *. split; [|intros c; specialize (Y c); specialize (L c)]; constructor; auto;
      apply close_more with (e := error n); auto.
Qed.

Lemma column_beyond s fs ns c : Forall2 (at_shift s) fs ns -> (deepest ns <= c)%nat ->
  column_of ns c = map (fun _ => 0) fs.
Proof.
  intros A; induction A as [|f n fs ns _ A IH]; simpl; intros H; auto. f_equal; [|apply IH; lia].
  apply nth_overflow; lia.
Qed.

Lemma total_zeros {A} (l : list A) : total (map (fun _ => 0) l) = 0.
Proof. induction l; simpl; auto. Qed.

Lemma columns_fit fs : let ns := rescaled fs in let s := most (map shift (map aside fs)) in
  let e := most (map error ns) in let cs := map (column_of ns) (seq 0 (deepest ns)) in
  let bs := map base ns in let t := most (map total (bs :: cs)) in
  0 <= s /\ 0 <= e /\
  (forall c, near_column s e (map (slope_at c) fs) (nth c cs (map (fun _ => 0) fs)) /\
    total (nth c cs (map (fun _ => 0) fs)) <= t) /\
  near_column s e (map con fs) bs /\ total bs <= t.
Proof.
  intros ns s e cs bs t. assert (S : 0 <= s) by apply most_nonneg.
  pose proof (rescaled_accurate fs) as A. fold s ns in A. change (Forall2 (at_shift s) fs ns) in A.
  destruct (columns_near s e fs ns A) as (B & C);
    [intros; now apply most_bounds, in_map|now apply Z.pow_nonneg|].
  assert (N : forall c, nth c cs (map (fun _ => 0) fs) = column_of ns c).
  { intros c. unfold cs. destruct (Nat.lt_ge_cases c (deepest ns)) as [H|H].
    - rewrite nth_indep with (d' := column_of ns 0) by (now rewrite map_length, seq_length).
      now rewrite map_nth, seq_nth.
    - rewrite nth_overflow by (now rewrite map_length, seq_length). symmetry; now apply column_beyond with s. }
  split; [auto|split; [apply most_nonneg|split; [|split; [auto|apply most_bounds; now left]]]].
  intros c; split; [now rewrite N|].
  destruct (nth_in_or_default c cs (map (fun _ => 0) fs)) as [I|I].
  - apply most_bounds; simpl; right; now apply in_map.
  - rewrite I, total_zeros. apply most_nonneg.
Qed.

Definition columns_of (fs : list form) : columns fs :=
  let ns := rescaled fs in
  let bs := map base ns in
  let cs := map (column_of ns) (seq 0 (deepest ns)) in
  Columns fs (most (map shift (map aside fs))) cs bs (most (map error ns)) (most (map total (bs :: cs)))
    (columns_fit fs).

(* The sum of w f over weights and forms, and another form. *)
Fixpoint sum (ws : list Z) (fs : list form) (b : exact) : exact :=
  match ws, fs with
  | w :: ws, f :: fs =>
      let s := sum ws fs b in Exact (vmuladd (slopes_of s) w (lin f)) (constant_of s + w * con f)
  | _, _ => b
  end.

Lemma sum_slope ws fs b c :
  nth c (slopes_of (sum ws fs b)) 0 = vdot ws (map (slope_at c) fs) + nth c (slopes_of b) 0.
Proof.
  revert fs; induction ws as [|w ws IH]; intros [|f fs]; simpl; auto. rewrite nth_vmuladd, IH.
  unfold slope_at at 2; lia.
Qed.
Lemma sum_constant ws fs b : constant_of (sum ws fs b) = vdot ws (map con fs) + constant_of b.
Proof. revert fs; induction ws as [|w ws IH]; intros [|f fs]; simpl; auto. rewrite IH; lia. Qed.

Lemma close_dot s t e ws vs xs ys : 0 <= s -> 0 <= t -> 0 <= e ->
  near_weights s ws vs -> near_column t e xs ys ->
  close (e * total vs + total ys + e * Z.of_nat (length xs)) (2 ^ (s + t)) (vdot ws xs) (vdot vs ys).
Proof.
  intros S T E W C. rewrite Z.pow_add_r by auto.
  assert (P : 0 < 2 ^ s) by now apply Z.pow_pos_nonneg.
  assert (Q : 0 < 2 ^ t) by now apply Z.pow_pos_nonneg. unfold near_weights, near_column in *.
  revert xs ys C; induction W as [|w v ws vs A W IH]; intros xs ys C; simpl.
  - pose proof (total_nonneg ys). unfold close. rewrite Z.mul_0_l. simpl. nia.
  - destruct C as [|x y xs ys B C].
    + pose proof (total_nonneg vs). unfold close; simpl. nia.
    + specialize (IH xs ys C). cbn [vdot total length]. rewrite Nat2Z.inj_succ. unfold close in *.
      set (p := 2 ^ s) in *. set (q := 2 ^ t) in *.
      set (a := w - v * p) in *. set (b := x - y * q) in *.
      replace (w * x + vdot ws xs - (v * y + vdot vs ys) * (p * q)) with
        (v * p * b + a * (y * q) + a * b + (vdot ws xs - vdot vs ys * (p * q))) by (unfold a, b; ring).
      pose proof (Z.abs_nonneg v) as V. pose proof (Z.abs_nonneg y) as Y.
      pose proof (Z.abs_nonneg a) as A'. pose proof (Z.abs_nonneg b) as B'.
      assert (Z.abs (v * p * b) <= Z.abs v * p * (e * q)).
      { rewrite !Z.abs_mul, (Z.abs_eq p) by lia. apply Z.mul_le_mono_nonneg_l; nia. }
      assert (Z.abs (a * (y * q)) <= 1 * p * (Z.abs y * q)).
      { rewrite !Z.abs_mul, (Z.abs_eq q) by lia. apply Z.mul_le_mono_nonneg_r; nia. }
      assert (Z.abs (a * b) <= 1 * p * (e * q)).
      { rewrite Z.abs_mul. apply Z.mul_le_mono_nonneg; auto. }
      unfold Z.succ. lia.
Qed.

(* The members of a list that are marked. *)
Fixpoint pick {A} (marks : list bool) (l : list A) : list A :=
  match marks, l with
  | m :: marks, x :: l => if m then x :: pick marks l else pick marks l
  | _, _ => []
  end.

Lemma pick_both {A B} (R : A -> B -> Prop) marks l l' : Forall2 R l l' -> Forall2 R (pick marks l) (pick marks l').
Proof.
  intros F; revert marks; induction F as [|x y l l' H F IH]; intros [|[] marks]; simpl; auto.
Qed.

Lemma total_pick marks l : total (pick marks l) <= total l.
Proof.
  revert marks; induction l as [|x l IH]; intros [|[] marks]; simpl; try lia.
  - pose proof (total_nonneg l); lia.
  - specialize (IH marks); lia.
  - specialize (IH marks); lia.
Qed.

(* Nothing but 0. *)
Definition blank (n : near) : bool :=
  match about n with [] => (base n =? 0) && (error n =? 0) | _ => false end.

Lemma blank_zero b n : accurate b n -> blank n = true ->
  constant_of b = 0 /\ forall c, nth c (slopes_of b) 0 = 0.
Proof.
  intros (S & L & C); unfold blank. destruct (about n) as [|] eqn:A; [|discriminate].
  rewrite andb_true_iff, !Z.eqb_eq. intros [B E]. rewrite B, E in *. unfold close in *.
  split; [lia|]. intros c; specialize (L c). destruct c; simpl in L; lia.
Qed.

(* The outputs of a layer that are not 0. *)
Definition marks_of (fs : list form) : list bool := map (fun f => negb (blank (aside f))) fs.
Record sparse (fs : list form) := Sparse {
  marks : list bool;
  marked : columns (pick marks fs);
  slack : Z;
  all_traces : trace; (* of those marked; the extent is that of all *)
  fit_traces : remainders all_traces = map remainder (pick marks fs) /\
    extent all_traces = fold_right (fun f n => Nat.max (extent (mark f)) n) O fs;
  fit_marks : marks = marks_of fs /\
    slack = column_error _ marked * Z.of_nat (length (pick marks fs)) + column_total _ marked
}.

Lemma vdot_pick (g : form -> Z) ws fs : (forall f, blank (aside f) = true -> g f = 0) ->
  vdot (pick (marks_of fs) ws) (map g (pick (marks_of fs) fs)) = vdot ws (map g fs).
Proof.
  intros B; revert ws; induction fs as [|f fs IH]; intros [|w ws]; simpl; auto.
  destruct (blank (aside f)) eqn:E; simpl; [rewrite (B f E), Z.mul_0_r|]; now rewrite IH.
Qed.

Definition sparse_of (fs : list form) : sparse fs :=
  let m := marks_of fs in
  let picked := pick m fs in
  let c := columns_of picked in
  Sparse fs m c (column_error _ c * Z.of_nat (length picked) + column_total _ c)
    (later_trace (fun _ =>
       Trace (map remainder picked) (fold_right (fun f n => Nat.max (extent (mark f)) n) O fs)))
    (conj eq_refl eq_refl) (conj eq_refl eq_refl).

(* The same near it. *)
Definition near_sum {fs} (w : weights) (o : sparse fs) (b : form) : near :=
  let c := marked fs o in
  let s := weight_shift w + column_shift _ c in
  let vs := pick (marks fs o) (about_weights w) in
  let n := rescale (aside b) s in
  normal (Near s (vadd (map (dot_from 0 vs) (column _ c)) (about n)) (dot_from (base n) vs (constants _ c))
    (column_error _ c * weight_total w + slack fs o + error n)).

Lemma vdot_zeros {A} vs (l : list A) : vdot vs (map (fun _ => 0) l) = 0.
Proof. revert vs; induction l as [|x l IH]; intros [|v vs]; simpl; auto. rewrite IH; lia. Qed.

Lemma sum_accurate fs w (o : sparse fs) b :
  accurate (sum (all_weights w) fs (body b)) (near_sum w o b).
Proof.
  unfold near_sum. apply normal_accurate.
  destruct w as [ws t vs v rs RS (T & W & V)], o as [m [s cs bs e u (S & E & C & B & U)] k ts TS (M & H)].
  simpl in *. set (gs := pick m fs) in *.
  assert (R : accurate (body b) (rescale (aside b) (t + s))).
  { apply rescale_accurate; [lia|apply fits_near]. }
  assert (F : shift (rescale (aside b) (t + s)) = t + s).
  { unfold rescale. destruct (Z.eqb_spec (t + s - shift (aside b)) 0); [lia|]. now destruct (0 <? _). }
  set (n := rescale (aside b) (t + s)) in *. destruct R as (_ & L & D). rewrite F in *. subst v.
  assert (P : 0 < 2 ^ (t + s)) by (apply Z.pow_pos_nonneg; lia).
  pose proof (total_pick m vs) as TP. apply (pick_both _ m) in W.
  assert (X : forall g ys, (forall f, blank (aside f) = true -> g f = 0) ->
    near_column s e (map g gs) ys -> total ys <= u -> forall x y,
    close (error n) (2 ^ (t + s)) x y ->
    close (e * total vs + k + error n) (2 ^ (t + s)) (vdot ws (map g fs) + x) (vdot (pick m vs) ys + y)).
  { intros g ys G Y Z x y A. pose proof (close_dot t s e (pick m ws) (pick m vs) _ ys T S E W Y) as Q.
    rewrite map_length in Q. unfold gs in Q at 2. rewrite M, vdot_pick, <- M in Q by auto. fold gs in Q.
    assert (e * total (pick m vs) <= e * total vs) by (apply Z.mul_le_mono_nonneg_l; auto).
    assert (Le : (e * total (pick m vs) + total ys + e * Z.of_nat (length gs)) * 2 ^ (t + s) <=
      (e * total vs + k) * 2 ^ (t + s)) by (apply Z.mul_le_mono_nonneg_r; lia).
    unfold close in *. lia. }
  split; [simpl; lia|]. simpl shift. simpl about. simpl base. simpl error. split.
  - intros c. rewrite sum_slope, nth_vadd. destruct (C c) as (Cc & Tc). specialize (L c).
    replace (nth c (map (dot_from 0 (pick m vs)) cs) 0) with (vdot (pick m vs) (nth c cs (map (fun _ => 0) gs))).
    { apply X; auto. intros f Bf. now apply (blank_zero _ _ (fits_near f)). }
    rewrite <- (map_nth (vdot (pick m vs))), vdot_zeros. f_equal. apply map_ext. intros ys.
    now rewrite dot_from_eq.
  - rewrite sum_constant, dot_from_eq. rewrite (Z.add_comm (base n)). apply X; auto.
    intros f Bf. now apply (blank_zero _ _ (fits_near f)).
Qed.

(* Its trace. *)
Definition sum_trace {fs} (w : weights) (o : sparse fs) (b : form) : trace :=
  let t := all_traces fs o in
  Trace [dot_from (remainder b) (pick (marks fs o) (weight_rests w)) (remainders t) mod modulus]
    (Nat.max (extent t) (extent (mark b))).

Lemma value_sum ws fs b : value_of (sum ws fs b) = vdot ws (map (fun f => value_of (body f)) fs) + value_of b.
Proof.
  revert fs; induction ws as [|w ws IH]; intros [|f fs]; try reflexivity.
  cbn [vdot map]. specialize (IH fs). rewrite <- Z.add_assoc, <- IH. unfold value_of.
  cbn [sum slopes_of constant_of]. rewrite horner_vmuladd. unfold lin, con. ring.
Qed.

Lemma length_sum ws fs b n : (forall f, In f fs -> (length (lin f) <= n)%nat) -> (length (slopes_of b) <= n)%nat ->
  (length (slopes_of (sum ws fs b)) <= n)%nat.
Proof.
  intros F B; revert fs F; induction ws as [|w ws IH]; intros [|f fs] F; simpl; auto.
  apply length_vmuladd; [apply IH; intros; apply F; now right|apply F; now left].
Qed.

Lemma vdot_mod ws (fs : list form) : vdot (map (fun w => w mod modulus) ws) (map remainder fs) mod modulus =
  vdot ws (map (fun f => value_of (body f)) fs) mod modulus.
Proof.
  revert fs; induction ws as [|w ws IH]; intros [|f fs]; cbn [vdot map]; auto.
  rewrite remainder_eq. unfold residue_of. rewrite Z.add_mod, <- Z.mul_mod, IH, <- Z.add_mod by easy. reflexivity.
Qed.

Lemma pick_map {A B} (g : A -> B) marks l : pick marks (map g l) = map g (pick marks l).
Proof. revert l; induction marks as [|[] marks IH]; intros [|x l]; simpl; auto. now rewrite IH. Qed.

Lemma extent_most (f : form) fs : In f fs -> (extent (mark f) <= fold_right (fun f n => Nat.max (extent (mark f)) n) O fs)%nat.
Proof. induction fs as [|g fs IH]; simpl; [easy|]. intros [->|I]; [lia|specialize (IH I); lia]. Qed.

Lemma sum_traced fs w (o : sparse fs) b : traced (sum (all_weights w) fs (body b)) (sum_trace w o b).
Proof.
  unfold sum_trace. destruct w as [ws t vs v rs R F], o as [m c k ts (T & X) (M & H)].
  cbn [all_weights weight_rests marks all_traces] in *. split; cbn [remainders extent].
  - f_equal. rewrite dot_from_eq, R, T, pick_map, remainder_eq. unfold residue_of.
    rewrite Z.add_mod_idemp_l, Z.add_comm, Z.add_mod, vdot_mod, <- Z.add_mod by easy.
    rewrite M, vdot_pick, value_sum; auto. intros f B. destruct (blank_zero _ _ (fits_near f) B) as (C & L).
    unfold value_of. rewrite C, (horner_zeros _ L). reflexivity.
  - rewrite X. apply length_sum.
    + intros f I. destruct (fits_mark f) as (_ & Le). pose proof (extent_most f fs I). unfold lin. lia.
    + destruct (fits_mark b) as (_ & Le). lia.
Qed.

Definition no_weights (w : weights) : bool := match all_weights w with [] => true | _ => false end.

(* A row of the next layer, from the outputs of this one. *)
Definition row_form (fs : list form) (o : sparse fs) (w : weights) (b : form) : form :=
  if no_weights w then b
  else Both (later_exact (fun _ => sum (all_weights w) fs (body b))) (later_near (fun _ => near_sum w o b))
    (later_trace (fun _ => sum_trace w o b)) (sum_accurate fs w o b) (sum_traced fs w o b).

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
