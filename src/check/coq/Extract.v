(* The checker as a program in OCaml. Exact and near numbers of forms are computed when they are
   needed: delayed.ml. *)
From Coq Require Import List Ascii ZArith NArith Extraction ExtrOcamlBasic ExtrOcamlZBigInt ExtrOcamlNatInt
  ExtrOcamlString.
From Crease Require Import Near Sums Checker Linear Property Lemmas Sha256 Claim Authority.

Extract Inlined Constant Ascii.eqb => "Char.equal".
Extract Inlined Constant byte => "Delayed.byte".
Extract Inlined Constant length => "List.length".
Extract Inlined Constant app => "List.append".
Extract Inlined Constant rev => "List.rev".
Extract Inlined Constant Z.add => "Delayed.add".
Extract Inlined Constant Z.sub => "Delayed.sub".
Extract Inlined Constant Z.mul => "Delayed.mul".
Extract Inlined Constant Z.opp => "Delayed.opp".
Extract Inlined Constant Z.abs => "Delayed.abs".
Extract Inlined Constant Z.max => "Delayed.max".
Extract Inlined Constant Z.ltb => "Delayed.less".
Extract Inlined Constant Z.leb => "Delayed.at_most".
Extract Inlined Constant Z.eqb => "Delayed.equal".
Extract Inlined Constant Z.eq_dec => "Delayed.equal".
Extract Inlined Constant Z.of_nat => "Delayed.of_nat".
Extract Inlined Constant Z.log2 => "Delayed.log2".
Extract Inlined Constant Z.shiftl => "Delayed.shiftl".
Extract Inlined Constant Z.shiftr => "Delayed.shiftr".
Extract Inlined Constant Z.lcm => "Delayed.lcm".
Extract Inlined Constant N.add => "Delayed.add".
Extract Inlined Constant N.shiftl => "Delayed.shiftl".
Extract Inlined Constant N.shiftr => "Delayed.shiftr".
Extract Inlined Constant N.land => "Delayed.logand".
Extract Inlined Constant N.lxor => "Delayed.logxor".
Extract Inlined Constant N.eqb => "Delayed.equal".
Extract Inlined Constant Z.modulo => "Delayed.modulo".
Extract Inlined Constant Z.div_eucl => "Delayed.div_eucl".
Extract Inlined Constant dots => "Delayed.dots".
Extract Inductive packed => "Delayed.packed" ["Delayed.packed"] "Delayed.of_packed".
Extract Inlined Constant later_packed => "Delayed.later".
Extract Inductive exact => "Delayed.exact" ["Delayed.exact"] "Delayed.of_exact".
Extract Inductive trace => "Delayed.trace" ["Delayed.trace"] "Delayed.of_trace".
Extract Inductive near => "Delayed.near" ["Delayed.near"] "Delayed.of_near".
Extract Inlined Constant slopes_of => "Delayed.slopes_of".
Extract Inlined Constant constant_of => "Delayed.constant_of".
Extract Inlined Constant shift => "Delayed.shift".
Extract Inlined Constant about => "Delayed.about".
Extract Inlined Constant base => "Delayed.base".
Extract Inlined Constant error => "Delayed.error".
Extract Inlined Constant remainders => "Delayed.remainders".
Extract Inlined Constant extent => "Delayed.extent".
Extract Inlined Constant later_trace => "Delayed.later".
Extract Inlined Constant later_exact => "Delayed.later".
Extract Inlined Constant later_near => "Delayed.later".
Extraction "checker.ml" authority.
