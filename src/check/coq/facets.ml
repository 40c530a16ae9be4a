(* Finds which cells share facets, and why others do not, by linear programs in rationals. Nothing
   here is trusted: the checker of Linear.v refuses a wrong point or combination. *)
module Big = Z
open Checker
module Z = Big

let rec slopes d list =
  if d = 0 then []
  else match list with [] -> Z.zero :: slopes (d - 1) [] | x :: more -> x :: slopes (d - 1) more

(* Slopes and constant, divided by their greatest common divisor. *)
let row d (f : form) =
  let numbers = con f :: slopes d (lin f) in
  let divisor = List.fold_left Z.gcd Z.zero numbers in
  if Z.sign divisor = 0 then numbers else List.map (fun x -> Z.divexact x divisor) numbers

let opposite_row = List.map Z.neg

(* The largest t <= 1 such that rows a + b . u are >= t, by the dual simplex: minimises the sum of
   k_i a_i + k_0, where k >= 0, all k_i and k_0 have sum 1, and the sum of k_i b_i is 0. Returns t,
   the point, and k. Pivots are those of Bland. *)
let program d (rows : Z.t list array) =
  let n = Array.length rows and height = d + 1 in
  let q = Q.of_bigint in
  (* columns: rows, then k_0, then d artificial ones that may not return *)
  let width = n + 1 + d in
  let cost = Array.make (width + 1) Q.zero in
  let table = Array.make_matrix height (width + 1) Q.zero in
  Array.iteri (fun j numbers ->
      List.iteri (fun i x -> if i = 0 then cost.(j) <- q x else table.(i - 1).(j) <- q x) numbers;
      table.(d).(j) <- Q.one) rows;
  cost.(n) <- Q.one;
  table.(d).(n) <- Q.one;
  table.(d).(width) <- Q.one;
  for i = 0 to d - 1 do table.(i).(n + 1 + i) <- Q.one done;
  let basis = Array.init height (fun i -> if i < d then n + 1 + i else n) in
  let subtract target factor source =
    if Q.sign factor <> 0 then
      Array.iteri (fun j x -> if Q.sign x <> 0 then target.(j) <- Q.sub target.(j) (Q.mul factor x)) source in
  subtract cost Q.one table.(d);
  let pivot i j =
    let p = table.(i).(j) in
    Array.iteri (fun l x -> table.(i).(l) <- Q.div x p) table.(i);
    Array.iteri (fun l other -> if l <> i then subtract other other.(j) table.(i)) table;
    subtract cost cost.(j) table.(i);
    basis.(i) <- j in
  (* artificial columns leave, as far as there is another *)
  for i = 0 to d - 1 do
    match List.find_opt (fun j -> Q.sign table.(i).(j) <> 0) (List.init (n + 1) Fun.id) with
    | Some j -> pivot i j
    | None -> ()
  done;
  let rec entering j = if j > n then None else if Q.sign cost.(j) < 0 then Some j else entering (j + 1) in
  let rec run () =
    match entering 0 with
    | None -> ()
    | Some j ->
        let best = ref None in
        for i = 0 to height - 1 do
          if Q.sign table.(i).(j) > 0 then begin
            let ratio = Q.div table.(i).(width) table.(i).(j) in
            match !best with
            | Some (r, k) when Q.lt r ratio || (Q.equal r ratio && basis.(k) < basis.(i)) -> ()
            | _ -> best := Some (ratio, i)
          end
        done;
        (match !best with Some (_, i) -> pivot i j; run () | None -> ()) in
  run ();
  let value = Array.make width Q.zero in
  Array.iteri (fun i j -> value.(j) <- table.(i).(width)) basis;
  let point = List.init d (fun i -> cost.(n + 1 + i)) in
  (Q.neg cost.(width), point, value)

let common_denominator = List.fold_left (fun w x -> Z.lcm w (Q.den x)) Z.one
let integers w = List.map (fun x -> Z.divexact (Z.mul w (Q.num x)) (Q.den x))

type meeting = At of Z.t * Z.t list | Apart of Z.t list

(* A row on the hyperplane h, without the coordinate in which h is solved there, divided by its
   greatest common divisor: a multiple a > 0 of the row plus a multiple c of h. *)
type on_hyperplane = { numbers : Z.t list; a : Q.t; c : Q.t }

let without p list = List.filteri (fun i _ -> i <> p) list

let restrict h p r =
  let h_p = List.nth h p and r_p = List.nth r p in
  let a = Z.abs h_p and c = if Z.sign h_p > 0 then Z.neg r_p else r_p in
  let numbers = List.map2 (fun x y -> Z.add (Z.mul a x) (Z.mul c y)) (without p r) (without p h) in
  let divisor = List.fold_left Z.gcd Z.zero numbers in
  if Z.sign divisor = 0 then { numbers; a = Q.of_bigint a; c = Q.of_bigint c }
  else
    { numbers = List.map (fun x -> Z.divexact x divisor) numbers;
      a = Q.make a divisor; c = Q.make c divisor }

(* The first two rows that are opposite on h. Forms of units are equal there on both sides, so two
   cells that differ in one more unit have such rows: most pairs of cells need no program. *)
let opposite_pair (rows : on_hyperplane array) =
  let seen = Hashtbl.create 64 in
  let rec find i =
    if i = Array.length rows then None
    else match Hashtbl.find_opt seen (opposite_row rows.(i).numbers) with
      | Some j -> Some (i, j)
      | None -> Hashtbl.replace seen rows.(i).numbers i; find (i + 1) in
  find 0

(* A point of a line where rows a + b t are positive, or multipliers: the greatest of the lower
   bounds of t and the least of the upper ones decide. *)
let on_line (rows : Z.t list array) =
  let a i = Q.of_bigint (List.nth rows.(i) 0) and b i = Q.of_bigint (List.nth rows.(i) 1) in
  let bound i = Q.neg (Q.div (a i) (b i)) in
  let low = ref None and high = ref None and never = ref None in
  let better side is_better i =
    match !side with
    | Some (t, _) when not (is_better (bound i) t) -> ()
    | _ -> side := Some (bound i, i) in
  Array.iteri (fun i _ ->
      match Q.sign (b i) with
      | 0 -> if Q.sign (a i) <= 0 then never := Some i
      | s -> if s > 0 then better low Q.gt i else better high Q.lt i) rows;
  let k = Array.make (Array.length rows) Q.zero in
  match !never, !low, !high with
  | Some i, _, _ -> k.(i) <- Q.one; Error k
  | None, Some (s, i), Some (t, j) when Q.leq t s ->
      k.(i) <- Q.neg (b j); k.(j) <- b i; Error k
  | None, Some (s, _), Some (t, _) -> Ok [ Q.div_2exp (Q.add s t) 1 ]
  | None, Some (s, _), None -> Ok [ Q.add s Q.one ]
  | None, None, Some (t, _) -> Ok [ Q.sub t Q.one ]
  | None, None, None -> Ok [ Q.zero ]

let in_space d rows =
  let value, point, k = program d rows in
  if Q.sign value > 0 then Ok point else Error k

(* Whether the rows can be positive at a point of h, which has d coordinates: Ok of that point
   without coordinate p, or else Error of multipliers, by a program of rows that come once. *)
let positive_on d (rows : on_hyperplane array) =
  let k = Array.make (Array.length rows) Q.zero in
  match opposite_pair rows with
  | Some (i, j) -> k.(i) <- Q.one; k.(j) <- Q.one; Error k
  | None ->
      let first = Hashtbl.create 64 in
      Array.iteri (fun i r ->
          if not (Hashtbl.mem first r.numbers) then Hashtbl.add first r.numbers i) rows;
      let kept = Array.of_list (List.sort compare (List.of_seq (Hashtbl.to_seq_values first))) in
      let rows = Array.map (fun i -> rows.(i).numbers) kept in
      match if d = 2 then on_line rows else in_space (d - 1) rows with
      | Ok point -> Ok point
      | Error multipliers -> Array.iteri (fun l i -> k.(i) <- multipliers.(l)) kept; Error k

(* Coordinate p of a point of h. *)
let solve h p point =
  let rest = List.fold_left2 (fun sum x y -> Q.add sum (Q.mul (Q.of_bigint x) y)) Q.zero
      (without p h) (Q.one :: point) in
  Q.neg (Q.div rest (Q.of_bigint (List.nth h p)))

let rec insert i x list =
  if i = 0 then x :: list
  else match list with y :: more -> y :: insert (i - 1) x more | [] -> [ x ]

(* Whether two cells meet in a facet on member m of the first. *)
let meet d (x : cell) (y : cell) (m : form) =
  let all = Array.of_list (fst x @ fst y) in
  let h = row d m in
  let rec pivot i = function
    | [] -> invalid_arg "meet: no hyperplane"
    | z :: more -> if i > 0 && Z.sign z <> 0 then i else pivot (i + 1) more in
  let p = pivot 0 h in
  let rows = Array.map (row d) all in
  let numbers = List.init (Array.length rows) Fun.id in
  let is_h i = rows.(i) = h || rows.(i) = opposite_row h in
  let others = Array.of_list (List.filter (fun i -> not (is_h i)) numbers) in
  let restricted = Array.map (fun i -> restrict h p rows.(i)) others in
  match positive_on d restricted with
  | Ok point ->
      let point = insert (p - 1) (solve h p point) point in
      let w = common_denominator point in
      At (w, integers w point)
  | Error k ->
      let multipliers = Array.make (Array.length rows) Q.zero in
      let of_h = ref Q.zero in
      Array.iteri (fun l i ->
          multipliers.(i) <- Q.mul k.(l) restricted.(l).a;
          of_h := Q.add !of_h (Q.mul k.(l) restricted.(l).c)) others;
      (* the checker adds members with positive multipliers only, and the second cell has -h *)
      let side = if Q.sign !of_h < 0 then opposite_row h else h in
      multipliers.(List.find (fun i -> rows.(i) = side) numbers) <- Q.abs !of_h;
      (* of members, which were divided *)
      let divided = Array.mapi (fun i f ->
          let g = List.fold_left Z.gcd (con f) (lin f) in
          if Z.sign g = 0 then Q.zero else Q.div multipliers.(i) (Q.of_bigint g)) all in
      let divided = Array.to_list divided in
      Apart (integers (common_denominator divided) divided)

let multipliers d x y m =
  match meet d x y m with Apart k -> k | At _ -> []

(* ---- classes ---- *)

(* Numbers of rows: those of opposite rows differ in the last bit. *)
type names = { number : (Z.t list, int) Hashtbl.t; mutable next : int }

let name names r =
  match Hashtbl.find_opt names.number r with
  | Some k -> k
  | None ->
      let k = names.next in
      names.next <- k + 2;
      Hashtbl.add names.number r k;
      Hashtbl.add names.number (opposite_row r) (k + 1);
      k

(* How many of the ascending numbers of two cells are equal; -1 if they are on two sides of another
   hyperplane than r's. *)
let likeness r (x : int array) (y : int array) =
  let rec count i j equal =
    if i = Array.length x || j = Array.length y then equal
    else
      let a = x.(i) and b = y.(j) in
      if a = b then count (i + 1) (j + 1) (equal + 1)
      else if a lxor b = 1 && a lor 1 <> r lor 1 then -1
      else if a < b then count (i + 1) j equal
      else count i (j + 1) equal in
  count 0 0 0

let index i list =
  let rec find k = function [] -> raise Not_found | j :: more -> if i = j then k else find (k + 1) more in
  find 0 list

(* The cells of a group in an order in which each but the first of a class joins one before it.
   Across each facet of a cell of the class the cell that is most like it is tried first, and only
   for what is left in the end all others: each trial may be a program. *)
let plan d (group : cell list) =
  let cells = Array.of_list group in
  let n = Array.length cells in
  let names = { number = Hashtbl.create 256; next = 0 } in
  let rows = Array.map (fun (members, _) -> List.map (fun f -> name names (row d f)) members) cells in
  let sorted = Array.map (fun list -> Array.of_list (List.sort_uniq compare list)) rows in
  let placed = Array.make n false in
  (* of each number of a row: the cells that have it and are not placed, about *)
  let having = Array.make (names.next + 2) [] in
  Array.iteri (fun j numbers -> Array.iter (fun r -> having.(r) <- j :: having.(r)) numbers) sorted;
  let tried = Hashtbl.create 256 in
  (* what is left, and the class, as lists of numbers in the order of the checker *)
  let rest = ref (List.init (n - 1) (fun i -> i + 1)) in
  let steps = ref [] in
  let grow first =
    placed.(first) <- true;
    let members = ref [ first ] in
    let queue = Queue.create () in
    Queue.add first queue;
    (* cells across facet r of cell j, with how much they are like it *)
    let across j r =
      let left = List.filter (fun i -> not placed.(i)) having.(r lxor 1) in
      having.(r lxor 1) <- left;
      List.filter_map (fun i ->
          let like = likeness r sorted.(i) sorted.(j) in
          if like < 0 || Hashtbl.mem tried (i, j, r) || not (same_map cells.(i) cells.(j)) then None
          else Some (like, i)) left in
    let join j r i =
      Hashtbl.replace tried (i, j, r) ();
      let a = index (r lxor 1) rows.(i) in
      match meet d cells.(i) cells.(j) (List.nth (fst cells.(i)) a) with
      | Apart _ -> false
      | At (w, u) ->
          steps := Join (index i !rest, index j !members, a, w, u) :: !steps;
          placed.(i) <- true;
          rest := List.filter (fun k -> k <> i) !rest;
          members := i :: !members;
          Queue.add i queue;
          true in
    let rec most_alike () =
      if not (Queue.is_empty queue) then begin
        let j = Queue.pop queue in
        Array.iter (fun r ->
            match across j r with
            | [] -> ()
            | first :: more -> ignore (join j r (snd (List.fold_left max first more)))) sorted.(j);
        most_alike ()
      end in
    (* whether a cell that is left joins cell j *)
    let any j =
      Array.exists (fun r -> List.exists (fun (_, i) -> join j r i) (across j r)) sorted.(j) in
    let rec complete () =
      most_alike ();
      if !rest <> [] && List.exists any !members then complete () in
    complete () in
  grow 0;
  while !rest <> [] do
    let first = List.hd !rest in
    steps := Begin 0 :: !steps;
    rest := List.tl !rest;
    grow first
  done;
  List.rev !steps
