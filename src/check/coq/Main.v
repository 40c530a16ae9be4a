(* Every step of the checker divides a part into cases. All proofs about the checker go through its
   steps by one induction, check_ind. *)
From Coq Require Import List ZArith Bool Lia Ring Field FinFun.
From Crease Require Import Field Network Near Sums Checker Linear Geometry Parts Boxes.
Import ListNotations.

Section Main.
Load Head.
Notation at_point := (at_point K).
Notation patterns := (patterns K).
Notation outs := (outs K).
Notation settled_values := (settled_values K).
Notation winner := (winner K).

(* ---- Cases ---- *)

(* Within any open set of the part there is one where the case is the same. *)
Definition steady ms (c : point -> nat) : Prop :=
  forall o, solid o -> (forall v, length v = d -> within o v -> inside ms v) ->
    exists o' q, solid o' /\ smaller o' o /\ forall v, length v = d -> within o' v -> c v = q.

(* Part k is case q of part p, where c tells the case of a point. *)
Definition is_case (p : part) (c : point -> nat) (q : nat) (k : part) : Prop :=
  incl (members p) (members k) /\ length (later k) = length (later p) /\
  (forall o, solid o -> (forall v, length v = d -> within o v -> strictly (members k) v) ->
     exists v, length v = d /\ within o v /\ c v = q) /\
  (exists g : list nat -> list nat, Injective g /\ forall u, length u = d -> inside (members p) u -> c u = q ->
     inside (members k) u /\ forall l, patterns p l u = g (patterns k l u)) /\
  (smooth p -> smooth k /\ forall u, length u = d -> inside (members k) u -> outs p u = outs k u).

(* The cases from number q on; those are skipped that have no interior. *)
Inductive cases (p : part) (c : point -> nat) : nat -> list part -> Prop :=
| No_cases q : (forall u, length u = d -> inside (members p) u -> (c u < q)%nat) -> cases p c q []
| Case q k ks : is_case p c q k -> cases p c (S q) ks -> cases p c q (k :: ks)
| Skipped q ks : (forall o, solid o -> (forall v, length v = d -> within o v -> inside (members p) v) ->
    exists v, length v = d /\ within o v /\ c v <> q) -> cases p c (S q) ks -> cases p c q ks.

Definition divides (p : part) (ks : list part) : Prop := exists c,
  steady (members p) c /\ (forall l u v, patterns p l u = patterns p l v -> c u = c v) /\ cases p c 0 ks.

Lemma incl_app (more ms : list form) : incl ms (more ++ ms).
Proof. intros m I; apply in_or_app; auto. Qed.

Lemma app_injective (pre : list nat) : Injective (app pre).
Proof. intros s t; apply app_inv_head. Qed.

Lemma divides_by p k g : Injective g -> members k = members p -> length (later k) = length (later p) ->
  (forall u, length u = d -> inside (members p) u -> forall l, patterns p l u = g (patterns k l u)) ->
  (smooth p -> smooth k /\ forall u, length u = d -> inside (members p) u -> outs p u = outs k u) ->
  divides p [k].
Proof.
  intros J M L P O. exists (fun _ => 0%nat). split; [|split; [auto|apply Case; [|apply No_cases; auto]]].
  - intros o So _; exists o, 0%nat; repeat split; auto. now intros v.
  - split; [rewrite M; apply incl_refl|]. rewrite M. repeat split; auto; try now apply O.
    + intros o (u & Lu & W) _; eauto.
    + exists g; auto.
Qed.

Lemma divides_one p k pre : members k = members p -> length (later k) = length (later p) ->
  (forall u, length u = d -> inside (members p) u -> forall l, patterns p l u = pre ++ patterns k l u) ->
  (smooth p -> smooth k /\ forall u, length u = d -> inside (members p) u -> outs p u = outs k u) ->
  divides p [k].
Proof. apply divides_by, app_injective. Qed.

(* Where the first unit has one number and output. *)
Lemma divides_settled p n todo q y : open p = n :: todo ->
  (forall u, length u = d -> inside (members p) u -> at_point n u = (q, ev y u)) ->
  divides p [settled p [] y].
Proof.
  intros O E. apply divides_one with (pre := [q]); simpl; auto.
  - intros u L I l. apply patterns_settled with (1 := O). now apply E.
  - intros Sm; split; [now apply smooth_settled|]. intros u L I. apply outs_settled with (1 := O).
    now rewrite E.
Qed.

Lemma divides_first_settled p : divides p [first_settled p].
Proof.
  assert (H : exists pre, members (first_settled p) = members p /\ later (first_settled p) = later p /\
    (forall u l, patterns p l u = pre ++ patterns (first_settled p) l u) /\
    (smooth p -> smooth (first_settled p) /\ forall u, outs p u = outs (first_settled p) u)).
  { remember (open p) as ns eqn:O; symmetry in O. revert p O; induction ns as [|n todo IH]; intros p O.
    - exists []; unfold first_settled; rewrite O; destruct p; simpl in *; subst; auto.
    - destruct n as [first z [|piece more] last|rows];
        [|exists []; unfold first_settled; rewrite O; destruct p; simpl in *; subst; auto..].
      assert (E : first_settled p = first_settled (settled p [] (output z last))).
      { unfold first_settled; simpl; rewrite O; reflexivity. }
      assert (At : forall u, at_point (Pieces first z [] last) u = (first, ev (output z last) u)) by (intros; apply at_last).
      destruct (IH (settled p [] (output z last))) as (pre & M & L & P & S); [simpl; now rewrite O|].
      rewrite E. exists (first :: pre). split; [auto|split; [auto|split]].
      + intros u l. transitivity (first :: patterns (settled p [] (output z last)) l u); [|simpl; now rewrite P].
        apply patterns_settled with (1 := O); auto.
      + intros Sm. destruct S as [S1 S2]; [now apply smooth_settled|]. split; [auto|].
        intros u. transitivity (outs (settled p [] (output z last)) u); [|auto].
        apply outs_settled with (1 := O). now rewrite At. }
  destruct H as (pre & M & L & P & S). apply divides_one with (pre := pre); auto; [now rewrite L|].
  intros Sm; destruct S; auto.
Qed.

Lemma case_settled p n todo more y c q j : open p = n :: todo ->
  (forall u, length u = d -> strictly more u -> c u = q) ->
  (forall u, length u = d -> inside (members p) u -> c u = q -> inside more u /\ at_point n u = (j, ev y u)) ->
  (forall u, length u = d -> inside more u -> snd (at_point n u) = ev y u) ->
  is_case p c q (settled p more y).
Proof.
  intros O St E Y. split; [apply incl_app|]. split; [auto|]. split; [|split]; simpl.
  - intros o (u & L & W) I. exists u; repeat split; auto. apply St; auto.
    now apply strictly_app with (1 := I u L W).
  - exists (app [j]); split; [apply app_injective|]. intros u L I C. destruct (E u L I C) as [M A]. split; [now apply inside_app|].
    intros l. now apply patterns_settled with (1 := O).
  - intros Sm; split; [now apply smooth_settled|]. intros u L I. apply outs_settled with (1 := O).
    apply Y; auto. now apply inside_app with (1 := I).
Qed.

(* ---- Units with breakpoints ---- *)

Definition two_cases (z : form) (u : point) : nat := if above (ev z u) then 1 else 0.

Lemma steady_two ms z : steady ms (two_cases z).
Proof.
  intros o So _. destruct (refine K d [z] o So) as (o' & So' & Sm & R).
  destruct (R z) as [T|[P|N]]; [now left| | |].
  - exists o', 0%nat; repeat split; auto. intros v L W. unfold two_cases.
    replace (above (ev z v)) with false; auto. symmetry; apply above_false; right.
    rewrite (trivial_ev K d z v T L); ring.
  - exists o', 1%nat; repeat split; auto. intros v L W. unfold two_cases.
    apply P in W; apply above_true in W; now rewrite W.
  - exists o', 0%nat; repeat split; auto. intros v L W. unfold two_cases.
    apply N in W. replace (above (ev z v)) with false; auto. symmetry; apply above_false; now left.
Qed.

Section Breakpoint.
Variables (p : part) (first : nat) (z : form) (b : Z) (piece last : Z * Z).
Variables (more : list (Z * (Z * Z))) (todo : list (unit Z form)).
Notation n := (Pieces first z ((b, piece) :: more) last).
Notation f := (crease z b).
Hypothesis Open : open p = n :: todo.

Lemma two_cases_differ l u v : patterns p l u = patterns p l v -> two_cases f u = two_cases f v.
Proof.
  unfold Parts.patterns; rewrite Open. unfold two_cases.
  destruct (rest_head K (partly p) (settled_values p u) n todo (firstn l (later p)) u) as (t1 & ->).
  destruct (rest_head K (partly p) (settled_values p v) n todo (firstn l (later p)) v) as (t2 & ->). intros E; injection E as E _.
  assert (Ab : forall w, above (ev f w) = true -> (S first <= fst (at_point n w))%nat).
  { intros w A; rewrite at_above by auto. apply piece_at_least. }
  assert (Be : forall w, above (ev f w) = false -> fst (at_point n w) = first).
  { intros w A; now rewrite at_below. }
  destruct (above (ev f u)) eqn:Au, (above (ev f v)) eqn:Av; auto;
    [specialize (Ab u Au); specialize (Be v Av)|specialize (Ab v Av); specialize (Be u Au)]; lia.
Qed.

Lemma case_below : is_case p (two_cases f) 0 (settled p [negate f] (output z piece)).
Proof.
  unfold two_cases. apply case_settled with (1 := Open) (j := first).
  - intros u L St. inversion St as [|? ? P _]; subst. rewrite ev_negate in P.
    now rewrite (proj2 (above_false K _)) by now left.
  - intros u L I C. destruct (above (ev f u)) eqn:A; [discriminate|]. split; [|now apply at_below].
    constructor; [|constructor]. rewrite ev_negate. now apply above_false.
  - intros u L I. inversion I as [|? ? N _]; subst. rewrite at_below; auto.
    apply above_false. now rewrite ev_negate in N.
Qed.

Lemma case_above ms : (ms = [f] \/ ms = [] /\ trivial d f = false /\
    forall u, length u = d -> inside (members p) u -> nonneg (ev f u)) ->
  is_case p (two_cases f) 1 (case p ms (Pieces (S first) z more last)).
Proof.
  intros M. assert (N : forall u, length u = d -> inside (ms ++ members p) u -> nonneg (ev f u)).
  { intros u L I. apply inside_app in I as [I J]. destruct M as [->|(_ & _ & M)]; auto. now inversion I. }
  split; [apply incl_app|]. split; [auto|]. unfold two_cases. split; [|split]; simpl.
  - intros o So I. destruct M as [->|(-> & T & _)].
    + destruct So as (u & L & W). exists u; repeat split; auto. specialize (I u L W). inversion I; subst.
      now rewrite (proj2 (above_true K _)).
    + destruct (escape K d o f So T) as (u & L & W & Z). exists u; repeat split; auto.
      destruct (N u L (strictly_inside K _ _ (I u L W))); [|contradiction].
      now rewrite (proj2 (above_true K _)).
  - exists (app []); split; [apply app_injective|]. intros u L I C. destruct (above (ev f u)) eqn:A; [|discriminate]. split.
    + apply inside_app; split; auto. destruct M as [->|(-> & _)]; constructor; [|constructor].
      left; now apply above_true.
    + intros l. unfold Parts.patterns; simpl. rewrite Open. unfold rest; simpl. now rewrite at_above.
  - intros Sm. assert (C : continuous n = true).
    { destruct Sm as [C _]. rewrite Open in C; simpl in C. now apply andb_true_iff in C. }
    split; [apply smooth_case with (1 := Open); auto; now apply continuous_tail in C|].
    intros u L I. apply outs_case with (1 := Open). apply next_piece; auto.
Qed.

Lemma divides_two : divides p [settled p [negate f] (output z piece); case p [f] (Pieces (S first) z more last)].
Proof.
  exists (two_cases f). split; [apply steady_two|split; [apply two_cases_differ|]].
  apply Case; [apply case_below|apply Case; [apply case_above; now left|apply No_cases]].
  intros u _ _; unfold two_cases; destruct (above _); lia.
Qed.

Lemma divides_above : trivial d f = false -> (forall u, length u = d -> inside (members p) u -> nonneg (ev f u)) ->
  divides p [case p [] (Pieces (S first) z more last)].
Proof.
  intros T N. exists (two_cases f). split; [apply steady_two|split; [apply two_cases_differ|]].
  apply Skipped; [|apply Case; [apply case_above; now right|apply No_cases]].
  - intros o So I. destruct (escape K d o f So T) as (u & L & W & Z). exists u; repeat split; auto.
    unfold two_cases. destruct (N u L (I u L W)); [|contradiction]. now rewrite (proj2 (above_true K _)).
  - intros u _ _; unfold two_cases; destruct (above _); lia.
Qed.

End Breakpoint.

(* ---- Maxout ---- *)

Lemma steady_winner ms rows : steady ms (winner rows).
Proof.
  intros o So _. set (pairs := flat_map (fun y => map (less y) rows) rows).
  destruct (refine K d pairs o So) as (o' & So' & Sm & R). pose proof So' as (u & Lu & Wu).
  exists o', (winner rows u); repeat split; auto. intros v Lv Wv. apply winner_same.
  intros y z Iy Iz.
  assert (I : In (less y z) pairs) by (apply in_flat_map; exists y; split; auto; now apply in_map).
  rewrite <- !ev_less. destruct (R _ I) as [T|[P|N]].
  - now rewrite !(trivial_ev K d _ _ T).
  - now rewrite !(proj2 (above_true K _)) by auto.
  - now rewrite !(proj2 (above_false K _)) by (left; auto).
Qed.

Lemma cases_winners p all todo : open p = Maxout all :: todo -> all <> [] ->
  forall rows q, rows = skipn q all -> cases p (winner all) q (winners d p all q rows).
Proof.
  intros O N rows; induction rows as [|z more IH]; intros q E; simpl.
  - apply No_cases. intros u Lu I. destruct (winner_spec K all u N) as (R & _).
    assert (X : length (skipn q all) = 0%nat) by now rewrite <- E. rewrite skipn_length in X; lia.
  - assert (Lq : (q < length all)%nat).
    { assert (X : length (skipn q all) = S (length more)) by now rewrite <- E.
      rewrite skipn_length in X; lia. }
    assert (Z : z = nth q all no_form).
    { rewrite <- (firstn_skipn q all), <- E. rewrite app_nth2; rewrite firstn_length; [|lia].
      now replace (q - Nat.min q (length all))%nat with 0%nat by lia. }
    assert (M : more = skipn (S q) all).
    { change more with (skipn 1 (z :: more)). rewrite E. clear.
      revert all; induction q as [|q IH]; intros [|a all]; try reflexivity.
      exact (IH all). }
    subst z. specialize (IH (S q) M). destruct (equals_earlier d all q _) eqn:Q.
    + apply Skipped; auto. intros o (u & L & W) _. exists u; repeat split; auto.
      now apply equals_earlier_loses with (d := d).
    + apply Case; auto. apply case_settled with (1 := O) (j := q).
      * intros u L St. now apply ties_win with (d := d).
      * intros u L I W. split; [now apply winner_ties|].
        destruct (winner_spec K all u N) as (_ & -> & _). now rewrite W.
      * intros u L I. now apply tied_value with (d := d).
Qed.

(* ---- Steps ---- *)

Definition good (p : part) : Prop :=
  Forall (good_cone K d (members p)) (cones p) /\
  (finite p = true -> exists m, forall u, length u = d -> inside (members p) u -> at_most m u) /\
  ((0 < radius p)%Z -> forall u, length u = d -> inside (members p) u -> at_most (phi (radius p)) u).

Lemma good_more p q more : good p -> finite q = finite p -> radius q = radius p -> cones q = cones p ->
  members q = more ++ members p -> good q.
Proof.
  intros (C & F & R) Ef Er Ec Em; split; [|split]; rewrite ?Ef, ?Er, ?Ec, ?Em.
  - revert C; apply Forall_impl; intros; now apply good_cone_more.
  - intros H; destruct (F H) as (m & B); exists m. intros u L I. apply inside_app in I as [_ I]; auto.
  - intros H u L I. apply inside_app in I as [_ I]; auto.
Qed.

Lemma good_start ms ls : good (start d ms ls).
Proof.
  split; [constructor|split; [discriminate|]]. intros R u L I. now apply radius_sound.
Qed.

Lemma good_nth p i : good p -> good_cone K d (members p) (nth i (cones p) no_cone).
Proof.
  intros (C & _ & _). destruct (nth_in_or_default i (cones p) no_cone) as [I| ->]; [|now left].
  revert I; now apply Forall_forall.
Qed.

Lemma good_take p c : good p -> spans d (make_cone (members p) c) = true ->
  good (with_cone (make_cone (members p) c) p).
Proof.
  intros (C & F & R) S; split; [|split]; simpl; auto. constructor; auto. right; split; auto.
  destruct c as [[[w x] es] ls]; simpl. intros g u I Iu. apply in_map_iff in I as (e & <- & _).
  simpl; now apply inside_nth.
Qed.

Lemma good_bound p a b ws : good p ->
  bounds (nth a (cones p) no_cone) (nth b (cones p) no_cone) ws = true ->
  good (now_finite p).
Proof.
  intros G B; split; [apply G|split; [intros _|apply G]]. simpl.
  eapply bounds_sound; eauto; now apply good_nth.
Qed.

(* ---- Units with fewer pieces ---- *)

Lemma nears_map ms is : nears_of ms is = map aside (map (fun i => nth i ms no_form) is).
Proof. unfold nears_of; now rewrite map_map. Qed.

Lemma narrow_sound p of s n : good p -> (0 < radius p)%Z ->
  let n' := narrow d (radius p) (map (fun is => stack_of (nears_of (members p) is)) of) s n in
  (continuous n = true -> continuous n' = true) /\
  forall u, length u = d -> inside (members p) u -> at_point n' u = at_point n u.
Proof.
  intros (_ & _ & G) R. specialize (G R).
  set (ss := map _ of).
  assert (St : forall i, exists is, nth i ss (stack_of []) = stack_of (nears_of (members p) is)).
  { intros i. destruct (nth_in_or_default i ss (stack_of [])) as [J|J]; [|rewrite J; now exists []].
    apply in_map_iff in J as (is & <- & _). now exists is. }
  assert (Ex : forall is k ks f u, (0 <? k)%Z && exceeds d (radius p) (nears_of (members p) is) k ks (aside f) = true ->
    length u = d -> inside (members p) u -> positive (ev f u)).
  { intros is k ks f u E L I. specialize (G u L I).
    rewrite nears_map in E. apply (exceeds_sound K d _ _ _ _ _ u R E L G).
    apply Forall_map, Forall_forall. intros j _. now apply inside_nth. }
  destruct s as [|i k ks|i k ks], n as [first z [|[b piece] more] last|rows]; simpl; auto;
    destruct (St i) as (is & ->); (destruct ((0 <? k)%Z && _) eqn:E; [|auto]);
    apply andb_prop in E as [P E]; apply overtakes_exceeds in E.
  - split; [reflexivity|]. intros u L I. rewrite exceeds_below in E.
    rewrite at_last, at_below; auto. apply above_false. rewrite <- ev_negate. left.
    apply (Ex is k ks); auto. now rewrite P.
  - split; [exact (continuous_tail first z (b, piece) more last)|]. intros u L I.
    symmetry; apply at_above, above_true. apply (Ex is k ks); auto. now rewrite P.
Qed.

Lemma narrow_all_sound p of ss ns : good p -> (0 < radius p)%Z ->
  let ns' := narrow_all d (radius p) (map (fun is => stack_of (nears_of (members p) is)) of) ss ns in
  (forallb continuous ns = true -> forallb continuous ns' = true) /\
  forall u, length u = d -> inside (members p) u ->
    map (fun n => at_point n u) ns' = map (fun n => at_point n u) ns.
Proof.
  intros G R; revert ns; induction ss as [|s ss IH]; intros [|n ns]; simpl; auto.
  destruct (IH ns) as (A & B), (narrow_sound p of s n G R) as (C & D). split.
  - rewrite !andb_true_iff. intros [X Y]; auto.
  - intros u L I. now rewrite B, D.
Qed.

Lemma enclosed_all_sound p lists ws ns : good p -> (0 < radius p)%Z ->
  let stacks := map (fun is => stack_of (nears_of (members p) is)) lists in
  let ns' := enclosed_all d (radius p) (box_of d (radius p) stacks 0 ws) ns in
  (forallb continuous ns = true -> forallb continuous ns' = true) /\
  forall u, length u = d -> inside (members p) u ->
    map (fun n => at_point n u) ns' = map (fun n => at_point n u) ns.
Proof.
  intros (_ & _ & G) R stacks ns'. unfold ns', enclosed_all. split.
  - induction ns as [|n ns IH]; simpl; auto. rewrite !andb_true_iff. intros [X Y]; auto using enclosed_continuous.
  - intros u L I. rewrite map_map. apply map_ext; intros n. specialize (G R u L I).
    apply enclosed_sound; auto. now apply box_sound with (u := u).
Qed.

Lemma divides_units p ns : (forallb continuous (open p) = true -> forallb continuous ns = true) /\
  (forall u, length u = d -> inside (members p) u ->
    map (fun n => at_point n u) ns = map (fun n => at_point n u) (open p)) ->
  divides p [with_units ns p].
Proof.
  intros (C & E). apply divides_one with (pre := []); auto.
  - intros u L I l. unfold Parts.patterns, Parts.rest; simpl. rewrite E; auto.
  - intros (S & L); split; [split; simpl; auto|]. intros u Lu I. unfold Parts.outs; simpl.
    f_equal. unfold settled_values; simpl. f_equal. rewrite <- !(map_map (fun n => at_point n u) snd), E; auto.
Qed.

Theorem divide_sound a p ks : divide d a p = Some ks -> good p -> divides p ks /\ Forall good ks.
Proof.
  intros H G. unfold divide in H.
  assert (Same : forall k, members k = members p -> open k = open p -> later k = later p ->
    values k = values p -> partly k = partly p -> good k -> Some [k] = Some ks -> divides p ks /\ Forall good ks).
  { intros k M O L V A Gk [= <-]. split; [|auto]. apply divides_one with (pre := []); auto; [now rewrite L|..].
    - intros; unfold Parts.patterns, Parts.settled_values; now rewrite O, L, V, A.
    - unfold smooth; rewrite O, L; split; auto. intros; unfold Parts.outs, Parts.settled_values; now rewrite O, L, V, A. }
  assert (More : forall ms y, good (settled p ms y)).
  { intros ms y; now apply good_more with (p := p) (more := ms). }
  destruct a as [c|a b ws| |of ss|lists ws|c|c| |m c|w x ray shown]; [..|discriminate].
  - destruct (spans d _) eqn:E in H; [|discriminate]. revert H; apply Same; auto. now apply good_take.
  - destruct (bounds _ _ ws) eqn:E in H; [|discriminate]. revert H; apply Same; auto. eapply good_bound; eauto.
  - destruct (later p) as [|l more] eqn:La; [discriminate|]. injection H as <-. split.
    + apply divides_by with (g := fill (open p)); auto using fill_injective; [now rewrite La| |].
      * intros. now apply patterns_absorbed.
      * intros Sm; split; [now apply smooth_absorbed|]. intros; now apply outs_absorbed.
    + constructor; [|constructor]. now apply good_more with (p := p) (more := []).
  - destruct (Z.ltb_spec 0 (radius p)) as [R|]; [|discriminate]. injection H as <-.
    split; [now apply divides_units, narrow_all_sound|].
    constructor; [|constructor]. now apply good_more with (p := p) (more := []).
  - destruct (Z.ltb_spec 0 (radius p)) as [R|]; [|discriminate]. injection H as <-.
    split; [now apply divides_units, enclosed_all_sound|].
    constructor; [|constructor]. now apply good_more with (p := p) (more := []).
  - destruct (open p) as [|[first z [|[b piece] more] last|rows] todo] eqn:O; try discriminate.
    destruct (shows _ _) eqn:E in H; [|discriminate]. injection H as <-. split; [|auto].
    apply divides_settled with (1 := O) (q := first). intros u L I. apply at_below, above_false.
    rewrite <- ev_negate. eapply shows_sound; eauto. now apply good_nth.
  - destruct (open p) as [|[first z [|[b piece] more] last|rows] todo] eqn:O; try discriminate.
    rewrite is_trivial_eq in H. destruct (trivial d _) eqn:T in H; [discriminate|]; simpl in H.
    destruct (shows _ _) eqn:E in H; [|discriminate]. injection H as <-. split.
    + apply divides_above with (1 := O); auto. intros u L I. eapply shows_sound; eauto. now apply good_nth.
    + constructor; [|constructor]. now apply good_more with (p := p) (more := []).
  - destruct (open p) as [|[first z [|[b piece] more] last|[|z0 rest0]] todo] eqn:O; try discriminate.
    + rewrite is_trivial_eq in H. destruct (trivial d _) eqn:T in H; [discriminate|]. injection H as <-.
      split; [now apply divides_two with (1 := O)|].
      constructor; [auto|constructor; [|constructor]].
      now apply good_more with (p := p) (more := [crease z b]).
    + set (rows := z0 :: rest0) in *. injection H as <-. split.
      * exists (winner rows). split; [apply steady_winner|split].
        -- intros l u v; unfold Parts.patterns; rewrite O.
           destruct (rest_head K (partly p) (settled_values p u) (Maxout rows) todo (firstn l (later p)) u) as (t1 & ->).
           destruct (rest_head K (partly p) (settled_values p v) (Maxout rows) todo (firstn l (later p)) v) as (t2 & ->).
           intros E; injection E as E _. exact E.
        -- now apply (cases_winners p rows todo O ltac:(easy) rows 0).
      * change (Forall good (winners d p rows 0 rows)). generalize rows at 2; intros some.
        generalize 0%nat; induction some as [|z some IH]; simpl; auto.
        intros q; destruct (equals_earlier _ _ _ _); auto.
  - destruct (trivial d _) eqn:T in H; [discriminate|]; simpl in H.
    destruct (shows _ _) eqn:E in H; [|discriminate]. injection H as <-. split; [|auto].
    set (f := nth m (members p) no_form) in *.
    exists (fun _ => 0%nat); split; [|split; [auto|apply Skipped; [|apply No_cases; auto]]].
    + intros o So _; exists o, 0%nat; repeat split; auto. now intros v.
    + intros o So I. exfalso. destruct (escape K d o f So T) as (u & L & W & N).
      assert (A : nonneg (ev (negate f) u)) by (eapply shows_sound; eauto; now apply good_nth).
      rewrite ev_negate in A. destruct (inside_nth K _ _ m (I u L W)) as [B|B]; [|contradiction].
      eapply nonneg_not_positive; [exact A|]. now replace (- - ev f u) with (ev f u) by ring.
Qed.

(* ---- Induction ---- *)

Variables (keep : keeping) (test : list (list Z) -> (Datatypes.unit -> cell) -> bool) (S : Type) (ask : S -> part -> step * S).
Notation check := (check d keep test S ask).

(* The counts k, with all their cells, are those that the checker finds. *)
Definition finds (found k : counts) : Prop :=
  regions found = regions k /\ bounded_regions found = bounded_regions k /\
  per_layer found = per_layer k /\ (keep = With_cells -> cells found = cells k) /\
  (keep = With_nears -> nears found = map near_outputs (cells k)) /\
  Forall (fun c => exists shown, test shown (fun _ => c) = true) (cells k).

Section Induction.
Variable P : part -> counts -> Prop.
Hypothesis Cases : forall p ks ns, divides p ks -> Forall2 P ks ns ->
  P p (fold_right add_counts no_counts ns).
Hypothesis Layer : forall p l more n, open p = [] -> later p = l :: more ->
  P (next_layer p l more) n -> P p (begin_layer n).
Hypothesis Region : forall p w u ray, good p -> open p = [] -> later p = [] ->
  is_region d p w u ray = true -> P p (one_region p [cell_of d p] []).

Lemma add_no_counts k : add_counts k no_counts = k.
Proof.
  destruct k as [r b [|l ls] cs ns]; unfold add_counts; simpl; now rewrite !N.add_0_r, !app_nil_r.
Qed.

Lemma each_ind one ks : (forall s k n s', good k -> one s k = Some (n, s') -> exists n', P k n' /\ finds n n') ->
  Forall good ks -> forall s n s', each S one s ks = Some (n, s') ->
  exists ns, Forall2 P ks ns /\ finds n (fold_right add_counts no_counts ns).
Proof.
  intros H G; induction G as [|k ks Gk G IH]; simpl; intros s n s' E.
  - injection E as <- _. exists []; repeat split; auto; constructor.
  - assert (E' : match one s k with
      | Some (a, s) => option_map (fun r => (add_counts a (fst r), snd r)) (each S one s ks)
      | None => None end = Some (n, s')).
    { destruct ks; [|destruct (one s k) as [[a s1]|]; [|discriminate]; destruct (each _ _ _ _) as [[]|]; exact E].
      rewrite E; simpl. now rewrite add_no_counts. }
    clear E; rename E' into E.
    destruct (one s k) as [[a s1]|] eqn:A; [|discriminate].
    destruct (each S one s1 ks) as [[b s2]|] eqn:B; [|discriminate]. injection E as <- _.
    destruct (H _ _ _ _ Gk A) as (a' & Pa & R1 & B1 & L1 & C1 & O1 & T1).
    destruct (IH _ _ _ B) as (ns & Pn & R2 & B2 & L2 & C2 & O2 & T2).
    exists (a' :: ns); split; [auto|]. unfold finds; simpl. rewrite R1, B1, L1, R2, B2, L2.
    repeat split; auto; [intros X; now rewrite C1, C2|intros X; now rewrite O1, O2, map_app|now apply Forall_app].
Qed.

Theorem check_ind fuel : forall s p n s', good p -> check fuel s p = Some (n, s') ->
  exists n', P p n' /\ finds n n'.
Proof.
  induction fuel as [|fuel IH]; intros s p n s' G H; [discriminate|]. simpl in H.
  assert (Each : forall ks s, divides p ks /\ Forall good ks -> each S (check fuel) s ks = Some (n, s') ->
    exists n', P p n' /\ finds n n').
  { intros ks s0 (D & F) E. apply each_ind in E as (ns & Pn & Fn); eauto. }
  assert (Divided : forall a s,
    match divide d a p with Some ps => each S (check fuel) s ps | None => None end = Some (n, s') ->
    exists n', P p n' /\ finds n n').
  { intros a s0 E. destruct (divide d a p) as [ks|] eqn:D; [|discriminate].
    revert E; apply Each. now apply divide_sound with a. }
  destruct (open p) as [|[first z [|[b piece] more] last|rows] todo] eqn:O.
  - destruct (later p) as [|l more] eqn:La.
    + destruct (ask s p) as [a s1]. destruct a as [c|a b ws| |of ss|lists ws|c|c| |m c|w x ray shown];
        try exact (Divided _ _ H).
      destruct (is_region d p w x ray) eqn:R; [|discriminate]. simpl in H.
      destruct (test shown (fun _ => cell_of d p)) eqn:T; [|discriminate]. injection H as <- _.
      exists (one_region p [cell_of d p] []); split; [eapply Region; eauto|].
      destruct keep eqn:Keep; repeat split; simpl; rewrite ?Keep; try discriminate; eauto.
    + destruct (check fuel s _) as [[n0 s0]|] eqn:E; [|discriminate]. injection H as <- _.
      apply IH in E as (n' & Pn & R & B & L & C & O' & T); [|now apply good_more with (p := p) (more := [])].
      exists (begin_layer n'); split; [eapply Layer; eauto|]. unfold begin_layer, finds; simpl.
      rewrite R, B, L. repeat split; auto.
  - assert (H' : each S (check fuel) s [first_settled p] = Some (n, s')) by (destruct (later p); exact H).
    revert H'; apply Each. split; [apply divides_first_settled|].
    constructor; [apply good_more with (p := p) (more := []); auto; unfold first_settled; now destruct settle|constructor].
  - apply (Divided (fst (ask s p)) (snd (ask s p))). destruct (later p), (ask s p) as [[] ?]; exact H.
  - apply (Divided (fst (ask s p)) (snd (ask s p))). destruct (later p), (ask s p) as [[] ?]; exact H.
Qed.

End Induction.
End Main.
