(* Writes a count as a Coq file: network, domain, steps, and the theorem, which the kernel proves. *)
module Big = Z
open Checker
module Z = Big

let list write xs = "[" ^ String.concat "; " (List.map write xs) ^ "]"
let pair write write' (x, y) = Printf.sprintf "(%s, %s)" (write x) (write' y)
let z x = Printf.sprintf "(%s)%%Z" (Z.to_string x)
let q (x : q) = Printf.sprintf "(Qmake (%s) %s)" (Z.to_string x.qnum) (Z.to_string x.qden)
let nat n = string_of_int n ^ "%nat"
let zs = list z
let form (f : form) = Printf.sprintf "(Form %s %s)" (zs f.lin) (z f.con)
let row = pair (list q) q

let unit = function
  | Pieces (first, r, pieces, last) ->
      let piece = pair q q in
      Printf.sprintf "Pieces %s %s %s %s" (nat first) (row r) (list (pair q piece) pieces) (piece last)
  | Maxout rows -> "Maxout " ^ list row rows

let step = function
  | Take (((w, apex), edges), lines) ->
      Printf.sprintf "Take (%s, %s, %s, %s)" (z w) (zs apex) (list (pair nat zs) edges)
        (list (pair form zs) lines)
  | Bound (a, b, ws) -> Printf.sprintf "Bound %d %d %s" a b (zs ws)
  | Below c -> Printf.sprintf "Below %d" c
  | Above c -> Printf.sprintf "Above %d" c
  | Split -> "Split"
  | Nothing (m, c) -> Printf.sprintf "Nothing %d %d" m c
  | Region (w, u, ray, shown) -> Printf.sprintf "Region %s %s %s %s" (z w) (zs u) (zs ray) (list zs shown)

let write name d dom net steps count =
  Printf.printf "(* Written by crease-prove --theorem. *)\n\
    From Coq Require Import List ZArith QArith_base.\n\
    From Crease Require Import Field Network Checker Theorems.\n\
    Import ListNotations.\n\n\
    Definition domain_of_%s : domain := %s.\n\n\
    Definition network_of_%s : network :=\n  %s.\n\n\
    Definition steps_of_%s : list step := [\n  %s].\n\n\
    Theorem %s : forall K : ordered_field, exists P,\n\
    \  lists (region K %d domain_of_%s network_of_%s) P /\\ N.of_nat (length P) = %s%%N.\n\
    Proof. apply (regions_are %d steps_of_%s). vm_compute; reflexivity. Qed.\n\n\
    Print Assumptions %s.\n"
    name (list row dom) name (list (list unit) net) name (String.concat ";\n  " (List.map step steps))
    name d name name count (List.length steps + 1000) name name
