(* From the bytes of a file to the line that is printed: the function that is extracted, and the
   theorem that the line is true of the network that the bytes are. *)
From Coq Require Import String List ZArith QArith_base Bool Lia.
From Crease Require Import Field Near Sums Network Checker Lemmas Linear Property Count LemmasRight CountLinear Values Text Sha256 Claim Distinct.
From Crease Require Read.
Import ListNotations.
Open Scope nat_scope.

(* Rows have d slopes, and what must not be empty is not. *)
Definition proper_place (net : written) (p : place) : bool :=
  match chart p with
  | Some (d, rows) => Nat.eqb (length rows) (inputs net) && forallb (fits_row d) rows
  | None => true
  end &&
  match inequalities p with
  | Space => true
  | Box bounds => Nat.eqb (length bounds) (dimension net p)
  | Polytope rows => forallb (fits_row (dimension net p)) rows
  end.

Definition proper_rows (net : written) (rows : domain) : bool :=
  Nat.leb 1 (length rows) && forallb (fits_row (outputs_of net)) rows.

Definition proper_kind (net : written) (k : kind) : bool :=
  match k with
  | Counts | Linear => true
  | Unsat l | Sat l => Nat.leb 1 (length l) && forallb (proper_rows net) l
  | Range rows => proper_rows net rows
  end.

Section Authority.
(* What answers the checker, which is not trusted: steps, steps for a network at a point, whether there
   are lemmas, the next one and steps then; joins and multipliers of linear regions; and with what it
   begins, for linear regions perhaps twice. *)
Variables (S : Type) (ask ask_at_point : S -> part -> step * S)
  (by_lemmas : bool) (next : S -> option counts -> option statement * S) (turn : S -> part -> reply * S)
  (plan : list cell -> list join)
  (multipliers : cell -> cell -> form -> list Z) (fuel : nat) (begin : written -> place -> kind -> S).

Definition totals_of (net : written) (p : place) (k : counts) (linear : N * N) : totals :=
  Totals (Checker.regions k) (Checker.bounded_regions k) (fst linear) (snd linear)
    (map (fun l => nth (length (chart_of p) + Datatypes.S l) (per_layer k) 0%N) (seq 0 (hidden net))).

(* The totals, but of `sat`, if the checker accepts. A last linear layer does not matter for counts. *)
Definition decide (net : written) (p : place) (k : kind) (points : list (list Q)) :
  option (option totals) :=
  let start := begin net p k in
  let d := dimension net p in
  let dom := domain_of d (inequalities p) in
  let whole := on_place net p in
  let hold linear k' := Some (totals_of net p k' linear) in
  let reached rows x := reach ask_at_point fuel start d dom whole rows x in
  match k with
  | Counts =>
      let net := firstn (length (chart_of p) + hidden net) whole in
      option_map (hold (0%N, 0%N))
        (if by_lemmas then count_folded S turn next fuel start d dom net else count ask fuel start d dom net)
  | Linear => option_map (fun found => hold (snd found) (fst found))
      (count_linear ask plan multipliers fuel (fun _ => begin net p k) d dom whole)
  | Unsat l => option_map (hold (0%N, 0%N)) (exclude ask fuel start d dom whole false l)
  | Range rows =>
      if all_pairs (fun r x => reached [r] x) rows points
      then option_map (hold (0%N, 0%N)) (exclude ask fuel start d dom whole true (map (fun r => [r]) rows))
      else None
  | Sat l => if all_pairs reached l points then Some None else None
  end.

(* The line to print and the totals in it; or what was expected where in the file of the network or
   in the certificate; or a step of the proof does not hold. *)
Inductive verdict :=
| Claimed (text totals : string)
| Wrong_network (expected rest : string)
| Wrong_certificate (expected rest : string)
| Unproved.

(* Of the bytes of a network, and the lines of a certificate before its tree. The text of the network
   that was read must be the file. *)
Definition authority (file header : string) : verdict :=
  match Read.network fuel file with
  | Read.Parsed net rest =>
      if proper net && String.eqb (network_text net) file then
        let hash := sha256 file in
        match Read.question fuel hash net header with
        | Read.Parsed (source, (p, (k, points))) EmptyString =>
            if proper_place net p && proper_kind net k then
              match decide net p k points with
              | Some t => let c := Claim source p k t in Claimed (claim_text hash c) (counted_text c)
              | None => Unproved
              end
            else Wrong_certificate "rows that fit the network" EmptyString
        | Read.Parsed _ rest => Wrong_certificate "a tree" rest
        | Read.Refused expected rest => Wrong_certificate expected rest
        end
      else Wrong_network "its canonical text" rest
  | Read.Refused expected rest => Wrong_network expected rest
  end.
End Authority.

(* ---- Layers that have no place in patterns ---- *)

Section Flat.
Variable K : ordered_field.

(* All units have one piece. *)
Definition flat (l : list (unit Q (list Q * Q))) : Prop :=
  Forall (fun n => match n with Pieces first _ [] _ => first = 0 | _ => False end) l.

Lemma pattern_app a b (x : list K) : pattern (a ++ b) x = pattern a x ++ pattern b (outputs a x).
Proof. revert x; induction a as [|l a IH]; intros x; simpl; [easy|]. now rewrite IH, app_assoc. Qed.

Lemma pattern_flat l (x : list K) : flat l -> pattern [l] x = repeat 0 (length l).
Proof.
  intros F; simpl; rewrite app_nil_r. induction F as [|n l F _ IH]; simpl; auto.
  destruct n as [first r [|] last|]; try easy. simpl; subst first. now f_equal.
Qed.

Lemma lists_inverse {A B} (f : A -> B) (g : B -> A) (Q : B -> Prop) (Q' : A -> Prop) :
  (forall a, g (f a) = a) -> (forall b, Q b <-> exists a, b = f a /\ Q' a) ->
  forall P, lists Q P -> lists Q' (map g P).
Proof.
  intros G E P [N I]. split.
  - assert (X : forall b, In b P -> f (g b) = b).
    { intros b J. apply I, E in J as (a & -> & _). now rewrite G. }
    clear I E; induction N as [|b P J N IH]; simpl; constructor.
    + intros H; apply in_map_iff in H as (b' & H & J'). apply J.
      replace b with b'; auto. rewrite <- (X b), <- (X b'), H; simpl; auto.
    + apply IH; intros; apply X; now right.
  - intros a; rewrite in_map_iff. split.
    + intros (b & <- & J). apply I, E in J as (a & -> & H). now rewrite G.
    + intros H. exists (f a); split; auto. apply I, E; eauto.
Qed.

Lemma lists_image {A B} (f : A -> B) (g : B -> A) (Q : B -> Prop) (Q' : A -> Prop) :
  (forall a, g (f a) = a) -> (forall b, Q b <-> exists a, b = f a /\ Q' a) ->
  forall P, lists Q' P -> lists Q (map f P).
Proof.
  intros G E P [N I]. split.
  - apply FinFun.Injective_map_NoDup; auto. intros a a' H. now rewrite <- (G a), <- (G a'), H.
  - intros b; rewrite in_map_iff, E. split; intros (a & H & J); exists a; split; auto; now apply I.
Qed.

(* One more layer that is flat changes neither of these. *)
Section Layer.
Variables (d : nat) (dom : domain) (net : network) (l : list (unit Q (list Q * Q))).
Hypothesis F : flat l.
Let longer (s : list nat) := s ++ repeat 0 (length l).
Let shorter (s : list nat) := firstn (length s - length l) s.

Lemma shorter_longer s : shorter (longer s) = s.
Proof.
  unfold shorter, longer. rewrite app_length, repeat_length, Nat.add_sub.
  now rewrite firstn_app, firstn_all, Nat.sub_diag, app_nil_r.
Qed.

Lemma pattern_longer (u : list K) : pattern (net ++ [l]) u = longer (pattern net u).
Proof. now rewrite pattern_app, pattern_flat. Qed.

Lemma region_longer s : region K d dom (net ++ [l]) s <-> exists s', s = longer s' /\ region K d dom net s'.
Proof.
  split.
  - intros (o & (u & L & W) & H). exists (pattern net u); split.
    + rewrite <- pattern_longer. symmetry; now apply H.
    + exists o; split; [now exists u|]. intros v Lv Wv. destruct (H v Lv Wv) as [D E]. split; auto.
      destruct (H u L W) as [_ E']. rewrite pattern_longer in E, E'.
      rewrite <- (shorter_longer (pattern net v)), E, <- E'. apply shorter_longer.
  - intros (s' & -> & o & O & H). exists o; split; auto. intros v L W.
    destruct (H v L W) as [D <-]. split; auto. apply pattern_longer.
Qed.

Lemma bounded_longer s : bounded K d dom (net ++ [l]) (longer s) <-> bounded K d dom net s.
Proof.
  split; intros (b & H); exists b; intros u L D E; apply H; auto.
  - now rewrite pattern_longer, E.
  - rewrite pattern_longer in E. now rewrite <- (shorter_longer (pattern net u)), E, shorter_longer.
Qed.

Lemma both_longer s : region K d dom (net ++ [l]) s /\ bounded K d dom (net ++ [l]) s <->
  exists s', s = longer s' /\ region K d dom net s' /\ bounded K d dom net s'.
Proof.
  rewrite region_longer. split.
  - intros ((s' & -> & R) & B). apply bounded_longer in B. eauto.
  - intros (s' & -> & R & B). split; [eauto|now apply bounded_longer].
Qed.

Lemma counts_longer n : counts_of (region K d dom (net ++ [l])) n <-> counts_of (region K d dom net) n.
Proof.
  split; intros (P & L & ->).
  - exists (map shorter P); rewrite map_length; split; auto.
    exact (lists_inverse longer shorter _ _ shorter_longer region_longer P L).
  - exists (map longer P); rewrite map_length; split; auto.
    exact (lists_image longer shorter _ _ shorter_longer region_longer P L).
Qed.

Lemma counts_bounded_longer n :
  counts_of (fun s => region K d dom (net ++ [l]) s /\ bounded K d dom (net ++ [l]) s) n <->
  counts_of (fun s => region K d dom net s /\ bounded K d dom net s) n.
Proof.
  split; intros (P & L & ->).
  - exists (map shorter P); rewrite map_length; split; auto.
    exact (lists_inverse longer shorter _ _ shorter_longer both_longer P L).
  - exists (map longer P); rewrite map_length; split; auto.
    exact (lists_image longer shorter _ _ shorter_longer both_longer P L).
Qed.

End Layer.
End Flat.

(* ---- The theorem ---- *)

Section Truth.
Variable K : ordered_field.

Lemma flat_rows rows : flat (linear_layer rows).
Proof. apply Forall_map, Forall_forall. easy. Qed.

Lemma flat_last net : forallb is_linear (last (layers net) []) = true ->
  flat (map unit_of (last (layers net) [])).
Proof.
  intros H. apply Forall_map, Forall_forall. intros n I. rewrite forallb_forall in H.
  specialize (H n I). now destruct n as [o s [|] r|].
Qed.

(* What the checker finds, for the network on its domain. *)
Definition holds (net : written) (p : place) (k : counts) : Prop :=
  let d := dimension net p in
  let dom := domain_of d (inequalities p) in
  let whole := on_place net p in
  counts_of (region K d dom whole) (Checker.regions k) /\
  counts_of (fun s => region K d dom whole s /\ bounded K d dom whole s) (Checker.bounded_regions k) /\
  (forall l, l <= length (chart_of p) + hidden net ->
     counts_of (region K d dom (firstn l whole)) (nth l (per_layer k) 0%N)).

Lemma hidden_length net p : length (chart_of p) + hidden net <= length (on_place net p).
Proof. unfold on_place, network_of, hidden. rewrite app_length, map_length. lia. Qed.

Lemma totals_hold net p k k' linear : holds net p k' -> k <> Linear -> totals_true K net p k (totals_of net p k' linear).
Proof.
  intros (R & B & L) N. unfold totals_true, totals_of; simpl.
  refine (conj R (conj B (conj _ (conj _ _)))); [| |easy].
  - now rewrite map_length, seq_length.
  - intros l H. rewrite nth_indep with (d' := (fun l => nth (length (chart_of p) + S l) (per_layer k') 0%N) 0)
      by now rewrite map_length, seq_length.
    rewrite map_nth with (f := fun l => nth (length (chart_of p) + S l) (per_layer k') 0%N), seq_nth by auto.
    apply L; lia.
Qed.

Lemma counts_hold_whole net p k : counts_hold K (dimension net p) (domain_of (dimension net p) (inequalities p)) (on_place net p) k ->
  holds net p k.
Proof.
  intros (R & B & L). refine (conj R (conj B _)). intros l H. apply L. pose proof (hidden_length net p); lia.
Qed.

Lemma counts_hold_hidden net p k : proper net = true ->
  counts_hold K (dimension net p) (domain_of (dimension net p) (inequalities p))
    (firstn (length (chart_of p) + hidden net) (on_place net p)) k -> holds net p k.
Proof.
  intros P (R & B & L). unfold holds.
  set (d := dimension net p) in *; set (dom := domain_of d (inequalities p)) in *.
  set (n := length (chart_of p) + hidden net) in *; set (whole := on_place net p) in *.
  assert (n <= length whole) by apply hidden_length.
  assert (X : firstn n whole = whole \/ exists l, flat l /\ whole = firstn n whole ++ [l]).
  { unfold n, hidden in *. destruct (forallb is_linear (last (layers net) [])) eqn:E.
    - right. exists (map unit_of (last (layers net) [])); split; [now apply flat_last|].
      assert (Ne : layers net <> []).
      { intros Z. unfold proper in P. rewrite Z in P. simpl in P. now rewrite andb_false_r in P. }
      set (before := chart_of p ++ map (map unit_of) (removelast (layers net))).
      assert (W : whole = before ++ [map unit_of (last (layers net) [])]).
      { unfold whole, on_place, network_of, before. rewrite (app_removelast_last [] Ne) at 1.
        now rewrite map_app, app_assoc. }
      assert (N : length (chart_of p) + (length (layers net) - 1) = length before).
      { unfold before. rewrite app_length, map_length, (app_removelast_last [] Ne) at 1.
        rewrite app_length; simpl; lia. }
      rewrite W, N, firstn_app, Nat.sub_diag, firstn_all; simpl. now rewrite app_nil_r.
    - left. apply firstn_all2. unfold whole, on_place, network_of. rewrite app_length, map_length. lia. }
  refine (conj _ (conj _ _)).
  - destruct X as [<-|(l & F & ->)]; [exact R|]. now apply counts_longer.
  - destruct X as [<-|(l & F & ->)]; [exact B|]. now apply counts_bounded_longer.
  - intros l H'. replace (firstn l whole) with (firstn l (firstn n whole)).
    + apply L. rewrite firstn_length. lia.
    + rewrite firstn_firstn. now rewrite Nat.min_l.
Qed.

(* The rows of a property are one more layer. *)
Lemma counts_hold_rows net p rows k : counts_hold K (dimension net p) (domain_of (dimension net p) (inequalities p))
    (on_place net p ++ [linear_layer rows]) k -> holds net p k.
Proof.
  intros (R & B & L). pose proof (hidden_length net p). refine (conj _ (conj _ _)).
  - eapply counts_longer; [apply flat_rows|exact R].
  - eapply counts_bounded_longer; [apply flat_rows|exact B].
  - intros l H'. specialize (L l). rewrite firstn_app in L.
    replace (l - length (on_place net p)) with 0 in L by lia. simpl in L. rewrite app_nil_r in L.
    apply L. rewrite app_length. lia.
Qed.

Lemma all_pairs_spec {A B} (f : A -> B -> bool) l l' : all_pairs f l l' = true ->
  forall x, In x l -> exists y, f x y = true.
Proof.
  revert l'; induction l as [|x l IH]; intros [|y l'] H z I; simpl in *; try easy.
  apply andb_true_iff in H as [H H']. destruct I as [<-|I]; eauto.
Qed.

Lemma decided S ask ask_at_point by_lemmas next turn plan multipliers fuel begin net source p k points t : proper net = true ->
  decide S ask ask_at_point by_lemmas next turn plan multipliers fuel begin net p k points = Some t ->
  claim_true K net (Claim source p k t).
Proof.
  intros P. unfold decide.
  destruct k as [| |l|rows|l].
  - destruct (if by_lemmas then _ else _) as [k|] eqn:C; [|easy]. intros [= <-]. split; simpl; auto.
    apply totals_hold; [|easy]. apply counts_hold_hidden; auto.
    destruct by_lemmas; [eapply counted_folded|eapply Count.counted]; eauto.
  - destruct (count_linear _ _ _ _ _ _ _ _) as [[k [n m]]|] eqn:C; [|easy]. intros [= <-]. split; simpl; auto.
    apply counted_linear with (K := K) in C as (H & R & M). apply counts_hold_whole in H.
    destruct (totals_hold net p Counts k (n, m) H ltac:(easy)) as (H1 & H2 & H3 & H4 & _).
    refine (conj H1 (conj H2 (conj H3 (conj H4 (fun _ => conj R M))))).
  - destruct (exclude _ _ _ _ _ _ _ _) as [k|] eqn:C; [|easy]. intros [= <-].
    apply excluded with (K := K) in C as [H E]. split; simpl.
    + intros u rows (L & D) I. now apply E.
    + apply totals_hold; [|easy]. eapply counts_hold_rows; eauto.
  - destruct (all_pairs _ _ _) eqn:A; [|easy].
    destruct (exclude _ _ _ _ _ _ _ _) as [k|] eqn:C; [|easy]. intros [= <-]. split; simpl.
    + intros r I. destruct (all_pairs_spec _ _ _ A r I) as (x & R).
      destruct (greatest K _ _ _ _ _ _ _ _ _ _ _ _ _ C I R) as (Le & u & L & D & Z). split.
      * intros v (Lv & Dv). now apply Le.
      * exists u; now repeat split.
    + apply excluded with (K := K) in C as [H _]. apply totals_hold; [|easy]. eapply counts_hold_rows; eauto.
  - destruct (all_pairs _ _ _) eqn:A; [|easy]. intros [= <-]. split; simpl; auto.
    intros rows I. destruct (all_pairs_spec _ _ _ A rows I) as (x & R).
    apply reached with (K := K) in R as (u & L & D & R). exists u; now repeat split.
Qed.

End Truth.

(* If the program prints a line for the bytes of a file, these are the text of one network, and the
   line is that of a claim that is true of this network over every ordered field. *)
Theorem authority_is_right S ask ask_at_point by_lemmas next turn plan multipliers fuel begin file
    header line totals :
  authority S ask ask_at_point by_lemmas next turn plan multipliers fuel begin file header =
    Claimed line totals ->
  exists (net : written) (c : claim),
    network_text net = file /\ (forall net', network_text net' = file -> net' = net) /\
    claim_text (sha256 file) c = line /\ forall K : ordered_field, claim_true K net c.
Proof.
  unfold authority. destruct (Read.network fuel file) as [net rest|]; [|discriminate].
  destruct (proper net && _) eqn:P; [|discriminate]. apply andb_true_iff in P as [P E].
  apply String.eqb_eq in E. destruct (Read.question _ _ _ _) as [[source [p [k points]]] [|]|]; try discriminate.
  destruct (proper_place net p && _) eqn:P'; [|discriminate].
  destruct (decide _ _ _ _ _ _ _ _ _ _ _ _ _ _) as [t|] eqn:D; [|discriminate].
  intros H; injection H as <- <-. exists net, (Claim source p k t). refine (conj E (conj _ (conj eq_refl _))).
  - intros net' E'. apply network_text_clear. now rewrite E, E'.
  - intros K. exact (decided K _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ P D).
Qed.

Print Assumptions authority_is_right.
