(* The theorems on properties: what `exclude` and `reach` show of the outputs, at all points of the
   domain and at one. *)
From Coq Require Import List ZArith QArith_base Bool Lia Ring Field.
From Crease Require Import Field Network Near Sums Checker Linear Property Geometry Plane Parts Main Soundness Count
  Cells Joined CountLinear.
Import ListNotations.

Section Values.
Load Head.
Notation psi := (@of_Q K).

(* ---- Every point of the domain is in a cell ---- *)

(* Near u, on the way to an interior point a, no member is >= 0 that is negative at u. *)
Lemma in_some_cell ms out cs u : tiled K d ms out cs -> cs <> [] -> length u = d -> inside ms u ->
  exists x, In x cs /\ inside (fst x) u.
Proof.
  intros (_ & C & _ & V) Ne Lu I. assert (exists a, length a = d /\ strictly ms a) as (a & La & St).
  { destruct cs as [|x cs]; [easy|]. destruct (C x) as (J & (a & La & Sa) & _); [now left|].
    exists a; split; auto. now apply strictly_incl with (1 := J). }
  set (lost := filter (fun f => above (- ev f u)) (flat_map fst cs)).
  set (o := map kform (map negate lost)).
  assert (W : within o u).
  { apply within_kforms, Forall_map, Forall_forall. intros f J. apply filter_In in J as [_ J].
    rewrite ev_negate. now apply above_true. }
  assert (L : length u = length a) by lia.
  destruct (stays_toward K o u a L W) as (t & T & N). set (s := t * (1 / (1 + t))).
  assert (P : positive (1 + t)) by (apply positive_add; auto using one_positive).
  assert (Z : 1 + t <> 0) by now apply (not_zero K).
  assert (Ps : positive s) by (apply positive_mul; auto using positive_inv).
  assert (Wv : within o (toward K u a s)).
  { apply N; auto. replace (t - s) with (t * t * (1 / (1 + t))) by (unfold s; field; exact Z).
    left; repeat apply positive_mul; auto using positive_inv. }
  assert (Sv : strictly ms (toward K u a s)).
  { unfold Geometry.strictly, Geometry.inside in *. rewrite Forall_forall in *. intros m J.
    rewrite ev_toward by lia. specialize (St m J); specialize (I m J).
    replace (ev m u + s * (ev m a - ev m u)) with (s * ev m a + (1 / (1 + t)) * ev m u)
      by (unfold s; field; exact Z).
    apply positive_nonneg; [now apply positive_mul|]. apply nonneg_mul; auto. left; auto using positive_inv. }
  destruct (V (o ++ map kform ms)) as (x & o' & Ix & (w & Lw & Ww) & Sm & X).
  { exists (toward K u a s); split; [rewrite toward_length; lia|]. apply Forall_app; split; auto.
    now apply within_kforms. }
  { intros v _ Wo. apply Forall_app in Wo as [_ Wo]. now apply strictly_inside, within_kforms. }
  exists x; split; auto. apply Forall_forall; intros m Im. specialize (X w Lw Ww).
  unfold Geometry.strictly in X; rewrite Forall_forall in X. specialize (X m Im).
  destruct (nonneg_or K (ev m u)) as [Y|Y]; auto. exfalso. apply Sm, Forall_app in Ww as [Ww _].
  apply within_kforms in Ww. unfold Geometry.strictly in Ww; rewrite Forall_map, Forall_forall in Ww.
  apply (positive_neg K _ X). rewrite <- ev_negate. apply Ww, filter_In. split.
  - apply in_flat_map; eauto.
  - now apply above_true.
Qed.

(* ---- Refutations ---- *)

(* The rows of an alternative, all with this sign. *)
Definition holds (weak : bool) (x : K) : Prop := if weak then positive x else nonneg x.

Lemma holds_nonneg weak x : holds weak x -> nonneg x.
Proof. destruct weak; [now left|auto]. Qed.

Lemma refuted_sound weak ms fs ks u : refuted d weak ms fs ks = true -> length u = d -> inside ms u ->
  Forall (fun f => holds weak (ev f u)) fs -> False.
Proof.
  unfold refuted; rewrite andb_true_iff, negb_true_iff, orb_true_iff, !andb_true_iff.
  intros [S C] L I H. unfold Geometry.inside in I; rewrite Forall_forall in H, I.
  assert (N : forall m, In m (fs ++ ms) -> nonneg (ev m u)).
  { intros m J; apply in_app_or in J as [J|J]; auto. apply holds_nonneg with weak; auto. }
  pose proof (combination_ev K ks _ u N) as E. rewrite (not_slanted_ev K d _ u S L) in E.
  destruct C as [C|[[W C] X]].
  - apply Z.ltb_lt in C. apply (nonneg_not_positive K _ E). rewrite <- of_Z_opp; apply of_Z_positive; lia.
  - apply Z.eqb_eq in C. subst weak. apply (combination_positive K ks _ (one_of fs) u N) in X.
    + rewrite (not_slanted_ev K d _ u S L), C in X. now apply (not_zero K _ X).
    + intros m _ G. unfold one_of in G. destruct (in_dec exact_eq_dec (body m) (map body fs)) as [J|]; [|discriminate].
      apply in_map_iff in J as (f & E' & J). specialize (H f J).
      unfold Geometry.ev, lin, con. rewrite <- E'. exact H.
Qed.

Lemma all_refuted_sound {A} weak ms (g : A -> K) alternatives u : length u = d -> inside ms u ->
  forall rows shown, all_refuted d weak ms (map (@length A) alternatives) rows shown = true ->
  evs rows u = map g (concat alternatives) ->
  forall a, In a alternatives -> Forall (fun r => holds weak (g r)) a -> False.
Proof.
  intros L I; induction alternatives as [|b more IH]; intros rows [|ks shown] R E a J; simpl in *; try easy.
  apply andb_true_iff in R as [R R']. rewrite map_app in E.
  assert (B : evs (firstn (length b) rows) u = map g b /\ evs (skipn (length b) rows) u = map g (concat more)).
  { unfold Geometry.evs in *. rewrite <- firstn_map, <- skipn_map, E.
    rewrite <- (map_length g b). rewrite firstn_app, skipn_app, firstn_all, skipn_all, Nat.sub_diag; simpl.
    now rewrite app_nil_r. }
  destruct B as [B B'], J as [->|J]; [|exact (IH _ _ R' B' a J)].
  intros H. apply (refuted_sound weak ms _ ks u R L I).
  rewrite <- (Forall_map (fun f => ev f u) (holds weak)). unfold Geometry.evs in B; rewrite B.
  now apply Forall_map.
Qed.

(* ---- Layers of rows ---- *)

Lemma outputs_app a b (x : point) : outputs (a ++ b) x = outputs b (outputs a x).
Proof. revert x; induction a; simpl; auto. Qed.

Lemma of_Q_0 : psi 0%Q = 0.
Proof. unfold of_Q; simpl. rewrite of_Z_0, of_Z_1. field. exact (F_1_neq_0 (laws K)). Qed.
Lemma of_Q_1 : psi 1%Q = 1.
Proof. unfold of_Q; simpl. rewrite of_Z_1. field. exact (F_1_neq_0 (laws K)). Qed.

Lemma outputs_rows rows (x : point) : outputs [linear_layer rows] x = map (row_at x) rows.
Proof.
  simpl. unfold linear_layer. rewrite !map_map; simpl. apply map_ext; intros row.
  rewrite of_Q_0, of_Q_1; ring.
Qed.

Lemma outputs_point q net : outputs (linear_layer (map (pair []) q) :: net) ([] : point) = outputs net (map psi q).
Proof.
  change (linear_layer ?r :: net) with ([linear_layer r] ++ net).
  rewrite outputs_app, outputs_rows, map_map. f_equal.
  apply map_ext; intros x. unfold row_at; simpl; ring.
Qed.

End Values.

Section Theorems.
Variable K : ordered_field.
Add Field K_is_a_field : (laws K).
Open Scope field_scope.

(* At no point of the domain are the rows of an alternative all >= 0; if weak, all positive. *)
Theorem excluded (S : Type) (ask : S -> part -> step * S) fuel s d dom net weak alternatives k :
  exclude ask fuel s d dom net weak alternatives = Some k ->
  counts_hold K d dom (net ++ [linear_layer (concat alternatives)]) k /\
  forall u : list K, length u = d -> in_domain dom u -> forall rows, In rows alternatives ->
    ~ Forall (fun row => (if weak then positive else nonneg) (row_at (outputs net u) row)) rows.
Proof.
  unfold exclude. destruct (all scale_member dom) as [ms|] eqn:D; [|discriminate].
  destruct (scale true 1 _) as [ls|] eqn:Sc; [|discriminate].
  destruct (forallb (forallb continuous) ls) eqn:Co; [|discriminate].
  destruct (check d Totals_only _ S ask fuel s _) as [[k' s']|] eqn:C; [|discriminate].
  destruct (N.eqb_spec (regions k') 0) as [|Z]; [discriminate|]. intros X; injection X as <-.
  split; [eapply counts_of_check; eauto|]. intros u L I rows J H.
  destruct (cells_of K Totals_only _ S ask fuel s s' d dom _ ms ls k' D Sc ltac:(now destruct net) Co C) as
    (c & cs & P & T & R' & _ & _ & F).
  apply (domain_inside K dom ms u D) in I.
  destruct (in_some_cell K d ms _ cs u T ltac:(intros ->; now rewrite R' in Z) L I) as (x & Ix & Iu).
  rewrite Forall_forall in F. destruct (F x Ix) as (shown & R).
  destruct T as (_ & T & _). destruct (T x Ix) as (_ & _ & _ & E). specialize (E u L Iu).
  rewrite outputs_app, outputs_rows, map_map in E. symmetry in E.
  apply (all_refuted_sound K d weak (fst x) _ alternatives u L Iu _ _ R E rows J).
  revert H; apply Forall_impl; intros row. unfold holds; destruct weak; intros H.
  - now apply positive_mul.
  - apply nonneg_mul; auto; now left.
Qed.

Lemma evaluated (S : Type) (ask : S -> part -> step * S) fuel s net :
  evaluate ask fuel s net = true -> Forall nonneg (outputs net ([] : list K)).
Proof.
  unfold evaluate. destruct (scale true 1 net) as [[|l ls]|] eqn:Sc; try discriminate.
  rewrite andb_true_iff; intros [Co C].
  destruct (check 0 Totals_only _ S ask fuel s _) as [[k s']|] eqn:Ck; [|discriminate].
  apply negb_true_iff, N.eqb_neq in C.
  assert (Ne : net <> []) by (intros ->; discriminate Sc).
  destruct (cells_of K Totals_only _ S ask fuel s s' 0%nat [] net [] (l :: ls) k eq_refl Sc Ne Co Ck) as
    (c & cs & P & T & R & _ & _ & F).
  destruct (in_some_cell K 0 [] _ cs [] T) as (x & Ix & I); [intros ->; now rewrite R in C|auto|constructor|].
  rewrite Forall_forall in F. destruct (F x Ix) as (_ & N). destruct T as (_ & T & _).
  destruct (T x Ix) as (_ & _ & Le & E). specialize (E [] eq_refl I).
  assert (Y : Forall nonneg (map (mul c) (outputs net ([] : list K)))).
  { cbv beta in E; rewrite E. apply Forall_map, Forall_forall. intros f J. rewrite forallb_forall in N.
    specialize (N f J). apply Z.leb_le, of_Z_nonneg with (K := K) in N.
    rewrite Forall_forall in Le. specialize (Le f J). unfold ev, zdot. destruct (lin f); [|discriminate].
    simpl. now replace (0 + of_Z (con f)) with (of_Z (con f) : K) by ring. }
  rewrite Forall_map in Y. revert Y; apply Forall_impl; intros z. now apply nonneg_of_mul.
Qed.

(* The point lies in the domain, and there the rows are all >= 0. *)
Theorem reached (S : Type) (ask : S -> part -> step * S) fuel s d dom net rows x :
  reach ask fuel s d dom net rows x = true -> exists u : list K, length u = d /\ in_domain dom u /\
    Forall (fun row => nonneg (row_at (outputs net u) row)) rows.
Proof.
  unfold reach; rewrite !andb_true_iff; intros [[L D] R]. apply Nat.eqb_eq in L. apply evaluated in D, R.
  rewrite outputs_point in D, R. rewrite outputs_app in R. rewrite outputs_rows, Forall_map in D, R.
  exists (map of_Q x); split; [now rewrite map_length|exact (conj D R)].
Qed.

(* The greatest value of a row is 0. *)
Corollary greatest (S : Type) (ask ask' : S -> part -> step * S) fuel s s' d dom net rows k row x :
  exclude ask fuel s d dom net true (map (fun r => [r]) rows) = Some k -> In row rows ->
  reach ask' fuel s' d dom net [row] x = true ->
  (forall u : list K, length u = d -> in_domain dom u -> nonneg (- row_at (outputs net u) row)) /\
  exists u : list K, length u = d /\ in_domain dom u /\ row_at (outputs net u) row = 0.
Proof.
  intros E I R. apply excluded in E as (_ & E). apply reached in R as (v & L & D & R).
  assert (N : forall u : list K, length u = d -> in_domain dom u -> nonneg (- row_at (outputs net u) row)).
  { intros u Lu Du. apply above_false. destruct (above _) eqn:A; auto. apply above_true in A.
    destruct (E u Lu Du [row]); [now apply in_map with (f := fun r => [r])|auto]. }
  split; auto. exists v; repeat split; auto.
  rewrite Forall_forall in R. destruct (R row (or_introl eq_refl)) as [P|P]; auto.
  exfalso. apply (nonneg_not_positive K _ (N v L D)).
  now match goal with |- positive (- - ?a) => replace (- - a) with a by ring end.
Qed.

End Theorems.

Definition values := (@excluded, @reached, @greatest).
Print Assumptions values.
