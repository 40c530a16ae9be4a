(* What the bytes of a network's file mean: its canonical text, docs/formats.md. A reader who accepts
   this page, Network.v and Claim.v need not read the proofs. *)
From Coq Require Import List ZArith QArith_base Qreduction Bool String Ascii.
From Crease Require Import Network.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope char_scope.
Local Open Scope Z_scope.

(* ---- Numbers: each function puts its text before the rest ---- *)

Fixpoint pick (n : Z) (s : string) : ascii :=
  match s with
  | String c s => if n =? 0 then c else pick (n - 1) s
  | EmptyString => "0"
  end.

Definition ten : Z := 10.
Definition digit_names : string := "0123456789".

(* Of 0 or more, by at most one digit more than `more`; there are no more digits than bits. *)
Fixpoint digits (more : nat) (n : Z) (rest : string) : string :=
  let (q, r) := Z.div_eucl n ten in
  let s := String (pick r digit_names) rest in
  match more with
  | O => s
  | S more => if q =? 0 then s else digits more q s
  end.

Definition natural (n : Z) (rest : string) : string := digits (Z.to_nat (Z.log2 n)) n rest.

Definition integer (n : Z) (rest : string) : string :=
  if n <? 0 then String "-" (natural (- n) rest) else natural n rest.

Definition rational (q : Q) (rest : string) : string :=
  integer (Qnum q) (if Pos.eqb (Qden q) 1 then rest else String "/" (natural (Zpos (Qden q)) rest)).

Definition size {A} (l : list A) (rest : string) : string := natural (Z.of_nat (List.length l)) rest.

(* The texts of things one after another, each after a separator but for the first. *)
Definition each {A} (text : A -> string -> string) (l : list A) (rest : string) : string :=
  fold_right text rest l.
Definition separated {A} (separator : string) (text : A -> string -> string) (l : list A) (rest : string) :=
  match l with
  | [] => rest
  | x :: l => text x (each (fun x rest => separator ++ text x rest)%string l rest)
  end.

Definition newline : string := String "010" EmptyString.
Definition line (text : string -> string) (rest : string) : string := text (newline ++ rest)%string.

(* Slopes and constant. *)
Definition row (r : list Q * Q) : string -> string := separated " " rational (fst r ++ [snd r]).

(* ---- Networks ---- *)

(* As it is written: offset and slope of the lowest piece, each breakpoint and the slope beyond it,
   weights and bias; or the rows of maxout. *)
Inductive written_unit :=
| Written (offset slope : Q) (beyond : list (Q * Q)) (weights : list Q * Q)
| Written_maxout (rows : list (list Q * Q)).

Record written := Network_file { inputs : nat; layers : list (list written_unit) }.

Definition pair_of_numbers (p : Q * Q) (rest : string) : string := rational (fst p) (String "," (rational (snd p) rest)).

Definition unit_text (n : written_unit) (rest : string) : string :=
  match n with
  | Written offset slope beyond weights =>
      separated ";" pair_of_numbers ((offset, slope) :: beyond) (String " " (line (row weights) rest))
  | Written_maxout rows => ("maxout " ++ line (size rows) (each (fun r => line (row r)) rows rest))%string
  end.

Definition layer_text (units : list written_unit) (rest : string) : string :=
  ("layer " ++ line (size units) (each unit_text units rest))%string.

Definition network_text (net : written) : string :=
  ("crease-network 2" ++ newline ++ "inputs " ++
   line (natural (Z.of_nat (inputs net))) (each layer_text (layers net) ""))%string.

(* ---- The network that is written ---- *)

(* The pieces meet at the breakpoints. *)
Fixpoint pieces_of (offset slope : Q) (beyond : list (Q * Q)) : list (Q * (Q * Q)) * (Q * Q) :=
  match beyond with
  | [] => ([], (slope, offset))
  | (b, next) :: more =>
      let (pieces, last) := pieces_of (Qred (offset + (slope - next) * b)) next more in
      ((b, (slope, offset)) :: pieces, last)
  end.

Definition unit_of (n : written_unit) : unit Q (list Q * Q) :=
  match n with
  | Written offset slope beyond weights =>
      let (pieces, last) := pieces_of offset slope beyond in Pieces 0 weights pieces last
  | Written_maxout rows => Maxout rows
  end.

Definition network_of (net : written) : network := map (map unit_of) (layers net).

(* Breakpoints increase, rows are as long as the layer before, and nothing is empty. *)
Fixpoint increasing (beyond : list (Q * Q)) : bool :=
  match beyond with
  | (b, _) :: ((c, _) :: _) as more => negb (Qle_bool c b) && increasing more
  | _ => true
  end.

Definition fits_row (width : nat) (r : list Q * Q) : bool := Nat.eqb (List.length (fst r)) width.

Definition proper_unit (width : nat) (n : written_unit) : bool :=
  match n with
  | Written _ _ beyond weights => increasing beyond && fits_row width weights
  | Written_maxout rows => Nat.leb 2 (List.length rows) && forallb (fits_row width) rows
  end.

Fixpoint proper_layers (width : nat) (ls : list (list written_unit)) : bool :=
  match ls with
  | [] => true
  | l :: more => Nat.leb 1 (List.length l) && forallb (proper_unit width) l && proper_layers (List.length l) more
  end.

Definition proper (net : written) : bool :=
  Nat.leb 1 (inputs net) && Nat.leb 1 (List.length (layers net)) && proper_layers (inputs net) (layers net).

(* The number of layers that have a place in patterns: a last one that is linear has none. *)
Definition is_linear (n : written_unit) : bool := match n with Written _ _ [] _ => true | _ => false end.
Definition hidden (net : written) : nat :=
  List.length (layers net) - (if forallb is_linear (last (layers net) []) then 1 else 0).

Definition outputs_of (net : written) : nat := List.length (last (layers net) []).
