(* crease-prove [--theorem=NAME] NETWORK CERTIFICATE: proves the counts of a certificate of crease
   certify by the checker of Checker.v, or writes the number of regions as a theorem of Coq. *)
module Big = Z
open Checker
module Z = Big

let usage = "usage: crease-prove [--theorem=NAME] NETWORK CERTIFICATE\n"

let help = usage ^ "\n\
Proves the activation regions of a certificate, those that are bounded, and those of each layer, by\n\
a checker that Coq has proved right; from certificates of certify --linear also linear regions and\n\
affine maps. With --theorem, writes a Coq file instead, whose theorem NAME\n\
is the number of regions.\n\n\
Exit status: 0 proved, 1 refused, 2 misuse or a file that cannot be read.\n"

let prove theorem network_name certificate_name =
  let network = Read.network network_name in
  let f = Read.file_of_channel certificate_name (Read.open_channel certificate_name) in
  Read.expect f "crease-certificate 5";
  Read.expect f ("network " ^ network.hash);
  let claim = Read.claim f network.inputs in
  let linear = f.ahead = Some "tree linear" in
  Read.expect f (if linear then "tree linear" else "tree");
  if linear && theorem <> None then Read.refuse "--theorem is for certificates without --linear";
  let domain = List.rev claim.inequalities in
  let layers = claim.chart @ network.layers @ (if linear then network.last else []) in
  let guide = Guide.start f claim.dimension (List.length domain) in
  let steps = ref [] in
  let ask guide part =
    let answer = Guide.ask guide part in
    if theorem <> None then steps := fst answer :: !steps;
    answer in
  let d = claim.dimension in
  let counted =
    if linear then
      let counted = count_linear ask (Facets.plan d) (Facets.multipliers d) max_int guide d in
      let text (k, (regions, maps)) =
        let z = Z.to_string in
        (k, Printf.sprintf "%s linear_regions %s affine_maps " (z regions) (z maps)) in
      Option.map text (counted domain layers)
    else Option.map (fun k -> (k, "")) (count ask max_int guide d domain layers) in
  match counted with
  | None -> Read.refuse "%s:%d: a step of the proof does not hold" f.name f.number
  | Some (k, maps) -> (
      let first = 1 + List.length claim.chart in
      let hidden i _ = i >= first && i < first + List.length network.layers in
      let per_layer = List.map Z.to_string (List.filteri hidden k.per_layer) in
      let counts = Printf.sprintf "%s activation_regions %s bounded_regions %s%s"
          (Z.to_string k.regions) (Z.to_string k.bounded_regions) maps
          (if per_layer = [] then "regions_per_layer"
           else String.concat "," per_layer ^ " regions_per_layer") in
      Read.expect f ("end " ^ counts);
      if f.ahead <> None then Read.refuse "%s: expected nothing after the totals" f.name;
      match theorem with
      | Some name ->
          Theorem.write name claim.dimension domain layers (List.rev !steps) (Z.to_string k.regions)
      | None ->
          Printf.printf "PROVED %s network %s domain %s\n" counts network.hash claim.text)

let () =
  let refused text =
    prerr_endline ("REFUSED " ^ String.map (fun c -> if c < ' ' || c > '~' then '?' else c) text);
    exit 1 in
  let run theorem network certificate =
    try prove theorem network certificate with
    | Read.Refused text -> refused text
    | Stack_overflow -> refused "the stack is too small: ulimit -s unlimited"
    | Out_of_memory -> refused "out of memory"
    | Sys_error text -> prerr_endline ("crease-prove: " ^ text); exit 2 in
  match List.tl (Array.to_list Sys.argv) with
  | [ "--help" ] -> print_string help
  | [ option; network; certificate ] -> (
      match Read.after "--theorem=" option with
      | Some name -> run (Some name) network certificate
      | None -> prerr_string usage; exit 2)
  | [ network; certificate ] -> run None network certificate
  | _ -> prerr_string usage; exit 2
