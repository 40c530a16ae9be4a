(* Two parts, of which one is mapped onto the other, have the same counts if their patterns tell the
   same points apart. *)
From Coq Require Import List ZArith Bool Lia Ring Field.
From Crease Require Import Field Network Near Sums Checker Lemmas Linear Geometry Parts Main Soundness Images.
Import ListNotations.

Section Folds.
Load HeadOfImages.
Notation solid := (solid K).
Notation smaller := (smaller K).
Notation found d := (found K d (always K)).

(* ---- The parts ---- *)

Section Transport.
Variables (d e : nat) (ms ms' : list form) (m n : list (list K * K)).
Hypothesis m_length : length m = e.
Hypothesis n_length : length n = d.
Hypothesis inverse : forall v, length v = e -> image m (image n v) = v.
Hypothesis interior : exists w, length w = d /\ strictly ms w.
Hypothesis into : forall u, length u = d -> inside ms u -> inside ms' (image m u).
Hypothesis onto : forall v, length v = e -> inside ms' v -> inside ms (image n v).

(* Patterns may be others where a point is degenerate, which is never so in the interior. *)
Variable clear_at : points -> Prop.
Hypothesis Clear : forall o, (forall v, length v = d -> within o v -> inside ms v) ->
  forall u, length u = d -> within o u -> clear_at u.

Lemma between_strictly u w t : length w = length u -> inside ms u -> strictly ms w -> positive t -> positive (1 - t) ->
  strictly ms (towards K u t w u).
Proof.
  unfold Geometry.inside, Geometry.strictly; rewrite !Forall_forall. intros L U W T S f I.
  specialize (U f I); specialize (W f I). unfold Geometry.ev, zdot in *. rewrite dot_towards by auto.
  replace (dot (map phi (lin f)) u + t * (dot (map phi (lin f)) w - dot (map phi (lin f)) u) + phi (con f))
    with (t * (dot (map phi (lin f)) w + phi (con f)) + (1 - t) * (dot (map phi (lin f)) u + phi (con f))) by ring.
  apply positive_nonneg; [now apply positive_mul|]. apply nonneg_mul; auto; now left.
Qed.

(* An open set of the image is that of one of the case. *)
Lemma above_open o' : solid e o' -> (forall v, length v = e -> within o' v -> inside ms' v) ->
  exists o, solid d o /\ forall x, length x = d -> within o x -> strictly ms x /\ within o' (image m x).
Proof.
  intros (v & Lv & Wv) I. assert (Lu : length (image n v) = d) by now rewrite image_length.
  destruct interior as (w & Lw & Sw).
  apply (open_preimage K d m (map (kform K) ms) o' (image n v) (strictly ms)); auto.
  - now rewrite inverse.
  - exists w; split; auto. now apply within_kforms.
  - intros y t Ly Wy T S. apply between_strictly; auto; try lia.
    now apply within_kforms in Wy.
Qed.

Lemma strict_clear u : length u = d -> strictly ms u -> clear_at u.
Proof.
  intros L S. apply (Clear (map (kform K) ms)); auto; [|now apply within_kforms].
  intros v Lv W. apply strictly_inside. now apply within_kforms in W.
Qed.

Section Patterns.
Variables f f' : points -> list nat.
Hypothesis Same : forall y u, length y = d -> length u = d -> inside ms y -> inside ms u -> clear_at y ->
  (f u = f y <-> clear_at u /\ f' (image m u) = f' (image m y)).

(* A pattern of the case and one of the image, at the same points. *)
Definition pair_at (s' s : list nat) : Prop :=
  exists y, length y = d /\ strictly ms y /\ f' (image m y) = s' /\ f y = s.

Lemma pair_same s' s u : pair_at s' s -> length u = d -> inside ms u ->
  (f u = s <-> clear_at u /\ f' (image m u) = s').
Proof.
  intros (y & L & S & <- & <-) Lu I. apply Same; auto; [now apply strictly_inside|now apply strict_clear].
Qed.

Lemma pairs_exist P' : (forall s', In s' P' -> exists o', solid e o' /\
    forall v, length v = e -> within o' v -> strictly ms' v /\ always K v /\ f' v = s') ->
  exists P, Forall2 pair_at P' P.
Proof.
  induction P' as [|s' P' IH]; intros H; [exists []; constructor|].
  destruct IH as (P & F); [intros; apply H; now right|].
  destruct (H s' (or_introl eq_refl)) as (o' & So' & I').
  destruct (above_open o' So') as (o & (y & Ly & Wy) & I).
  { intros v Lv W. apply strictly_inside. now apply I'. }
  destruct (I y Ly Wy) as [Sy Wy']. exists (f y :: P); constructor; auto.
  exists y; repeat split; auto. apply I'; auto. now rewrite image_length.
Qed.

Lemma found_above P' : found e ms' f' P' -> exists P, Forall2 pair_at P' P /\ found d ms f P.
Proof.
  intros (N' & S' & C'). destruct (pairs_exist P' S') as (P & F). exists P; split; auto.
  assert (Pairs : forall s', In s' P' -> exists s, In s P /\ pair_at s' s).
  { clear - F. induction F as [|s' s P' P H F IH]; [easy|]. intros t [<-|I]; [exists s; split; auto; now left|].
    destruct (IH t I) as (r & J & R). exists r; split; auto; now right. }
  assert (Pairs' : forall s, In s P -> exists s', In s' P' /\ pair_at s' s).
  { clear - F. induction F as [|s' s P' P H F IH]; [easy|]. intros t [<-|I]; [exists s'; split; auto; now left|].
    destruct (IH t I) as (r & J & R). exists r; split; auto; now right. }
  split; [|split].
  - clear - F N' Same Clear. induction F as [|s' s P' P H F IH]; constructor; inversion N'; subst; auto.
    intros I. apply H2. clear IH H2 H3 N'. induction F as [|t' t P' P T F IH]; [easy|].
    destruct I as [<-|I]; [left|right; auto]. destruct T as (u & Lu & Su & Eu & E).
    destruct (pair_same s' t u H) as [X _]; auto; [now apply strictly_inside|].
    destruct (X E) as [_ <-]. congruence.
  - intros s I. destruct (Pairs' s I) as (s' & I' & R). destruct (S' s' I') as (o' & So' & H').
    destruct (above_open o' So') as (o & So & H); [intros; now apply strictly_inside, H'|].
    exists o; split; auto. intros v Lv W. destruct (H v Lv W) as [Sv W']. repeat split; auto.
    apply (pair_same s' s v R); auto; [now apply strictly_inside|]. split; [now apply strict_clear|].
    apply H'; auto. now rewrite image_length.
  - intros o (u & Lu & Wu) Io.
    destruct (open_image K d e m n m_length n_length inverse o u Lu Wu) as (o' & Wo' & Ho').
    destruct (C' o') as (s' & o2 & I' & (v & Lv & Wv) & Sm & V).
    { exists (image m u); split; auto. now rewrite image_length. }
    { intros v Lv W. destruct (Ho' v Lv W) as (x & Lx & Wx & <-). split; [|exact Logic.I].
      apply into; auto. now apply Io. }
    destruct (Pairs s' I') as (s & I & R). exists s, (o ++ map (pulled K m) o2). split; auto.
    destruct (Ho' v Lv (Sm v Wv)) as (x & Lx & Wx & <-). split; [|split].
    + exists x; split; auto. apply Forall_app; split; auto. now apply within_pulled.
    + intros y W. now apply Forall_app in W.
    + intros y Ly W. apply Forall_app in W as [W W']. apply within_pulled in W'.
      assert (Iy : inside ms y) by now apply Io.
      apply (pair_same s' s y R); auto. split; [|apply V; auto; now rewrite image_length].
      apply (Clear o); auto. intros z Lz Wz. now apply Io.
Qed.

(* What is bounded. *)
Lemma far_above s' s : pair_at s' s -> far K e ms' f' s' -> far K d ms f s.
Proof.
  intros R F b. destruct (bounded_image K m b) as (c & C). destruct (F c) as (o' & So' & H').
  destruct (above_open o' So') as (o & So & H); [intros; now apply strictly_inside, H'|].
  exists o; split; auto. intros v Lv W. destruct (H v Lv W) as [Sv W'].
  destruct (H' (image m v)) as (_ & E & N); auto; [now rewrite image_length|]. repeat split; auto.
  apply (pair_same s' s v R); auto; [now apply strictly_inside|]. split; auto. now apply strict_clear.
Qed.

Hypothesis keeps : forall b : K, exists c : K, forall u, length u = d -> inside ms u ->
  at_most b (image m u) -> at_most c u.

Lemma tame_above s' s : pair_at s' s -> tame K e ms' f' s' -> tame K d ms f s.
Proof.
  intros R (b & B). destruct (keeps b) as (c & C). exists c. intros u Lu I E.
  apply C; auto. apply (pair_same s' s u R) in E as [_ E]; auto. apply B; auto. now rewrite image_length.
Qed.

Lemma flags_above P' P : Forall2 pair_at (map fst P') P -> flags K e ms' f' P' ->
  flags K d ms f (combine P (map snd P')).
Proof.
  unfold flags. revert P; induction P' as [|[s' b] P' IH]; intros P F G; inversion_clear F as [|? s ? P0 R F'];
    simpl; constructor; inversion_clear G as [|? ? G1 G2]; auto.
  simpl in *. destruct b; [eapply tame_above|eapply far_above]; eauto.
Qed.

End Patterns.
End Transport.
End Folds.
