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

(* The largest t <= 1 such that rows a + b . u are >= t, or = 0 where they are marked, by the dual
   simplex: minimises the sum of k_i a_i + k_0, where k >= 0 but for marked rows (which come with both
   signs), all k_i of others and k_0 have sum 1, and the sum of k_i b_i is 0. Returns t, the point,
   and k. Pivots are those of Bland. *)
let program d (rows : (Z.t list * bool) array) =
  let n = Array.length rows and height = d + 1 in
  let q = Q.of_bigint in
  (* columns: rows, then k_0, then d artificial ones that may not return *)
  let width = n + 1 + d in
  let cost = Array.make (width + 1) Q.zero in
  let table = Array.make_matrix height (width + 1) Q.zero in
  Array.iteri (fun j (numbers, marked) ->
      List.iteri (fun i x -> if i = 0 then cost.(j) <- q x else table.(i - 1).(j) <- q x) numbers;
      table.(d).(j) <- (if marked then Q.zero else Q.one)) rows;
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

(* Whether two cells meet in a facet on member m of the first. *)
let meet d (x : cell) (y : cell) (m : form) =
  let all = Array.of_list (fst x @ fst y) in
  let h = row d m in
  let rows = Array.map (fun f ->
      let r = row d f in
      (r, r = h || r = opposite_row h)) all in
  let value, point, multipliers = program d rows in
  if Q.sign value > 0 then
    let w = common_denominator point in
    At (w, integers w point)
  else begin
    (* multipliers of members, which were divided *)
    let divided = Array.mapi (fun i f ->
        let g = List.fold_left Z.gcd (con f) (lin f) in
        if Z.sign g = 0 then Q.zero else Q.div multipliers.(i) (Q.of_bigint g)) all in
    let divided = Array.to_list divided in
    Apart (integers (common_denominator divided) divided)
  end

let multipliers d x y m =
  match meet d x y m with Apart k -> k | At _ -> []

(* The cells of a group in an order in which each but the first of a class joins one before it. *)
let plan d (group : cell list) =
  let cells = Array.of_list group in
  let n = Array.length cells in
  let facets = Hashtbl.create 256 in
  let rows = Array.map (fun (members, _) -> List.map (row d) members) cells in
  Array.iteri (fun j list ->
      List.iter (fun r -> Hashtbl.add facets r j) (List.sort_uniq compare list)) rows;
  let placed = Array.make n false in
  (* what is left, and the class, as lists of numbers in the order of the checker *)
  let rest = ref (List.init (n - 1) (fun i -> i + 1)) in
  let steps = ref [] in
  let index i list =
    let rec find k = function [] -> raise Not_found | j :: more -> if i = j then k else find (k + 1) more in
    find 0 list in
  let grow first =
    placed.(first) <- true;
    let members = ref [ first ] in
    let queue = Queue.create () in
    Queue.add first queue;
    while not (Queue.is_empty queue) do
      let j = Queue.pop queue in
      let seek r =
        let other = opposite_row r in
        let join i =
          if (not placed.(i)) && same_map cells.(i) cells.(j) then begin
            let a = index other rows.(i) in
            match meet d cells.(i) cells.(j) (List.nth (fst cells.(i)) a) with
            | Apart _ -> ()
            | At (w, u) ->
                steps := Join (index i !rest, index j !members, a, w, u) :: !steps;
                placed.(i) <- true;
                rest := List.filter (fun k -> k <> i) !rest;
                members := i :: !members;
                Queue.add i queue
          end in
        List.iter join (Hashtbl.find_all facets other) in
      List.iter seek rows.(j)
    done in
  grow 0;
  while !rest <> [] do
    let first = List.hd !rest in
    steps := Begin 0 :: !steps;
    rest := List.tl !rest;
    grow first
  done;
  List.rev !steps
