(* Proof by cases: every pattern is found once, none is missing, none is made up. *)
From Coq Require Import List ZArith Bool Lia Ring Field.
From Crease Require Import Field Network Checker Geometry.
Import ListNotations.

Section Soundness.
Variable K : ordered_field.
Variable d : nat.
Add Field K_is_a_field : (laws K).
Open Scope field_scope.

Notation phi := (@of_Z K).
Notation point := (list K).
Notation ev := (ev K).
Notation inside := (inside K).
Notation strictly := (strictly K).
Notation solid := (solid K d).
Notation smaller := (smaller K).
Notation kform := (kform K).
Notation settled_on := (settled_on K d).

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

(* f l is the pattern of l layers; after n all are through. *)
Definition claim ms (f : nat -> point -> list nat) (n : nat) (k : counts) : Prop :=
  exists (P : list (list nat * bool)) (L : list (list (list nat))),
    regions k = N.of_nat (length P) /\
    bounded_regions k = N.of_nat (length (filter snd P)) /\
    per_layer k = map (fun l => N.of_nat (length l)) L /\
    map fst P = nth n L [] /\ flags ms (f n) P /\
    forall l, (l <= n)%nat -> found always ms (f l) (nth l L []).

Lemma solid_within o : solid o -> exists u, length u = d /\ within o u.
Proof. auto. Qed.

Lemma inside_of_smaller o o' (X : point -> Prop) : smaller o' o ->
  (forall v, length v = d -> within o v -> X v) -> forall v, length v = d -> within o' v -> X v.
Proof. unfold Geometry.smaller; auto. Qed.

(* ---- The same pattern elsewhere: g where no form of zs is 0 by chance ---- *)

Definition generic (zs : list form) u : Prop := forall z, In z zs -> trivial d z = true \/ ev z u <> 0.

Lemma refined_generic zs o : (forall z, In z zs -> settled_on o z) ->
  forall v, within o v -> generic zs v.
Proof.
  intros S v W z I; destruct (S z I) as [T|[P|N]]; [now left|right..].
  - now apply not_zero, P.
  - intros Z; apply (not_zero _ _ (N v W)); rewrite Z; ring.
Qed.

Lemma found_generic A zs ms f g P :
  (forall u, length u = d -> inside ms u -> generic zs u -> f u = g u) ->
  found A ms g P -> found A ms f P.
Proof.
  intros E (N & S & C); split; [|split]; auto.
  - intros s I; destruct (S s I) as (o & So & Io). destruct (refine K d zs o So) as (o' & So' & Sm & R).
    exists o'; split; auto. intros v L W. destruct (Io v L (Sm v W)) as (St & Av & <-).
    repeat split; auto. apply E; auto; [now apply strictly_inside|now apply refined_generic with o'].
  - intros o So Io. destruct (C o So Io) as (s & o1 & I & So1 & Sm1 & V1).
    destruct (refine K d zs o1 So1) as (o' & So' & Sm & R).
    exists s, o'; split; [|split; [|split]]; auto; [intros v W; apply Sm1, Sm, W|].
    intros v L W. rewrite <- (V1 v) by auto. apply E; auto; [|now apply refined_generic with o'].
    apply Io; auto.
Qed.

Lemma flags_generic A zs ms f g P :
  (forall u, length u = d -> inside ms u -> generic zs u -> f u = g u) ->
  (forall u v, length u = d -> inside ms u -> f u = g u \/ f u <> g v) ->
  found A ms g (map fst P) -> flags ms g P -> flags ms f P.
Proof.
  intros E D (_ & S & _) F; unfold flags in *; rewrite Forall_forall in *; intros [s b] I.
  specialize (F _ I); simpl in *. destruct b.
  - destruct F as (b & H); exists b. intros u L Iu Fu. apply H; auto.
    destruct (S s) as (o & (v & Lv & W) & So); [now apply (in_map fst) in I|].
    destruct (So v Lv W) as (_ & _ & G). destruct (D u v L Iu) as [X|X]; [congruence|].
    now rewrite G in X.
  - intros b; destruct (F b) as (o & So & Io). destruct (refine K d zs o So) as (o' & So' & Sm & R).
    exists o'; split; auto. intros v L W. destruct (Io v L (Sm v W)) as (St & Gv & B).
    repeat split; auto. rewrite E; auto; [now apply strictly_inside|now apply refined_generic with o'].
Qed.

Lemma claim_generic zs ms (f g : nat -> point -> list nat) n k :
  (forall l u, length u = d -> inside ms u -> generic zs u -> f l u = g l u) ->
  (forall u v, length u = d -> inside ms u -> f n u = g n u \/ f n u <> g n v) ->
  claim ms g n k -> claim ms f n k.
Proof.
  intros E D (P & L & R & B & Y & M & F & H). exists P, L; split; [|split; [|split; [|split; [|split]]]]; auto.
  - apply flags_generic with (A := always) (zs := zs) (g := g n); auto. rewrite M; auto.
  - intros i Hi; apply found_generic with (zs := zs) (g := g i); auto.
Qed.

(* ---- A letter before the pattern ---- *)

Lemma cons_nodup (p : nat) P : NoDup P -> NoDup (map (cons p) P).
Proof.
  induction 1 as [|s P I N IH]; simpl; constructor; auto.
  rewrite in_map_iff; intros (s' & [= ->] & I'); contradiction.
Qed.

Lemma found_cons A ms f p P : found A ms f P -> found A ms (fun u => p :: f u) (map (cons p) P).
Proof.
  intros (N & S & C); split; [now apply cons_nodup|split].
  - intros s I; apply in_map_iff in I as (s' & <- & I). destruct (S s' I) as (o & So & H).
    exists o; split; auto. intros v L W; destruct (H v L W) as (St & Av & ->); auto.
  - intros o So Io. destruct (C o So Io) as (s & o' & I & So' & Sm & V).
    exists (p :: s), o'; repeat split; auto; [now apply in_map|]. intros; f_equal; auto.
Qed.

Lemma nth_cons (p : nat) n (L : list (list (list nat))) :
  nth n (map (map (cons p)) L) [] = map (cons p) (nth n L []).
Proof. apply (map_nth (map (cons p)) L [] n). Qed.

Lemma claim_cons ms (f : nat -> point -> list nat) n k p : claim ms f n k -> claim ms (fun l u => p :: f l u) n k.
Proof.
  intros (P & L & R & B & Y & M & F & H).
  exists (map (fun q => (p :: fst q, snd q)) P), (map (map (cons p)) L).
  rewrite map_length, !map_map. split; [|split; [|split; [|split; [|split]]]]; auto.
  - rewrite B; f_equal. clear; induction P as [|[s []] P IH]; simpl; auto.
  - rewrite Y; apply map_ext; intros; now rewrite map_length.
  - rewrite nth_cons, <- M, map_map; reflexivity.
  - unfold flags in *; rewrite Forall_map; revert F; apply Forall_impl; intros [s []]; simpl.
    + intros (b & T); exists b; intros u Lu I [= E]; auto.
    + intros T b; destruct (T b) as (o & So & I); exists o; split; auto.
      intros v Lv W; destruct (I v Lv W) as (St & <- & X); auto.
  - intros l Hl. rewrite nth_cons. now apply found_cons, H.
Qed.

(* ---- Ends ---- *)

Definition empty ms : Prop := forall o, solid o -> ~ forall v, length v = d -> within o v -> inside ms v.

Lemma found_nothing ms f : empty ms -> found always ms f [].
Proof.
  intros E; split; [constructor|split]; [intros s []|]. intros o So Io.
  destruct (E o So); intros; now apply Io.
Qed.

Lemma claim_nothing ms (f : nat -> point -> list nat) n : empty ms ->
  claim ms f n no_counts.
Proof.
  intros E; exists [], []; split; [|split; [|split; [|split; [|split]]]]; simpl; auto.
  - now destruct n.
  - constructor.
  - intros [|l] _; now apply found_nothing.
Qed.

(* A layer begins: one more pattern of the layers before. *)
Lemma claim_layer ms (f : nat -> point -> list nat) n k : claim ms f n k ->
  claim ms (fun l => match l with O => fun _ => [] | S l => f l end) (S n) (begin_layer k).
Proof.
  unfold begin_layer; intros (P & L & R & B & Y & M & F & H).
  destruct (N.eqb_spec (regions k) 0) as [Z|Z].
  { apply claim_nothing. intros o So Io. destruct (H n (Nat.le_refl n)) as (_ & _ & C).
    destruct (C o So) as (s & _ & I & _); [now split; [apply Io|]|].
    rewrite <- M in I. destruct P; [destruct I|]. rewrite R in Z; discriminate. } exists P, ([[]] :: L); simpl.
  split; [|split; [|split; [|split; [|split]]]]; auto.
  - now rewrite Y.
  - intros [|l] Hl; [|apply H; lia]. simpl. split; [repeat constructor; auto|split].
    + intros s [<-|[]]. destruct P as [|p P]; [now destruct Z|].
      destruct (H n (Nat.le_refl n)) as (_ & S & _).
      destruct (S (fst p)) as (o & So & I); [rewrite <- M; now left|].
      exists o; split; auto. intros v Lv W; destruct (I v Lv W) as (St & _); now repeat split.
    + intros o So _; exists [], o; split; [now left|split; [auto|split; [now intros v|auto]]].
Qed.

(* ---- Cases ---- *)

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

(* A case: more members, and what its pattern is. *)
Definition kid := (list form * (nat -> point -> list nat))%type.

(* Where case q is in force. c tells the case of a point. *)
Definition kid_fits ms (f : nat -> point -> list nat) (c : point -> nat) (q : nat) (k : kid) : Prop :=
  (forall u, length u = d -> strictly (fst k ++ ms) u -> c u = q) /\
  (forall l u, length u = d -> inside ms u -> c u = q -> inside (fst k) u /\ f l u = snd k l u).

Lemma found_kid ms (f : nat -> point -> list nat) (c : point -> nat) q (k : kid) l P : kid_fits ms f c q k -> found always (fst k ++ ms) (snd k l) P ->
  found (fun u => length u = d /\ inside ms u /\ c u = q) ms (f l) P.
Proof.
  intros (F1 & F2) (N & S & C); split; [|split]; auto.
  - intros s I; destruct (S s I) as (o & So & H). exists o; split; auto. intros v L W.
    destruct (H v L W) as (St & _ & E). pose proof (F1 v L St) as Cq.
    apply strictly_app in St as [_ St]. pose proof (strictly_inside K _ _ St) as Iv.
    destruct (F2 l v L Iv Cq) as [_ ->]; auto.
  - intros o So Io. destruct (C o So) as (s & o' & I & So' & Sm & V).
    { intros v L W; split; [|exact Logic.I]. destruct (Io v L W) as (Iv & _ & _ & Cq).
      apply inside_app; split; auto. now apply (F2 l v L Iv Cq). }
    exists s, o'; repeat split; auto. intros v L W; rewrite <- (V v L W).
    destruct (Io v L (Sm v W)) as (Iv & _ & _ & Cq). now apply (F2 l v L Iv Cq).
Qed.

Lemma flags_kid ms (f : nat -> point -> list nat) (c : point -> nat) q (k : kid) n P : kid_fits ms f c q k ->
  (forall u v, f n u = f n v -> c u = c v) ->
  found always (fst k ++ ms) (snd k n) (map fst P) -> flags (fst k ++ ms) (snd k n) P -> flags ms (f n) P.
Proof.
  intros (F1 & F2) D (_ & S & _) F; unfold flags in *; rewrite Forall_forall in *; intros [s b] I.
  specialize (F _ I); simpl in *. destruct b.
  - destruct F as (b & H); exists b. intros u L Iu Fu.
    destruct (S s) as (o & (v & Lv & W) & So); [now apply (in_map fst) in I|].
    destruct (So v Lv W) as (St & _ & G). pose proof (F1 v Lv St) as Cv.
    apply strictly_app in St as [_ St]. apply strictly_inside in St.
    destruct (F2 n v Lv St Cv) as [_ Ev].
    assert (Cu : c u = q) by (rewrite <- Cv; apply D; congruence).
    destruct (F2 n u L Iu Cu) as [Iu' Eu]. apply H; auto; [now apply inside_app|congruence].
  - intros b; destruct (F b) as (o & So & Io). exists o; split; auto. intros v L W.
    destruct (Io v L W) as (St & Gv & B). pose proof (F1 v L St) as Cq.
    apply strictly_app in St as [_ St]. pose proof (strictly_inside K _ _ St) as Iv.
    destruct (F2 n v L Iv Cq) as [_ ->]; auto.
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

(* Within any open set of the part there is one where the case is the same. *)
Definition steady ms (c : point -> nat) : Prop :=
  forall o, solid o -> (forall v, length v = d -> within o v -> inside ms v) ->
    exists o' q, solid o' /\ smaller o' o /\ forall v, length v = d -> within o' v -> c v = q.

(* The cases from number q on, each with its claim. *)
Inductive claims ms (f : nat -> point -> list nat) (c : point -> nat) n : nat -> list kid -> list counts -> Prop :=
| No_claims q : (forall u, length u = d -> inside ms u -> (c u < q)%nat) -> claims ms f c n q [] []
| Claims q (k : kid) ks a b : kid_fits ms f c q k -> claim (fst k ++ ms) (snd k) n a ->
    claims ms f c n (S q) ks b -> claims ms f c n q (k :: ks) (a :: b)
| Skipped q ks b : (forall u, length u = d -> inside ms u -> c u <> q) ->
    claims ms f c n (S q) ks b -> claims ms f c n q ks b.

Lemma claims_sound ms (f : nat -> point -> list nat) (c : point -> nat) n q ks b : steady ms c -> (forall l u v, f l u = f l v -> c u = c v) ->
  claims ms f c n q ks b ->
  exists (P : list (list nat * bool)) (L : list (list (list nat))),
    let k := fold_right add_counts no_counts b in
    regions k = N.of_nat (length P) /\
    bounded_regions k = N.of_nat (length (filter snd P)) /\
    per_layer k = map (fun l => N.of_nat (length l)) L /\
    map fst P = nth n L [] /\ flags ms (f n) P /\
    forall l, (l <= n)%nat ->
      found (fun u => length u = d /\ inside ms u /\ (q <= c u)%nat) ms (f l) (nth l L []).
Proof.
  intros St D; induction 1 as [q Z|q k ks a b Fi Ca _ IH|q ks b Sk _ IH].
  - exists [], []; simpl. split; [|split; [|split; [|split; [|split]]]]; auto.
    + now destruct n.
    + constructor.
    + intros [|l] _; (split; [constructor|split]; [intros s []|]); intros o (u & Lu & W) Io;
      destruct (Io u Lu W) as (_ & _ & I & Q); specialize (Z u Lu I); lia.
  - destruct Ca as (P & L & R & B & Y & M & F & H), IH as (P' & L' & R' & B' & Y' & M' & F' & H').
    exists (P ++ P'), (add_lists L L'); simpl. split; [|split; [|split; [|split; [|split]]]].
    + rewrite R, R', app_length, Nnat.Nat2N.inj_add; reflexivity.
    + rewrite B, B', filter_app, app_length, Nnat.Nat2N.inj_add; reflexivity.
    + rewrite Y, Y', add_lists_counts; reflexivity.
    + rewrite map_app, M, M', nth_add_lists; reflexivity.
    + apply Forall_app; split; auto. apply flags_kid with (c := c) (q := q) (k := k); auto.
      * apply D.
      * rewrite M; auto.
    + intros l Hl. rewrite nth_add_lists.
      apply found_or with (A := fun u => length u = d /\ inside ms u /\ c u = q)
        (B := fun u => length u = d /\ inside ms u /\ (S q <= c u)%nat); auto.
      * now apply found_kid with (k := k); auto.
      * intros u (Lu & I & E); repeat split; auto; lia.
      * intros u (Lu & I & E); repeat split; auto; lia.
      * intros u v (_ & _ & E) (_ & _ & E') X. apply D in X; lia.
      * intros o So Io. destruct (St o So) as (o' & r & So' & Sm & C); [intros; now apply Io|].
        exists o'; repeat split; auto.
        destruct (Nat.eq_dec r q) as [->|N]; [left|right]; intros v Lv W;
          destruct (Io v Lv (Sm v W)) as (_ & I & Q); repeat split; auto.
        rewrite (C v Lv W) in *; lia.
  - destruct IH as (P & L & R & B & Y & M & F & H). exists P, L; split; [|split; [|split; [|split; [|split]]]]; auto.
    intros l Hl; destruct (H l Hl) as (N & So & C); split; [|split]; auto.
    + intros s I; destruct (So s I) as (o & Oo & Io). exists o; split; auto. intros v Lv W.
      destruct (Io v Lv W) as (Sv & (_ & I' & Q) & E); repeat split; auto; lia.
    + intros o Oo Io; apply C; auto. intros v Lv W; destruct (Io v Lv W) as (I & _ & _ & Q).
      repeat split; auto. specialize (Sk v Lv I); lia.
Qed.

Lemma claim_cases ms (f : nat -> point -> list nat) (c : point -> nat) n ks b : steady ms c -> (forall l u v, f l u = f l v -> c u = c v) ->
  claims ms f c n 0 ks b -> claim ms f n (fold_right add_counts no_counts b).
Proof.
  intros St D C; destruct (claims_sound ms f c n 0 ks b St D C) as (P & L & R & B & Y & M & F & H).
  exists P, L; split; [|split; [|split; [|split; [|split]]]]; auto.
  intros l Hl; destruct (H l Hl) as (N & So & Co); split; [|split]; auto.
  - intros s I; destruct (So s I) as (o & Oo & Io). exists o; split; auto. intros v Lv W.
    destruct (Io v Lv W) as (Sv & _ & E); repeat split; auto.
  - intros o Oo Io; apply Co; auto. intros v Lv W; destruct (Io v Lv W); repeat split; auto; lia.
Qed.

End Soundness.
