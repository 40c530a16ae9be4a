(* The checker as a program in OCaml. *)
From Coq Require Import ZArith NArith Extraction ExtrOcamlBasic ExtrOcamlZBigInt ExtrOcamlNatInt.
From Crease Require Import Checker Linear Property.

Extract Inlined Constant length => "List.length".
Extraction "checker.ml" count count_linear exclude reach.
