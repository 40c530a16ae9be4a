(* Ordered fields, given by their positive numbers. Rationals and real numbers are two of them. *)
From Coq Require Import ZArith QArith_base Ring_theory Field_theory InitialRing Ring Field.

Record ordered_field := Ordered_field {
  number :> Type;
  zero : number;
  one : number;
  add : number -> number -> number;
  mul : number -> number -> number;
  sub : number -> number -> number;
  opp : number -> number;
  div : number -> number -> number;
  inv : number -> number;
  laws : field_theory zero one add mul sub opp div inv eq;
  positive : number -> Prop;
  sign : forall x, {positive (opp x)} + {x = zero} + {positive x};
  zero_not_positive : ~ positive zero;
  positive_add : forall x y, positive x -> positive y -> positive (add x y);
  positive_mul : forall x y, positive x -> positive y -> positive (mul x y)
}.

Arguments zero {_}. Arguments one {_}. Arguments add {_}. Arguments mul {_}. Arguments sub {_}.
Arguments opp {_}. Arguments div {_}. Arguments inv {_}. Arguments positive {_}. Arguments sign {_}.
Arguments zero_not_positive {_}. Arguments positive_add {_}. Arguments positive_mul {_}.

Declare Scope field_scope.
Delimit Scope field_scope with F.
Notation "0" := zero : field_scope.
Notation "1" := one : field_scope.
Notation "x + y" := (add x y) : field_scope.
Notation "x * y" := (mul x y) : field_scope.
Notation "x - y" := (sub x y) : field_scope.
Notation "- x" := (opp x) : field_scope.
Notation "x / y" := (div x y) : field_scope.

Section Order.
Variable K : ordered_field.
Add Field K_is_a_field : (laws K).
Open Scope field_scope.
Implicit Types x y : K.

Definition nonneg x := positive x \/ x = 0.

(* Whether a number is positive. *)
Definition above x : bool := if sign x then false else true.

Lemma positive_neg x : positive x -> positive (- x) -> False.
Proof.
  intros P N. apply (@zero_not_positive K). replace 0 with (x + - x) by ring.
  now apply positive_add.
Qed.

Lemma above_true x : above x = true <-> positive x.
Proof.
  unfold above; destruct (sign x) as [[N|Z]|P]; split; intros H; try discriminate; auto.
  - now destruct (positive_neg x).
  - rewrite Z in H; now destruct (@zero_not_positive K).
Qed.

Lemma above_false x : above x = false <-> nonneg (- x).
Proof.
  unfold above, nonneg; destruct (sign x) as [[N|Z]|P]; split; intros H; auto; try discriminate.
  - right; rewrite Z; ring.
  - destruct H as [H|H]; [now destruct (positive_neg x)|].
    replace x with (- (- x)) in P by ring. rewrite H in P.
    replace (- 0) with (0 : K) in P by ring. now destruct (@zero_not_positive K).
Qed.

Lemma nonneg_zero : nonneg (0 : K).
Proof. now right. Qed.

Lemma positive_nonneg x y : positive x -> nonneg y -> positive (x + y).
Proof.
  intros P [Q|Q]; [now apply positive_add|]. rewrite Q; now replace (x + 0) with x by ring.
Qed.

Lemma nonneg_add x y : nonneg x -> nonneg y -> nonneg (x + y).
Proof.
  intros [P|P] Q; [left; now apply positive_nonneg|]. rewrite P; now replace (0 + y) with y by ring.
Qed.

Lemma nonneg_mul x y : nonneg x -> nonneg y -> nonneg (x * y).
Proof.
  intros [P|P] [Q|Q]; [left; now apply positive_mul| | |]; right; rewrite ?P, ?Q; ring.
Qed.

Lemma one_positive : positive (1 : K).
Proof.
  destruct (sign (1 : K)) as [[N|Z]|P]; auto.
  - replace (1 : K) with ((- (1)) * (- (1)) : K) by ring. now apply positive_mul.
  - now destruct (F_1_neq_0 (laws K)).
Qed.

Lemma not_zero x : positive x -> x <> 0.
Proof. intros P ->; now apply (@zero_not_positive K). Qed.

Lemma positive_of_mul a x : positive a -> positive (a * x) -> positive x.
Proof.
  intros A P; destruct (sign x) as [[N|Z]|Q]; auto; exfalso.
  - apply (positive_neg (a * x)); auto. replace (- (a * x)) with (a * - x) by ring.
    now apply positive_mul.
  - apply (not_zero _ P); rewrite Z; ring.
Qed.

Lemma nonneg_of_mul a x : positive a -> nonneg (a * x) -> nonneg x.
Proof.
  intros A [P|P]; [left; now apply (positive_of_mul a)|right].
  replace x with (a * x / a) by (field; now apply not_zero). rewrite P; field; now apply not_zero.
Qed.

Lemma positive_inv x : positive x -> positive (1 / x).
Proof.
  intros P. apply (positive_of_mul x); auto.
  replace (x * (1 / x)) with (1 : K) by (field; now apply not_zero). apply one_positive.
Qed.

Lemma nonneg_not_positive x : nonneg x -> positive (- x) -> False.
Proof.
  intros [P|P] N; [now apply (positive_neg x)|]. apply (not_zero _ N); rewrite P; ring.
Qed.

Lemma nonneg_or x : nonneg x \/ positive (- x).
Proof. destruct (sign x) as [[N|Z]|P]; unfold nonneg; auto. Qed.

(* ---- Integers and rationals in the field ---- *)

Definition of_Z : Z -> K := gen_phiZ zero one add mul opp.

Lemma of_Z_morphism : ring_morph zero one add mul sub opp eq
  0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool of_Z.
Proof.
  apply gen_phiZ_morph; [apply Eqsth|apply Eq_ext|exact (F_R (laws K))].
Qed.

Lemma of_Z_0 : of_Z 0 = 0. Proof. reflexivity. Qed.
Lemma of_Z_1 : of_Z 1 = 1. Proof. reflexivity. Qed.
Lemma of_Z_add a b : of_Z (a + b) = of_Z a + of_Z b.
Proof. apply (morph_add of_Z_morphism). Qed.
Lemma of_Z_mul a b : of_Z (a * b) = of_Z a * of_Z b.
Proof. apply (morph_mul of_Z_morphism). Qed.
Lemma of_Z_opp a : of_Z (- a) = - of_Z a.
Proof. apply (morph_opp of_Z_morphism). Qed.

Lemma of_Z_positive a : (0 < a)%Z -> positive (of_Z a).
Proof.
  destruct a as [|p|p]; try discriminate; intros _.
  induction p as [|p IH] using Pos.peano_ind; [apply one_positive|].
  replace (Z.pos (Pos.succ p)) with (1 + Z.pos p)%Z by (rewrite Pos2Z.inj_succ; ring).
  rewrite of_Z_add. now apply positive_add; [apply one_positive|].
Qed.

Lemma of_Z_nonneg a : (0 <= a)%Z -> nonneg (of_Z a).
Proof.
  intros H; apply Zle_lt_or_eq in H as [H|H]; [left; now apply of_Z_positive|right; now rewrite <- H].
Qed.

Lemma of_Z_zero a : of_Z a = 0 -> a = 0%Z.
Proof.
  intros H; destruct (Z.lt_trichotomy 0 a) as [P|[P|P]]; auto; exfalso.
  - now apply (not_zero _ (of_Z_positive a P)).
  - apply (not_zero _ (of_Z_positive (- a) ltac:(auto with zarith))). rewrite of_Z_opp, H; ring.
Qed.

Definition of_Q (q : Q) : K := of_Z (Qnum q) / of_Z (Zpos (Qden q)).

End Order.

Arguments nonneg {_}. Arguments above {_}. Arguments of_Z {_} _ : simpl never. Arguments of_Q {_}.
