(* The cells that the checker keeps: they cover the domain, their interiors are disjoint, and on each
   the outputs are the forms kept with it. *)
From Coq Require Import List ZArith Bool Lia Ring Field.
From Crease Require Import Field Network Checker Linear Geometry Soundness Main.
Import ListNotations.

Section Cells.
Variable K : ordered_field.
Variable d : nat.
Add Field K_is_a_field : (laws K).
Open Scope field_scope.

Notation phi := (@of_Z K).
Notation point := (list K).
Notation ev := (ev K).
Notation evs := (evs K).
Notation inside := (inside K).
Notation strictly := (strictly K).
Notation solid := (solid K d).
Notation smaller := (smaller K).
Notation at_point := (at_point K).

(* ---- Outputs of a part ---- *)

Fixpoint outs_of (ls : list layer) (x u : point) : list K :=
  match ls with
  | [] => x
  | l :: more =>
      outs_of more (map snd (map (fun n => unit_at phi (map_rows (row_of K x u) n)) l)) u
  end.

Definition settled_values (p : part) (u : point) : list K :=
  match later p with [] => evs (rev (values p)) u | _ => [] end.

Definition outs (p : part) (u : point) : list K :=
  outs_of (later p) (settled_values p u ++ map (fun n => snd (at_point n u)) (open p)) u.

Lemma outs_push ls x u y : ls <> [] -> outs_of ls (ev y u :: x) u = outs_of (push y ls) x u.
Proof.
  destruct ls as [|l more]; [easy|intros _]; simpl. do 2 f_equal. rewrite map_map; apply map_ext; intros n.
  rewrite map_rows_map; f_equal. apply map_rows_ext, row_of_push.
Qed.

Lemma outs_settled p n todo more y u : open p = n :: todo -> snd (at_point n u) = ev y u ->
  outs p u = outs (settled p more y) u.
Proof.
  intros O E; unfold outs, settled_values; simpl. rewrite O; simpl; rewrite E.
  destruct (later p) as [|l ls] eqn:La.
  - simpl. unfold Geometry.evs. rewrite map_app, <- app_assoc; reflexivity.
  - simpl app. now rewrite outs_push.
Qed.

Lemma outs_case p n todo more n' u : open p = n :: todo -> snd (at_point n u) = snd (at_point n' u) ->
  outs p u = outs (case p more n') u.
Proof. intros O E; unfold outs, settled_values; simpl. rewrite O; simpl. now rewrite E. Qed.

Lemma outs_next p l more u : open p = [] -> later p = l :: more -> outs p u = outs (next_layer p l more) u.
Proof.
  intros O La; unfold outs, settled_values; simpl. rewrite O, La; simpl.
  assert (E : map snd (map (fun n => unit_at phi (map_rows (row_of K [] u) n)) l) =
    map (fun n => snd (at_point n u)) (map (map_rows snd) l)).
  { rewrite !map_map; apply map_ext; intros n. unfold Main.at_point. rewrite map_rows_map; do 2 f_equal.
    apply map_rows_ext. intros [w f]; unfold row_of, zdot; simpl. destruct (map phi w); simpl; ring. }
  rewrite E. now destruct more.
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
  intros (O & L); split; simpl.
  - destruct (open p); simpl in *; auto. now apply andb_true_iff in O.
  - destruct (later p) as [|l ls]; simpl in *; auto. now rewrite continuous_layer.
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
  simpl in C. unfold Main.at_point; simpl. destruct more as [|[b' [s' o']] more].
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
  destruct (winner_spec K rows u) as (R & -> & W & _); [intros ->; simpl in L; lia|]. simpl.
  set (r := winner K rows u) in *. apply same_number.
  - rewrite beats_all in W. rewrite <- ev_less. apply W, nth_In; auto.
  - apply B, nth_In; auto.
Qed.

(* ---- Cells of a part ---- *)

Definition covers ms (boxes : list (list form)) : Prop :=
  forall o, solid o -> (forall v, length v = d -> within o v -> inside ms v) ->
    exists b o', In b boxes /\ solid o' /\ smaller o' o /\ forall v, length v = d -> within o' v -> inside b v.

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

Lemma inside_incl ms ms' u : incl ms ms' -> inside ms' u -> inside ms u.
Proof. unfold Geometry.inside; rewrite !Forall_forall; auto. Qed.
Lemma strictly_incl ms ms' u : incl ms ms' -> strictly ms' u -> strictly ms u.
Proof. unfold Geometry.strictly; rewrite !Forall_forall; auto. Qed.

Lemma tiled_ext ms out out' cs : (forall u, length u = d -> inside ms u -> out u = out' u) ->
  tiled ms out' cs -> tiled ms out cs.
Proof.
  intros E (N & C & D & V); split; [|split; [|split]]; auto. intros c I.
  destruct (C c I) as (J & P & S & O); split; [|split; [|split]]; auto. intros u L U. rewrite E; auto.
  now apply inside_incl with (fst c).
Qed.

Lemma tiled_nothing ms out : empty K d ms -> tiled ms out [].
Proof.
  intros E; split; [constructor|split; [intros c []|split; [intros c c' u []|]]].
  intros o So I. now destruct (E o So).
Qed.

(* The cases of a part: their members, and their cells. *)
Lemma tiled_cases ms out (kids : list (list form * list cell)) :
  Forall (fun k => incl ms (fst k) /\ tiled (fst k) out (snd k)) kids ->
  ForallOrdPairs (fun k k' => disjoint (fst k) (fst k')) kids ->
  covers ms (map fst kids) -> tiled ms out (flat_map snd kids).
Proof.
  intros F D V. rewrite Forall_forall in F. split; [|split; [|split]].
  - clear V; induction D as [|k ks Dk D IH]; simpl; [constructor|].
    rewrite Forall_forall in Dk. destruct (F k) as (_ & N & C & _); [now left|].
    assert (N' : NoDup (flat_map snd ks)) by (apply IH; intros; apply F; now right).
    assert (X : forall c, In c (snd k) -> In c (flat_map snd ks) -> False).
    { intros c I J; apply in_flat_map in J as (k' & I' & J). destruct (C c I) as (Ic & (u & Lu & U) & _).
      destruct (F k') as (_ & _ & C' & _); [now right|]. destruct (C' c J) as (Ic' & _).
      apply (Dk k' I' u Lu); eapply strictly_incl; eauto. }
    clear - N N' X. induction N as [|c cs I N IH]; simpl; auto. constructor.
    + rewrite in_app_iff; intros [J|J]; [contradiction|]. apply (X c); [now left|auto].
    + apply IH. intros c' I' J'; apply (X c'); auto; now right.
  - intros c I; apply in_flat_map in I as (k & I & J). destruct (F k I) as (M & _ & C & _).
    destruct (C c J) as (Ic & P & S & O); split; [|split; [|split]]; auto. intros x X; auto.
  - intros c c' u I I' L U U'. apply in_flat_map in I as (k & I & J), I' as (k' & I' & J').
    destruct (F k I) as (_ & _ & C & Dk & _), (F k' I') as (_ & _ & C' & _).
    destruct (C c J) as (Ic & _), (C' c' J') as (Ic' & _).
    apply strictly_incl with (1 := Ic) in U as W. apply strictly_incl with (1 := Ic') in U' as W'.
    destruct (ForallOrdPairs_In D k k' I I') as [E|[X|X]].
    + subst k'. now apply (Dk c c' u).
    + destruct (X u L W W').
    + destruct (X u L W' W).
  - intros o So Io. destruct (V o So Io) as (b & o1 & Ib & So1 & Sm1 & I1).
    apply in_map_iff in Ib as (k & <- & Ik). destruct (F k Ik) as (_ & _ & _ & _ & Vk).
    destruct (Vk o1 So1 I1) as (c & o2 & Ic & So2 & Sm2 & I2).
    exists c, o2; split; [apply in_flat_map; eauto|split; [|split]]; auto. intros v W; apply Sm1, Sm2, W.
Qed.

(* ---- The checker ---- *)

Variables (S : Type) (ask : S -> part -> step * S).

Definition kept (p : part) (k : counts) : Prop :=
  regions k = N.of_nat (length (cells k)) /\ tiled (members p) (outs p) (cells k).

Lemma kept_ext p q k : members q = members p -> (forall u, length u = d -> inside (members p) u -> outs p u = outs q u) ->
  kept q k -> kept p k.
Proof. intros M E (R & T); split; auto. rewrite M in T. now apply tiled_ext with (outs q). Qed.

Lemma kept_cases p qs ks :
  Forall2 kept qs ks ->
  (forall q, In q qs -> incl (members p) (members q) /\
     forall u, length u = d -> inside (members q) u -> outs p u = outs q u) ->
  ForallOrdPairs (fun q q' => disjoint (members q) (members q')) qs ->
  covers (members p) (map members qs) -> kept p (fold_right add_counts no_counts ks).
Proof.
  intros F I D V. set (kids := combine (map members qs) (map cells ks)).
  assert (R : regions (fold_right add_counts no_counts ks) = N.of_nat (length (flat_map snd kids)) /\
    cells (fold_right add_counts no_counts ks) = flat_map snd kids /\ map fst kids = map members qs).
  { unfold kids. clear - F. induction F as [|q k qs ks (R & _) F (IH1 & IH2 & IH3)]; simpl; auto.
    rewrite IH1, IH2, IH3, R, app_length, Nnat.Nat2N.inj_add; auto. }
  destruct R as (R & C & M). split; [now rewrite C|]. rewrite C. apply tiled_cases; [| |now rewrite M].
  - unfold kids. clear - F I. induction F as [|q k qs ks (_ & T) F IH]; simpl; constructor.
    + destruct (I q) as (J & E); [now left|]. split; auto. now apply tiled_ext with (outs q).
    + apply IH; intros; apply I; now right.
  - unfold kids. clear - F D. revert ks F. induction D as [|q qs Dq D IH]; intros ks F; inversion F; subst;
      simpl; constructor; auto. clear - Dq H3. revert Dq; induction H3; intros Dq; simpl; constructor;
      inversion Dq; subst; auto.
Qed.

Lemma winners_spec p all rows : forall q, rows = skipn q all ->
  (forall p', In p' (winners d p all q rows) -> exists r, (q <= r < length all)%nat /\
     p' = settled p (ties d all r (nth r all no_form)) (nth r all no_form)) /\
  (forall r, (q <= r < length all)%nat -> equals_earlier d all r (nth r all no_form) = false ->
     In (settled p (ties d all r (nth r all no_form)) (nth r all no_form)) (winners d p all q rows)) /\
  (all <> [] -> ForallOrdPairs (fun p p' => disjoint (members p) (members p')) (winners d p all q rows)).
Proof.
  induction rows as [|z more IH]; intros q E; simpl.
  - split; [intros p' []|split; [|constructor]]. intros r Hr _.
    assert (X : length (skipn q all) = 0%nat) by now rewrite <- E. rewrite skipn_length in X; lia.
  - assert (Lq : (q < length all)%nat).
    { assert (X : length (skipn q all) = Datatypes.S (length more)) by now rewrite <- E.
      rewrite skipn_length in X; lia. }
    assert (Z : z = nth q all no_form).
    { rewrite <- (firstn_skipn q all), <- E. rewrite app_nth2; rewrite firstn_length; [|lia].
      now replace (q - Nat.min q (length all))%nat with 0%nat by lia. }
    assert (M : more = skipn (Datatypes.S q) all).
    { change more with (skipn 1 (z :: more)). rewrite E. clear.
      revert all; induction q as [|q IH]; intros [|a all]; try reflexivity.
      exact (IH all). }
    destruct (IH (Datatypes.S q) M) as (A & B & C). subst z. split; [|split].
    + intros p' I. destruct (equals_earlier d all q (nth q all no_form)).
      * destruct (A p' I) as (r & Hr & ->). exists r; split; [lia|auto].
      * destruct I as [<-|I]; [exists q; split; [lia|auto]|].
        destruct (A p' I) as (r & Hr & ->). exists r; split; [lia|auto].
    + intros r Hr Q. destruct (Nat.eq_dec r q) as [->|Nr].
      * rewrite Q; now left.
      * specialize (B r). destruct (equals_earlier d all q (nth q all no_form));
          [|right]; apply B; auto; lia.
    + intros N. specialize (C N). destruct (equals_earlier d all q (nth q all no_form)); auto.
      constructor; auto. apply Forall_forall; intros p' I u Lu U U'.
      destruct (A p' I) as (r & Hr & ->). simpl in U, U'.
      apply strictly_app in U as [U _], U' as [U' _].
      assert (Q : winner K all u = q) by (apply (ties_win K d); auto).
      assert (R : winner K all u = r) by (apply (ties_win K d); auto; lia). lia.
Qed.

Lemma covers_winners p all todo : open p = Maxout all :: todo -> all <> [] ->
  covers (members p) (map members (winners d p all 0 all)).
Proof.
  intros O N o So Io. destruct (steady_winner K d (members p) all o So Io) as (o' & q & So' & Sm & W).
  destruct (winners_spec p all all 0 eq_refl) as (_ & B & _).
  destruct So' as (u & Lu & U). pose proof (W u Lu U) as Wu.
  destruct (winner_spec K all u N) as (Q & _). rewrite Wu in Q.
  assert (E : equals_earlier d all q (nth q all no_form) = false).
  { destruct (equals_earlier d all q (nth q all no_form)) eqn:E; auto.
    destruct (equals_earlier_loses K d all q u N Lu E Wu). }
  exists (members (settled p (ties d all q (nth q all no_form)) (nth q all no_form))), o'.
  split; [apply in_map, B; auto; lia|split; [exists u; auto|split; auto]].
  intros v Lv V. simpl. apply inside_app; split; [apply winner_ties; auto|].
  apply Io; auto.
Qed.

Lemma covers_two ms f : covers ms [negate f :: ms; f :: ms].
Proof.
  intros o So Io. destruct (refine K d [f] o So) as (o' & So' & Sm & R).
  destruct (R f) as [T|[P|N]]; [now left| | |].
  - exists (f :: ms), o'; split; [simpl; auto|split; [|split]]; auto. intros v L W.
    constructor; [right; now apply trivial_ev with d|now apply Io, Sm].
  - exists (f :: ms), o'; split; [simpl; auto|split; [|split]]; auto. intros v L W.
    constructor; [left; now apply P|now apply Io, Sm].
  - exists (negate f :: ms), o'; split; [simpl; auto|split; [|split]]; auto. intros v L W.
    constructor; [left; rewrite ev_negate; now apply N|now apply Io, Sm].
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

Lemma kept_region p w x b : is_inside d (members p) w x = true -> open p = [] -> later p = [] ->
  kept p (Counts 1 b [1%N] [cell_of d p]).
Proof.
  intros I O La; split; [reflexivity|]. simpl. destruct (inside_point K d (members p) w x I) as (L & St).
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

Theorem check_cells fuel : forall s p k s', check d true S ask fuel s p = Some (k, s') ->
  good K d p -> smooth p -> kept p k.
Proof.
  induction fuel as [|fuel IH]; intros s p k s' H G Sm; [discriminate|]. simpl in H.
  assert (Settled : forall n todo y s, open p = n :: todo ->
    (forall u, length u = d -> inside (members p) u -> snd (at_point n u) = ev y u) ->
    check d true S ask fuel s (settled p [] y) = Some (k, s') -> kept p k).
  { intros n todo y s0 O E C. apply IH in C; [|now apply good_more with (p := p) (more := [])|now apply smooth_settled].
    revert C; apply kept_ext; auto. intros u L I. eapply outs_settled; eauto. }
  assert (Head : forall n todo, open p = n :: todo -> continuous n = true).
  { intros n todo O. destruct Sm as (C & _). rewrite O in C; simpl in C. now apply andb_true_iff in C. }
  assert (Steps : forall (a : step) s, let the i := nth i (cones p) no_cone in
    match a, open p with
    | Take c, _ =>
        let c := make_cone (members p) c in
        if spans d c then check d true S ask fuel s (with_cone c p) else None
    | Bound a b ws, _ =>
        if bounds (the a) (the b) ws then check d true S ask fuel s (now_finite p) else None
    | Nothing m c, _ =>
        let f := nth m (members p) no_form in
        if negb (trivial d f) && shows (the c) (negate f) then Some (no_counts, s) else None
    | Below c, Pieces _ z ((b, piece) :: _) _ :: _ =>
        if shows (the c) (negate (crease z b)) then check d true S ask fuel s (settled p [] (output z piece))
        else None
    | Above c, Pieces first z ((b, _) :: more) last :: _ =>
        if negb (trivial d (crease z b)) && shows (the c) (crease z b)
        then check d true S ask fuel s (case p [] (Pieces (Datatypes.S first) z more last)) else None
    | Split, Pieces first z ((b, piece) :: more) last :: _ =>
        let f := crease z b in
        if trivial d f then None
        else each S (check d true S ask fuel) s [settled p [negate f] (output z piece);
                                    case p [f] (Pieces (Datatypes.S first) z more last)]
    | Split, Maxout ((_ :: _) as rows) :: _ => each S (check d true S ask fuel) s (winners d p rows 0 rows)
    | Region w u ray, [] =>
        if is_inside d (members p) w u && (finite p || is_ray d (members p) ray)
        then match later p with
             | [] => Some (Counts 1 (if finite p then 1 else 0) [1%N] [cell_of d p], s)
             | _ => None end
        else None
    | _, _ => None
    end = Some (k, s') -> kept p k).
  { intros a s0 the. destruct a as [c|a b ws|c|c| |m c|w x ray].
    - intros X; simpl in X. destruct (spans d (make_cone (members p) c)) eqn:Sp; [|discriminate].
      apply IH in X; auto. now apply good_take.
    - destruct (bounds (the a) (the b) ws) eqn:B; [|discriminate]. intros X; apply IH in X; auto.
      eapply good_bound; eauto.
    - destruct (open p) as [|[first z [|[b piece] more] last|rows] todo] eqn:O; try discriminate.
      destruct (shows _ _) eqn:Sh; [|discriminate]. intros X.
      eapply Settled; [reflexivity| |exact X]. intros u L I. rewrite at_below; auto.
      apply above_false. rewrite <- ev_negate. eapply shows_sound; eauto. now apply good_nth.
    - destruct (open p) as [|[first z [|[b piece] more] last|rows] todo] eqn:O; try discriminate.
      destruct (trivial d (crease z b)) eqn:T; [discriminate|]; simpl.
      destruct (shows _ _) eqn:Sh; [|discriminate]. intros X. specialize (Head _ _ eq_refl).
      apply IH in X; [|now apply good_more with (p := p) (more := [])|
        eapply smooth_case; eauto; now apply continuous_tail in Head].
      revert X; apply kept_ext; auto. intros u L I. eapply outs_case; eauto. apply next_piece; auto.
      eapply shows_sound; eauto. now apply good_nth.
    - destruct (open p) as [|[first z [|[b piece] more] last|[|z0 rest0]] todo] eqn:O; try discriminate.
      + simpl. destruct (trivial d (crease z b)) eqn:T; [discriminate|].
        set (low := settled p [negate (crease z b)] (output z piece)).
        set (up := case p [crease z b] (Pieces (Datatypes.S first) z more last)).
        intros X. change (each S (check d true S ask fuel) s0 [low; up] = Some (k, s')) in X.
        apply each_spec in X as (ks & -> & F). specialize (Head _ _ eq_refl).
        apply kept_cases with (qs := [low; up]).
        * inversion F as [|? ka ? ? (sa & sa' & Ha) F1]; subst.
          inversion F1 as [|? kb ? ? (sb & sb' & Hb) F2]; subst. inversion F2; subst.
          constructor; [|constructor; [|constructor]].
          -- apply IH in Ha; [exact Ha|now apply good_more with (p := p) (more := [negate (crease z b)])|
               now apply smooth_settled].
          -- apply IH in Hb; [exact Hb|now apply good_more with (p := p) (more := [crease z b])|
               eapply smooth_case; eauto; now apply continuous_tail in Head].
        * intros q [<-|[<-|[]]]; simpl; (split; [intros x X; now right|]); intros u L I.
          -- eapply outs_settled; eauto. inversion I as [|? ? N _]; subst. rewrite at_below; auto.
             apply above_false. now rewrite ev_negate in N.
          -- eapply outs_case; eauto. inversion I; subst. now apply next_piece.
        * constructor; [constructor; [|constructor]|constructor; constructor].
          simpl. intros u L U U'. inversion U as [|? ? N _]; inversion U' as [|? ? P _]; subst.
          rewrite ev_negate in N. now apply (positive_neg K _ P).
        * apply covers_two.
      + set (rows := z0 :: rest0) in *. intros X. apply each_spec in X as (ks & -> & F).
        destruct (winners_spec p rows rows 0 eq_refl) as (A & _ & D).
        apply kept_cases with (qs := winners d p rows 0 rows).
        * assert (W : forall q, In q (winners d p rows 0 rows) -> good K d q /\ smooth q).
          { intros q I. destruct (A q I) as (r & _ & ->). split; [|now apply smooth_settled].
            now apply good_more with (p := p) (more := ties d rows r (nth r rows no_form)). }
          clear - F W IH. induction F as [|q k0 qs ks (sa & sa' & Ha) F IHF]; constructor.
          -- apply IH in Ha; auto; apply W; now left.
          -- apply IHF; intros; apply W; now right.
        * intros q I. destruct (A q I) as (r & Hr & ->).
          unfold settled at 1 2; cbn [members].
          split; [intros x X; apply in_or_app; auto|]. intros u L J. apply inside_app in J as [J _].
          eapply outs_settled; eauto. apply tied_value; auto. lia.
        * now apply D.
        * eapply covers_winners; eauto. easy.
    - set (f := nth m (members p) no_form). simpl.
      destruct (trivial d f) eqn:T; [discriminate|]; simpl.
      destruct (shows _ _) eqn:Sh; [|discriminate]. intros X; injection X as <- _.
      split; [reflexivity|]. apply tiled_nothing.
      intros o So Io. destruct (escape K d o f So T) as (u & L & W & N).
      assert (I : inside (members p) u) by auto.
      assert (A : nonneg (ev (negate f) u)) by (eapply shows_sound; eauto; now apply good_nth).
      rewrite ev_negate in A. pose proof (inside_nth K _ _ m I) as B. fold f in B.
      destruct B as [B|B]; [|contradiction]. eapply nonneg_not_positive; [exact A|].
      now replace (- - ev f u) with (ev f u) by ring.
    - destruct (open p) eqn:O; [|discriminate].
      destruct (is_inside d (members p) w x) eqn:Ii; [|discriminate]. simpl.
      destruct (finite p || is_ray d (members p) ray); [|discriminate].
      destruct (later p) eqn:La; [|discriminate]. intros X; injection X as <- _. simpl.
      now apply kept_region with w x. }
  destruct (open p) as [|[first z [|[b piece] more] last|rows] todo] eqn:O.
  - destruct (later p) as [|l more] eqn:La.
    + destruct (ask s p) as [a s1]. apply (Steps a s1). destruct a; exact H.
    + destruct (check d true S ask fuel s _) as [[k0 s0]|] eqn:E; [|discriminate].
      apply IH in E; [|now apply good_more with (p := p) (more := [])|now apply smooth_next].
      injection H as <- _. apply kept_ext with (q := next_layer p l more); auto.
      { intros; now apply outs_next. }
      unfold begin_layer. destruct (N.eqb_spec (regions k0) 0) as [Z|Z]; [|exact E].
      destruct E as (R & T). rewrite R in Z. destruct (cells k0); [now split|discriminate].
  - eapply Settled; [reflexivity| |destruct (later p); exact H]. intros u _ _; now rewrite at_last.
  - apply (Steps (fst (ask s p)) (snd (ask s p))).
    destruct (later p), (ask s p) as [[] ?]; exact H.
  - apply (Steps (fst (ask s p)) (snd (ask s p))).
    destruct (later p), (ask s p) as [[] ?]; exact H.
Qed.

End Cells.
