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
Exit status: 0 VERIFIED, 1 refused, 2 misuse or a file that cannot be read.\n"

(* A string of Coq is a list of characters. *)
let to_coq text =
  let rec go i list = if i < 0 then list else go (i - 1) (text.[i] :: list) in
  go (String.length text - 1) []

let of_coq list =
  let text = Buffer.create 256 in
  List.iter (Buffer.add_char text) list;
  Buffer.contents text

(* What cannot be flushed is dropped, or the end of the program would try again. *)
let write text =
  try print_string text; flush stdout with Sys_error reason ->
    close_out_noerr stdout;
    prerr_endline ("crease-prove: standard output: " ^ reason);
    exit 2

(* With the line where the rest of a text begins. *)
let refuse_at name text expected rest =
  let lines text = List.length (String.split_on_char '\n' text) in
  let found = List.hd (String.split_on_char '\n' (of_coq rest)) and expected = String.trim (of_coq expected) in
  Read.refuse "%s:%d: expected %s, found \"%s\"" name
    (1 + lines text - lines (of_coq rest)) (if expected = "" then "a blank" else expected) (Read.short found)

let prove theorem network_name certificate_name =
  let network = Read.network network_name in
  let f = Read.lines_of certificate_name (Read.open_channel certificate_name) in
  let header = Read.header f in
  Theorem.keeping := theorem <> None;
  let d = ref 0 and asked = ref None and steps = ref [] and folds = ref None in
  let by_lemmas = Read.has_lemmas f in
  if by_lemmas && theorem <> None then Read.refuse "--theorem is not for counts by images";
  let again = lazy (Read.repeatable f) in
  (* A proof of linear regions is perhaps begun twice. *)
  let begin_proof net place kind =
    if kind = Linear then Lazy.force again ();
    steps := [];
    d := dimension net place;
    asked := Some (net, place, kind);
    let count = List.length (domain_of !d place.inequalities) in
    let start ?weak ?sizes () = Guide.start ?weak ?sizes ~folds:by_lemmas f !d count in
    match kind with
    | Counts when by_lemmas ->
        let layers = List.length (chart_of place) + hidden net in
        let guide = start () in
        folds := Some (Folds.start f guide (fst (Read.take layers (on_place net place))) (hidden net));
        guide
    | Counts | Linear -> start ()
    | _ when theorem <> None -> Read.refuse "--theorem is for counts"
    | Unsat l | Sat l -> start ~sizes:(List.map List.length l) ()
    | Range rows -> start ~weak:true ~sizes:(List.map (fun _ -> 1) rows) () in
  let ask guide part =
    let answer = Guide.ask guide part in
    if theorem <> None then steps := fst answer :: !steps;
    answer in
  let plan group = Theorem.keep_plan (Facets.plan !d) group in
  let multipliers x y m = Theorem.keep_multipliers (Facets.multipliers !d) x y m in
  let with_folds g x y = g (Option.get !folds) x y in
  let judge () =
    authority ask Guide.ask_at_point by_lemmas (with_folds Folds.next) (with_folds Folds.turn) plan multipliers max_int begin_proof
      (to_coq network) (to_coq header) in
  (* The functions that find steps may rely on more of a certificate than was read. *)
  let answer = try judge () with
    | Assert_failure _ | Division_by_zero | Failure _ | Invalid_argument _ | Not_found ->
        Read.refuse "%s:%d: no step of a proof is found" f.name f.number in
  match answer with
  | Wrong_network (expected, rest) -> refuse_at network_name network expected rest
  | Wrong_certificate (expected, rest) -> refuse_at certificate_name header expected rest
  | Unproved -> Read.refuse "%s:%d: a step of the proof does not hold" f.name f.number
  | Claimed (text, totals) ->
      Read.expect f ("end" ^ of_coq totals);
      if f.ahead <> None then Read.refuse "%s: expected nothing after the totals" f.name;
      match theorem, !asked with
      | Some name, Some (net, place, kind) ->
          write (Theorem.text name !d net place kind (List.rev !steps) (Read.words (of_coq totals)))
      | _ -> write (of_coq text ^ "\n")

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  let refused text =
    prerr_endline ("REFUSED " ^ String.map (fun c -> if c < ' ' || c > '~' then '?' else c) text);
    exit 1 in
  let run theorem network certificate =
    try prove theorem network certificate with
    | Read.Refused text -> refused text
    | Stack_overflow -> refused "the stack is too small: ulimit -s unlimited"
    | Out_of_memory -> refused "out of memory"
    | Unix.Unix_error (error, _, name) ->
        prerr_endline (Printf.sprintf "crease-prove: %s: %s" name (Unix.error_message error)); exit 2
    | Sys_error text -> prerr_endline ("crease-prove: " ^ text); exit 2 in
  match List.tl (Array.to_list Sys.argv) with
  | [ "--help" ] -> write help
  | [ option; network; certificate ] -> (
      match Read.after "--theorem=" option with
      | Some name -> run (Some name) network certificate
      | None -> prerr_string usage; exit 2)
  | [ network; certificate ] -> run None network certificate
  | _ -> prerr_string usage; exit 2
