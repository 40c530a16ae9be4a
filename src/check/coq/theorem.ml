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
let form f = Printf.sprintf "(Form %s %s)" (zs (lin f)) (z (con f))
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
  | Absorb -> "Absorb"
  | Narrow (lists, sides) ->
      let side = function
        | Unknown -> "Unknown"
        | Low (i, k, ks) -> Printf.sprintf "Low %d %s %s" i (z k) (zs ks)
        | High (i, k, ks) -> Printf.sprintf "High %d %s %s" i (z k) (zs ks) in
      Printf.sprintf "Narrow %s %s" (list (list nat) lists) (list side sides)
  | Enclose (lists, walls) ->
      let wall ((i, k), ks) = Printf.sprintf "(%d, %s, %s)" i (z k) (zs ks) in
      Printf.sprintf "Enclose %s %s" (list (list nat) lists) (list (pair wall wall) walls)
  | Bound (a, b, ws) -> Printf.sprintf "Bound %d %d %s" a b (zs ws)
  | Below c -> Printf.sprintf "Below %d" c
  | Above c -> Printf.sprintf "Above %d" c
  | Split -> "Split"
  | Nothing (m, c) -> Printf.sprintf "Nothing %d %d" m c
  | Region (w, u, ray, shown) -> Printf.sprintf "Region %s %s %s %s" (z w) (zs u) (zs ray) (list zs shown)

let join = function
  | Begin i -> "Begin " ^ nat i
  | Join (i, j, a, w, u) -> Printf.sprintf "Join %d %d %d %s %s" i j a (z w) (zs u)

(* Tables of joins and multipliers, which are filled while the checker runs, if they will be written. *)
let keeping = ref false
let plans : (Z.t * join list) list ref = ref []
let multipliers : (Z.t * Z.t list) list ref = ref []

let keep table forms found =
  if !keeping then table := (digest (List.map (fun f -> f.body) forms), found) :: !table;
  found
let keep_plan plan group = keep plans (snd (List.hd group)) (plan group)
let keep_multipliers find x y m = keep multipliers (m :: fst x @ fst y) (find x y m)

(* The totals are the words "K activation_regions", and so on. *)
let text name d (net : written) place kind steps totals =
  let rec total what = function
    | n :: word :: _ when word = what -> n
    | _ :: more -> total what more
    | [] -> Read.refuse "there are no %s" what in
  let dom = domain_of d place.inequalities and whole = on_place net place in
  let net, linear = match kind with
    | Linear -> (whole, Some (total "linear_regions" totals, total "affine_maps" totals))
    | _ -> (fst (Read.take (List.length (chart_of place) + hidden net) whole), None) in
  let about (property, count) =
    Printf.sprintf "(exists P, %s P /\\ N.of_nat (length P) = %s%%N)"
      (Printf.sprintf property d name name) count in
  let counted = about ("lists (region K %d domain_of_%s network_of_%s)", total "activation_regions" totals) in
  let claim, tables, proof = match linear with
    | None -> (counted, "", "regions_are")
    | Some (n, m) ->
        let table kind number write entries =
          Printf.sprintf "Definition %s_of_%s : list (Z * list %s) := [\n  %s].\n\n" kind name number
            (String.concat ";\n  " (List.map (pair z write) entries)) in
        (String.concat " /\\\n  " [ counted;
           about ("linear_regions K %d domain_of_%s network_of_%s", n);
           about ("lists (affine_map K %d domain_of_%s network_of_%s)", m) ],
         table "joins" "join" (list join) !plans ^ table "multipliers" "Z" zs !multipliers,
         Printf.sprintf "linear_regions_are joins_of_%s multipliers_of_%s" name name) in
  Printf.sprintf "(* Written by crease-prove --theorem. *)\n\
    From Coq Require Import List ZArith QArith_base.\n\
    From Crease Require Import Field Network Near Checker Linear Theorems.\n\
    Import ListNotations.\n\n\
    Definition domain_of_%s : domain := %s.\n\n\
    Definition network_of_%s : network :=\n  %s.\n\n\
    Definition steps_of_%s : list step := [\n  %s].\n\n%s\
    Theorem %s : forall K : ordered_field,\n  %s.\n\
    Proof. apply (%s %d steps_of_%s). vm_compute; reflexivity. Qed.\n\n\
    Print Assumptions %s.\n"
    name (list row dom) name (list (list unit) net) name (String.concat ";\n  " (List.map step steps))
    tables name claim proof (List.length steps + 1000) name name
