(* Integers for the extracted checker, in machine words as long as these suffice; and values that are
   computed when they are needed, once. *)

external word : Z.t -> int = "%identity"
external number : int -> Z.t = "%identity"

(* Zarith has an integer in the word itself, if it has room, else a pointer. *)
let is_word (x : Z.t) = Obj.is_int (Obj.repr x)

let half = 1 lsl 30
let is_half x = is_word x && (word x + half) lsr 31 = 0
(* Of words themselves the last bit is set. *)
let are_words x y = Obj.is_int (Obj.repr (word x land word y))

let add x y =
  let sum = word x + word y in
  if are_words x y && (sum lxor word x) land (sum lxor word y) >= 0 then number sum else Z.add x y
let sub x y =
  let rest = word x - word y in
  if are_words x y && (word x lxor word y) land (word x lxor rest) >= 0 then number rest else Z.sub x y
let mul x y =
  if are_words x y && ((word x + half) lor (word y + half)) lsr 31 = 0 then number (word x * word y)
  else Z.mul x y
let opp x = sub (number 0) x
let less x y = if are_words x y then word x < word y else Z.lt x y
let at_most x y = if are_words x y then word x <= word y else Z.leq x y
let equal x y = if are_words x y then word x = word y else Z.equal x y
let abs x = if is_word x then if word x < 0 then opp x else x else Z.abs x
let max x y = if less x y then y else x
let lcm = Z.lcm
(* Rounded down. *)
let div_eucl x y =
  if are_words x y && word y > 0 then
    let q = word x / word y and rest = word x mod word y in
    if rest < 0 then (number (q - 1), number (rest + word y)) else (number q, number rest)
  else
    let q = if equal y (number 0) then y else Z.fdiv x y in
    (q, Z.sub x (Z.mul y q))
let modulo x y = snd (div_eucl x y)
let of_nat n = number n
let byte c = number (Char.code c)
(* Of a number below 2^32. *)
let digits n x =
  let n, x = if x >= 1 lsl 16 then (n + 16, x lsr 16) else (n, x) in
  let n, x = if x >= 1 lsl 8 then (n + 8, x lsr 8) else (n, x) in
  let n, x = if x >= 1 lsl 4 then (n + 4, x lsr 4) else (n, x) in
  let n, x = if x >= 1 lsl 2 then (n + 2, x lsr 2) else (n, x) in
  if x >= 2 then n + 1 else n
let log2 x =
  if is_word x then number (if word x < half then digits 0 (word x) else digits 30 (word x lsr 30))
  else if Z.sign x < 0 then number 0
  else number (Z.numbits x - 1)
let shiftl x n =
  if are_words x n && word n >= 0 && word n < 62 && (word x lsl word n) asr word n = word x
  then number (word x lsl word n)
  else if equal x (number 0) then x else Z.shift_left x (Z.to_int n)
let shiftr x n =
  if are_words x n && word n lsr 5 = 0 then number (word x asr word n) else Z.shift_right x (Z.to_int n)
let logand x y = if are_words x y then number (word x land word y) else Z.logand x y
let logxor x y = if are_words x y then number (word x lxor word y) else Z.logxor x y

(* A tuple, or 0 before it is needed. *)
type 'a later = { mutable known : 'a; mutable make : unit -> 'a later }

let is_known x = not (Obj.is_int (Obj.repr x.known))
let made () = assert false
let now known = { known; make = made }
let later make = { known = Obj.magic 0; make }
let rec force x =
  if is_known x then x.known
  else begin
    let known = force (x.make ()) in
    x.known <- known;
    x.make <- made;
    known
  end
let get x = if is_known x then x.known else force x

(* The lists of a table and, if all their numbers are small, arrays of these; then the last place. *)
type packed = (int list * Z.t list list * int array * int array list * int) later
let is_small x = is_word x && (word x + 1 lsl 27) lsr 28 = 0
(* Whether these are as many small numbers as there is room for; then the array has them. *)
let rec put words i = function
  | x :: more -> i < Array.length words && is_small x && (words.(i) <- word x; put words (i + 1) more)
  | [] -> i = Array.length words
let packed (spots, table) : packed =
  let places = Array.of_list spots in
  let words list = let words = Array.make (Array.length places) 0 in (put words 0 list, words) in
  let columns = List.map words table in
  let is_flat = Array.length places <= 128 && List.for_all fst columns in
  let last = if is_flat then Array.fold_left Int.max 0 places else max_int in
  now (spots, table, places, List.map snd columns, last)

(* Below 2^61: at most 128 products below 2^54. *)
let rec word_dot words spots column k sum =
  if k < 0 then number sum
  else
    let x = Array.unsafe_get words (Array.unsafe_get spots k) in
    word_dot words spots column (k - 1) (sum + x * Array.unsafe_get column k)
let rec word_dots words spots = function
  | c :: more -> let sum = word_dot words spots c (Array.length spots - 1) 0 in sum :: word_dots words spots more
  | [] -> []
let dots list =
  let numbers = Array.of_list list in
  let limit = if List.for_all is_small list then Array.length numbers else 0 in
  let words = if limit > 0 then Array.map word numbers else [||] in
  let rec dot sum spots column = match spots, column with
    | i :: spots, y :: column when i < Array.length numbers -> dot (add sum (mul numbers.(i) y)) spots column
    | _ :: spots, _ :: column -> dot sum spots column
    | _ -> sum in
  fun (p : packed) ->
    let spots, table, places, columns, last = get p in
    if last < limit then word_dots words places columns else List.map (dot (number 0) spots) table

type exact = (Z.t list * Z.t) later
let exact (slopes, constant) : exact = now (slopes, constant)
let slopes_of (x : exact) = let slopes, _ = get x in slopes
let constant_of (x : exact) = let _, constant = get x in constant
let of_exact f (x : exact) = let slopes, constant = get x in f slopes constant

type near = (Z.t * Z.t list * Z.t * Z.t) later
let near (shift, about, base, error) : near = now (shift, about, base, error)
let shift (x : near) = let shift, _, _, _ = get x in shift
let about (x : near) = let _, about, _, _ = get x in about
let base (x : near) = let _, _, base, _ = get x in base
let error (x : near) = let _, _, _, error = get x in error
let of_near f (x : near) = let shift, about, base, error = get x in f shift about base error

type trace = (Z.t list * int) later
let trace (remainders, extent) : trace = now (remainders, extent)
let remainders (x : trace) = let remainders, _ = get x in remainders
let extent (x : trace) = let _, extent = get x in extent
let of_trace f (x : trace) = let remainders, extent = get x in f remainders extent
