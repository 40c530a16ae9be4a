(* Reads networks and the first lines of certificates. This part is trusted: it states the claim. *)
module Big = Z
open Checker
module Z = Big

exception Refused of string

let refuse format = Printf.ksprintf (fun text -> raise (Refused text)) format

type file = {
  name : string;
  next : unit -> string option;
  mutable number : int;
  mutable ahead : string option; (* the line to come *)
}

let file_of name next = { name; next; number = 0; ahead = next () }

(* Every line must end with a newline. *)
let file_of_channel name channel =
  let text = Buffer.create 256 in
  let rec rest () =
    match input_char channel with
    | '\n' -> Some (Buffer.contents text)
    | c -> Buffer.add_char text c; rest ()
    | exception End_of_file ->
        if Buffer.length text = 0 then None else refuse "%s: the last line does not end" name in
  file_of name (fun () -> Buffer.clear text; rest ())

let file_of_text name text =
  let lines = ref (String.split_on_char '\n' text) in
  file_of name (fun () ->
      match !lines with
      | [ "" ] -> None
      | [] | [ _ ] -> refuse "%s: the last line does not end" name
      | first :: more -> lines := more; Some first)

(* A file, standard input, or what gzip unpacks. *)
let open_channel name =
  if name = "-" then stdin
  else
    let plain = open_in_bin name in
    let packed = try input_char plain = '\x1f' with End_of_file -> false in
    seek_in plain 0;
    if packed then Unix.open_process_args_in "gzip" [| "gzip"; "-dc"; name |] else plain

let read_all channel =
  let text = Buffer.create 65536 in
  (try while true do Buffer.add_channel text channel 1 done with End_of_file -> ());
  Buffer.contents text

let line f =
  match f.ahead with
  | None -> refuse "%s: the file ends too early" f.name
  | Some text ->
      f.number <- f.number + 1;
      f.ahead <- f.next ();
      text

let expect f text =
  let found = line f in
  if found <> text then refuse "%s:%d: expected \"%s\", found \"%s\"" f.name f.number text found

let words = String.split_on_char ' '

let digits text = text <> "" && String.for_all (fun c -> c >= '0' && c <= '9') text

let natural f text =
  let padded = String.length text > 1 && text.[0] = '0' in
  if not (digits text) || padded || String.length text > 15 then
    refuse "%s:%d: expected a natural number, found \"%.60s\"" f.name f.number text;
  int_of_string text

(* A number of a file: digits, or digits/digits, perhaps after a minus sign. *)
let rational f text =
  let signed = text <> "" && text.[0] = '-' in
  let unsigned = if signed then String.sub text 1 (String.length text - 1) else text in
  let value =
    match String.split_on_char '/' unsigned with
    | [ n ] when digits n -> Q.of_string n
    | [ n; d ] when digits n && digits d -> Q.of_string unsigned
    | _ -> Q.undef in
  if not (Q.is_real value) then
    refuse "%s:%d: expected a number, found \"%.60s\"" f.name f.number text;
  if signed then Q.neg value else value

let to_coq (x : Q.t) : q = { qnum = Q.num x; qden = Q.den x }

let row_of f width text =
  let numbers = List.map (rational f) (words text) in
  if List.length numbers <> width + 1 then
    refuse "%s:%d: expected %d numbers" f.name f.number (width + 1);
  match List.rev numbers with
  | constant :: slopes -> (List.rev slopes, constant)
  | [] -> assert false

let coq_row (slopes, constant) = (List.map to_coq slopes, to_coq constant)

let after prefix text =
  let n = String.length prefix in
  if String.length text >= n && String.sub text 0 n = prefix
  then Some (String.sub text n (String.length text - n)) else None

let rec times n read = if n = 0 then [] else let x = read () in x :: times (n - 1) read

let rec take n list =
  if n = 0 then ([], list)
  else
    match list with
    | x :: more -> let first, rest = take (n - 1) more in (x :: first, rest)
    | [] -> refuse "expected more numbers"

(* ---- Networks ---- *)

type network = {
  inputs : int;
  layers : Checker.network; (* those that have a place in patterns *)
  last : Checker.network;   (* a linear one, or none *)
  outputs : int;
  hash : string;
}

(* The pieces of "O,S;B,S;..": offset O and slope S, and beyond each breakpoint B another slope. The
   function is continuous. *)
let pieces f text =
  let pair text = match String.split_on_char ',' text with
    | [ a; b ] -> (rational f a, rational f b)
    | _ -> refuse "%s:%d: expected two numbers, found \"%.60s\"" f.name f.number text in
  let rec beyond (offset, slope) = function
    | [] -> ([], (to_coq slope, to_coq offset))
    | (b, next) :: more ->
        let ordered = match more with (c, _) :: _ -> Q.lt b c | [] -> true in
        if not ordered then refuse "%s:%d: the breakpoints do not increase" f.name f.number;
        let found, last = beyond (Q.add offset (Q.mul (Q.sub slope next) b), next) more in
        ((to_coq b, (to_coq slope, to_coq offset)) :: found, last) in
  match List.map pair (String.split_on_char ';' text) with
  | first :: more -> beyond first more
  | [] -> assert false

(* Pieces and a row, or "maxout K" and K rows. *)
let unit f inputs () =
  match words (line f) with
  | [ "maxout"; k ] when natural f k >= 2 ->
      Maxout (times (natural f k) (fun () -> coq_row (row_of f inputs (line f))))
  | text :: row ->
      let pieces, last = pieces f text in
      Pieces (0, coq_row (row_of f inputs (String.concat " " row)), pieces, last)
  | [] -> assert false

(* Returns the units of a layer. *)
let layer f inputs =
  match words (line f) with
  | [ "layer"; count ] when natural f count > 0 -> times (natural f count) (unit f inputs)
  | _ -> refuse "%s:%d: expected a layer" f.name f.number

let is_linear = List.for_all (function Pieces (_, _, [], _) -> true | _ -> false)

(* What a program writes, given a text. *)
let output_of program arguments text =
  let from, into = Unix.open_process_args program (Array.of_list (program :: arguments)) in
  output_string into text;
  close_out into;
  let found = read_all from in
  if Unix.close_process (from, into) <> Unix.WEXITED 0 then refuse "%s failed" program;
  found

let sha256 text = String.sub (output_of "sha256sum" [] text) 0 64

(* The hidden layers: a last layer that is linear adds no piece to a pattern. A file that is not the
   canonical text of a network is converted by crease. *)
let network name =
  let text = read_all (open_channel name) in
  let text =
    if after "crease-network " text <> None then text
    else begin
      prerr_endline "crease-prove: the network was converted to its canonical text by crease";
      output_of "crease" [ "convert"; "--format=canonical"; "-o"; "-"; name ] ""
    end in
  let f = file_of_text name text in
  expect f "crease-network 2";
  let inputs = match words (line f) with
    | [ "inputs"; n ] -> natural f n
    | _ -> refuse "%s: expected inputs" name in
  let rec layers width =
    if f.ahead = None then ([], [])
    else
      let units = layer f width in
      if is_linear units && f.ahead = None then ([], [ units ])
      else
        let more, last = layers (List.length units) in
        (units :: more, last) in
  let layers, last = layers inputs in
  let outputs = match List.rev (layers @ last) with units :: _ -> List.length units | [] -> inputs in
  { inputs; layers; last; outputs; hash = sha256 text }

(* ---- The domain of a certificate ---- *)

type claim = {
  dimension : int;
  inequalities : (q list * q) list; (* in the order of the certificate *)
  chart : Checker.network;          (* a linear layer, or none *)
  text : string;                    (* as crease-check prints it *)
}

(* The sides of a box: u_1 >= LO, u_1 <= HI, and so on. *)
let sides dimension bounds =
  let side k bound =
    let upper = k mod 2 = 1 in
    let sign = if upper then Q.minus_one else Q.one in
    let slopes = List.init dimension (fun i -> if i = k / 2 then sign else Q.zero) in
    (slopes, if upper then bound else Q.neg bound) in
  List.mapi side bounds

(* The file of the property, as the claim has it. *)
let property_line f =
  match Option.map words f.ahead with
  | Some [ "property"; hash ] ->
      let is_hexadecimal c = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') in
      if String.length hash <> 64 || not (String.for_all is_hexadecimal hash) then
        refuse "%s: expected a SHA-256" f.name;
      " " ^ line f
  | _ -> ""

let claim f inputs =
  let lines = Buffer.create 999 in
  let line f = let text = line f in Buffer.add_string lines (text ^ "\n"); text in
  let row_text f width = let text = line f in (text, row_of f width text) in
  let named_rows rows = String.concat "" (List.map (fun (text, _) -> " (" ^ text ^ ")") rows) in
  let chart, dimension, note =
    match Option.map words f.ahead with
    | Some [ "chart"; count ] ->
        let dimension = natural f count in
        ignore (line f);
        let rows = times inputs (fun () -> row_text f dimension) in
        let linear (_, row) = Pieces (0, coq_row row, [], (to_coq Q.one, to_coq Q.zero)) in
        ([ List.map linear rows ], dimension, " chart" ^ named_rows rows)
    | _ -> ([], inputs, "") in
  let first = line f in
  let rows, named = match words first with
    | [ "domain"; "space" ] -> ([], "space")
    | "domain" :: "box" :: bounds when List.length bounds = 2 * dimension ->
        (sides dimension (List.map (rational f) bounds), Option.get (after "domain " first))
    | [ "domain"; "polytope"; count ] ->
        let rows = times (natural f count) (fun () -> row_text f dimension) in
        (List.map snd rows, "polytope" ^ named_rows rows)
    | _ -> refuse "%s:%d: expected a domain" f.name f.number in
  let named = named ^ note in
  let text = named ^ " sha256 " ^ sha256 (Buffer.contents lines) in
  { dimension; inequalities = List.map coq_row rows; chart; text }

(* ---- What is proved ---- *)

type property = {
  kind : string;                  (* range, sat or unsat *)
  alternatives : domain list;     (* rows of outputs *)
  points : q list list;           (* of range and sat: one for each alternative *)
  named : string;                 (* as crease-check prints it *)
}

type goal = Counts | Linear | Property of property

(* The texts of the rows of each alternative: "range (1 -3); (-1 0)". *)
let alternatives text =
  let row part = List.hd (String.split_on_char ')' part) in
  let rows part = List.map row (List.tl (String.split_on_char '(' part)) in
  List.map rows (String.split_on_char ';' text)

let goal f dimension outputs =
  let text = line f in
  match words text with
  | [ "tree" ] -> Counts
  | [ "tree"; "linear" ] -> Linear
  | ("range" | "sat" | "unsat") as kind :: _ ->
      let texts = alternatives text in
      let name rows = String.concat "" (List.map (Printf.sprintf " (%s)") rows) in
      if kind ^ String.concat ";" (List.map name texts) <> text || List.mem [] texts then
        refuse "%s:%d: expected rows" f.name f.number;
      if kind = "range" && List.exists (fun rows -> List.length rows <> 1) texts then
        refuse "%s:%d: expected one row for each bound" f.name f.number;
      let alternatives = List.map (List.map (fun row -> coq_row (row_of f outputs row))) texts in
      let point _ =
        let numbers = words (line f) in
        if List.length numbers <> dimension then
          refuse "%s:%d: expected %d numbers" f.name f.number dimension;
        List.map (fun text -> to_coq (rational f text)) numbers in
      let points = if kind = "unsat" then [] else List.map point texts in
      Property { kind; alternatives; points; named = text }
  | _ -> refuse "%s:%d: expected what is proved" f.name f.number
