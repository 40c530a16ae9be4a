(* Rows of a layer: sums of weights and outputs, those near them, and their remainders. *)
From Coq Require Import List ZArith Bool Lia.
From Crease Require Import Near.
Import ListNotations.
Open Scope Z_scope.

(* The numbers of a list in some places; the same where these increase, from k on. *)
Definition entries (l : list Z) (is : list nat) : list Z := map (fun i => nth i l 0) is.
Fixpoint gathered (k : nat) (is : list nat) (l : list Z) : list Z :=
  match is with
  | [] => []
  | i :: more => match l with
    | [] => map (fun _ => 0) is
    | x :: l => if Nat.eqb i k then x :: gathered (S k) more l else gathered (S k) is l
    end
  end.

(* Lists of numbers of the same places; as a program, also arrays. *)
Record packed := Pack { spots : list nat; table : list (list Z) }.
Definition later_packed (f : Datatypes.unit -> packed) : packed := f tt.

(* The sum of products of a list's numbers in these places and each list. *)
Definition dots (l : list Z) (p : packed) : list Z := map (dot_from 0 (entries l (spots p))) (table p).

(* The weights of a row, with those near them, the sum of the absolute values of these, and remainders. *)
Definition near_weights (s : Z) (ws vs : list Z) : Prop := Forall2 (fun w v => close 1 (2 ^ s) w v) ws vs.
Record weights := Weights {
  all_weights : list Z;
  weight_shift : Z;
  about_dots : packed -> list Z;
  weight_total : Z;
  rest_dots : packed -> list Z;
  fit_rests : rest_dots = dots (map (fun w => w mod modulus) all_weights);
  fit_weights : 0 <= weight_shift /\ exists vs, near_weights weight_shift all_weights vs /\
    about_dots = dots vs /\ weight_total = total vs
}.

Lemma weigh_fits ws : let s := Z.max 0 (width ws - kept) in let vs := map (fun w => Z.shiftr w s) ws in
  0 <= s /\ exists vs', near_weights s ws vs' /\ dots vs = dots vs' /\ total vs = total vs'.
Proof.
  intros s vs; split; [lia|exists vs; split; [|auto]]. unfold vs, near_weights. clear vs.
  assert (S : 0 <= s) by lia. clearbody s. induction ws; simpl; constructor; auto. now apply close_shiftr.
Qed.

Definition weigh (ws : list Z) : weights :=
  let s := Z.max 0 (width ws - kept) in
  let vs := map (fun w => Z.shiftr w s) ws in
  Weights ws s (dots vs) (total vs) (dots (map (fun w => w mod modulus) ws)) eq_refl
    (weigh_fits ws).

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
Definition deepest (ns : list near) : nat := fold_right (fun n m => larger (length (about n)) m) O ns.
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
  intros A; induction A as [|f n fs ns _ A IH]; simpl; rewrite ?larger_max; intros H; auto. f_equal; [|apply IH; lia].
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

(* The places of the marks, from k on. *)
Fixpoint places_of (k : nat) (marks : list bool) : list nat :=
  match marks with
  | m :: marks => if m then k :: places_of (S k) marks else places_of (S k) marks
  | [] => []
  end.

(* The numbers in these places; zeros follow the list. *)
Fixpoint chosen (marks : list bool) (l : list Z) : list Z :=
  match marks with
  | m :: marks => if m then hd 0 l :: chosen marks (tl l) else chosen marks (tl l)
  | [] => []
  end.

Lemma nth_skipn (l : list Z) k : nth k l 0 = hd 0 (skipn k l).
Proof. revert k; induction l as [|x l IH]; intros [|k]; simpl; auto. Qed.

Lemma skipn_tl {A} k (l : list A) : skipn (S k) l = tl (skipn k l).
Proof. revert l; induction k as [|k IH]; intros [|x l]; auto. exact (IH l). Qed.

Lemma entries_from marks l k : entries l (places_of k marks) = chosen marks (skipn k l).
Proof.
  unfold entries; revert k; induction marks as [|m marks IH]; intros k; auto. specialize (IH (S k)).
  rewrite skipn_tl in IH. cbn [places_of chosen]. destruct m; cbn [map]; rewrite IH; auto. now rewrite nth_skipn.
Qed.
Lemma entries_chosen marks l : entries l (places_of 0 marks) = chosen marks l.
Proof. now rewrite entries_from. Qed.

Lemma first_place marks k i more : places_of k marks = i :: more -> (k <= i)%nat.
Proof.
  revert k; induction marks as [|[] marks IH]; intros k E; [discriminate|injection E as ->; lia|].
  apply IH in E; lia.
Qed.
Lemma gathered_chosen l : forall marks k, gathered k (places_of k marks) l = chosen marks l.
Proof.
  induction l as [|x l IH]; intros marks k.
  - assert (Z : forall marks k, map (fun _ => 0) (places_of k marks) = chosen marks []).
    { clear; intros marks; induction marks as [|[] marks IH]; intros k; simpl; auto. now rewrite <- (IH (S k)). }
    rewrite <- (Z marks k). now destruct (places_of k marks).
  - destruct marks as [|[] marks]; [reflexivity| |]; cbn [places_of chosen hd tl].
    + cbn [gathered]. now rewrite Nat.eqb_refl, IH.
    + rewrite <- (IH marks (S k)). destruct (places_of (S k) marks) as [|i more] eqn:E; [now destruct l|].
      apply first_place in E. cbn [gathered]. destruct (Nat.eqb_spec i k); [lia|reflexivity].
Qed.

Lemma chosen_near s marks ws vs : 0 <= s -> near_weights s ws vs -> near_weights s (chosen marks ws) (chosen marks vs).
Proof.
  intros S F. assert (P : 0 < 2 ^ s) by now apply Z.pow_pos_nonneg. unfold near_weights in *.
  assert (Zero : close 1 (2 ^ s) 0 0) by (unfold close; set (p := 2 ^ s) in *; lia).
  revert ws vs F; induction marks as [|m marks IH]; intros ws vs F; cbn [chosen]; [constructor|].
  assert (N : Forall2 (fun w v => close 1 (2 ^ s) w v) (chosen marks (tl ws)) (chosen marks (tl vs))).
  { apply IH. destruct F; [constructor|auto]. }
  destruct m; [constructor; auto|auto]. now destruct F.
Qed.

Lemma total_chosen marks l : total (chosen marks l) <= total l.
Proof.
  revert l; induction marks as [|m marks IH]; intros l; [apply total_nonneg|].
  assert (T : total l = Z.abs (hd 0 l) + total (tl l)) by now destruct l.
  specialize (IH (tl l)). cbn [chosen]. destruct m; cbn [total]; lia.
Qed.

Lemma chosen_map (f : Z -> Z) marks l : f 0 = 0 -> chosen marks (map f l) = map f (chosen marks l).
Proof.
  intros Zero; revert l; induction marks as [|m marks IH]; intros l; auto.
  assert (H : hd 0 (map f l) = f (hd 0 l)) by now destruct l.
  assert (T : tl (map f l) = map f (tl l)) by now destruct l.
  cbn [chosen]. rewrite H, T, IH. now destruct m.
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

(* Marks of those that are marked. *)
Fixpoint among (marks some : list bool) : list bool :=
  match marks with
  | true :: marks => match some with b :: some => b :: among marks some | [] => false :: among marks [] end
  | false :: marks => false :: among marks some
  | [] => []
  end.

Lemma places_among marks : forall some k, places_of k (among marks some) = pick some (places_of k marks).
Proof.
  assert (None : forall marks k, places_of k (among marks []) = []).
  { clear; induction marks as [|[] marks IH]; intros k; simpl; auto. }
  induction marks as [|[] marks IH]; intros some k; simpl; [now destruct some| |apply IH].
  destruct some as [|[] some]; simpl; [apply None|f_equal|]; apply IH.
Qed.

(* Which outputs of a layer are summed: those with these places, or all. *)
Record subset := Subset { subset_marks : list bool; subset_places : list nat; fit_subset : subset_places = places_of 0 subset_marks }.
Definition marks_in (k : option subset) (some : list bool) : list bool :=
  match k with Some k => among (subset_marks k) some | None => some end.
Definition taken (k : option subset) (ws : list Z) : list Z :=
  match k with Some k => chosen (subset_marks k) ws | None => ws end.

(* The outputs of a layer that are not 0, and their places. *)
Definition marks_of (fs : list form) : list bool := map (fun f => negb (blank (aside f))) fs.
Definition marked_of (fs : list form) : list form := pick (marks_of fs) fs.
Fixpoint places_and_marked (k : nat) (fs : list form) : list nat * list form :=
  match fs with
  | f :: fs =>
      let (is, gs) := places_and_marked (S k) fs in
      if blank (aside f) then (is, gs) else (k :: is, f :: gs)
  | [] => ([], [])
  end.
Lemma places_and_marked_eq k fs : places_and_marked k fs = (places_of k (marks_of fs), marked_of fs).
Proof.
  revert k; induction fs as [|f fs IH]; intros k; auto. cbn [places_and_marked]. rewrite IH.
  unfold marked_of, marks_of. cbn [map places_of pick]. now destruct (blank (aside f)).
Qed.

(* The same of places that are given. *)
Fixpoint kept_and_marked (ks : list nat) (fs : list form) : list nat * list form :=
  match ks, fs with
  | k :: ks, f :: fs =>
      let (is, gs) := kept_and_marked ks fs in
      if blank (aside f) then (is, gs) else (k :: is, f :: gs)
  | [], _ => ([], marked_of fs)
  | _, [] => ([], [])
  end.
Lemma kept_and_marked_eq ks fs : kept_and_marked ks fs = (pick (marks_of fs) ks, marked_of fs).
Proof.
  assert (N : forall some, pick some ([] : list nat) = []) by now intros [|[]].
  revert ks; induction fs as [|f fs IH]; intros [|k ks]; cbn [kept_and_marked]; rewrite ?N; auto.
  rewrite IH. unfold marked_of, marks_of. cbn [map pick]. now destruct (blank (aside f)).
Qed.

Definition summed (k : option subset) (fs : list form) : list nat * list form :=
  match k with Some k => kept_and_marked (subset_places k) fs | None => places_and_marked 0 fs end.
Lemma summed_eq k fs : summed k fs = (places_of 0 (marks_in k (marks_of fs)), marked_of fs).
Proof.
  destruct k as [[marks places E]|]; cbn [summed marks_in subset_marks subset_places]; [|apply places_and_marked_eq].
  now rewrite kept_and_marked_eq, E, places_among.
Qed.

Record sparse (k : option subset) (fs : list form) := Sparse {
  places : list nat;
  marked : list form;
  in_columns : columns marked;
  slack : Z;
  all_traces : trace; (* of those marked *)
  near_table : packed; (* constants and coordinates *)
  rest_table : packed;
  fit_traces : remainders all_traces = map remainder marked /\
    extent all_traces = fold_right (fun f n => larger (extent (mark f)) n) O marked;
  fit_tables : near_table = Pack places (constants _ in_columns :: column _ in_columns) /\
    rest_table = Pack places [remainders all_traces];
  fit_marks : (places, marked) = (places_of 0 (marks_in k (marks_of fs)), marked_of fs) /\
    slack = column_error _ in_columns * Z.of_nat (length marked) + column_total _ in_columns
}.

Definition sparse_of (k : option subset) (fs : list form) : sparse k fs :=
  let found := summed k fs in
  let p := fst found in
  let gs := snd found in
  let c := columns_of gs in
  let t := later_trace (fun _ =>
    Trace (map remainder gs) (fold_right (fun f n => larger (extent (mark f)) n) O gs)) in
  Sparse k fs p gs c (column_error _ c * Z.of_nat (length gs) + column_total _ c) t
    (Pack p (constants _ c :: column _ c)) (later_packed (fun _ => Pack p [remainders t]))
    (conj eq_refl eq_refl) (conj eq_refl eq_refl)
    (conj (eq_trans (eq_sym (surjective_pairing found)) (summed_eq k fs)) eq_refl).

(* The sum of a row: of outputs that are not 0. *)
Definition row_sum {k fs} (w : weights) (o : sparse k fs) (b : form) : exact :=
  sum (gathered 0 (places k fs o) (all_weights w)) (marked k fs o) (body b).

Lemma row_sum_eq k fs w (o : sparse k fs) b :
  row_sum w o b = sum (chosen (marks_in k (marks_of fs)) (all_weights w)) (marked_of fs) (body b).
Proof.
  unfold row_sum. destruct w as [ws s a t r R W], o as [p gs c sl ts nt rt T X (M & H)]. simpl in *.
  injection M as -> ->. now rewrite gathered_chosen.
Qed.

(* a / 2 ^ q, rounded down, and b *)
Fixpoint add_right (q : Z) (a b : list Z) : list Z :=
  match a, b with
  | x :: a', y :: b' => Z.shiftr x q + y :: add_right q a' b'
  | [], _ => b
  | _, [] => all_right q a
  end.
Lemma nth_add_right q a b c : nth c (add_right q a b) 0 = Z.shiftr (nth c a 0) q + nth c b 0.
Proof.
  assert (E : forall l c, nth c (all_right q l) 0 = Z.shiftr (nth c l 0) q)
    by (intros; rewrite all_right_eq; apply nth_map_0, Z.shiftr_0_l).
  revert b c; induction a as [|x a IH]; intros [|y b] c; cbn [add_right]; rewrite ?E.
  - destruct c; cbn [nth]; rewrite Z.shiftr_0_l; reflexivity.
  - replace (nth c [] 0) with 0 by now destruct c. now rewrite Z.shiftr_0_l.
  - destruct c; cbn [nth]; lia.
  - destruct c as [|c]; cbn [nth]; auto.
Qed.

(* Numbers at shift s, wrong by e, the constant first, and a near form, at the larger shift. *)
Definition plus_near (s : Z) (ds : list Z) (e : Z) (n : near) : near :=
  let q := shift n - s in
  if 0 <? q then
    normal (shift n) (add_right q (tl ds) (about n)) (Z.shiftr (hd 0 ds) q + base n)
      (Z.shiftr e q + rounding + error n)
  else
    let n := rescale n s in normal s (vadd (tl ds) (about n)) (hd 0 ds + base n) (e + error n).

Lemma close_plus e e' p x y x' y' : close e p x y -> close e' p x' y' -> close (e + e') p (x + x') (y + y').
Proof. unfold close. intros. replace (x + x' - (y + y') * p) with (x - y * p + (x' - y' * p)) by ring. lia. Qed.

(* The form r is the sum of b and what the numbers are near to. *)
Lemma plus_near_accurate s ds e n (r b : exact) (slope : nat -> Z) constant : 0 <= s -> 0 <= e -> accurate b n ->
  (forall c, close e (2 ^ s) (slope c) (nth c (tl ds) 0)) -> close e (2 ^ s) constant (hd 0 ds) ->
  (forall c, nth c (slopes_of r) 0 = slope c + nth c (slopes_of b) 0) -> constant_of r = constant + constant_of b ->
  accurate r (plus_near s ds e n).
Proof.
  intros S E A L C Lr Cr. unfold plus_near. destruct (Z.ltb_spec 0 (shift n - s)) as [Q|Q]; apply normal_accurate.
  - destruct A as (N & Ln & Cn). split; [exact N|]. cbn [shift about base error].
    assert (F : forall x y, close e (2 ^ s) x y ->
      close (Z.shiftr e (shift n - s) + rounding) (2 ^ shift n) x (Z.shiftr y (shift n - s))).
    { intros x y X. replace (shift n) with (s + (shift n - s)) at 2 by lia. now apply close_coarser. }
    split; [intros c; rewrite Lr, nth_add_right|rewrite Cr]; apply close_plus; auto.
  - assert (F : shift (rescale n s) = s).
    { unfold rescale. destruct (Z.eqb_spec (s - shift n) 0); [lia|]. now destruct (0 <? _). }
    destruct (rescale_accurate b n s S A) as (N & Ln & Cn). rewrite F in *. split; [exact S|].
    cbn [shift about base error]. split; [intros c; rewrite Lr, nth_vadd|rewrite Cr]; apply close_plus; auto.
Qed.

(* The same near it. *)
Definition near_sum {k fs} (w : weights) (o : sparse k fs) (b : form) : near :=
  let c := in_columns k fs o in
  let s := weight_shift w + column_shift _ c in
  plus_near s (about_dots w (near_table k fs o)) (column_error _ c * weight_total w + slack k fs o) (aside b).

Lemma vdot_zeros {A} vs (l : list A) : vdot vs (map (fun _ => 0) l) = 0.
Proof. revert vs; induction l as [|x l IH]; intros [|v vs]; simpl; auto. rewrite IH; lia. Qed.

Lemma sum_accurate k fs w (o : sparse k fs) b :
  accurate (row_sum w o b) (near_sum w o b).
Proof.
  rewrite row_sum_eq. unfold near_sum.
  destruct w as [ws t wa v rs RS (T & vs & W & A & V)],
    o as [pl gs' [s cs bs e u (S & E & C & B & U)] sl ts nt rt TS (NT & RT) (M & H)].
  simpl in *. injection M as -> ->. rewrite A, NT. unfold dots; cbn [spots table map]. rewrite entries_chosen.
  clear A NT RT rt. set (m := marks_in k (marks_of fs)) in *. set (gs := marked_of fs) in *. subst v.
  pose proof (total_chosen m vs) as TP. apply (chosen_near _ m) in W; [|auto].
  assert (P : 0 < 2 ^ (t + s)) by (apply Z.pow_pos_nonneg; lia).
  assert (X : forall g ys, near_column s e (map g gs) ys -> total ys <= u ->
    close (e * total vs + sl) (2 ^ (t + s)) (vdot (chosen m ws) (map g gs)) (vdot (chosen m vs) ys)).
  { intros g ys Y Z. pose proof (close_dot t s e (chosen m ws) (chosen m vs) _ ys T S E W Y) as Q.
    rewrite map_length in Q. revert Q; apply close_more; [lia|].
    assert (e * total (chosen m vs) <= e * total vs) by (apply Z.mul_le_mono_nonneg_l; auto). lia. }
  apply plus_near_accurate with (b := body b) (slope := fun c => vdot (chosen m ws) (map (slope_at c) gs))
    (constant := vdot (chosen m ws) (map con gs)); cbn [hd tl].
  - lia.
  - pose proof (total_nonneg vs); pose proof (total_nonneg bs). nia.
  - apply fits_near.
  - intros c. destruct (C c) as (Cc & Tc).
    replace (nth c (map (dot_from 0 (chosen m vs)) cs) 0) with (vdot (chosen m vs) (nth c cs (map (fun _ => 0) gs))).
    { apply X; auto. }
    rewrite <- (map_nth (vdot (chosen m vs))), vdot_zeros. f_equal. apply map_ext. intros ys.
    now rewrite dot_from_eq.
  - rewrite dot_from_eq, Z.add_0_l. apply X; auto.
  - intros c. apply sum_slope.
  - apply sum_constant.
Qed.

(* Its trace. *)
Definition sum_trace {k fs} (w : weights) (o : sparse k fs) (b : form) : trace :=
  let t := all_traces k fs o in
  Trace [(remainder b + hd 0 (rest_dots w (rest_table k fs o))) mod modulus]
    (larger (extent t) (extent (mark b))).

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

Lemma extent_most (f : form) fs : In f fs -> (extent (mark f) <= fold_right (fun f n => larger (extent (mark f)) n) O fs)%nat.
Proof.
  induction fs as [|g fs IH]; simpl; rewrite ?larger_max; [easy|]. intros [->|I]; [lia|specialize (IH I); lia].
Qed.

Lemma sum_traced k fs w (o : sparse k fs) b : traced (row_sum w o b) (sum_trace w o b).
Proof.
  rewrite row_sum_eq. unfold sum_trace.
  destruct w as [ws s a t rs RS F], o as [pl gs c sl ts nt rt (T & X) (NT & RT) (M & H)].
  cbn [all_weights rest_dots places all_traces rest_table] in *. injection M as -> ->. split; cbn [remainders extent].
  - f_equal. rewrite RS, RT. unfold dots; cbn [spots table map hd].
    rewrite dot_from_eq, Z.add_0_l, entries_chosen, T, chosen_map, remainder_eq by reflexivity. unfold residue_of.
    rewrite Z.add_mod_idemp_l, Z.add_comm, Z.add_mod, vdot_mod, <- Z.add_mod by easy.
    now rewrite value_sum.
  - rewrite X, larger_max. apply length_sum.
    + intros f I. destruct (fits_mark f) as (_ & Le). pose proof (extent_most f _ I). unfold lin. lia.
    + destruct (fits_mark b) as (_ & Le). lia.
Qed.

Definition no_weights (w : weights) : bool := match all_weights w with [] => true | _ => false end.

(* A row of the next layer, from the outputs of this one. *)
Definition row_form (k : option subset) (fs : list form) (o : sparse k fs) (w : weights) (b : form) : form :=
  if no_weights w then b
  else Both (later_exact (fun _ => row_sum w o b)) (near_sum w o b)
    (later_trace (fun _ => sum_trace w o b)) (sum_accurate k fs w o b) (sum_traced k fs w o b).
