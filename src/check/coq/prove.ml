(* crease-prove [--theorem=NAME] NETWORK CERTIFICATE: proves the counts of a certificate of crease
   certify by the checker of Checker.v, or writes the number of regions as a theorem of Coq. *)
module Big = Z
open Checker
module Z = Big

let usage = "usage: crease-prove [--theorem=NAME] NETWORK CERTIFICATE\n"

let help = usage ^ "\n\
Proves the activation regions of a certificate, those that are bounded, and those of each layer, by\n\
a checker that Coq has proved right; from certificates of certify --linear also linear regions and\n\
affine maps; from those of range and verify the bounds of outputs, and sat or unsat.\n\
With --theorem, writes a Coq file instead, whose theorem NAME is the counts, for certificates of certify.\n\n\
Exit status: 0 proved, 1 refused, 2 misuse or a file that cannot be read.\n"

let z = Z.to_string

(* What the checker says of the goal: its name, the counts, and linear regions and maps. *)
let decide f (claim : Read.claim) domain goal layers ask =
  let d = claim.dimension in
  let start ?weak ?sizes () = Guide.start ?weak ?sizes f d (List.length domain) in
  let proved found = match found with
    | Some k -> k
    | None -> Read.refuse "%s:%d: a step of the proof does not hold" f.name f.number in
  match goal with
  | Read.Counts -> ("", Some (proved (count ask max_int (start ()) d domain layers)), None)
  | Linear ->
      let plan = Theorem.keep_plan (Facets.plan d) in
      let multipliers = Theorem.keep_multipliers (Facets.multipliers d) in
      let k, linear = proved (count_linear ask (Theorem.keep_pivot Facets.pivot) plan multipliers max_int (start ()) d domain layers) in
      ("", Some k, Some linear)
  | Property p ->
      let attained rows point =
        if not (reach Guide.ask_at_point max_int (start ()) d domain layers rows point) then
          Read.refuse "%s: the rows are not all >= 0 at a point of the domain" f.name in
      if p.kind <> "unsat" then List.iter2 attained p.alternatives p.points;
      let excluded () =
        let sizes = List.map List.length p.alternatives and weak = p.kind = "range" in
        exclude ask max_int (start ~weak ~sizes ()) d domain layers weak p.alternatives in
      (" " ^ p.named, (if p.kind = "sat" then None else Some (proved (excluded ()))), None)

(* The last line of the certificate, which must say what was counted. *)
let totals (claim : Read.claim) (network : Read.network) linear (k : counts) =
  let first = 1 + List.length claim.chart in
  let hidden i _ = i >= first && i < first + List.length network.layers in
  let per_layer = List.map z (List.filteri hidden k.per_layer) in
  let maps = match linear with
    | Some (n, m) -> Printf.sprintf " %s linear_regions %s affine_maps" (z n) (z m)
    | None -> "" in
  Printf.sprintf " %s activation_regions %s bounded_regions%s%s regions_per_layer" (z k.regions)
    (z k.bounded_regions) maps (if per_layer = [] then "" else " " ^ String.concat "," per_layer)

let prove theorem network_name certificate_name =
  let network = Read.network network_name in
  let f = Read.file_of_channel certificate_name (Read.open_channel certificate_name) in
  Read.expect f "crease-certificate 5";
  Read.expect f ("network " ^ network.hash);
  let property = Read.property_line f in
  let claim = Read.claim f network.inputs in
  let goal = Read.goal f claim.dimension network.outputs in
  if theorem <> None && goal <> Counts && goal <> Linear then Read.refuse "--theorem is for counts";
  Theorem.keeping := theorem <> None;
  let domain = List.rev claim.inequalities in
  let steps = ref [] in
  let ask guide part =
    let answer = Guide.ask guide part in
    if theorem <> None then steps := fst answer :: !steps;
    answer in
  let layers = claim.chart @ network.layers @ (if goal = Counts then [] else network.last) in
  let named, found, linear = decide f claim domain goal layers ask in
  let counts = Option.fold ~none:"" ~some:(totals claim network linear) found in
  Read.expect f ("end" ^ counts);
  if f.ahead <> None then Read.refuse "%s: expected nothing after the totals" f.name;
  match theorem, found with
  | Some name, Some k ->
      Theorem.write name claim.dimension domain layers (List.rev !steps) k.regions linear
  | _ ->
      Printf.printf "PROVED%s%s network %s%s domain %s\n" named counts network.hash property
        claim.text

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
