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

Lemma key_same x y : exact_map x = exact_map y -> key x = key y.
Proof. unfold key; now intros ->. Qed.

Section Groups.
Variable key_of : cell -> Z.
Hypothesis key_of_map : forall x y, exact_map x = exact_map y -> key_of x = key_of y.

Lemma groups_spec digits : forall digit cs,
  Permutation (concat (groups key_of digits digit cs)) cs /\ ForallOrdPairs other_map (groups key_of digits digit cs).
Proof.
  assert (One : forall cs, Permutation (concat [cs]) cs /\ ForallOrdPairs other_map [cs]).
  { intros cs; simpl; rewrite app_nil_r; split; auto. constructor; constructor. }
  induction digits as [|digits IH]; intros digit cs; [apply One|]. simpl.
  destruct cs as [|x [|y cs]]; try apply One. set (l := x :: y :: cs).
  destruct (partition (fun c => Z.even (key_of c / digit)) l) as [a b] eqn:E.
  destruct (partition_spec _ _ _ _ E) as (P & Q & R).
  destruct (IH (2 * digit)%Z a) as (Pa & Fa), (IH (2 * digit)%Z b) as (Pb & Fb).
  rewrite concat_app, Pa, Pb. split; auto. apply pairs_app; auto.
  intros g g' I I' u v U V S. apply key_of_map in S.
  assert (U' : In u a) by (eapply Permutation_in; [exact Pa|apply in_concat; eauto]).
  assert (V' : In v b) by (eapply Permutation_in; [exact Pb|apply in_concat; eauto]).
  apply Q in U'; apply R in V'. simpl in U', V'. rewrite S in U'; congruence.
Qed.

End Groups.

Section Sorted.
Variable pivot : list (list near) -> option (nat * nat * Z * Z).

Lemma scaled_bounds a e p s x r : 0 <= s -> 0 <= r -> close e (2 ^ (s + r)) x a ->
  (Z.shiftl (a + e) r < p -> x < p * 2 ^ s) /\ (p <= Z.shiftl (a - e) r -> p * 2 ^ s <= x).
Proof.
  unfold close; intros S R. rewrite !Z.shiftl_mul_pow2, Z.pow_add_r by auto.
  assert (0 < 2 ^ s) by now apply Z.pow_pos_nonneg. set (q := 2 ^ s) in *. set (t := 2 ^ r). nia.
Qed.

Lemma near_values_eq x : near_values x = map aside (snd x).
Proof. apply map_ext; intros f. now destruct (aside f). Qed.

Lemma number_close o c (x : cell) : let (a, n) := number_near o c (near_values x) in 0 <= shift n /\
  close (error n) (2 ^ shift n) (nth c (con (nth o (snd x) no_form) :: lin (nth o (snd x) no_form)) 0) a.
Proof.
  unfold number_near. rewrite near_values_eq, map_nth. destruct (fits_near (nth o (snd x) no_form)) as (S & L & C). split; auto.
  destruct c as [|c]; [exact C|exact (L c)].
Qed.

Lemma told_apart o c s p x y : is_below o c s p (near_values x) = true -> is_above o c s p (near_values y) = true ->
  exact_map x <> exact_map y.
Proof.
  unfold is_below, is_above. intros B A E.
  assert (X : body (nth o (snd x) no_form) = body (nth o (snd y) no_form)).
  { rewrite <- !(map_nth body). unfold exact_map in E. now rewrite E. }
  pose proof (number_close o c x) as H. pose proof (number_close o c y) as G.
  destruct (number_near o c (near_values x)) as [a n], (number_near o c (near_values y)) as [b m].
  unfold lin, con in H, G. rewrite <- X in G. set (v := nth c _ 0) in *.
  apply andb_prop in A as [A1 A2]. apply andb_prop in B as [B1 B2]. apply andb_prop in B1 as [S B1].
  apply Z.leb_le in S, A1, A2, B1. apply Z.ltb_lt in B2. destruct H as (H1 & H2), G as (G1 & G2).
  replace (shift n) with (s + (shift n - s)) in H2 by lia. replace (shift m) with (s + (shift m - s)) in G2 by lia.
  destruct (scaled_bounds a (error n) p s v (shift n - s) S ltac:(lia) H2) as [L _].
  destruct (scaled_bounds b (error m) p s v (shift m - s) S ltac:(lia) G2) as [_ U].
  specialize (L B2). specialize (U A2). lia.
Qed.

Lemma sorted_spec digits : forall cs,
  Permutation (concat (sorted pivot near_values digits cs)) cs /\ ForallOrdPairs other_map (sorted pivot near_values digits cs).
Proof.
  assert (One : forall cs, Permutation (concat [cs]) cs /\ ForallOrdPairs other_map [cs]).
  { intros cs; simpl; rewrite app_nil_r; split; auto. constructor; constructor. }
  induction digits as [|digits IH]; intros cs; [apply One|]. simpl.
  destruct cs as [|x [|y cs]]; try apply One. set (l := x :: y :: cs).
  destruct (pivot (map near_values l)) as [[[[o c] s] p]|]; [|apply One].
  destruct (partition (fun x => is_below o c s p (near_values x)) l) as [a b] eqn:E.
  destruct (forallb (fun x => is_above o c s p (near_values x)) b) eqn:Ab; [|apply One]. rewrite forallb_forall in Ab.
  destruct (partition_spec _ _ _ _ E) as (P & Q & _).
  destruct (IH a) as (Pa & Fa), (IH b) as (Pb & Fb).
  rewrite concat_app, Pa, Pb. split; auto. apply pairs_app; auto.
  intros g g' I I' u v U V. apply told_apart with o c s p.
  - apply Q. eapply Permutation_in; [exact Pa|apply in_concat; eauto].
  - apply Ab. eapply Permutation_in; [exact Pb|apply in_concat; eauto].
Qed.

Lemma all_groups_spec cs :
  Permutation (concat (all_groups pivot cs)) cs /\ ForallOrdPairs other_map (all_groups pivot cs).
Proof.
  unfold all_groups. generalize 100%nat as many. generalize 61%nat as digits. intros digits many.
  destruct (sorted_spec many cs) as (P & Or). revert P Or. generalize (sorted pivot near_values many cs) as gs.
  intros gs P Or.
  assert (X : Permutation (concat (flat_map (groups key digits 1) gs)) (concat gs) /\
    ForallOrdPairs other_map (flat_map (groups key digits 1) gs)).
  { clear P. induction Or as [|g more F Or (IP & IO)]; simpl; [split; constructor|].
    destruct (groups_spec key key_same digits 1 g) as (Pg & Og). split; [rewrite concat_app, Pg, IP; auto|].
    apply pairs_app; auto. intros h h' I I' u v U V. rewrite Forall_forall in F.
    assert (Iu : In u g) by (eapply Permutation_in; [exact Pg|apply in_concat; eauto]).
    assert (Iv : In v (concat more)) by (eapply Permutation_in; [exact IP|apply in_concat; eauto]).
    apply in_concat in Iv as (g' & Ig & Iv). now apply (F g' Ig). }
  destruct X as (X & Y). split; auto. now rewrite X.
Qed.

Lemma partition_map {X Y} (f : Y -> bool) (g : X -> Y) l : partition f (map g l) =
  let (a, b) := partition (fun x => f (g x)) l in (map g a, map g b).
Proof.
  induction l as [|x l IH]; simpl; auto. rewrite IH. destruct (partition _ l). now destruct (f (g x)).
Qed.

Lemma sorted_map {X Y} (g : X -> Y) (near_of : Y -> list near) digits : forall cs,
  sorted pivot near_of digits (map g cs) = map (map g) (sorted pivot (fun x => near_of (g x)) digits cs).
Proof.
  induction digits as [|digits IH]; intros cs; [reflexivity|]. simpl.
  destruct cs as [|x [|y cs]]; try reflexivity. set (l := x :: y :: cs).
  change (g x :: g y :: map g cs) with (map g l). rewrite map_map.
  destruct (pivot (map (fun x => near_of (g x)) l)) as [[[[o c] s] p]|]; [|reflexivity]. rewrite partition_map.
  destruct (partition _ l) as [a b].
  assert (F : forall f, forallb f (map g b) = forallb (fun x => f (g x)) b)
    by (intros f; induction b; simpl; congruence).
  rewrite F. destruct (forallb _ b); [|reflexivity]. now rewrite !IH, map_app.
Qed.

Lemma groups_map {X Y} (g : X -> Y) (key_of : Y -> Z) digits : forall digit cs,
  groups key_of digits digit (map g cs) = map (map g) (groups (fun x => key_of (g x)) digits digit cs).
Proof.
  induction digits as [|digits IH]; intros digit cs; [reflexivity|]. simpl.
  destruct cs as [|x [|y cs]]; try reflexivity. set (l := x :: y :: cs).
  change (g x :: g y :: map g cs) with (map g l). rewrite partition_map.
  destruct (partition _ l) as [a b]. now rewrite !IH, map_app.
Qed.

Lemma remainders_eq x : snd (near_outputs x) = map residue_of (exact_map x).
Proof.
  unfold near_outputs, exact_map; simpl. induction (snd x) as [|f fs IH]; simpl; auto.
  rewrite IH. now destruct (fits_mark f) as [-> _].
Qed.

Lemma nodup_join {A} (l m : list A) : NoDup l -> NoDup m -> (forall x, In x l -> In x m -> False) -> NoDup (l ++ m).
Proof.
  intros N M; induction N as [|x l I N IH]; simpl; auto. intros H. constructor.
  - rewrite in_app_iff; intros [J|J]; eauto.
  - apply IH; eauto.
Qed.

(* Maps differ if they do within each part of a list whose parts have no map in common. *)
Lemma parts_differ gs cs : Permutation (concat gs) cs /\ ForallOrdPairs other_map gs ->
  Forall (fun g => NoDup (map exact_map g)) gs -> NoDup (map exact_map cs).
Proof.
  intros [P O] W. apply (Permutation_NoDup (Permutation_map exact_map P)). clear P.
  induction O as [|g gs F O IH]; [constructor|]. inversion W; subst.
  simpl. rewrite map_app. apply nodup_join; auto.
  intros e I J. apply in_map_iff in I as (x & <- & I). apply in_map_iff in J as (y & E & J).
  apply in_concat in J as (h & Ih & J). rewrite Forall_forall in F. now apply (F h Ih x y I J).
Qed.

Lemma forallb_forall_map {X Y} (p : Y -> bool) (g : X -> Y) (Q : X -> Prop) l :
  forallb p (map g l) = true -> (forall x, p (g x) = true -> Q x) -> Forall Q l.
Proof.
  rewrite forallb_forall, Forall_forall. intros H I x J. apply I, H, in_map, J.
Qed.

Lemma all_single hs : forallb is_single (map (map near_outputs) hs) = true -> Forall (fun h => NoDup (map exact_map h)) hs.
Proof.
  intros H. apply (forallb_forall_map _ _ _ _ H). intros [|x [|y l]] S; [constructor|repeat constructor; easy|discriminate].
Qed.

Lemma differing cs : all_differ pivot (map near_outputs cs) = true -> NoDup (map exact_map cs).
Proof.
  unfold all_differ. generalize 100%nat as many. generalize 61%nat as digits. intros digits many.
  rewrite sorted_map. intros H.
  apply (parts_differ _ _ (sorted_spec many cs)). apply (forallb_forall_map _ _ _ _ H). clear H.
  intros g H. rewrite groups_map in H. set (key_of := fun x => mixed (snd (near_outputs x))) in H.
  assert (K : forall x y, exact_map x = exact_map y -> key_of x = key_of y).
  { intros x y E. unfold key_of. now rewrite !remainders_eq, E. }
  apply (parts_differ _ _ (groups_spec key_of K digits 1 g)). apply (forallb_forall_map _ _ _ _ H). clear H.
  intros h H. rewrite sorted_map in H. apply (parts_differ _ _ (sorted_spec many h)). now apply all_single.
Qed.

End Sorted.

Section Classes.
Variables (d : nat) (pivot : list (list near) -> option (nat * nat * Z * Z)) (plan : list cell -> list join) (multipliers : cell -> cell -> form -> list Z).
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

Theorem classes_spec D : classes d plan multipliers (all_groups pivot cs) = Some D ->
  Forall whole D /\ Permutation (concat D) cs /\ ForallOrdPairs compared D.
Proof.
  unfold classes. destruct (all _ _) as [Ds|] eqn:A; [|discriminate]. intros [= <-].
  destruct (all_groups_spec pivot cs) as (P & O).
  destruct (all_concat _ Ds A) as (F & Q & C); auto.
  - intros x X. eapply Permutation_in; [exact P|exact X].
  - repeat split; auto. now rewrite Q.
Qed.

Lemma in_maps fs : In fs (maps (all_groups pivot cs)) <-> exists x, In x cs /\ exact_map x = fs.
Proof.
  destruct (all_groups_spec pivot cs) as (P & _).  unfold maps.
  rewrite in_flat_map. split.
  - intros (g & I & J). apply nodup_In, in_map_iff in J as (x & <- & J). exists x; split; auto.
    eapply Permutation_in; [exact P|apply in_concat; eauto].
  - intros (x & I & <-). eapply Permutation_in in I; [|symmetry; exact P].
    apply in_concat in I as (g & I & J). exists g; split; auto. now apply nodup_In, in_map.
Qed.

Lemma maps_nodup : NoDup (maps (all_groups pivot cs)).
Proof.
  destruct (all_groups_spec pivot cs) as (_ & O).  unfold maps.
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
  length (maps (all_groups pivot cs)) = length cs.
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
