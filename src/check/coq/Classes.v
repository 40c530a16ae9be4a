(* The lists of the checker of linear regions: every cell is in one class, and classes with equal maps
   were compared. *)
From Coq Require Import List ZArith Bool Lia Permutation.
From Crease Require Import Near Sums Checker Linear.
Import ListNotations.

Lemma pairs_app {A} (R : A -> A -> Prop) l l' : ForallOrdPairs R l -> ForallOrdPairs R l' ->
  (forall x y, In x l -> In y l' -> R x y) -> ForallOrdPairs R (l ++ l').
Proof.
  intros H H' X; induction H as [|x l F H IH]; simpl; auto. constructor.
  - apply Forall_app; split; auto. apply Forall_forall; intros; apply X; simpl; auto.
  - apply IH; intros; apply X; simpl; auto.
Qed.

Lemma pairs_and {A} (R R' : A -> A -> Prop) l : ForallOrdPairs R l -> ForallOrdPairs R' l ->
  ForallOrdPairs (fun x y => R x y /\ R' x y) l.
Proof.
  intros H; induction H as [|x l F H IH]; intros H'; constructor; inversion H'; subst; auto.
  rewrite Forall_forall in *; auto.
Qed.

Lemma pairs_of_nodup {A} (D : list (list A)) : NoDup (concat D) ->
  ForallOrdPairs (fun C C' => forall x y, In x C -> In y C' -> x <> y) D.
Proof.
  induction D as [|C D IH]; simpl; intros N; constructor.
  - apply Forall_forall; intros C' I x y Ix Iy <-.
    assert (J : In x (concat D)) by (apply in_concat; eauto). clear - N Ix J.
    induction C as [|z C IH]; simpl in *; [easy|]. inversion N; subst. destruct Ix as [->|Ix]; auto.
    apply H1, in_or_app; auto.
  - apply IH. clear - N. induction C; simpl in *; auto. inversion N; auto.
Qed.

Lemma take_spec {A} i (l : list A) x l' : take i l = Some (x, l') -> Permutation l (x :: l').
Proof.
  revert i l'; induction l as [|y l IH]; intros [|i] l' H; simpl in H; try discriminate.
  - injection H as <- <-; auto.
  - destruct (take i l) as [[z l1]|] eqn:E; [|discriminate]. injection H as -> <-.
    rewrite (IH i l1 E). apply perm_swap.
Qed.

Lemma partition_spec {A} (f : A -> bool) l a b : partition f l = (a, b) ->
  Permutation (a ++ b) l /\ (forall x, In x a -> f x = true) /\ forall x, In x b -> f x = false.
Proof.
  revert a b; induction l as [|x l IH]; simpl; intros a b H.
  - injection H as <- <-; simpl; repeat split; auto; intros ? [].
  - destruct (partition f l) as [a' b']. destruct (IH a' b' eq_refl) as (P & Q & R).
    destruct (f x) eqn:E; injection H as <- <-; (split; [|split]); simpl; auto; try (intros y [<-|I]; now auto).
    now rewrite <- Permutation_middle, P.
Qed.

Definition other_map (g g' : list cell) : Prop := forall x y, In x g -> In y g' -> exact_map x <> exact_map y.

(* ---- Groups ---- *)

Section Told.
Context {X : Type}.
Variable differ : X -> X -> Prop.

Definition told (gs : list (list X)) : Prop :=
  ForallOrdPairs (fun g g' => forall x y, In x g -> In y g' -> differ x y) gs.
(* Groups of all of them, of which each thing differs from those of later groups. *)
Definition parts (gs : list (list X)) (cs : list X) : Prop := Permutation (concat gs) cs /\ told gs.

Lemma one_part cs : parts [cs] cs.
Proof. split; [simpl; now rewrite app_nil_r|]. constructor; constructor. Qed.

Lemma parts_of_parts f gs : told gs -> (forall g, In g gs -> parts (f g) g) ->
  Permutation (concat (flat_map f gs)) (concat gs) /\ told (flat_map f gs).
Proof.
  intros T H. induction T as [|g more F T IH]; simpl; [split; constructor|].
  destruct (H g) as (Pg & Tg); [now left|]. destruct IH as (IP & IT); [intros; apply H; now right|].
  split; [rewrite concat_app, Pg, IP; auto|].
  apply pairs_app; auto. intros h h' I I' x y Ix Iy. rewrite Forall_forall in F.
  assert (Jx : In x g) by (eapply Permutation_in; [exact Pg|apply in_concat; eauto]).
  assert (Jy : In y (concat more)) by (eapply Permutation_in; [exact IP|apply in_concat; eauto]).
  apply in_concat in Jy as (g' & Ig & Jy). now apply (F g' Ig).
Qed.

Notation item := (Z * Z * X)%type.
Lemma merge_permutation (l1 l2 : list item) : Permutation (merge l1 l2) (l1 ++ l2).
Proof.
  revert l2; induction l1 as [|x l1 IH]; intros l2; [now destruct l2|].
  induction l2 as [|y l2 IH2]; [simpl; now rewrite app_nil_r|]. simpl.
  destruct (fst (fst x) <=? fst (fst y)).
  - constructor. apply IH.
  - change ((fix go (l : list item) : list item := match l with
      | [] => x :: l1
      | y :: m2 => if fst (fst x) <=? fst (fst y) then x :: merge l1 l else y :: go m2 end) l2) with (merge (x :: l1) l2).
    rewrite IH2. apply (Permutation_middle (x :: l1)).
Qed.

Lemma push_permutation (l : list item) lists : Permutation (concat (push l lists)) (l ++ concat lists).
Proof.
  revert l; induction lists as [|[|x l'] lists IH]; intros l; [now simpl; rewrite !app_nil_r|reflexivity|].
  change (concat (push l ((x :: l') :: lists))) with (concat (push (merge (x :: l') l) lists)).
  rewrite IH, merge_permutation, <- app_assoc. apply (Permutation_app_swap_app (x :: l') l).
Qed.

Lemma sort_permutation (l : list item) : Permutation (sort l) l.
Proof.
  unfold sort. assert (M : forall lists : list (list item), Permutation (fold_right merge [] lists) (concat lists)).
  { intros lists; induction lists as [|m lists IH]; simpl; auto. now rewrite merge_permutation, IH. }
  rewrite M. clear M. assert (F : forall lists, Permutation (concat (fold_left (fun lists x => push [x] lists) l lists)) (l ++ concat lists)).
  { induction l as [|x l IH]; intros lists; simpl; auto. rewrite IH, push_permutation. simpl.
    symmetry. apply (Permutation_middle l (concat lists) x). }
  rewrite F. simpl. now rewrite app_nil_r.
Qed.

Lemma runs_spec (low high : X -> Z) l : (forall i, In i l -> i = (low (snd i), high (snd i), snd i)) -> forall top,
  let (gs, next) := runs top l in
  concat gs = map snd l /\ (forall x, In x (map snd l) -> next <= low x) /\
  (forall g y, In g (tl gs) -> In y g -> top < low y) /\
  ForallOrdPairs (fun g g' => forall x y, In x g -> In y g' -> high x < low y) gs.
Proof.
  induction l as [|[[lo hi] x] l IH]; intros E top; [simpl; repeat split; easy || constructor|].
  pose proof (E _ (or_introl eq_refl)) as Ex. injection Ex as El Eh. cbn [runs].
  specialize (IH (fun i I => E i (or_intror I)) (Z.max top hi)).
  destruct (runs (Z.max top hi) l) as [gs next]. destruct IH as (C & N & T & O).
  assert (Low : forall y, In y (map snd ((lo, hi, x) :: l)) -> Z.min lo next <= low y).
  { intros y [<-|I]; [simpl; lia|]. specialize (N y I); lia. }
  destruct (Z.ltb_spec (Z.max top hi) next) as [H|H].
  - assert (All : forall g y, In g gs -> In y g -> next <= low y).
    { intros g y I J. apply N. rewrite <- C. apply in_concat; eauto. }
    split; [simpl; now rewrite C|split; [exact Low|split]].
    + intros g y I J. specialize (All g y I J). lia.
    + constructor; auto. apply Forall_forall. intros g I u y [<-|[]] J. specialize (All g y I J). lia.
  - destruct gs as [|g gs].
    + split; [simpl in *; now rewrite <- C|split; [exact Low|split; [intros g y []|repeat constructor]]].
    + split; [simpl in *; now rewrite <- C|split; [exact Low|split]].
      * intros g' y I J. specialize (T g' y I J). lia.
      * inversion O as [|? ? F O']; subst. constructor; auto. rewrite Forall_forall in F |- *.
        intros g' I u y [<-|J] Jy; [|now apply (F g' I)]. specialize (T g' y I Jy). lia.
Qed.

Lemma split_parts low high cs : (forall x y, In x cs -> In y cs -> high x < low y -> differ x y) -> parts (split low high cs) cs.
Proof.
  intros D. unfold split. cbv zeta. set (items := map _ cs). pose proof (sort_permutation items) as P.
  assert (E : forall i, In i (sort items) -> i = (low (snd i), high (snd i), snd i)).
  { intros i I. apply (Permutation_in _ P), in_map_iff in I as (x & <- & _). reflexivity. }
  assert (Q : Permutation (map snd (sort items)) cs).
  { rewrite P. unfold items. rewrite map_map. cbn [snd]. now rewrite map_id. }
  destruct (sort items) as [|[[lo hi] x] l]; [split; [exact Q|constructor]|].
  pose proof (runs_spec low high _ E hi) as R. set (l' := (lo, hi, x) :: l) in *.
  destruct (runs hi l') as [gs next]. destruct R as (C & _ & _ & O).
  cbn [fst]. split; [now rewrite C|]. rewrite <- C in Q. clear - O Q D.
  assert (I : forall g x, In g gs -> In x g -> In x cs).
  { intros g y Ig Iy. eapply Permutation_in; [exact Q|apply in_concat; eauto]. }
  clear Q. induction O as [|g gs F O IH]; constructor; [|apply IH; intros h y Ih; apply I; now right].
  rewrite Forall_forall in F |- *. intros g' Ig x y Ix Iy.
  apply D; [apply (I g); simpl; auto|apply (I g'); simpl; auto|now apply (F g')].
Qed.

Lemma by_key_parts (key_of : X -> Z) cs : (forall x y, In x cs -> In y cs -> key_of x <> key_of y -> differ x y) ->
  parts (by_key key_of cs) cs.
Proof.
  intros D. unfold by_key. destruct cs as [|x [|y cs]]; try apply one_part. apply split_parts.
  intros u v Iu Iv L. apply D; auto; lia.
Qed.

Lemma by_number_parts near_of numbers : (forall o c s x y, 0 <= s -> s <= shift (near_at near_of o x) -> s <= shift (near_at near_of o y) ->
    high_at near_of o c s x < low_at near_of o c s y -> differ x y) ->
  forall cs, parts (by_numbers near_of numbers cs) cs.
Proof.
  intros D. induction numbers as [|[o c] numbers IH]; intros cs; [apply one_part|]. simpl.
  destruct cs as [|x [|y cs]]; try apply one_part. set (l := x :: y :: cs).
  assert (P : parts (by_number near_of o c l) l).
  { unfold by_number. set (s := fold_left _ _ _). destruct (Z.leb_spec 0 s) as [S|]; [|apply one_part].
    destruct (forallb _ l) eqn:F; [|apply one_part]. rewrite forallb_forall in F. apply split_parts.
    intros u v Iu Iv. apply D; auto; now apply Z.leb_le, F. }
  destruct P as (P & T). destruct (parts_of_parts (by_numbers near_of numbers) _ T) as (Q & O); [auto|].
  split; auto. now rewrite Q.
Qed.

(* What is told apart from all the others differs from them in any order. *)
Lemma single_parts gs cs : (forall x y, differ x y -> differ y x) -> parts gs cs ->
  (forall g, In g gs -> ForallOrdPairs differ g) -> ForallOrdPairs differ cs.
Proof.
  intros S [P T] H.
  assert (O : ForallOrdPairs differ (concat gs)).
  { clear P. induction T as [|g gs F T IH]; [constructor|]. simpl. apply pairs_app; [apply H; now left|apply IH; intros; apply H; now right|].
    intros x y Ix Iy. apply in_concat in Iy as (g' & Ig & Iy). rewrite Forall_forall in F. now apply (F g' Ig). }
  revert O. clear - S P. induction P as [|x l l' P IH|x y l|l l' l'' P IH P' IH']; auto.
  - intros O; inversion O as [|? ? F O']; subst. constructor; auto. now rewrite <- P.
  - intros O; inversion O as [|? ? F O']; subst. inversion O' as [|? ? F' O'']; subst. inversion F; subst.
    repeat constructor; auto.
Qed.
End Told.

Lemma key_same x y : exact_map x = exact_map y -> key x = key y.
Proof. unfold key; now intros ->. Qed.

Lemma scaled_bounds a e p s x r : 0 <= s -> 0 <= r -> close e (2 ^ (s + r)) x a ->
  (Z.shiftl (a + e) r < p -> x < p * 2 ^ s) /\ (p <= Z.shiftl (a - e) r -> p * 2 ^ s <= x).
Proof.
  unfold close; intros S R. rewrite !Z.shiftl_mul_pow2, Z.pow_add_r by auto.
  assert (0 < 2 ^ s) by now apply Z.pow_pos_nonneg. set (q := 2 ^ s) in *. set (t := 2 ^ r). nia.
Qed.

Lemma near_values_eq x : near_values x = map aside (snd x).
Proof. apply map_ext; intros f. now destruct (aside f). Qed.

Lemma number_close o c (x : cell) : let n := near_at near_values o x in 0 <= shift n /\
  close (error n) (2 ^ shift n) (nth c (con (nth o (snd x) no_form) :: lin (nth o (snd x) no_form)) 0) (number_at c n).
Proof.
  unfold near_at, number_at. rewrite near_values_eq, map_nth. destruct (fits_near (nth o (snd x) no_form)) as (S & L & C). split; auto.
  destruct c as [|c]; [exact C|exact (L c)].
Qed.

Lemma told_apart o c s x y : 0 <= s -> s <= shift (near_at near_values o x) -> s <= shift (near_at near_values o y) ->
  high_at near_values o c s x < low_at near_values o c s y -> exact_map x <> exact_map y.
Proof.
  unfold low_at, high_at. intros S A B H E.
  assert (X : body (nth o (snd x) no_form) = body (nth o (snd y) no_form)).
  { rewrite <- !(map_nth body). unfold exact_map in E. now rewrite E. }
  pose proof (number_close o c x) as F. pose proof (number_close o c y) as G.
  set (n := near_at near_values o x) in *. set (m := near_at near_values o y) in *.
  unfold lin, con in F, G. rewrite <- X in G. set (v := nth c _ 0) in *. destruct F as (_ & F), G as (_ & G).
  replace (shift n) with (s + (shift n - s)) in F by lia. replace (shift m) with (s + (shift m - s)) in G by lia.
  set (p := Z.shiftl (number_at c m - error m) (shift m - s)) in *.
  destruct (scaled_bounds _ (error n) p s v (shift n - s) S ltac:(lia) F) as [L _].
  destruct (scaled_bounds _ (error m) p s v (shift m - s) S ltac:(lia) G) as [_ U].
  specialize (L H). specialize (U (Z.le_refl _)). lia.
Qed.

Lemma all_groups_spec cs : Permutation (concat (all_groups cs)) cs /\ ForallOrdPairs other_map (all_groups cs).
Proof.
  unfold all_groups, by_all_numbers.
  destruct (by_number_parts (fun x y => exact_map x <> exact_map y) near_values (numbers_of near_values cs) told_apart cs) as (P & T).
  destruct (parts_of_parts _ (by_key key) _ T) as (Q & O).
  { intros g _. apply by_key_parts. intros x y _ _ N E. now apply N, key_same. }
  split; [now rewrite Q|exact O].
Qed.

Lemma remainders_eq x : snd (near_outputs x) = map residue_of (exact_map x).
Proof.
  unfold near_outputs, exact_map; simpl. induction (snd x) as [|f fs IH]; simpl; auto.
  rewrite IH. now destruct (fits_mark f) as [-> _].
Qed.

Lemma differing cs : all_differ (map near_outputs cs) = true -> NoDup (map exact_map cs).
Proof.
  unfold all_differ, by_all_numbers. intros H.
  set (differ (n m : note) := forall x y, near_outputs x = n -> near_outputs y = m -> exact_map x <> exact_map y).
  assert (S : forall n m, differ n m -> differ m n).
  { intros n m D x y Ex Ey E. now apply (D y x). }
  assert (O : ForallOrdPairs differ (map near_outputs cs)).
  { rewrite forallb_forall in H. eapply single_parts; [exact S| |].
    - apply by_key_parts with (key_of := fun n => mixed (snd n)). intros n m _ _ N x y <- <- E. apply N. now rewrite !remainders_eq, E.
    - intros g I. specialize (H g I). rewrite forallb_forall in H. eapply single_parts; [exact S| |].
      + apply by_number_parts with (near_of := fst). intros o c s n m A B C D x y <- <-.
        now apply (told_apart o c s).
      + intros h J. specialize (H h J). destruct h as [|n [|m h]]; [constructor|repeat constructor|discriminate]. }
  clear - O. remember (map near_outputs cs) as ns eqn:E. revert cs E. induction O as [|n ns F O IH]; intros [|x cs] E; try discriminate; [constructor|].
  injection E as -> ->. simpl. constructor; [|now apply IH]. intros I. apply in_map_iff in I as (y & E & I).
  rewrite Forall_forall in F. now apply (F (near_outputs y) (in_map _ _ _ I) x y).
Qed.

Section Classes.
Variables (d : nat) (plan : list cell -> list join) (multipliers : cell -> cell -> form -> list Z).
Variables (cs : list cell) (linked : cell -> cell -> Prop).
Hypothesis linked_self : forall x, In x cs -> linked x x.
Hypothesis linked_join : forall r x y a w u, In x cs -> In y cs -> linked r y ->
  joins d x y a w u = true -> linked r x.

Definition first_of (C : list cell) : cell := last C ([], []).

Definition whole (C : list cell) : Prop := C <> [] /\ forall y, In y C -> In y cs /\ linked (first_of C) y.

Lemma first_in C : C <> [] -> In (first_of C) C.
Proof.
  unfold first_of; induction C as [|x [|y C] IH]; intros N; [easy|now left|right; now apply IH].
Qed.

Lemma whole_one x : In x cs -> whole [x].
Proof. intros I; split; [easy|]. intros y [<-|[]]; auto. Qed.

Lemma whole_more x C : whole C -> In x cs -> linked (first_of C) x -> whole (x :: C).
Proof.
  intros (N & H) I L; split; [easy|]. replace (first_of (x :: C)) with (first_of C).
  - intros y [<-|J]; auto.
  - destruct C; [easy|reflexivity].
Qed.

Lemma join_all_spec steps : forall rest C D E, join_all d steps rest C D = Some E ->
  incl rest cs -> whole C -> Forall whole D ->
  Forall whole E /\ Permutation (concat E) (C ++ concat D ++ rest).
Proof.
  induction steps as [|[i|i j a w u] steps IH]; intros rest C D E H I W F; simpl in H.
  - destruct rest; [|discriminate]. injection H as <-. simpl. rewrite app_nil_r; auto.
  - destruct (take i rest) as [[x rest']|] eqn:T; [|destruct rest; discriminate].
    assert (H' : join_all d steps rest' [x] (C :: D) = Some E) by (destruct rest; exact H). clear H.
    apply take_spec in T. apply IH in H'; auto.
    + destruct H' as (FE & P); split; auto. rewrite P, T. simpl.
      rewrite <- app_assoc. rewrite Permutation_middle. apply Permutation_app_head.
      now rewrite Permutation_middle.
    + intros y J; apply I. eapply Permutation_in; [symmetry; exact T|now right].
    + apply whole_one, I. eapply Permutation_in; [symmetry; exact T|now left].
  - destruct (take i rest) as [[x rest']|] eqn:T; [|destruct rest; discriminate].
    destruct (nth_error C j) as [y|] eqn:Y; [|destruct rest; discriminate].
    destruct (joins d x y a w u) eqn:Jn; [|destruct rest; discriminate].
    assert (H' : join_all d steps rest' (x :: C) D = Some E) by (destruct rest; exact H). clear H.
    apply take_spec in T. apply nth_error_In in Y.
    assert (Ix : In x cs) by (apply I; eapply Permutation_in; [symmetry; exact T|now left]).
    apply IH in H'; auto.
    + destruct H' as (FE & P); split; auto. rewrite P, T. simpl.
      rewrite !app_assoc. apply Permutation_middle.
    + intros z J; apply I. eapply Permutation_in; [symmetry; exact T|now right].
    + apply whole_more; auto. destruct W as (_ & W). destruct (W y Y). eapply linked_join; eauto.
Qed.

Definition compared (C C' : list cell) : Prop := forall x y, In x C -> In y C' ->
  apart d multipliers x y = true \/ exact_map x <> exact_map y.

Lemma all_apart_spec D : all_apart d multipliers D = true -> ForallOrdPairs compared D.
Proof.
  induction D as [|C D IH]; simpl; intros H; constructor; apply andb_true_iff in H as [A B]; auto.
  apply Forall_forall; intros C' I x y Ix Iy; left. rewrite forallb_forall in A.
  specialize (A C' I). rewrite forallb_forall in A. specialize (A x Ix).
  rewrite forallb_forall in A; auto.
Qed.

Lemma classes_of_spec group D : classes_of d plan multipliers group = Some D -> incl group cs ->
  Forall whole D /\ Permutation (concat D) group /\ ForallOrdPairs compared D.
Proof.
  unfold classes_of. destruct group as [|x [|y rest]]; intros H I.
  - injection H as <-; repeat split; constructor.
  - injection H as <-; simpl. split; [|split; auto; constructor; constructor].
    constructor; [apply whole_one, I; now left|constructor].
  - destruct (join_all _ _ _ _ _) as [E|] eqn:J; [|discriminate].
    destruct (all_apart d multipliers E) eqn:A; [|discriminate]. injection H as <-.
    apply join_all_spec in J.
    + destruct J as (F & P); repeat split; auto. now apply all_apart_spec.
    + intros z Z; apply I; now right.
    + apply whole_one, I; now left.
    + constructor.
Qed.

Lemma all_concat gs Ds : all (classes_of d plan multipliers) gs = Some Ds -> incl (concat gs) cs ->
  ForallOrdPairs other_map gs ->
  Forall whole (concat Ds) /\ Permutation (concat (concat Ds)) (concat gs) /\
  ForallOrdPairs compared (concat Ds).
Proof.
  revert Ds; induction gs as [|g gs IH]; simpl; intros Ds H I O.
  - injection H as <-; repeat split; constructor.
  - destruct (classes_of d plan multipliers g) as [D|] eqn:E; [|discriminate].
    destruct (all _ gs) as [Ds'|] eqn:A; [|discriminate]. injection H as <-. inversion O; subst.
    destruct (IH Ds' eq_refl) as (F & P & C); auto.
    { intros x X; apply I, in_or_app; auto. }
    destruct (classes_of_spec g D E) as (F' & P' & C').
    { intros x X; apply I, in_or_app; auto. }
    simpl. repeat split; [now apply Forall_app|rewrite concat_app, P, P'; auto|]. apply pairs_app; auto.
    intros X Y IX IY x y Ix Iy; right.
    assert (Gx : In x g) by (eapply Permutation_in; [exact P'|apply in_concat; eauto]).
    assert (Gy : In y (concat gs)) by (eapply Permutation_in; [exact P|apply in_concat; eauto]).
    apply in_concat in Gy as (g' & Ig & Gy). rewrite Forall_forall in H1. now apply (H1 g').
Qed.

Theorem classes_spec D : classes d plan multipliers (all_groups cs) = Some D ->
  Forall whole D /\ Permutation (concat D) cs /\ ForallOrdPairs compared D.
Proof.
  unfold classes. destruct (all _ _) as [Ds|] eqn:A; [|discriminate]. intros [= <-].
  destruct (all_groups_spec cs) as (P & O).
  destruct (all_concat _ Ds A) as (F & Q & C); auto.
  - intros x X. eapply Permutation_in; [exact P|exact X].
  - repeat split; auto. now rewrite Q.
Qed.

Lemma in_maps fs : In fs (maps (all_groups cs)) <-> exists x, In x cs /\ exact_map x = fs.
Proof.
  destruct (all_groups_spec cs) as (P & _).  unfold maps.
  rewrite in_flat_map. split.
  - intros (g & I & J). apply nodup_In, in_map_iff in J as (x & <- & J). exists x; split; auto.
    eapply Permutation_in; [exact P|apply in_concat; eauto].
  - intros (x & I & <-). eapply Permutation_in in I; [|symmetry; exact P].
    apply in_concat in I as (g & I & J). exists g; split; auto. now apply nodup_In, in_map.
Qed.

Lemma maps_nodup : NoDup (maps (all_groups cs)).
Proof.
  destruct (all_groups_spec cs) as (_ & O).  unfold maps.
  induction O as [|g gs F O IH]; simpl; [constructor|]. rewrite Forall_forall in F.
  assert (X : forall fs, In fs (nodup (list_eq_dec exact_eq_dec) (map exact_map g)) ->
    In fs (flat_map (fun g => nodup (list_eq_dec exact_eq_dec) (map exact_map g)) gs) -> False).
  { intros fs I J. apply nodup_In, in_map_iff in I as (x & <- & I).
    apply in_flat_map in J as (g' & G & J). apply nodup_In, in_map_iff in J as (y & E & J).
    now apply (F g' G x y). }
  pose proof (NoDup_nodup (list_eq_dec exact_eq_dec) (map exact_map g)) as N. revert N X IH. clear.
  generalize (nodup (list_eq_dec exact_eq_dec) (map exact_map g)) as l.
  generalize (flat_map (fun g => nodup (list_eq_dec exact_eq_dec) (map exact_map g)) gs) as m.
  intros m l N X M. induction N as [|fs l I N IH]; simpl; auto. constructor.
  - rewrite in_app_iff; intros [J|J]; [contradiction|]. apply (X fs); simpl; auto.
  - apply IH; intros fs' J; apply X; now right.
Qed.

(* If the maps differ, each cell is a class. *)
Lemma differing_classes : NoDup (map exact_map cs) -> let D := map (fun x => [x]) cs in
  Forall whole D /\ Permutation (concat D) cs /\ ForallOrdPairs compared D /\ length D = length cs /\
  length (maps (all_groups cs)) = length cs.
Proof.
  intros N D. unfold D. refine (conj _ (conj _ (conj _ (conj _ _)))).
  - apply Forall_map, Forall_forall; intros; now apply whole_one.
  - replace (concat (map (fun x => [x]) cs)) with cs; auto. clear; induction cs; simpl; congruence.
  - clear - N. induction cs as [|x l IH]; simpl; constructor; [|apply IH; now inversion N].
    apply Forall_map, Forall_forall. intros y I u v [<-|[]] [<-|[]]. right. intros E.
    inversion N as [|? ? H _]; subst. apply H. rewrite E. now apply in_map.
  - apply map_length.
  - rewrite <- (map_length exact_map cs). apply Permutation_length, NoDup_Permutation; auto using maps_nodup.
    intros fs. rewrite in_maps, in_map_iff. split; intros (x & A & B); eauto.
Qed.

End Classes.
