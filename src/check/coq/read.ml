(* Files, their lines, and the words of lines. *)
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

(* Every line must end with a newline. *)
let lines_of name channel =
  let text = Buffer.create 256 in
  let rec rest () =
    match input_char channel with
    | '\n' -> Some (Buffer.contents text)
    | c -> Buffer.add_char text c; rest ()
    | exception End_of_file ->
        if Buffer.length text = 0 then None else refuse "%s: the last line does not end" name in
  let next () = Buffer.clear text; rest () in
  { name; next; number = 0; ahead = next () }

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

let after prefix text =
  let n = String.length prefix in
  if String.length text >= n && String.sub text 0 n = prefix
  then Some (String.sub text n (String.length text - n)) else None

(* The bytes of a network's canonical text; another file is converted by crease. *)
let network name =
  let text = read_all (open_channel name) in
  if after "crease-network " text <> None then text
  else begin
    prerr_endline "crease-prove: the network was converted to its canonical text by crease";
    let from = Unix.open_process_args_in "crease"
      [| "crease"; "convert"; "--format=canonical"; "-o"; "-"; name |] in
    let text = read_all from in
    if Unix.close_process_in from <> Unix.WEXITED 0 then refuse "crease failed";
    text
  end

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

(* The lines of a certificate before its tree: up to what is proved, and a point for each alternative. *)
let header f =
  let text = Buffer.create 999 in
  let add () = let found = line f in Buffer.add_string text (found ^ "\n"); found in
  let point () = if f.ahead <> None then ignore (add ()) in
  let rec go () =
    if f.ahead <> None then
      let found = add () in
      match words found with
      | ("tree" | "unsat") :: _ -> ()
      | ("range" | "sat") :: _ -> List.iter (fun _ -> point ()) (String.split_on_char ';' found)
      | _ -> go () in
  go ();
  Buffer.contents text

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

let rec take n list =
  if n = 0 then ([], list)
  else
    match list with
    | x :: more -> let first, rest = take (n - 1) more in (x :: first, rest)
    | [] -> refuse "expected more numbers"
