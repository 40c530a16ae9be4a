(* No two networks have one text: what a file says is clear. *)
From Coq Require Import String Ascii List ZArith QArith_base Bool Lia.
From Crease Require Import Network Text.
From Crease Require Read.
Import ListNotations.
Local Open Scope Z_scope.

Definition is_in (s : string) (c : ascii) : bool :=
  (fix find s := match s with String c' s => Ascii.eqb c c' || find s | EmptyString => false end) s.

(* The text does not go on with one of these. *)
Definition stops (set s : string) : Prop :=
  match s with String c _ => is_in set c = false | EmptyString => True end.

(* ---- Numbers ---- *)

(* The number that the text begins with, and the rest. *)
Fixpoint scan (n : Z) (s : string) : Z * string :=
  match s with
  | String c more => match Read.place_of c digit_names 0 with Some k => scan (ten * n + k) more | None => (n, s) end
  | EmptyString => (n, s)
  end.

Lemma scan_pick r n s : 0 <= r < 10 -> scan n (String (pick r digit_names) s) = scan (ten * n + r) s.
Proof.
  intros H. assert (C : r = 0 \/ r = 1 \/ r = 2 \/ r = 3 \/ r = 4 \/ r = 5 \/ r = 6 \/ r = 7 \/ r = 8 \/ r = 9) by lia.
  repeat destruct C as [->|C]; [..|subst r]; reflexivity.
Qed.

Lemma scan_stops n s : stops digit_names s -> scan n s = (n, s).
Proof.
  destruct s as [|c s]; auto. unfold stops, is_in, digit_names; simpl. rewrite !orb_false_iff.
  intros H. repeat match type of H with _ /\ _ => destruct H as [-> H] end. reflexivity.
Qed.

Lemma pick_digit r : 0 <= r < 10 -> is_in digit_names (pick r digit_names) = true.
Proof.
  intros H. assert (C : r = 0 \/ r = 1 \/ r = 2 \/ r = 3 \/ r = 4 \/ r = 5 \/ r = 6 \/ r = 7 \/ r = 8 \/ r = 9) by lia.
  repeat destruct C as [->|C]; [..|subst r]; reflexivity.
Qed.

Lemma scan_digits k : forall n s, 0 <= n < 2 ^ (Z.of_nat k + 1) -> scan 0 (digits k n s) = scan n s.
Proof.
  induction k as [|k IH]; intros n s H; cbn [digits];
    pose proof (Z_div_mod n ten eq_refl) as D; destruct (Z.div_eucl n ten) as [q r]; destruct D as [-> R];
    unfold ten in *.
  - change (2 ^ (Z.of_nat 0 + 1)) with 2 in H. replace q with 0 by lia. rewrite scan_pick by lia. f_equal; unfold ten; lia.
  - replace (Z.of_nat (S k) + 1) with (Z.succ (Z.of_nat k + 1)) in H by lia. rewrite Z.pow_succ_r in H by lia.
    destruct (Z.eqb_spec q 0) as [->|N]; [rewrite scan_pick by lia; f_equal; unfold ten; lia|].
    rewrite IH by lia. now rewrite scan_pick by lia.
Qed.

Lemma natural_scan n s : 0 <= n -> stops digit_names s -> scan 0 (natural n s) = (n, s).
Proof.
  intros N S. unfold natural. rewrite scan_digits, scan_stops; auto. split; auto.
  rewrite Z2Nat.id by apply Z.log2_nonneg. destruct (Z.eq_dec n 0) as [->|P]; [reflexivity|].
  apply Z.log2_spec; lia.
Qed.

Lemma digits_first k : forall n s, 0 <= n ->
  exists c s', digits k n s = String c s' /\ is_in digit_names c = true.
Proof.
  assert (X : forall n, 0 <= n -> exists q r, Z.div_eucl n ten = (q, r) /\ 0 <= q /\
    is_in digit_names (pick r digit_names) = true).
  { intros n N. pose proof (Z_div_mod n ten eq_refl) as D. destruct (Z.div_eucl n ten) as [q r].
    exists q, r. destruct D as [-> R]. unfold ten in *. repeat split; [lia|now apply pick_digit]. }
  induction k as [|k IH]; intros n s N; cbn [digits];
    destruct (X n N) as (q & r & -> & Q & P); [|destruct (q =? 0)]; eauto.
Qed.

Lemma natural_first n s : 0 <= n -> exists c s', natural n s = String c s' /\ is_in digit_names c = true.
Proof. apply digits_first. Qed.

(* The thing and the rest are clear from the text, if the rest does not go on with one of these. *)
Definition clear {A} (set : string) (text : A -> string -> string) : Prop :=
  forall x y s t, stops set s -> stops set t -> text x s = text y t -> x = y /\ s = t.

Lemma natural_clear n m s t : 0 <= n -> 0 <= m -> stops digit_names s -> stops digit_names t ->
  natural n s = natural m t -> n = m /\ s = t.
Proof.
  intros N M S T E. apply (f_equal (scan 0)) in E. rewrite !natural_scan in E by auto.
  now injection E.
Qed.

Lemma integer_clear : clear digit_names integer.
Proof.
  intros n m s t S T E. unfold integer in E.
  destruct (Z.ltb_spec n 0) as [N|N], (Z.ltb_spec m 0) as [M|M].
  - injection E as E. apply natural_clear in E as [E ->]; auto; try lia. split; auto; lia.
  - destruct (natural_first m t M) as (c & s' & H & D). rewrite H in E. injection E as <- _. discriminate D.
  - destruct (natural_first n s N) as (c & s' & H & D). rewrite H in E. injection E as -> _. discriminate D.
  - now apply natural_clear in E.
Qed.

Definition rational_names : string := String "/" digit_names.

Lemma stops_digits s : stops rational_names s -> stops digit_names s /\
  forall t, s <> String "/" t.
Proof.
  unfold rational_names. destruct s as [|c s]; simpl; [easy|]. rewrite orb_false_iff. intros [H H'].
  split; auto. intros t [= -> _]. discriminate H.
Qed.

Lemma rational_clear : clear rational_names rational.
Proof.
  intros [a b] [c d] s t S T E. unfold rational in E; cbn [Qnum Qden] in E.
  apply stops_digits in S as [S S'], T as [T T'].
  apply integer_clear in E as [-> E]; [|destruct (b =? 1)%positive|destruct (d =? 1)%positive]; auto; try easy.
  destruct (Pos.eqb_spec b 1) as [->|B], (Pos.eqb_spec d 1) as [->|D].
  - now split.
  - now apply S' in E.
  - symmetry in E. now apply T' in E.
  - assert (E' : natural (Zpos b) s = natural (Zpos d) t) by now injection E.
    apply natural_clear in E' as [E' ->]; auto; try lia. injection E' as ->. now split.
Qed.

Lemma rational_first q s : exists c s', rational q s = String c s' /\ is_in (String "-" digit_names) c = true.
Proof.
  unfold rational, integer. set (rest := if (Qden q =? 1)%positive then _ else _).
  destruct (Z.ltb_spec (Qnum q) 0) as [N|N]; [eexists _, _; split; reflexivity|].
  destruct (natural_first (Qnum q) rest N) as (c & s' & -> & D). exists c, s'; split; auto.
  simpl in *. rewrite D. apply orb_true_r.
Qed.

(* ---- Lists ---- *)

Lemma append_same a : forall s t : string, (a ++ s)%string = (a ++ t)%string -> s = t.
Proof. induction a; simpl; intros s t E; auto. injection E as E; auto. Qed.

Lemma stops_nothing s : stops "" s.
Proof. now destruct s. Qed.

Lemma stops_less c set s : stops (String c set) s -> stops set s.
Proof. destruct s; simpl; auto. rewrite orb_false_iff. now intros []. Qed.

Section Lists.
Context {A : Type} (c : ascii) (set : string) (text : A -> string -> string).
Hypotheses (C : clear set text) (N : is_in set c = false).

Let item (x : A) (rest : string) : string := String c (text x rest).

Lemma stops_each l s : stops set s -> stops set (each item l s).
Proof. destruct l; auto. Qed.

Lemma each_clear : clear (String c set) (each item).
Proof.
  intros l; induction l as [|x l IH]; intros [|y l'] s t S T E; simpl in E; auto.
  - subst s. simpl in S. now rewrite Ascii.eqb_refl in S.
  - subst t. simpl in T. now rewrite Ascii.eqb_refl in T.
  - injection E as E. apply C in E as [-> E]; try (apply stops_each; eapply stops_less; eassumption).
    apply IH in E as [-> ->]; auto.
Qed.

Lemma separated_clear x l y l' s t : stops (String c set) s -> stops (String c set) t ->
  separated (String c EmptyString) text (x :: l) s = separated (String c EmptyString) text (y :: l') t ->
  x :: l = y :: l' /\ s = t.
Proof.
  intros S T E. change (text x (each item l s) = text y (each item l' t)) in E.
  apply C in E as [-> E]; try (apply stops_each; eapply stops_less; eassumption).
  apply each_clear in E as [-> ->]; auto.
Qed.
End Lists.

(* Lines of which it is known how many there are. *)
Lemma lines_clear {A} (text : A -> string -> string) : clear "" text ->
  forall l l' s t, length l = length l' -> each text l s = each text l' t -> l = l' /\ s = t.
Proof.
  intros C; induction l as [|x l IH]; intros [|y l'] s t L E; try easy. simpl in *.
  apply C in E as [-> E]; auto using stops_nothing. apply IH in E as [-> ->]; auto.
Qed.

Lemma counted_clear {A} (text : A -> string -> string) : clear "" text ->
  forall l l' s t, line (size l) (each text l s) = line (size l') (each text l' t) -> l = l' /\ s = t.
Proof.
  intros C l l' s t E. unfold line, size in E.
  apply natural_clear in E as [L E]; try lia; try reflexivity. apply append_same in E.
  apply lines_clear with (text := text) in E; auto. lia.
Qed.

(* ---- Networks ---- *)

Lemma row_clear : clear "" (fun r => line (row r)).
Proof.
  intros [a b] [a' b'] s t _ _ E. unfold line, row in E; cbn [fst snd] in E.
  assert (X : forall (l : list Q) q, exists x m, l ++ [q] = x :: m) by (intros [|x l] q; simpl; eauto).
  destruct (X a b) as (x & l & Xl), (X a' b') as (y & l' & Yl). rewrite Xl, Yl in E.
  apply (separated_clear " " rational_names rational rational_clear eq_refl) in E as [E E']; try reflexivity.
  rewrite <- Xl, <- Yl in E. apply app_inj_tail in E as [-> ->]. apply append_same in E'. now split.
Qed.

Lemma pair_clear : clear rational_names pair_of_numbers.
Proof.
  intros [a b] [c d] s t S T E. unfold pair_of_numbers in E; cbn [fst snd] in E.
  apply rational_clear in E as [-> E]; try reflexivity. injection E as E.
  apply rational_clear in E as [-> ->]; auto.
Qed.

Lemma unit_clear : clear "" unit_text.
Proof.
  assert (M : forall p l s t, separated ";" pair_of_numbers (p :: l) s <> ("maxout " ++ t)%string).
  { intros p l s t E. simpl in E. unfold pair_of_numbers in E.
    match type of E with rational ?q ?r = _ => destruct (rational_first q r) as (c & s' & R & D); rewrite R in E end.
    injection E as -> _. discriminate D. }
  intros [o s b w|rows] [o' s' b' w'|rows'] u v _ _ E; unfold unit_text in E.
  - apply (separated_clear ";" rational_names pair_of_numbers pair_clear eq_refl) in E as [E E']; try reflexivity.
    injection E as -> -> ->. injection E' as E'. apply row_clear in E' as [-> ->]; auto using stops_nothing.
  - now apply M in E.
  - symmetry in E. now apply M in E.
  - apply append_same, counted_clear in E as [-> ->]; auto using row_clear.
Qed.

Lemma layer_clear : clear "" layer_text.
Proof.
  intros l l' s t _ _ E. unfold layer_text in E.
  apply append_same, counted_clear in E as [-> ->]; auto using unit_clear.
Qed.

Theorem network_text_clear net net' : network_text net = network_text net' -> net = net'.
Proof.
  destruct net as [n l], net' as [n' l']. unfold network_text, line; cbn [inputs layers]. intros E.
  do 3 apply append_same in E. apply natural_clear in E as [N E]; try lia; try reflexivity.
  apply append_same in E. apply Nat2Z.inj in N as ->. f_equal.
  revert l' E; induction l as [|x l IH]; intros [|y l'] E; try easy. simpl in E.
  apply layer_clear in E as [-> E]; auto using stops_nothing. f_equal; auto.
Qed.
