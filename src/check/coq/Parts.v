(* Parts of the domain: the patterns and outputs that are still open there, and what a unit gives. *)
From Coq Require Import List ZArith Bool Lia Ring Field FinFun.
From Crease Require Import Field Network Near Sums Checker Linear Geometry.
Import ListNotations.

Lemma map_rows_map {A R R' R''} (f : R' -> R'') (g : R -> R') (n : unit A R) :
  map_rows f (map_rows g n) = map_rows (fun r => f (g r)) n.
Proof. destruct n; simpl; [reflexivity|now rewrite map_map]. Qed.

Lemma map_rows_ext {A R R'} (f g : R -> R') (n : unit A R) : (forall r, f r = g r) ->
  map_rows f n = map_rows g n.
Proof. intros E; destruct n; simpl; [now rewrite E|f_equal; now apply map_ext]. Qed.

Section Parts.
Load Head.

(* ---- Patterns of a part ---- *)

Definition at_point (n : unit Z form) (u : point) : nat * K := unit_at phi (map_rows (fun f => ev f u) n).

(* The outputs x may be some of those of the layer before. *)
Definition row_of (k : option subset) (x u : point) (row : partial) : K :=
  zdot (taken k (all_weights (fst row))) x + ev (snd row) u.

Fixpoint from (k : option subset) (ls : list layer) (x u : point) : list nat :=
  match ls with
  | [] => []
  | l :: more =>
      let units := map (fun n => unit_at phi (map_rows (row_of k x u) n)) l in
      map fst units ++ from None more (map snd units) u
  end.

(* After outputs x of settled units. *)
Definition rest (k : option subset) (x : point) (open : list (unit Z form)) (ls : list layer) (u : point) : list nat :=
  let units := map (fun n => at_point n u) open in map fst units ++ from k ls (x ++ map snd units) u.

Definition settled_values (p : part) (u : point) : list K := evs (rev (values p)) u.

Definition patterns (p : part) (l : nat) (u : point) : list nat :=
  rest (partly p) (settled_values p u) (open p) (firstn l (later p)) u.

Lemma settled_more p more y u : settled_values (settled p more y) u = settled_values p u ++ [ev y u].
Proof. unfold settled_values, Geometry.evs; simpl. now rewrite map_app. Qed.

Lemma rest_settled k x n open ls u q y : at_point n u = (q, ev y u) ->
  rest k x (n :: open) ls u = q :: rest k (x ++ [ev y u]) open ls u.
Proof. intros E; unfold rest; simpl; rewrite E; simpl. now rewrite <- app_assoc. Qed.

Lemma patterns_settled p n todo more y l u q : open p = n :: todo -> at_point n u = (q, ev y u) ->
  patterns p l u = q :: patterns (settled p more y) l u.
Proof.
  intros O E; unfold patterns. rewrite settled_more. simpl. rewrite O. now apply rest_settled.
Qed.

Lemma zdot_sum ws fs b u : zdot (slopes_of (sum ws fs b)) u + phi (constant_of (sum ws fs b)) =
  zdot ws (evs fs u) + (zdot (slopes_of b) u + phi (constant_of b)).
Proof.
  revert fs; induction ws as [|w ws IH]; intros [|f fs]; simpl; try (unfold Geometry.zdot; simpl; ring).
  rewrite zdot_vmuladd, of_Z_add, of_Z_mul.
  change (zdot (w :: ws) (ev f u :: Geometry.evs K fs u)) with (phi w * ev f u + zdot ws (evs fs u)).
  unfold Geometry.ev at 1.
  transitivity (phi w * (zdot (lin f) u + phi (con f)) +
    (zdot (slopes_of (sum ws fs b)) u + phi (constant_of (sum ws fs b)))); [ring|].
  rewrite IH; ring.
Qed.

Lemma ev_blank f u : blank (aside f) = true -> ev f u = 0.
Proof.
  intros B. destruct (blank_zero _ _ (fits_near f) B) as (C & L). unfold Geometry.ev, lin, con. rewrite C, of_Z_0.
  assert (Z : forall l u, (forall c, nth c l 0%Z = 0%Z) -> zdot l u = 0).
  { clear. unfold Geometry.zdot. intros l; induction l as [|x l IH]; intros [|y u] H; simpl; auto.
    rewrite IH by (intros c; exact (H (S c))). pose proof (H O) as X; simpl in X. rewrite X, of_Z_0; ring. }
  rewrite Z by auto. ring.
Qed.

Lemma zdot_hd ws y x : zdot ws (y :: x) = phi (hd 0%Z ws) * y + zdot (tl ws) x.
Proof. destruct ws as [|w ws]; unfold Geometry.zdot; simpl; auto. rewrite of_Z_0. destruct x; simpl; ring. Qed.

(* 0 for those that are not marked. *)
Fixpoint masked (some : list bool) (x : point) : point :=
  match some, x with b :: some, y :: x => (if b then y else 0) :: masked some x | _, _ => [] end.

Lemma zdot_masked some : forall ws x, zdot (chosen some ws) (pick some x) = zdot ws (masked some x).
Proof.
  assert (E : forall ws, zdot ws [] = 0) by now intros [].
  induction some as [|b some IH]; intros ws [|y x]; cbn [masked pick]; rewrite ?E; auto. rewrite zdot_hd, <- IH.
  destruct b; cbn [chosen]; [now rewrite zdot_hd|ring].
Qed.

Lemma zdot_among marks : forall some ws x,
  zdot (chosen (among marks some) ws) (pick some x) = zdot (chosen marks ws) (masked some x).
Proof.
  assert (E : forall ws, zdot ws [] = 0) by now intros [].
  induction marks as [|[] marks IH]; intros some ws x; cbn [among]; [reflexivity| |exact (IH some (tl ws) x)].
  destruct some as [|b some]; [destruct x; exact (eq_trans (E _) (eq_sym (E _)))|].
  destruct x as [|y x]; cbn [masked pick]; [now rewrite !E|]. cbn [chosen]. rewrite zdot_hd; cbn [hd tl].
  rewrite <- IH. destruct b; [now rewrite zdot_hd|ring].
Qed.

Lemma zdot_taken k some ws x : zdot (chosen (marks_in k some) ws) (pick some x) = zdot (taken k ws) (masked some x).
Proof. destruct k; [apply zdot_among|apply zdot_masked]. Qed.

Lemma pick_map {A B} (f : A -> B) some l : pick some (map f l) = map f (pick some l).
Proof. revert l; induction some as [|[] some IH]; intros [|x l]; simpl; auto. now rewrite IH. Qed.

Lemma masked_blank fs u : masked (marks_of fs) (evs fs u) = evs fs u.
Proof.
  induction fs as [|f fs IH]; simpl; auto. rewrite IH. destruct (blank (aside f)) eqn:B; auto.
  simpl. now rewrite (ev_blank f u B).
Qed.

Lemma ev_row_form k fs c w b u : ev (row_form k fs c w b) u = row_of k (evs fs u) u (w, b).
Proof.
  unfold row_form, row_of; simpl. destruct (no_weights w) eqn:N.
  - unfold no_weights in N. destruct (all_weights w); [|discriminate].
    assert (N' : forall marks x, zdot (chosen marks []) x = 0).
    { clear. intros marks; induction marks as [|[] marks IH]; intros [|y x]; simpl; auto.
      unfold Geometry.zdot in *; simpl. rewrite IH, of_Z_0; ring. }
    destruct k; simpl; rewrite ?N'; [|unfold Geometry.zdot; simpl]; ring.
  - change (ev (Both _ _ _ _ _) u) with (zdot (slopes_of (row_sum w c b)) u + phi (constant_of (row_sum w c b))).
    unfold Geometry.evs. rewrite row_sum_eq, zdot_sum. unfold Geometry.evs, marked_of. rewrite <- pick_map, zdot_taken.
    fold (evs fs u). now rewrite masked_blank.
Qed.

Lemma unit_next k fs c l u : map (fun n => unit_at phi (map_rows (row_of k (evs fs u) u) n)) l =
  map (fun n => at_point n u) (map (map_rows (fun row => row_form k fs c (fst row) (snd row))) l).
Proof.
  rewrite map_map; apply map_ext; intros n. unfold at_point. rewrite map_rows_map; f_equal.
  apply map_rows_ext. intros [w b]; simpl. now rewrite ev_row_form.
Qed.

Lemma patterns_layer p l more k u : open p = [] -> later p = l :: more ->
  patterns p (S k) u = patterns (next_layer p l more) k u.
Proof.
  intros O La. unfold patterns, rest, next_layer, settled_values; simpl. rewrite O, La; simpl.
  rewrite app_nil_r, unit_next with (c := sparse_of (partly p) (rev (values p))). reflexivity.
Qed.

(* ---- Outputs that become part of the next layer's rows ---- *)

(* The first list is the sum of the others. *)
Inductive sums : point -> point -> point -> Prop :=
| No_sums : sums [] [] []
| One_sum a b c x y z : a = b + c -> sums x y z -> sums (a :: x) (b :: y) (c :: z).

Lemma sums_app x y z x' y' z' : sums x y z -> sums x' y' z' -> sums (x ++ x') (y ++ y') (z ++ z').
Proof. intros S S'; induction S; simpl; auto. now constructor. Qed.

Lemma sums_map {A} (f g h : A -> K) l : (forall a, f a = g a + h a) -> sums (map f l) (map g l) (map h l).
Proof. intros E; induction l; simpl; constructor; auto. Qed.

Lemma zdot_sums ws x y z : sums x y z -> zdot ws x = zdot ws y + zdot ws z.
Proof.
  intros S; revert ws; induction S as [|a b c x y z E S IH]; intros [|w ws]; unfold Geometry.zdot in *; simpl; try ring.
  rewrite IH, E; ring.
Qed.

Lemma absorbed_layer k k' x y ys o l u : (forall ws, zdot (taken k ws) x = zdot (taken k' ws) y + zdot (taken k ws) (evs ys u)) ->
  map (fun n => unit_at phi (map_rows (row_of k' y u) n))
    (map (map_rows (fun row => (fst row, row_form k ys o (fst row) (snd row)))) l) =
  map (fun n => unit_at phi (map_rows (row_of k x u) n)) l.
Proof.
  intros S; rewrite map_map; apply map_ext; intros n. rewrite map_rows_map; f_equal.
  apply map_rows_ext. intros [w b]. unfold row_of at 1. simpl fst; simpl snd.
  rewrite ev_row_form. unfold row_of; simpl. rewrite S; ring.
Qed.

Notation outputs_at p u := (settled_values p u ++ map (fun n => snd (at_point n u)) (open p)).

Lemma known_spec n u : snd (at_point n u) = (if is_open n then snd (at_point n u) else 0) + ev (known_output n) u.
Proof.
  destruct n as [first z [|piece pieces] last|rows]; simpl; rewrite ?ev_no_form; [|ring..].
  unfold at_point; simpl. destruct last as [s o]; simpl. rewrite ev_output; ring.
Qed.

Lemma pick_after {S T} (m : list S) (some : list bool) (l l' : list T) : length m = length l ->
  pick (map (fun _ => false) m ++ some) (l ++ l') = pick some l'.
Proof. revert l; induction m as [|y m IH]; intros [|x l]; simpl; intros E; try discriminate; auto. Qed.
Lemma masked_after {S} (m : list S) some l l' : length m = length l ->
  masked (map (fun _ => false) m ++ some) (l ++ l') = map (fun _ => 0) l ++ masked some l'.
Proof. revert l; induction m as [|y m IH]; intros [|x l]; simpl; intros E; try discriminate; f_equal; auto. Qed.
Lemma pick_filter {A B} f (g : A -> B) l : pick (map f l) (map g l) = map g (filter f l).
Proof. induction l as [|x l IH]; simpl; auto. rewrite IH. now destruct (f x). Qed.
Lemma among_all some : among (map (fun _ => true) some) some = some.
Proof. induction some; simpl; f_equal; auto. Qed.

Definition unit_marks (p : part) : list bool := map (fun _ => false) (values p) ++ map is_open (open p).

Lemma settled_length p u : length (values p) = length (settled_values p u).
Proof. unfold settled_values, Geometry.evs. now rewrite map_length, rev_length. Qed.

Lemma open_outputs p u : pick (unit_marks p) (outputs_at p u) = map (fun n => snd (at_point n u)) (filter is_open (open p)).
Proof.
  unfold unit_marks. rewrite <- pick_filter. apply pick_after. apply settled_length.
Qed.

Lemma known_outputs p u : sums (outputs_at p u) (masked (unit_marks p) (outputs_at p u))
  (evs (rev (values p) ++ map known_output (open p)) u).
Proof.
  unfold unit_marks. rewrite masked_after by apply settled_length.
  unfold Geometry.evs. rewrite map_app, map_map. apply sums_app.
  - change (map (fun f => ev f u) (rev (values p))) with (settled_values p u). generalize (settled_values p u). induction l; simpl; constructor; auto; ring.
  - induction (open p) as [|n ns IH]; simpl; constructor; auto. apply known_spec.
Qed.

Lemma outputs_absorbed p l more u ws : zdot (taken (partly p) ws) (outputs_at p u) =
  zdot (taken (partly (absorbed p l more)) ws) (outputs_at (absorbed p l more) u) +
  zdot (taken (partly p) ws) (evs (rev (values p) ++ map known_output (open p)) u).
Proof.
  rewrite (zdot_sums _ _ _ _ (known_outputs p u)). f_equal. rewrite <- zdot_taken, open_outputs.
  unfold absorbed, settled_values; simpl. f_equal. unfold keep_open. fold (unit_marks p).
  destruct (partly p) as [k|]; simpl; auto. now rewrite among_all.
Qed.

(* The numbers of pieces of these units, from those of the open ones, and what follows. *)
Fixpoint fill (ns : list (unit Z form)) (s : list nat) : list nat :=
  match ns, s with
  | [], _ => s
  | Pieces first _ [] _ :: ns, _ => first :: fill ns s
  | _ :: ns, q :: s => q :: fill ns s
  | _ :: _, [] => []
  end.

Lemma fill_injective ns : Injective (fill ns).
Proof.
  induction ns as [|n ns IH]; intros s t; simpl; auto.
  destruct n as [first z [|piece more] last|rows]; [intros [= E]; now apply IH|..];
    (destruct s as [|q s], t as [|r t]; intros E; try discriminate; auto; injection E as -> E; f_equal; now apply IH).
Qed.

Lemma fill_open ns u t : fill ns (map (fun n => fst (at_point n u)) (filter is_open ns) ++ t) =
  map (fun n => fst (at_point n u)) ns ++ t.
Proof. induction ns as [|[first z [|piece more] last|rows] ns IH]; simpl; try rewrite IH; auto. Qed.

Lemma patterns_absorbed p l more k u : later p = l :: more ->
  patterns p k u = fill (open p) (patterns (absorbed p l more) k u).
Proof.
  intros La. unfold patterns, rest. rewrite !(map_map (fun n => at_point n u)). unfold absorbed at 2. simpl open.
  rewrite fill_open. f_equal. rewrite La. unfold absorbed at 2. simpl later. destruct k as [|k]; [reflexivity|].
  simpl firstn. simpl from. rewrite (absorbed_layer (partly p) (partly (absorbed p l more)) (outputs_at p u)); auto.
  apply outputs_absorbed.
Qed.

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

Lemma rest_head k x n open ls u : exists t, rest k x (n :: open) ls u = fst (at_point n u) :: t.
Proof. unfold rest; simpl; eauto. Qed.

(* ---- Maxout ---- *)

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

(* ---- Outputs of a part ---- *)

Fixpoint outs_of (k : option subset) (ls : list layer) (x u : point) : list K :=
  match ls with
  | [] => x
  | l :: more =>
      outs_of None more (map snd (map (fun n => unit_at phi (map_rows (row_of k x u) n)) l)) u
  end.

Definition outs (p : part) (u : point) : list K :=
  outs_of (partly p) (later p) (outputs_at p u) u.

Lemma outs_settled p n todo more y u : open p = n :: todo -> snd (at_point n u) = ev y u ->
  outs p u = outs (settled p more y) u.
Proof.
  intros O E; unfold outs. rewrite settled_more, <- app_assoc. simpl. now rewrite O; simpl; rewrite E.
Qed.

Lemma outs_case p n todo more n' u : open p = n :: todo -> snd (at_point n u) = snd (at_point n' u) ->
  outs p u = outs (case p more n') u.
Proof. intros O E; unfold outs, settled_values; simpl. rewrite O; simpl. now rewrite E. Qed.

Lemma outs_next p l more u : open p = [] -> later p = l :: more -> outs p u = outs (next_layer p l more) u.
Proof.
  intros O La; unfold outs, settled_values; simpl. rewrite O, La; simpl.
  rewrite app_nil_r, unit_next with (c := sparse_of (partly p) (rev (values p))). now rewrite map_map.
Qed.

Lemma outs_absorbed p l more u : later p = l :: more -> outs p u = outs (absorbed p l more) u.
Proof.
  intros La. unfold outs. rewrite La. unfold absorbed at 2. simpl later. simpl outs_of.
  rewrite (absorbed_layer (partly p) (partly (absorbed p l more)) (outputs_at p u)); auto. apply outputs_absorbed.
Qed.

(* ---- Continuous units ---- *)

Definition smooth (p : part) : Prop :=
  forallb continuous (open p) = true /\ forallb (forallb continuous) (later p) = true.

Lemma continuous_map {R R'} (f : R -> R') (n : unit Z R) : continuous (map_rows f n) = continuous n.
Proof. destruct n as [first row pieces last|[|row rows]]; reflexivity. Qed.

Lemma continuous_layer {R R'} (f : R -> R') (l : list (unit Z R)) :
  forallb continuous (map (map_rows f) l) = forallb continuous l.
Proof. induction l as [|n l IH]; simpl; auto. now rewrite continuous_map, IH. Qed.

Lemma smooth_settled p more y : smooth p -> smooth (settled p more y).
Proof.
  intros (O & L); split; simpl; auto. destruct (open p); simpl in *; auto. now apply andb_true_iff in O.
Qed.

Lemma smooth_case p n todo more n' : open p = n :: todo -> smooth p -> continuous n' = true ->
  smooth (case p more n').
Proof.
  intros O (C & L) N; split; simpl; auto. rewrite O in C; simpl in C. rewrite O; simpl.
  apply andb_true_iff in C as [_ C]. now rewrite N.
Qed.

Lemma smooth_next p l more : later p = l :: more -> smooth p -> smooth (next_layer p l more).
Proof.
  intros La (C & L); rewrite La in L; simpl in L; apply andb_true_iff in L as [L M].
  split; simpl; auto. now rewrite continuous_layer.
Qed.

Lemma smooth_absorbed p l more : later p = l :: more -> smooth p -> smooth (absorbed p l more).
Proof.
  intros La (C & L); split; simpl.
  - revert C; induction (open p) as [|n ns IH]; simpl; auto. rewrite andb_true_iff. intros [H C].
    destruct (is_open n); auto. simpl. now rewrite H, IH.
  - rewrite La in L; simpl in L. now rewrite continuous_layer.
Qed.

Lemma continuous_tail first z p more last : continuous (Pieces first z (p :: more) last) = true ->
  continuous (Pieces (S first) z more last : unit Z form) = true.
Proof.
  destruct p as [b [s o]]; simpl. destruct (match more with p :: _ => snd p | [] => last end).
  now rewrite !andb_true_iff.
Qed.

(* At a breakpoint the lower piece and the next have one value. *)
Lemma next_piece first z b piece more last u : continuous (Pieces first z ((b, piece) :: more) last) = true ->
  nonneg (ev (crease z b) u) ->
  snd (at_point (Pieces first z ((b, piece) :: more) last) u) =
  snd (at_point (Pieces (S first) z more last) u).
Proof.
  intros C [P|Z]; [rewrite at_above; auto; now apply above_true|].
  rewrite at_below by (apply above_false; right; rewrite Z; ring).
  rewrite ev_crease in Z. destruct piece as [s o]. simpl snd at 1. rewrite ev_output.
  assert (E : ev z u = phi b) by (transitivity (ev z u - phi b + phi b); [ring|rewrite Z; ring]).
  simpl in C. unfold at_point; simpl. destruct more as [|[b' [s' o']] more].
  - destruct last as [s' o']. rewrite !andb_true_iff in C. destruct C as [[C _] _].
    apply Z.eqb_eq, (f_equal phi) in C. rewrite !of_Z_add, !of_Z_mul in C. simpl.
    rewrite E; exact C.
  - simpl in C. rewrite !andb_true_iff in C. destruct C as [[C B] _].
    apply Z.eqb_eq, (f_equal phi) in C. rewrite !of_Z_add, !of_Z_mul in C. apply Z.leb_le in B.
    simpl. replace (above (ev z u - phi b')) with false; [simpl; rewrite E; exact C|].
    symmetry; apply above_false. rewrite E.
    replace (- (phi b - phi b')) with (phi (b' - b)) by (unfold Z.sub; rewrite of_Z_add, of_Z_opp; ring).
    apply of_Z_nonneg; lia.
Qed.

Lemma same_number (a b : K) : nonneg (a - b) -> nonneg (b - a) -> a = b.
Proof.
  intros [P|Z] N.
  - exfalso; apply (nonneg_not_positive K _ N). now replace (- (b - a)) with (a - b) by ring.
  - transitivity (a - b + b); [ring|rewrite Z; ring].
Qed.

(* Where its ties are >= 0, a row has the largest value. *)
Lemma tied_value rows q u : (q < length rows)%nat -> length u = d ->
  inside (ties d rows q (nth q rows no_form)) u ->
  snd (at_point (Maxout rows) u) = ev (nth q rows no_form) u.
Proof.
  set (z := nth q rows no_form). intros L Lu I. unfold ties in I. apply inside_app in I as [I1 I2].
  unfold Geometry.inside in *; rewrite Forall_forall in *.
  assert (B : forall y, In y rows -> nonneg (ev z u - ev y u)).
  { intros y Iy. rewrite <- ev_less. destruct (in_split_at y rows q Iy L) as [(i & _ & _ & J)|[->|J]].
    - apply I1. now apply in_map.
    - right; rewrite ev_less; unfold z; ring.
    - destruct (trivial d (less z y)) eqn:T; [right; now apply trivial_ev with d|].
      apply I2, filter_In; split; [now apply in_map|now rewrite T]. }
  destruct (winner_spec rows u) as (R & -> & W & _); [intros ->; simpl in L; lia|]. simpl.
  set (r := winner rows u) in *. apply same_number.
  - rewrite beats_all in W. rewrite <- ev_less. apply W, nth_In; auto.
  - apply B, nth_In; auto.
Qed.

End Parts.
