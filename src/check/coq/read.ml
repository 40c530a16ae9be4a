(* Files, their lines, and the words of lines. *)
module Big = Z
open Checker
module Z = Big

exception Refused of string

let refuse format = Printf.ksprintf (fun text -> raise (Refused text)) format

(* The beginning of a text, for messages. *)
let short text = if String.length text > 60 then String.sub text 0 60 else text

type file = {
  name : string;
  mutable next : unit -> string option;
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

(* The output of a program, which an absolute path names: PATH finds nothing. *)
let run path words =
  if Filename.is_relative path || not (Sys.file_exists path) then refuse "there is no program %s" path;
  Unix.open_process_args_in path words

(* A file, standard input, or what gzip unpacks. *)
let open_channel name =
  if name = "-" then stdin
  else
    let plain = open_in_bin name in
    let packed = try input_char plain = '\x1f' with End_of_file -> false in
    seek_in plain 0;
    if packed then run "/bin/gzip" [| "gzip"; "-dc"; "--"; name |] else plain

let read_all channel =
  let text = Buffer.create 65536 in
  (try while true do Buffer.add_channel text channel 65536 done with End_of_file -> ());
  Buffer.contents text

let after prefix text =
  let n = String.length prefix in
  if String.length text >= n && String.sub text 0 n = prefix
  then Some (String.sub text n (String.length text - n)) else None

(* The bytes of a network's canonical text; another file is converted by the crease beside this
   program, whose place the system knows. *)
let network name =
  let text = read_all (open_channel name) in
  if after "crease-network " text <> None then text
  else begin
    prerr_endline "crease-prove: the network was converted to its canonical text by crease";
    let crease = Filename.concat (Filename.dirname (Unix.readlink "/proc/self/exe")) "crease" in
    let from = run crease [| "crease"; "convert"; "--format=canonical"; "-o"; "-"; "--"; name |] in
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

(* A function that goes back to this line, as often as it is called. What is read is kept. *)
let repeatable f =
  let next = f.next and number = f.number and ahead = f.ahead and seen = ref [] in
  fun () ->
    let again = ref (List.rev !seen) in
    f.number <- number;
    f.ahead <- ahead;
    f.next <- (fun () ->
        match !again with
        | text :: more -> again := more; Some text
        | [] ->
            let text = next () in
            Option.iter (fun text -> seen := text :: !seen) text;
            text)

let expect f text =
  let found = line f in
  if found <> text then refuse "%s:%d: expected \"%s\", found \"%s\"" f.name f.number text found

let words = String.split_on_char ' '

let has_lemmas f = match f.ahead with Some text -> after "lemma " text <> None | None -> false

(* The lines of a certificate before its tree: up to what is proved, and a point for each alternative.
   Lemmas stand before a tree, which is about counts. *)
let header f =
  let text = Buffer.create 999 in
  let add () = let found = line f in Buffer.add_string text (found ^ "\n"); found in
  let point () = if f.ahead <> None then ignore (add ()) in
  let rec go () =
    if has_lemmas f then Buffer.add_string text "tree\n"
    else if f.ahead <> None then
      let found = add () in
      match words found with
      | ("tree" | "unsat") :: _ -> ()
      | ("range" | "sat") :: _ -> List.iter (fun _ -> point ()) (String.split_on_char ';' found)
      | _ -> go () in
  go ();
  Buffer.contents text

let digits text = text <> "" && String.for_all (fun c -> c >= '0' && c <= '9') text

(* As Read.v reads them: no zero stands before other digits. *)
let natural f text =
  if not (digits text) || (text.[0] = '0' && text <> "0") || String.length text > 15 then
    refuse "%s:%d: expected a natural number, found \"%s\"" f.name f.number (short text);
  int_of_string text

(* A number of a file: digits, or digits/digits, perhaps after a minus sign. *)
let rational f text =
  let part text = digits text && (text.[0] <> '0' || text = "0") && String.length text <= 100000 in
  let negative = text <> "" && text.[0] = '-' in
  let unsigned = if negative then String.sub text 1 (String.length text - 1) else text in
  let good = match String.split_on_char '/' unsigned with
    | [ n ] -> part n && not (negative && n = "0")
    | [ n; d ] -> part n && part d && d <> "0" && d <> "1" && not (negative && n = "0")
    | _ -> false in
  if not good then refuse "%s:%d: expected a number, found \"%s\"" f.name f.number (short text);
  Q.of_string text

let rec take n list =
  if n = 0 then ([], list)
  else
    match list with
    | x :: more -> let first, rest = take (n - 1) more in (x :: first, rest)
    | [] -> refuse "expected more numbers"
