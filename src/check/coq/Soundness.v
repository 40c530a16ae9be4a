(* Proof by cases: every pattern is found once, none is missing, none is made up. *)
From Coq Require Import List ZArith Bool Lia Ring Field FinFun.
From Crease Require Import Field Network Near Sums Checker Linear Geometry Parts Main.
Import ListNotations.

Section Soundness.
Load Head.
Notation patterns := (patterns K).

Implicit Types (f g : point -> list nat) (ms : list form) (u v : point) (o : open_set K).

(* ---- Patterns of open sets ---- *)

(* The list has the values that f takes all over open sets of the part, as far as these lie in A. *)
Definition found (A : point -> Prop) ms f (P : list (list nat)) : Prop :=
  NoDup P /\
  (forall s, In s P -> exists o, solid o /\
     forall v, length v = d -> within o v -> strictly ms v /\ A v /\ f v = s) /\
  (forall o, solid o -> (forall v, length v = d -> within o v -> inside ms v /\ A v) ->
     exists s o', In s P /\ solid o' /\ smaller o' o /\ forall v, length v = d -> within o' v -> f v = s).

Definition always : point -> Prop := fun _ => True.

Definition tame ms f (s : list nat) : Prop :=
  exists b, forall u, length u = d -> inside ms u -> f u = s -> at_most b u.

Definition far ms f (s : list nat) : Prop :=
  forall b, exists o, solid o /\
    forall v, length v = d -> within o v -> strictly ms v /\ f v = s /\ ~ at_most b v.

Definition flags ms f (P : list (list nat * bool)) : Prop :=
  Forall (fun p => if snd p : bool then tame ms f (fst p) else far ms f (fst p)) P.

(* The counts are those of lists of patterns, of each number of layers that are to come. *)
Definition counted_from (A : point -> Prop) (p : part) (k : counts) : Prop :=
  exists (P : list (list nat * bool)) (L : list (list (list nat))), let n := length (later p) in
    regions k = N.of_nat (length P) /\
    bounded_regions k = N.of_nat (length (filter snd P)) /\
    per_layer k = map (fun l => N.of_nat (length l)) L /\
    map fst P = nth n L [] /\ flags (members p) (patterns p n) P /\
    forall l, (l <= n)%nat -> found A (members p) (patterns p l) (nth l L []).

Definition claim (p : part) (k : counts) : Prop := counted_from always p k.

(* ---- Cases ---- *)

Section Cases.
Variables (p : part) (c : point -> nat).
Hypothesis Steady : steady K d (members p) c.
Hypothesis Differ : forall l u v, patterns p l u = patterns p l v -> c u = c v.

Section One.
Variables (q : nat) (k : part) (g : list nat -> list nat).
Hypothesis Inj : Injective g.
Hypothesis Members : incl (members p) (members k).
Hypothesis Within : forall o, solid o -> (forall v, length v = d -> within o v -> strictly (members k) v) ->
  exists v, length v = d /\ within o v /\ c v = q.
Hypothesis Same : forall u, length u = d -> inside (members p) u -> c u = q ->
  inside (members k) u /\ forall l, patterns p l u = g (patterns k l u).

(* Within an open set of part k there is one whose points all are in case q. *)
Lemma case_within o : solid o -> (forall v, length v = d -> within o v -> strictly (members k) v) ->
  exists o', solid o' /\ smaller o' o /\ forall v, length v = d -> within o' v ->
    strictly (members p) v /\ c v = q /\ forall l, patterns p l v = g (patterns k l v).
Proof.
  intros So I. assert (J : forall v, length v = d -> within o v -> strictly (members p) v).
  { intros v L W. now apply strictly_incl with (1 := Members), I. }
  destruct (Steady o So) as (o' & r & So' & Sm & C).
  { intros v L W; now apply strictly_inside, J. }
  destruct (Within o' So') as (v & L & W & E); [intros; apply I; auto|].
  exists o'; repeat split; auto; intros; [|apply Same; auto; [apply strictly_inside; auto|]];
    rewrite C in * by auto; congruence.
Qed.

Lemma found_case l P : found always (members k) (patterns k l) P ->
  found (fun u => length u = d /\ inside (members p) u /\ c u = q) (members p) (patterns p l) (map g P).
Proof.
  intros (N & S & C); split; [|split].
  - apply Injective_map_NoDup; auto.
  - intros s I; apply in_map_iff in I as (t & <- & I). destruct (S t I) as (o & So & H).
    destruct (case_within o So) as (o' & So' & Sm & W); [apply H|]. exists o'; split; auto. intros v L V.
    destruct (W v L V) as (St & Cv & ->), (H v L (Sm v V)) as (_ & _ & ->).
    repeat split; auto. now apply strictly_inside.
  - intros o So Io. destruct (C o So) as (s & o' & I & So' & Sm & V).
    { intros v L W; split; [|exact Logic.I]. destruct (Io v L W) as (Iv & _ & _ & Cq). now apply Same. }
    exists (g s), o'; repeat split; auto; [now apply in_map|]. intros v L W. rewrite <- (V v L W).
    destruct (Io v L (Sm v W)) as (Iv & _ & _ & Cq). now apply Same.
Qed.

Lemma flags_case n P : found always (members k) (patterns k n) (map fst P) ->
  flags (members k) (patterns k n) P ->
  flags (members p) (patterns p n) (map (fun x => (g (fst x), snd x)) P).
Proof.
  intros (_ & S & _) F; unfold flags in *; rewrite Forall_map, Forall_forall in *; intros [s b] I.
  specialize (F _ I); simpl in *. destruct b.
  - destruct F as (b & H); exists b. intros u L Iu Fu.
    destruct (S s) as (o & So & Io); [now apply (in_map fst) in I|].
    destruct (case_within o So) as (o' & (v & Lv & W) & Sm & X); [apply Io|].
    destruct (X v Lv W) as (_ & Cv & Ev), (Io v Lv (Sm v W)) as (_ & _ & G).
    assert (Cu : c u = q) by (rewrite <- Cv; apply (Differ n); congruence).
    destruct (Same u L Iu Cu) as [Iu' Eu]. apply H; auto. rewrite Eu in Fu. now apply Inj in Fu.
  - intros b; destruct (F b) as (o & So & Io). destruct (case_within o So) as (o' & So' & Sm & X); [apply Io|].
    exists o'; split; auto. intros v L W.
    destruct (X v L W) as (St & _ & ->), (Io v L (Sm v W)) as (_ & -> & B); auto.
Qed.

End One.

Lemma found_or (A B C : point -> Prop) ms f P Q :
  found A ms f P -> found B ms f Q ->
  (forall u, A u -> C u) -> (forall u, B u -> C u) ->
  (forall u v, A u -> B v -> f u <> f v) ->
  (forall o, solid o -> (forall v, length v = d -> within o v -> C v) -> exists o', solid o' /\ smaller o' o /\
     ((forall v, length v = d -> within o' v -> A v) \/ (forall v, length v = d -> within o' v -> B v))) ->
  found C ms f (P ++ Q).
Proof.
  intros (NP & SP & CP) (NQ & SQ & CQ) AC BC D R. split; [|split].
  - assert (X : forall s, In s P -> In s Q -> False).
    { intros s IP IQ. destruct (SP s IP) as (o & (u & Lu & Wu) & Ho).
      destruct (SQ s IQ) as (o' & (v & Lv & Wv) & Ho').
      destruct (Ho u Lu Wu) as (_ & Au & Eu), (Ho' v Lv Wv) as (_ & Bv & Ev).
      apply (D u v Au Bv); congruence. }
    clear - NP NQ X; induction NP as [|s P I NP IH]; simpl; auto. constructor.
    + rewrite in_app_iff; intros [H|H]; [contradiction|]. apply (X s); simpl; auto.
    + apply IH; intros t H; apply (X t); simpl; auto.
  - intros s I; apply in_app_or in I as [I|I]; [destruct (SP s I) as (o & So & H)|destruct (SQ s I) as (o & So & H)];
      exists o; split; auto; intros v L W; destruct (H v L W) as (St & X & E); auto.
  - intros o So Io. destruct (R o So) as (o1 & So1 & Sm1 & [X|X]); [now intros; apply Io|..].
    + destruct (CP o1 So1) as (s & o2 & I & So2 & Sm2 & V).
      { intros v L W; split; auto; apply Io; auto. }
      exists s, o2; split; [|split; [|split]]; auto; [apply in_or_app; now left|intros v W; apply Sm1, Sm2, W].
    + destruct (CQ o1 So1) as (s & o2 & I & So2 & Sm2 & V).
      { intros v L W; split; auto; apply Io; auto. }
      exists s, o2; split; [|split; [|split]]; auto; [apply in_or_app; now right|intros v W; apply Sm1, Sm2, W].
Qed.

(* Lists layer by layer, one after the other. *)
Fixpoint add_lists (a b : list (list (list nat))) : list (list (list nat)) :=
  match a, b with
  | x :: a', y :: b' => (x ++ y) :: add_lists a' b'
  | [], _ => b
  | _, [] => a
  end.

Lemma nth_add_lists l a b : nth l (add_lists a b) [] = nth l a [] ++ nth l b [].
Proof.
  revert l b; induction a as [|x a IH]; intros [|l] [|y b]; simpl; auto; now rewrite app_nil_r.
Qed.

Lemma add_lists_counts a b :
  map (fun l => N.of_nat (length l)) (add_lists a b) =
  add_layers (map (fun l => N.of_nat (length l)) a) (map (fun l => N.of_nat (length l)) b).
Proof.
  revert b; induction a as [|x a IH]; intros [|y b]; simpl; auto.
  rewrite IH, app_length, Nnat.Nat2N.inj_add; reflexivity.
Qed.

Lemma claims_sound q ks ns : cases K d p c q ks -> Forall2 claim ks ns ->
  counted_from (fun u => length u = d /\ inside (members p) u /\ (q <= c u)%nat) p
    (fold_right add_counts no_counts ns).
Proof.
  intros H; revert ns; induction H as [q Z|q k ks (M & Le & Wi & (g & Inj & Sa) & _) _ IH|q ks Sk _ IH];
    intros ns F.
  - inversion F; subst. exists [], []; simpl. split; [|split; [|split; [|split; [|split]]]]; auto.
    + now destruct (length (later p)).
    + constructor.
    + intros [|l] _; (split; [constructor|split]; [intros s []|]); intros o (u & Lu & W) Io;
      destruct (Io u Lu W) as (_ & _ & I & Q); specialize (Z u Lu I); lia.
  - inversion F as [|? a ? b Ca F']; subst.
    destruct Ca as (P & L & R & B & Y & E & G & H), (IH b F') as (P' & L' & R' & B' & Y' & E' & G' & H').
    rewrite Le in *. exists (map (fun x => (g (fst x), snd x)) P ++ P'), (add_lists (map (map g) L) L').
    assert (Nth : forall l, nth l (map (map g) L) [] = map g (nth l L []))
      by (intros l; apply (map_nth (map g) L [] l)).
    assert (Len : forall X : list (list nat * bool),
      length (filter snd (map (fun x => (g (fst x), snd x)) X)) = length (filter snd X)).
    { intros X; induction X as [|[s []] X IHX]; simpl; auto. }
    simpl. split; [|split; [|split; [|split; [|split]]]].
    + rewrite R, R', app_length, map_length, Nnat.Nat2N.inj_add; reflexivity.
    + rewrite B, B', filter_app, app_length, Len, Nnat.Nat2N.inj_add; reflexivity.
    + rewrite Y, Y', add_lists_counts, map_map. f_equal. apply map_ext; intros; now rewrite map_length.
    + rewrite map_app, E', nth_add_lists, Nth, <- E, !map_map; reflexivity.
    + apply Forall_app; split; auto. apply flags_case with (q := q) (k := k); auto. rewrite E; auto.
    + intros l Hl. rewrite nth_add_lists, Nth.
      apply found_or with (A := fun u => length u = d /\ inside (members p) u /\ c u = q)
        (B := fun u => length u = d /\ inside (members p) u /\ (S q <= c u)%nat); auto.
      * now apply found_case with (k := k); auto.
      * intros u (Lu & I & X); repeat split; auto; lia.
      * intros u (Lu & I & X); repeat split; auto; lia.
      * intros u v (_ & _ & X) (_ & _ & X') D. apply Differ in D; lia.
      * intros o So Io. destruct (Steady o So) as (o' & r & So' & Sm & C); [intros; now apply Io|].
        exists o'; repeat split; auto.
        destruct (Nat.eq_dec r q) as [->|N]; [left|right]; intros v Lv W;
          destruct (Io v Lv (Sm v W)) as (_ & I & Q); repeat split; auto.
        rewrite (C v Lv W) in *; lia.
  - destruct (IH ns F) as (P & L & R & B & Y & E & G & H).
    exists P, L; split; [|split; [|split; [|split; [|split]]]]; auto.
    intros l Hl; destruct (H l Hl) as (N & So & C); split; [|split]; auto.
    + intros s I; destruct (So s I) as (o & Oo & Io). exists o; split; auto. intros v Lv W.
      destruct (Io v Lv W) as (Sv & (_ & I' & Q) & X); repeat split; auto; lia.
    + intros o Oo Io. destruct (Steady o Oo) as (o' & r & So' & Sm & Cr); [intros; now apply Io|].
      destruct (Sk o' So') as (w & Lw & Ww & Nw); [intros; apply Io; auto|].
      destruct (C o' So') as (s & o2 & I & So2 & Sm2 & V).
      { intros v Lv W; destruct (Io v Lv (Sm v W)) as (I & _ & _ & Q). rewrite Cr in * by auto.
        repeat split; auto; lia. }
      exists s, o2; repeat split; auto. intros v W; apply Sm, Sm2, W.
Qed.

End Cases.

Lemma claim_cases p ks ns : divides K d p ks -> Forall2 claim ks ns -> claim p (fold_right add_counts no_counts ns).
Proof.
  intros (c & St & D & Cs) F.
  destruct (claims_sound p c St D 0 ks ns Cs F) as (P & L & R & B & Y & M & G & H).
  exists P, L; split; [|split; [|split; [|split; [|split]]]]; auto.
  intros l Hl; destruct (H l Hl) as (N & So & Co); split; [|split]; auto.
  - intros s I; destruct (So s I) as (o & Oo & Io). exists o; split; auto. intros v Lv W.
    destruct (Io v Lv W) as (Sv & _ & E); repeat split; auto.
  - intros o Oo Io; apply Co; auto. intros v Lv W; destruct (Io v Lv W); repeat split; auto; lia.
Qed.

(* ---- Layers ---- *)

Lemma claim_layer p l0 more k : open p = [] -> later p = l0 :: more ->
  claim (next_layer p l0 more) k -> claim p (begin_layer k).
Proof.
  intros O La (P & L & R & B & Y & M & F & H). simpl in *.
  assert (E : forall l u, patterns p (S l) u = patterns (next_layer p l0 more) l u).
  { intros l u. now apply patterns_layer. }
  assert (E0 : forall u, patterns p 0 u = []) by (intros; unfold Parts.patterns; now rewrite O).
  assert (Ef : forall l X, found always (members p) (patterns (next_layer p l0 more) l) X ->
    found always (members p) (patterns p (S l)) X).
  { intros l X (N & S & C). split; auto. split.
    - intros s I; destruct (S s I) as (o & So & V); exists o; split; auto. intros v Lv W.
      rewrite E; auto.
    - intros o So Io; destruct (C o So Io) as (s & o' & I & So' & Sm & V). exists s, o'; repeat split; auto.
      intros v Lv W; rewrite E; auto. }
  unfold begin_layer. exists P, (if N.eqb (regions k) 0 then [] else [[]] :: L). simpl. rewrite La; simpl.
  destruct (H (length more) (Nat.le_refl _)) as (_ & S & C).
  destruct (N.eqb_spec (regions k) 0) as [Z|Z]; (split; [|split; [|split; [|split; [|split]]]]); auto.
  - destruct P; [reflexivity|rewrite R in Z; discriminate].
  - destruct P; [constructor|rewrite R in Z; discriminate].
  - intros l _. assert (X : forall f, found always (members p) f []); [|destruct l; apply X].
    intros f; split; [constructor|split]; [intros s []|]. intros o So Io. destruct (C o So Io) as (s & _ & I & _).
    rewrite <- M in I. destruct P; [destruct I|rewrite R in Z; discriminate].
  - simpl; now rewrite Y.
  - revert F. unfold flags; apply Forall_impl; intros [s []]; simpl.
    + intros (b & T); exists b; intros u Lu I X. rewrite E in X; auto.
    + intros T b; destruct (T b) as (o & So & V); exists o; split; auto. intros v Lv W; rewrite E; auto.
  - intros [|l] Hl; simpl; [|apply Ef, H; lia]. split; [repeat constructor; auto|split].
    + intros s [<-|[]]. destruct P as [|x P]; [now destruct Z|].
      destruct (S (fst x)) as (o & So & I); [rewrite <- M; now left|].
      exists o; split; auto. intros v Lv W; destruct (I v Lv W) as (St & _); now repeat split.
    + intros o So _; exists [], o; split; [now left|split; [auto|split; [now intros v|auto]]].
Qed.

(* ---- Regions ---- *)

Definition scaled_point (w : Z) (x : list Z) : point := map (fun y => phi y * (1 / phi w)) x.

Lemma zdot_scaled w a x : phi w <> 0 -> phi w * zdot a (scaled_point w x) = phi (vdot a x).
Proof.
  intros N; unfold Geometry.zdot, scaled_point; revert x; induction a as [|b a IH]; intros [|y x]; simpl;
    rewrite ?of_Z_0; try ring. rewrite of_Z_add, of_Z_mul, <- IH; now field.
Qed.

Fixpoint along (u : point) (v : list Z) (t : K) : point :=
  match u, v with x :: u, y :: v => (x + t * phi y) :: along u v t | _, _ => u end.

Lemma along_length u (v : list Z) t : length (along u v t) = length u.
Proof. revert v; induction u; intros [|y v]; simpl; auto. Qed.

Lemma zdot_along a u (v : list Z) t : length u = length v -> zdot a (along u v t) = zdot a u + t * phi (vdot a v).
Proof.
  unfold Geometry.zdot; revert a v; induction u as [|x u IH]; intros a [|y v] L; simpl in *; try discriminate.
  - destruct a; simpl; rewrite of_Z_0; ring.
  - destruct a as [|b a]; simpl; [rewrite of_Z_0; ring|]. rewrite IH, of_Z_add, of_Z_mul by lia; ring.
Qed.

Lemma inside_point ms w x : is_inside d ms w x = true ->
  length (scaled_point w x) = d /\ strictly ms (scaled_point w x).
Proof.
  unfold is_inside, fits; rewrite !andb_true_iff, forallb_forall; intros [[W L] M].
  apply Z.ltb_lt in W. pose proof (of_Z_positive K w W) as P. apply Nat.eqb_eq in L.
  split; [unfold scaled_point; now rewrite map_length|]. apply Forall_forall; intros m I.
  specialize (M m I). apply is_positive_exact, of_Z_positive with (K := K) in M; [|exact W].
  apply (positive_of_mul K (phi w)); auto. unfold Geometry.ev.
  replace (phi w * (zdot (lin m) (scaled_point w x) + phi (con m))) with
    (phi w * zdot (lin m) (scaled_point w x) + phi (con m) * phi w) by ring.
  rewrite zdot_scaled, <- of_Z_mul, <- of_Z_add by now apply not_zero. exact M.
Qed.

Lemma dot_mul c (a u : list K) : dot (map (mul c) a) u = c * dot a u.
Proof. revert u; induction a as [|x a IH]; intros [|y u]; simpl; try ring. rewrite IH; ring. Qed.

Lemma vdot_axis k (v : list Z) : vdot (axis k) v = nth k v 0%Z.
Proof.
  revert v; induction k as [|k IH]; intros [|x v]; simpl; auto.
  - destruct v; ring.
  - rewrite IH; ring.
Qed.

Lemma ray_is_far ms f w x (v : list Z) : is_inside d ms w x = true -> is_ray d ms v = true ->
  (forall u, f u = []) -> far ms f [].
Proof.
  intros I R F b. destruct (inside_point ms w x I) as (Lx & St). set (u := scaled_point w x) in *.
  unfold is_ray, fits in R; rewrite !andb_true_iff, forallb_forall in R; destruct R as [[L N] M].
  apply Nat.eqb_eq in L. apply negb_true_iff, not_all_zero in N as (k & Lk & N).
  set (s := if (0 <? nth k v 0)%Z then 1%Z else (-1)%Z).
  assert (P : positive (phi (s * nth k v 0)%Z)).
  { apply of_Z_positive; unfold s; destruct (Z.ltb_spec 0 (nth k v 0)%Z); lia. }
  set (e := b - phi s * nth k u 0).
  set (t := (1 + (if above e then e else 0)) * (1 / phi (s * nth k v 0)%Z)).
  assert (T : nonneg t).
  { left; apply positive_mul; [|now apply positive_inv]. apply positive_nonneg; [apply one_positive|].
    destruct (above e) eqn:A; [left; now apply above_true|apply nonneg_zero]. }
  exists ((map (mul (phi s)) (map phi (axis k)), - b) :: map kform ms). split.
  - exists (along u v t). split; [now rewrite along_length|]. constructor.
    + unfold affine_at; simpl fst; simpl snd. rewrite dot_mul.
      change (dot (map phi (axis k)) (along u v t)) with (zdot (axis k) (along u v t)).
      rewrite zdot_along, vdot_axis, zdot_axis by lia.
      replace (phi s * (nth k u 0 + t * phi (nth k v 0%Z)) + - b) with
        (t * phi (s * nth k v 0)%Z - e) by (unfold e; rewrite of_Z_mul; ring).
      unfold t. set (a := phi (s * nth k v 0)%Z) in *.
      replace ((1 + (if above e then e else 0)) * (1 / a) * a - e) with
        (1 + ((if above e then e else 0) - e)) by (field; now apply (not_zero K)).
      apply positive_nonneg; [apply one_positive|]. destruct (above e) eqn:A; [right; ring|].
      apply above_false in A. now replace (0 - e) with (- e) by ring.
    + apply within_kforms. unfold Geometry.strictly in *; rewrite Forall_forall in *. intros m Im.
      specialize (St m Im); specialize (M m Im). apply Z.leb_le, of_Z_nonneg with (K := K) in M.
      unfold Geometry.ev in *. rewrite zdot_along by lia.
      replace (zdot (lin m) u + t * phi (vdot (lin m) v) + phi (con m)) with
        (zdot (lin m) u + phi (con m) + t * phi (vdot (lin m) v)) by ring.
      apply positive_nonneg; auto. now apply nonneg_mul.
  - intros y Ly W. inversion W as [|? ? A B]; subst. apply within_kforms in B. repeat split; auto.
    intros C. unfold affine_at in A; simpl in A. rewrite dot_mul in A.
    change (dot (map phi (axis k)) y) with (zdot (axis k) y) in A. rewrite zdot_axis in A.
    unfold at_most in C; rewrite Forall_forall in C.
    destruct (C (nth k y 0)) as [C1 C2]; [apply nth_In; lia|].
    unfold s in A; destruct (0 <? nth k v 0)%Z.
    + apply (nonneg_not_positive K _ C1). rewrite of_Z_1 in A.
      now replace (- (b - nth k y 0)) with (1 * nth k y 0 + - b) by ring.
    + apply (nonneg_not_positive K _ C2). rewrite phi_minus_1 in A.
      now replace (- (b + nth k y 0)) with (- (1) * nth k y 0 + - b) by ring.
Qed.

Lemma claim_region p w x ray : good K d p -> open p = [] -> later p = [] -> is_region d p w x ray = true ->
  claim p (one_region p [cell_of d p] []).
Proof.
  intros (_ & B & _) O La R. unfold is_region in R; apply andb_true_iff in R as [I R].
  assert (E : forall l u, patterns p l u = []).
  { intros l u; unfold Parts.patterns; rewrite O, La; now destruct l. }
  exists [([], finite p)], [[[]]]; simpl. rewrite La.
  split; [|split; [|split; [|split; [|split]]]]; auto.
  - now destruct (finite p).
  - repeat constructor; simpl. destruct (finite p); simpl in R.
    + destruct (B eq_refl) as (m & H); exists m; auto.
    + now apply ray_is_far with w x ray.
  - intros l Hl. simpl in Hl; replace l with 0%nat by lia; simpl.
    destruct (inside_point (members p) w x I) as (L & St). split; [repeat constructor; auto|split].
    + intros s [<-|[]]. exists (map kform (members p)); split.
      * exists (scaled_point w x); split; auto. now apply within_kforms.
      * intros v Lv W; apply within_kforms in W. now repeat split.
    + intros o So _; exists [], o; split; [now left|split; [auto|split; [now intros v|auto]]].
Qed.

Theorem check_sound keep test S (ask : S -> part -> step * S) fuel s p k s' : good K d p ->
  check d keep test S ask fuel s p = Some (k, s') -> claim p k.
Proof.
  intros G H. destruct (check_ind K d keep test S ask claim claim_cases claim_layer claim_region _ _ _ _ _ G H)
    as (n & (P & L & R & B & Y & C) & R' & B' & Y' & _).
  exists P, L; simpl in *. now rewrite R', B', Y', R, B, Y.
Qed.

End Soundness.
