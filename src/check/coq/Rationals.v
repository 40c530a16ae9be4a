(* The rational numbers, in lowest terms. *)
From Coq Require Import QArith Qcanon Lra Lqa.
From Crease Require Import Field Network Checker Count CountLinear Values.

Lemma Qc_value_add (x y : Qc) : (this (x + y)%Qc == this x + this y)%Q.
Proof. apply Qred_correct. Qed.
Lemma Qc_value_mul (x y : Qc) : (this (x * y)%Qc == this x * this y)%Q.
Proof. apply Qred_correct. Qed.
Lemma Qc_value_opp (x : Qc) : (this (- x)%Qc == - this x)%Q.
Proof. apply Qred_correct. Qed.

Definition Qc_positive (x : Qc) : Prop := (0 < this x)%Q.

Definition Qc_sign (x : Qc) : {Qc_positive (- x)%Qc} + {x = Q2Qc 0} + {Qc_positive x}.
Proof.
  unfold Qc_positive; destruct (Q_dec (this x) 0) as [[N|P]|Z].
  - left; left. rewrite Qc_value_opp; lra.
  - now right.
  - left; right. apply Qc_is_canon. rewrite Z; reflexivity.
Defined.

Lemma Qc_positive_add x y : Qc_positive x -> Qc_positive y -> Qc_positive (x + y)%Qc.
Proof. unfold Qc_positive; rewrite Qc_value_add; lra. Qed.

Lemma Qc_positive_mul x y : Qc_positive x -> Qc_positive y -> Qc_positive (x * y)%Qc.
Proof. unfold Qc_positive; rewrite Qc_value_mul; intros; now apply Qmult_lt_0_compat. Qed.

Definition rationals : ordered_field :=
  Ordered_field Qc (Q2Qc 0) (Q2Qc 1) Qcplus Qcmult Qcminus Qcopp Qcdiv Qcinv Qcft Qc_positive Qc_sign
    (fun H => Qlt_irrefl _ H) Qc_positive_add Qc_positive_mul.

Definition over_rationals := (@counted rationals, @counted_linear rationals, @excluded rationals, @reached rationals, @greatest rationals).
Print Assumptions over_rationals.
