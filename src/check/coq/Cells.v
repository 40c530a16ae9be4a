(* The cells that the checker finds: they cover the domain, their interiors are disjoint, and on each
   the outputs are the forms kept with it. *)
From Coq Require Import List ZArith Bool Lia Ring Field.
From Crease Require Import Field Network Near Sums Checker Linear Geometry Parts Main Soundness.
Import ListNotations.

Section Cells.
Load Head.
Notation outs := (outs K).

Definition disjoint (b b' : list form) : Prop :=
  forall u, length u = d -> strictly b u -> strictly b' u -> False.

Definition tiled ms (out : point -> list K) (cs : list cell) : Prop :=
  NoDup cs /\
  (forall c, In c cs -> incl ms (fst c) /\ (exists u, length u = d /\ strictly (fst c) u) /\
     Forall (fun f => length (lin f) = d) (snd c) /\
     forall u, length u = d -> inside (fst c) u -> out u = evs (snd c) u) /\
  (forall c c' u, In c cs -> In c' cs -> length u = d -> strictly (fst c) u -> strictly (fst c') u -> c = c') /\
  (forall o, solid o -> (forall v, length v = d -> within o v -> inside ms v) ->
     exists c o', In c cs /\ solid o' /\ smaller o' o /\
       forall v, length v = d -> within o' v -> strictly (fst c) v).

Lemma tiled_ext ms out out' cs : (forall u, length u = d -> inside ms u -> out u = out' u) ->
  tiled ms out' cs -> tiled ms out cs.
Proof.
  intros E (N & C & D & V); split; [|split; [|split]]; auto. intros c I.
  destruct (C c I) as (J & P & S & O); split; [|split; [|split]]; auto. intros u L U. rewrite E; auto.
  now apply inside_incl with (fst c).
Qed.

(* ---- Cases ---- *)

Lemma cases_in p c q ks k : cases K d p c q ks -> In k ks -> exists r, (q <= r)%nat /\ is_case K d p c r k.
Proof.
  induction 1 as [q _|q k' ks C _ IH|q ks _ _ IH]; intros I; [destruct I| |].
  - destruct I as [<-|I]; [eauto|]. destruct (IH I) as (r & L & X); exists r; split; auto; lia.
  - destruct (IH I) as (r & L & X); exists r; split; auto; lia.
Qed.

Lemma cases_disjoint p c q ks : steady K d (members p) c -> cases K d p c q ks ->
  ForallOrdPairs (fun k k' => disjoint (members k) (members k')) ks.
Proof.
  intros St; induction 1 as [q _|q k ks C Cs IH|q ks _ _ IH]; [constructor| |auto]. constructor; auto.
  apply Forall_forall; intros k' I u L U U'. destruct (cases_in p c _ ks k' Cs I) as (r & Lr & C').
  destruct C as (J & _ & Wi & (g & Inj & Sa) & _), C' as (J' & _ & Wi' & (g' & Inj' & Sa') & _).
  set (o := map kform (members k ++ members k')).
  assert (So : solid o) by (exists u; split; auto; apply within_kforms, strictly_app; auto).
  assert (In : forall v, length v = d -> within o v -> strictly (members k) v /\ strictly (members k') v).
  { intros v _ W. now apply strictly_app, within_kforms. }
  destruct (case_within K d p c St q k g J Wi Sa o So) as (o' & So' & Sm & X); [apply In|].
  destruct (case_within K d p c St r k' g' J' Wi' Sa' o' So') as (o2 & (v & Lv & W) & Sm' & X').
  { intros v Lv W; apply In; auto. }
  destruct (X v Lv (Sm' v W)) as (_ & E & _), (X' v Lv W) as (_ & E' & _). lia.
Qed.

Lemma cases_cover p c q ks o r : cases K d p c q ks -> solid o ->
  (forall v, length v = d -> within o v -> inside (members p) v /\ c v = r) -> (q <= r)%nat ->
  exists k, In k ks /\ forall v, length v = d -> within o v -> inside (members k) v.
Proof.
  intros Cs So Io. induction Cs as [q Z|q k ks (_ & _ & _ & (g & Inj & Sa) & _) Cs IH|q ks Sk Cs IH]; intros L.
  - destruct So as (v & Lv & W), (Io v Lv W) as (I & E). specialize (Z v Lv I); lia.
  - destruct (Nat.eq_dec r q) as [->|N].
    + exists k; split; [now left|]. intros v Lv W. now apply Sa; auto; apply Io.
    + destruct IH as (k' & I & X); [lia|]. exists k'; split; auto; now right.
  - apply IH. destruct (Sk o So) as (v & Lv & W & N); [apply Io|]. destruct (Io v Lv W); lia.
Qed.

(* ---- The checker ---- *)

Definition kept (p : part) (n : counts) : Prop := smooth p ->
  regions n = N.of_nat (length (cells n)) /\ tiled (members p) (outs p) (cells n).

Lemma kept_cases p ks ns : divides K d p ks -> Forall2 kept ks ns -> kept p (fold_right add_counts no_counts ns).
Proof.
  intros (c & St & _ & Cs) F Smooth.
  assert (exists kids, ks = map fst kids /\ ns = map snd kids /\ Forall (fun k => kept (fst k) (snd k)) kids)
    as (kids & -> & -> & A).
  { clear - F. induction F as [|k n ks ns E F (kids & -> & -> & IH)]; [exists []; auto|].
    exists ((k, n) :: kids); auto. }
  clear F. set (all := flat_map (fun k => cells (snd k)) kids).
  assert (F : forall k, In k kids -> regions (snd k) = N.of_nat (length (cells (snd k))) /\
    incl (members p) (members (fst k)) /\ tiled (members (fst k)) (outs p) (cells (snd k))).
  { rewrite Forall_forall in A. intros k I.
    destruct (cases_in p c 0 _ (fst k) Cs) as (r & _ & J & _ & _ & _ & X); [now apply in_map|].
    destruct (X Smooth) as (Sk & E), (A k I Sk) as (R & T). split; [exact R|split; [exact J|exact (tiled_ext _ _ _ _ E T)]]. }
  assert (C : cells (fold_right add_counts no_counts (map snd kids)) = all).
  { unfold all; clear; induction kids as [|k kids IH]; simpl; [auto|now rewrite IH]. }
  split.
  { rewrite C. unfold all; clear - F; induction kids as [|k kids IH]; simpl; auto.
    rewrite app_length, Nnat.Nat2N.inj_add, IH by (intros; apply F; now right). f_equal. apply F; now left. }
  rewrite C. pose proof (cases_disjoint p c 0 _ St Cs) as D. split; [|split; [|split]].
  - clear - F D. unfold all. induction kids as [|k ks IH]; simpl; [constructor|].
    inversion D as [|? ? Dk D']; subst. rewrite Forall_forall in Dk.
    destruct (F k) as (_ & _ & N & C & _); [now left|].
    assert (N' : NoDup (flat_map (fun k => cells (snd k)) ks)) by (apply IH; auto; intros; apply F; now right).
    assert (X : forall c, In c (cells (snd k)) -> In c (flat_map (fun k => cells (snd k)) ks) -> False).
    { intros c I J; apply in_flat_map in J as (k' & I' & J). destruct (C c I) as (Ic & (u & Lu & U) & _).
      destruct (F k') as (_ & _ & _ & C' & _); [now right|]. destruct (C' c J) as (Ic' & _).
      apply (Dk (fst k') (in_map fst ks k' I') u Lu); eapply strictly_incl; eauto. }
    clear - N N' X. induction N as [|c cs I N IH]; simpl; auto. constructor.
    + rewrite in_app_iff; intros [J|J]; [contradiction|]. apply (X c); [now left|auto].
    + apply IH. intros c' I' J'; apply (X c'); auto; now right.
  - intros x I; apply in_flat_map in I as (k & I & J). destruct (F k I) as (_ & M & _ & X & _).
    destruct (X x J) as (Ic & P & S & O); split; [|split; [|split]]; auto. intros y Y; auto.
  - intros x x' u I I' L U U'. apply in_flat_map in I as (k & I & J), I' as (k' & I' & J').
    destruct (F k I) as (_ & _ & _ & X & Dk & _), (F k' I') as (_ & _ & _ & X' & Dk' & _).
    destruct (X x J) as (Ix & _), (X' x' J') as (Ix' & _).
    apply strictly_incl with (1 := Ix) in U as W. apply strictly_incl with (1 := Ix') in U' as W'.
    assert (E : forall k k', In k kids -> In k' kids -> k = k' \/ disjoint (members (fst k)) (members (fst k')) \/
      disjoint (members (fst k')) (members (fst k))).
    { clear - D. induction kids as [|z ks IH]; simpl; intros k k' I I'; [easy|].
      inversion D as [|? ? Dz D']; subst. rewrite Forall_map, Forall_forall in Dz.
      destruct I as [<-|I], I' as [<-|I']; auto. }
    destruct (E k k' I I') as [<-|[Y|Y]]; [now apply (Dk x x' u)| |]; destruct (Y u L); auto.
  - intros o So Io. destruct (St o So Io) as (o1 & r & So1 & Sm1 & E).
    destruct (cases_cover p c 0 _ o1 r Cs So1) as (q & Iq & X); [split; [apply Io|]; auto|lia|].
    apply in_map_iff in Iq as (k & <- & Ik). destruct (F k Ik) as (_ & _ & _ & _ & _ & Vk).
    destruct (Vk o1 So1 X) as (x & o2 & Ix & So2 & Sm2 & I2).
    exists x, o2; split; [apply in_flat_map; eauto|split; [|split]]; auto. intros v W; apply Sm1, Sm2, W.
Qed.

Lemma kept_layer p l more n : open p = [] -> later p = l :: more -> kept (next_layer p l more) n ->
  kept p (begin_layer n).
Proof.
  intros O La H Sm. destruct H as (R & T); [now apply smooth_next|]. split; [exact R|].
  apply (tiled_ext _ _ _ _ (fun u _ _ => outs_next K p l more u O La) T).
Qed.

Lemma slopes_dot n a (u : point) : length u = n -> dot (map phi (slopes n a)) u = dot (map phi a) u.
Proof.
  revert a u; induction n as [|n IH]; intros a [|y u] L; try discriminate; simpl.
  - now destruct (map phi a).
  - injection L as L. rewrite IH by auto. destruct a as [|x a]; simpl; auto. rewrite of_Z_0.
    destruct u; ring.
Qed.

Lemma slopes_length n a : length (slopes n a) = n.
Proof. revert a; induction n; simpl; auto. Qed.

Lemma kept_region p w x ray : good K d p -> open p = [] -> later p = [] -> is_region d p w x ray = true ->
  kept p (one_region p [cell_of d p] []).
Proof.
  intros _ O La R _; split; [reflexivity|]. simpl. unfold is_region in R; apply andb_true_iff in R as [I _]. destruct (inside_point K d (members p) w x I) as (L & St).
  split; [repeat constructor; auto|split; [|split]].
  - intros c [<-|[]]; simpl. split; [easy|split; [eauto|split]].
    { apply Forall_map, Forall_forall; intros f _; simpl. apply slopes_length. }
    intros u Lu Iu.
    unfold outs, settled_values; rewrite O, La; simpl. rewrite app_nil_r.
    unfold Geometry.evs; rewrite map_map; apply map_ext; intros f. unfold Geometry.ev; simpl; f_equal.
    symmetry; now apply slopes_dot.
  - intros c c' u [<-|[]] [<-|[]]; auto.
  - intros o So Io. destruct (refine K d (members p) o So) as (o' & (y & Ly & Wy) & Sm & R).
    exists (cell_of d p), o'; split; [now left|split; [exists y; auto|split; auto]]. intros v Lv V. simpl.
    unfold Geometry.strictly; apply Forall_forall; intros m Im.
    destruct (R m Im) as [T|[P|N]]; [|auto|]; exfalso.
    + unfold Geometry.strictly in St; rewrite Forall_forall in St. specialize (St m Im).
      apply (not_zero _ _ St), (trivial_ev K d); auto.
    + specialize (N v V). assert (J : inside (members p) v) by (apply Io; auto).
      unfold Geometry.inside in J; rewrite Forall_forall in J.
      apply (nonneg_not_positive K _ (J m Im)); auto.
Qed.

Theorem check_cells keep test S (ask : S -> part -> step * S) fuel s p n s' : good K d p -> smooth p ->
  check d keep test S ask fuel s p = Some (n, s') -> exists cs, tiled (members p) (outs p) cs /\
    regions n = N.of_nat (length cs) /\ (keep = With_cells -> cells n = cs) /\ (keep = With_nears -> nears n = map near_outputs cs) /\
    Forall (fun c => exists shown, test shown (fun _ => c) = true) cs.
Proof.
  intros G Sm H. destruct (check_ind K d keep test S ask kept kept_cases kept_layer kept_region _ _ _ _ _ G H)
    as (k & (R & T) & R' & _ & _ & C & O & F); auto. exists (cells k). rewrite R', R. auto 6.
Qed.

End Cells.
