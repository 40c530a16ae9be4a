(* The checker as a program in OCaml. Exact and near numbers of forms are computed when they are
   needed: delayed.ml. *)
From Coq Require Import List ZArith NArith Extraction ExtrOcamlBasic ExtrOcamlZBigInt ExtrOcamlNatInt
  ExtrOcamlString.
From Crease Require Import Near Checker Linear Property Claim Authority.

Extract Inlined Constant length => "List.length".
Extract Inlined Constant app => "List.append".
Extract Inlined Constant rev => "List.rev".
Extract Inlined Constant Z.add => "Delayed.add".
Extract Inlined Constant Z.sub => "Delayed.sub".
Extract Inlined Constant Z.mul => "Delayed.mul".
Extract Inlined Constant Z.ltb => "Delayed.less".
Extract Inlined Constant Z.leb => "Delayed.at_most".
Extract Inlined Constant Z.of_nat => "Delayed.of_nat".
Extract Constant Z.log2 => "Delayed.log2".
Extract Constant Z.shiftl => "Delayed.shiftl".
Extract Constant Z.shiftr => "Delayed.shiftr".
Extract Inductive exact => "Delayed.exact" ["Delayed.exact"] "Delayed.of_exact".
Extract Inductive near => "Delayed.near" ["Delayed.near"] "Delayed.of_near".
Extract Constant later_exact => "Delayed.later".
Extract Constant later_near => "Delayed.later".
Extract Constant N.land => "Big_int_Z.and_big_int".
Extract Constant N.lxor => "Big_int_Z.xor_big_int".
Extraction "checker.ml" authority.
