(* The real numbers of Coq. The axioms that are printed are those by which Coq defines them; ours are
   none. *)
From Coq Require Import Reals Lra.
From Crease Require Import Field Network Checker Count CountLinear Values.
Open Scope R_scope.

Definition R_positive (x : R) : Prop := 0 < x.

Definition R_sign (x : R) : {R_positive (- x)} + {x = 0} + {R_positive x}.
Proof.
  unfold R_positive; destruct (total_order_T x 0) as [[N|Z]|P]; auto. left; left; lra.
Defined.

Lemma R_positive_add x y : R_positive x -> R_positive y -> R_positive (x + y).
Proof. unfold R_positive; lra. Qed.

Definition reals : ordered_field :=
  Ordered_field R 0 1 Rplus Rmult Rminus Ropp Rdiv Rinv RealField.Rfield R_positive R_sign
    (Rlt_irrefl 0) R_positive_add Rmult_lt_0_compat.

Definition over_reals := (@counted reals, @counted_linear reals, @excluded reals, @reached reals, @greatest reals).
Print Assumptions over_reals.
