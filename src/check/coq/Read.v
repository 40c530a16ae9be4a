(* Reads the canonical text of a network, and what a certificate says before its tree. Nothing here
   need be trusted: Authority.v compares the network's text with the file, and prints the claim that
   was read. *)
From Coq Require Import String Ascii List ZArith QArith_base Bool.
From Crease Require Import Network Text Claim.
From Crease Require Sha256.
Import ListNotations.
Local Open Scope char_scope.
Local Open Scope string_scope.
Local Open Scope list_scope.

(* What was read and the rest of the text; or what was expected, and where. *)
Inductive result (A : Type) := Parsed (x : A) (rest : string) | Refused (expected rest : string).
Arguments Parsed {A}. Arguments Refused {A}.

Definition reader (A : Type) := string -> result A.

Definition give {A} (x : A) : reader A := Parsed x.
Definition refuse {A} (expected : string) : reader A := Refused expected.
Definition must (condition : bool) (expected : string) : reader Datatypes.unit :=
  if condition then give tt else refuse expected.
Definition bind {A B} (r : reader A) (next : A -> reader B) : reader B :=
  fun s => match r s with Parsed x s => next x s | Refused expected s => Refused expected s end.
Notation "x <- r ;; next" := (bind r (fun x => next)) (at level 61, r at next level, right associativity).
Notation "r ;; next" := (bind r (fun _ => next)) (at level 61, right associativity).

Fixpoint after (text s : string) : option string :=
  match text, s with
  | EmptyString, _ => Some s
  | String c text, String c' s => if Ascii.eqb c c' then after text s else None
  | _, EmptyString => None
  end.

(* Whether the text comes next, which is then read. *)
Definition word (text : string) : reader bool :=
  fun s => match after text s with Some s => Parsed true s | None => Parsed false s end.
Definition expect (text : string) : reader Datatypes.unit :=
  fun s => match after text s with Some s => Parsed tt s | None => Refused text s end.
Definition line {A} (r : reader A) : reader A :=
  x <- r;; (fun s => match after newline s with Some s => Parsed x s | None => Refused "the end of the line" s end).

Fixpoint times {A} (n : nat) (r : reader A) (before : list A) : reader (list A) :=
  match n with
  | O => give (rev_append before [])
  | S n => x <- r;; times n r (x :: before)
  end.
(* As long as the separator comes next. *)
Fixpoint following {A} (fuel : nat) (separator : string) (r : reader A) (before : list A) : reader (list A) :=
  match fuel with
  | O => refuse "less"
  | S fuel =>
      more <- word separator;;
      if more : bool then x <- r;; following fuel separator r (x :: before)
      else give (rev_append before [])
  end.

(* ---- Numbers ---- *)

Fixpoint place_of (c : ascii) (s : string) (n : Z) : option Z :=
  match s with
  | String c' s => if Ascii.eqb c c' then Some n else place_of c s (n + 1)
  | EmptyString => None
  end.

(* Numbers are read as they are written by Text.v: in no other way. *)

Definition zero_byte : Z := 48.
Definition digit_of (c : ascii) : option Z :=
  let n := (Z.of_N (Sha256.byte c) - zero_byte)%Z in if Z.leb 0 n && Z.ltb n ten then Some n else None.

(* At most so many digits. *)
Fixpoint digits_of (limit n : Z) (s : string) : result Z :=
  match s with
  | String c more =>
      match digit_of c with
      | Some digit =>
          if Z.eqb limit 0 then Refused "fewer digits" s else digits_of (limit - 1) (ten * n + digit) more
      | None => Parsed n s
      end
  | EmptyString => Parsed n s
  end.
Definition starts_with_digit (s : string) : bool :=
  match s with String c _ => if digit_of c then true else false | EmptyString => false end.

(* No zero stands before other digits. *)
Definition unsigned (limit : Z) : reader Z :=
  fun s => match s with
    | String "0" more => if starts_with_digit more then Refused "one digit" s else Parsed 0%Z more
    | _ => if starts_with_digit s then digits_of limit 0 s else Refused "a number" s
    end.

Definition longest : Z := 100000.
Definition number : reader Q :=
  negative <- word "-";;
  n <- unsigned longest;;
  must (negb (negative && Z.eqb n 0)) "a number without a sign";;
  let n := if negative : bool then Z.opp n else n in
  fraction <- word "/";;
  if fraction : bool then
    d <- unsigned longest;;
    match d with
    | Zpos xH => refuse "a denominator above 1"
    | Zpos d => give (Qmake n d)
    | _ => refuse "a denominator above 0"
    end
  else give (Qmake n 1).

Definition natural : reader nat := n <- unsigned 15;; give (Z.to_nat n).

Definition row (width : nat) : reader (list Q * Q) :=
  slopes <- times width (x <- number;; expect " ";; give x) [];;
  constant <- number;;
  give (slopes, constant).

(* ---- Networks ---- *)

Section Fuel.
Variable fuel : nat.

Definition pair_of_numbers : reader (Q * Q) :=
  x <- number;; expect ",";; y <- number;; give (x, y).

Definition unit_of (width : nat) : reader written_unit :=
  maxout <- word "maxout ";;
  if maxout : bool then
    k <- line natural;;
    must (Nat.leb 2 k) "several rows";;
    rows <- times k (line (row width)) [];;
    give (Written_maxout rows)
  else
    lowest <- pair_of_numbers;;
    beyond <- following fuel ";" pair_of_numbers [];;
    must (increasing beyond) "breakpoints that increase";;
    expect " ";;
    weights <- line (row width);;
    give (Written (fst lowest) (snd lowest) beyond weights).

Fixpoint layers_of (fuel width : nat) (before : list (list written_unit)) : reader (list (list written_unit)) :=
  fun s => match fuel, s with
    | S fuel, String _ _ =>
        (expect "layer ";;
         count <- line natural;;
         must (Nat.leb 1 count) "units";;
         units <- times count (unit_of width) [];;
         layers_of fuel count (units :: before)) s
    | _, _ => Parsed (rev_append before []) s
    end.

Definition network : reader written :=
  line (expect "crease-network 2");;
  expect "inputs ";;
  inputs <- line natural;;
  layers <- layers_of fuel inputs [];;
  must (Nat.leb 1 inputs && Nat.leb 1 (length layers)) "inputs and layers";;
  give (Network_file inputs layers).

(* ---- What is proved, and where ---- *)

Definition polytope (width : nat) : reader domain :=
  count <- line natural;; times count (line (row width)) [].

Definition shape_of (d : nat) : reader shape :=
  space <- word "space";;
  if space : bool then line (give Space)
  else
    box <- word "box";;
    if box : bool then
      bounds <- line (times d (expect " ";; x <- number;; expect " ";; y <- number;; give (x, y)) []);;
      give (Box bounds)
    else
      expect "polytope ";; rows <- polytope d;; give (Polytope rows).

Definition place_for (net : written) : reader place :=
  sliced <- word "chart ";;
  chart <- (if sliced : bool then
      d <- line natural;; rows <- times (inputs net) (line (row d)) [];; give (Some (d, rows))
    else give None);;
  expect "domain ";;
  shape <- shape_of (dimension net (Place chart Space));;
  give (Place chart shape).

Definition alternative (width : nat) : reader domain :=
  rows <- following fuel " (" (r <- row width;; expect ")";; give r) [];;
  must (Nat.leb 1 (length rows)) "a row";;
  give rows.
Definition alternatives (width : nat) : reader (list domain) :=
  line (first <- alternative width;; following fuel ";" (alternative width) [first]).

(* With a point for each alternative. *)
Definition point (d : nat) : reader (list Q) :=
  match d with
  | O => give []
  | S d => x <- number;; times d (expect " ";; number) [x]
  end.
Definition kind_for (d width : nat) : reader (kind * list (list Q)) :=
  counts <- word "tree";;
  if counts : bool then
    linear <- word " linear";;
    line (give (if linear : bool then Linear else Counts, []))
  else
    unsat <- word "unsat";;
    if unsat : bool then l <- alternatives width;; give (Unsat l, [])
    else
      sat <- word "sat";;
      (if sat : bool then give tt else expect "range");;
      l <- alternatives width;;
      points <- times (length l) (line (point d)) [];;
      if sat : bool then give (Sat l, points)
      else
        must (forallb (fun rows => Nat.eqb (length rows) 1) l) "one row for each bound";;
        give (Range (concat l), points).

Fixpoint hexadecimal (n : nat) : reader string :=
  match n with
  | O => give EmptyString
  | S n => fun s => match s with
      | String c more => match place_of c "0123456789abcdef" 0, hexadecimal n more with
          | Some _, Parsed hash rest => Parsed (String c hash) rest
          | None, _ => Refused "a SHA-256" s
          | _, refused => refused
          end
      | EmptyString => Refused "a SHA-256" s
      end
  end.

(* The lines of a certificate before its tree. *)
Definition question (hash : string) (net : written) : reader (string * (place * (kind * list (list Q)))) :=
  line (expect "crease-certificate 5");;
  line (expect ("network " ++ hash)%string);;
  named <- word "property ";;
  source <- (if named : bool then line (hexadecimal 64) else give EmptyString);;
  p <- place_for net;;
  k <- kind_for (dimension net p) (outputs_of net);;
  give (source, (p, k)).

End Fuel.
