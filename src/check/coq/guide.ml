(* Finds the steps of the checker from a certificate. Nothing here is trusted: the checker refuses a
   wrong step. Doubles choose the cones; the checker decides in integers. *)
module Big = Z
open Checker
module Z = Big

let num = Z.of_int

(* ---- Vectors of doubles ---- *)

(* The numbers divided by one power of two, so that none overflows. *)
let to_floats numbers =
  let most = List.fold_left (fun m x -> max m (Z.numbits x)) 0 numbers in
  let float x = Z.to_float (if most < 1000 then x else Z.shift_right x (most - 900)) in
  Array.of_list (List.map float numbers)

(* The sign of a . b, of which the last entries are the constant and 1 or 0: 2 if it is not clear. *)
let sign (a : float array) (b : float array) =
  let sum = ref 0. and size = ref 0. in
  for i = 0 to Array.length a - 1 do
    let term = a.(i) *. b.(i) in
    sum := !sum +. term;
    size := !size +. abs_float term
  done;
  if abs_float !sum > 1e-9 *. !size then (if !sum > 0. then 1 else -1) else 2

let floats_of_form d f =
  let rec slopes k list = if k = 0 then [] else match list with
    | [] -> num 0 :: slopes (k - 1) []
    | x :: more -> x :: slopes (k - 1) more in
  to_floats (slopes d f.lin @ [ f.con ])

(* ---- Cones ---- *)

type ray = { exact : Z.t list; near : float array }

type corner = {
  vertex : Z.t list; (* times the denominator *)
  scale : Z.t;
  place : float array;
  rays : ray list;
  spans : ray list; (* lines *)
}

let direction v = { exact = v; near = to_floats (v @ [ num 0 ]) }

(* Gauss and Jordan without fractions: of members c_i the apex, edges and lines such that
   w u = apex + sum c_i(u) edge_i + sum u_j line_j over the columns j without a pivot. *)
let solve d (rows : form list) =
  let k = List.length rows in
  let entry i f j =
    if j >= d then num (if j = d + i then 1 else 0)
    else match List.nth_opt f.lin j with Some x -> x | None -> num 0 in
  let m = Array.of_list (List.mapi (fun i f -> Array.init (d + k) (entry i f)) rows) in
  (* Sides of a box come first: they change little else. *)
  let weight row = Array.fold_left (fun n x -> if Z.sign x = 0 then n else n + 1) 0 row in
  Array.stable_sort (fun a b -> compare (weight a) (weight b)) m;
  let pivot = Array.make k 0 and rank = ref 0 and last = ref (num 1) in
  for c = 0 to d - 1 do
    let candidates = List.init (k - !rank) (fun i -> !rank + i) in
    match List.find_opt (fun i -> Z.sign m.(i).(c) <> 0) candidates with
    | None -> ()
    | Some found ->
        let p = m.(found) in
        m.(found) <- m.(!rank);
        m.(!rank) <- p;
        let same = Z.equal p.(c) !last in
        let reduce row =
          let factor = row.(c) in
          if row != p && not (same && Z.sign factor = 0) then
            for j = 0 to d + k - 1 do
              let x = row.(j) and y = p.(j) in
              if Z.sign x <> 0 || Z.sign y <> 0 then
                row.(j) <- Z.divexact (Z.sub (Z.mul x p.(c)) (Z.mul factor y)) !last
            done in
        Array.iter reduce m;
        last := p.(c);
        pivot.(!rank) <- c;
        incr rank
  done;
  if !rank < k then Read.refuse "the members of a cone are not independent";
  (* row r: w u_pivot + sum over free j of m_rj u_j = sum over i of m_r,d+i (c_i(u) - its constant) *)
  let signed x = if Z.sign !last < 0 then Z.neg x else x in
  let w = signed !last in
  let vector value =
    let v = Array.make d (num 0) in
    Array.iteri (fun r c -> v.(c) <- signed (value r)) pivot;
    v in
  let is_pivot = Array.make d false in
  Array.iteri (fun r c -> if r < k then is_pivot.(c) <- true) pivot;
  let free = List.filter (fun c -> not is_pivot.(c)) (List.init d Fun.id) in
  let edges = List.init k (fun i -> vector (fun r -> m.(r).(d + i))) in
  let apex = Array.make d (num 0) in
  let subtract f edge = Array.iteri (fun i x -> apex.(i) <- Z.sub apex.(i) (Z.mul f.con x)) edge in
  List.iter2 subtract rows edges;
  let line j =
    let v = vector (fun r -> Z.neg m.(r).(j)) in
    v.(j) <- w;
    (j, Array.to_list v) in
  (w, Array.to_list apex, List.map Array.to_list edges, List.map line free)

let axis j = { lin = List.init (j + 1) (fun i -> num (if i = j then 1 else 0)); con = num 0 }

(* ---- Parts ---- *)

(* A part: for each member of the certificate, newest first, how many members of the
   checker are older; cones, in the checker's order; whether it is bounded. *)
type context = { heights : int list; corners : corner list; bounded : bool }

type task =
  | Line of context * Checker.form list (* a part with a line of its own; members of its split *)
  | Same of context                     (* it goes on without *)
  | Beaten of context * form * int      (* there is nothing: by this member and a cone *)

type ending = Open | Empty of form list | Point of Z.t * Z.t list * Z.t list

type state = {
  file : Read.file;
  dimension : int;
  mutable todo : task list;
  mutable context : context;
  mutable steps : step list;
  mutable ending : ending;
  sizes : int list; (* of each alternative of a property the number of rows *)
  weak : bool;      (* it is enough that these are not all positive *)
}

let take (s : state) (heights : int list) (p : part) =
  let height = List.length p.members in
  let places = List.map (fun m -> height - 1 - List.nth heights m) in
  fun (numbers : int list) ->
    let at = places numbers in
    let rows = List.map (fun i -> List.nth p.members i) at in
    let w, apex, edges, lines = solve s.dimension rows in
    let corner = { vertex = apex; scale = w; place = to_floats (apex @ [ w ]);
      rays = List.map direction edges; spans = List.map (fun (_, v) -> direction v) lines } in
    s.context <- { s.context with corners = corner :: s.context.corners };
    Take (((w, apex), List.combine at edges), List.map (fun (j, v) -> (axis j, v)) lines)

(* ---- Which side of a cone ---- *)

let negated (f : float array) = Array.map (fun x -> -.x) f

(* Whether a cone shows that the form is >= 0. *)
let shows (c : corner) cone f (near : float array) =
  let clear = ref true in
  let rec all test = function [] -> true | r :: more -> test r && all test more in
  let weakly v = match sign near v with
    | -1 -> false
    | 1 -> true
    | _ -> clear := false; true in
  weakly c.place && all (fun r -> weakly r.near) c.rays
  && all (fun r -> sign near r.near = 2 && (clear := false; true)) c.spans
  && (!clear || Checker.shows (cone ()) f)

(* The number of a cone that shows it, newest first. *)
let shown_by (s : state) (p : part) f near =
  let rec find i = function
    | [] -> None
    | c :: more -> if shows c (fun () -> List.nth p.cones i) f near then Some i else find (i + 1) more in
  find 0 s.context.corners

(* Below (or equal), above, or neither. *)
let side s p f =
  let near = floats_of_form s.dimension f in
  match shown_by s p (negate f) (negated near) with
  | Some c -> `Below c
  | None -> ( match shown_by s p f near with Some c -> `Above c | None -> `Open)

(* ---- Lines of the certificate ---- *)

let members_of f text = List.map (Read.natural f) (String.split_on_char '.' text)

(* Takes the cones of a line: those with b bound the part. The cone that bounds their
   sum is found later. *)
let read_line (s : state) p (added : form list) =
  let text = Read.line s.file in
  let f = s.file in
  (* A multiple in integers, after the factor. *)
  let vector words =
    let numbers, more = Read.take s.dimension words in
    let found = List.map (Read.rational f) numbers in
    let w = List.fold_left (fun w x -> Z.lcm w (Q.den x)) (num 1) found in
    ((w, List.map (fun x -> Z.divexact (Z.mul w (Q.num x)) (Q.den x)) found), more) in
  let rec go = function
    | [] -> ()
    | "" :: more -> go more
    | "-" :: _ -> s.ending <- Empty added
    | ":" :: more ->
        let (w, point), more = vector more in
        let ray = match more with
          | "/" :: more -> snd (fst (vector more))
          | _ -> [] (* or facets, which Facets finds itself *) in
        s.ending <- Point (w, point, ray)
    | word :: more ->
        let bounds = word.[0] = 'b' in
        let word = if bounds then String.sub word 1 (String.length word - 1) else word in
        let numbers = members_of f word in
        List.iter (fun m -> if m >= List.length s.context.heights then
          Read.refuse "%s:%d: there is no member %d" f.name f.number m) numbers;
        s.steps <- s.steps @ [ take s s.context.heights p numbers ];
        if bounds then s.steps <- s.steps @ [ Bound (0, 0, []) ];
        go more in
  s.ending <- Open;
  go (Read.words text)

(* A cone along whose edges minus the sum of the newest cone's members does not fall. In the
   certificate these are divided by the greatest common divisor of their numbers. *)
let bounding (s : state) (p : part) =
  let newest = List.hd p.cones in
  let divisor (f, _) = List.fold_left Z.gcd f.con f.lin in
  let divisors = List.map divisor newest.edges in
  let all = List.fold_left Z.lcm (num 1) divisors in
  let weights = List.map (Z.divexact all) divisors in
  let rec find i = function
    | [] -> Read.refuse "%s:%d: this part is not shown to be bounded" s.file.name s.file.number
    | c :: more -> if bounds newest c weights then Bound (0, i, weights) else find (i + 1) more in
  find 0 p.cones

(* ---- Steps ---- *)

(* Rows of a maxout unit that no other exceeds all over, and for each other one that does. *)
let rows_left s p rows =
  let rows = Array.of_list rows in
  let n = Array.length rows in
  let beaten = Array.make n None in
  for low = 0 to n - 1 do
    for high = low + 1 to n - 1 do
      if beaten.(low) = None && beaten.(high) = None then
        match side s p (less rows.(high) rows.(low)) with
        | `Below c -> beaten.(high) <- Some (low, c)
        | `Above c -> beaten.(low) <- Some (high, c)
        | `Open -> ()
    done
  done;
  (rows, beaten)

let split_maxout s (p : part) all =
  let d = s.dimension in
  let rows, beaten = rows_left s p all in
  let left = List.filter (fun q -> beaten.(q) = None) (List.init (Array.length rows) Fun.id) in
  let height = List.length p.members in
  let task q =
    let z = rows.(q) in
    if equals_earlier d all q z then []
    else
      let ties = ties d all q z in
      let context heights = { s.context with heights } in
      match beaten.(q) with
      | Some (r, c) -> [ Beaten (s.context, less z rows.(r), c) ]
      | None when left = [ q ] -> [ Same s.context ]
      | None ->
          let place r =
            let tie = less z rows.(r) in
            let rec find i = function
              | [] -> Read.refuse "rows of maxout are equal"
              | f :: more -> if f = tie then i else find (i + 1) more in
            height + List.length ties - 1 - find 0 ties in
          let others = List.filter (fun r -> r <> q) left in
          let added = List.map (fun r -> less z rows.(r)) others in
          [ Line (context (List.rev_map place others @ s.context.heights), added) ] in
  s.todo <- List.concat_map task (List.init (Array.length rows) Fun.id) @ s.todo;
  Split

let split_pieces s (p : part) f =
  let context = { s.context with heights = List.length p.members :: s.context.heights } in
  s.todo <- Line (context, [ negate f ]) :: Line (context, [ f ]) :: s.todo;
  Split

let index_of f list =
  let rec find i = function
    | [] -> Read.refuse "a member is missing"
    | g :: more -> if f = g then i else find (i + 1) more in
  find 0 list

let show_empty s (p : part) added =
  let rec find = function
    | [] -> Read.refuse "%s:%d: this part is not shown to be empty" s.file.name s.file.number
    | f :: more -> (
        let g = negate f in
        match shown_by s p g (floats_of_form s.dimension g) with
        | Some c -> Nothing (index_of f p.members, c)
        | None -> find more) in
  find added

(* Multipliers of the forms and the members of a region that show, as the next line says, that the
   forms are not all positive. *)
let refute s (p : part) forms =
  let outer = s.context and members = p.members in
  let height = List.length members in
  let newer = List.mapi (fun i _ -> height + i) forms in
  s.context <- { outer with heights = List.rev_append newer outer.heights };
  let p = { p with members = List.rev_append forms members } in
  read_line s p forms;
  let cone p = function
    | Take c -> with_cone (make_cone p.members c) p
    | _ -> Read.refuse "%s:%d: expected cones" s.file.name s.file.number in
  let p = List.fold_left cone p s.steps in
  let all = forms @ members in
  let multipliers f (cone : cone) =
    let numbers = Array.make (List.length all) (num 0) in
    let add k g = let i = index_of g all in numbers.(i) <- Z.add numbers.(i) k in
    add cone.den f;
    List.iter (fun (g, v) -> add (Z.neg (vdot f.lin v)) g) cone.edges;
    Array.to_list numbers in
  let refuting f =
    let g = negate f in
    let near = floats_of_form s.dimension g in
    let attempt (corner, cone) =
      if not (shows corner (fun () -> cone) g near) then None
      else
        let ks = multipliers f cone in
        if refuted s.dimension s.weak members forms ks then Some ks else None in
    List.find_map attempt (List.combine s.context.corners p.cones) in
  let found = match List.find_map refuting forms with
    | Some ks -> ks
    | None -> Read.refuse "%s:%d: no row is shown to be negative" s.file.name s.file.number in
  s.context <- outer;
  s.steps <- [];
  found

(* The same for all alternatives, whose forms are the outputs of the region. *)
let refute_all s (p : part) =
  let rec go forms = function
    | [] -> []
    | n :: sizes ->
        let first, more = Read.take n forms in
        let found = refute s p first in
        found :: go more sizes in
  if s.sizes = [] then [] else go (snd (cell_of s.dimension p)) s.sizes

(* The step for the first unit that is open, or for a region. *)
let decide s (p : part) =
  match (s.ending, p.open0) with
  | Empty added, _ -> `End (show_empty s p added)
  | _, Pieces (_, z, (b, _) :: _, _) :: _ -> (
      let f = crease z b in
      match side s p f with
      | `Below c -> `Step (Below c)
      | `Above c -> `Step (Above c)
      | `Open -> `Begin (split_pieces s p f))
  | _, Maxout rows :: _ -> `Begin (split_maxout s p rows)
  | Point (w, u, ray), _ -> `End (Region (w, u, (if p.finite then [] else ray), refute_all s p))
  | Open, _ -> Read.refuse "%s:%d: expected a point inside" s.file.name s.file.number

(* Begins the part that comes next. *)
let begin_part s p =
  match s.todo with
  | [] -> Read.refuse "the proof is over, but there are parts left"
  | task :: more -> (
      s.todo <- more;
      match task with
      | Line (context, added) -> s.context <- context; read_line s p added; None
      | Same context -> s.context <- context; None
      | Beaten (context, tie, c) -> s.context <- context; Some (Nothing (index_of tie p.members, c)))

let start ?(weak = false) ?(sizes = []) file dimension inequalities =
  let whole = { vertex = List.init dimension (fun _ -> num 0); scale = num 1;
    place = Array.init (dimension + 1) (fun i -> if i = dimension then 1. else 0.); rays = [];
    spans = List.init dimension (fun j ->
        direction (List.init dimension (fun i -> num (if i = j then 1 else 0)))) } in
  let context = { heights = List.init inequalities (fun i -> inequalities - 1 - i);
    corners = [ whole ]; bounded = false } in
  let lines = List.mapi (fun j r -> (axis j, r.exact)) whole.spans in
  { file; dimension; todo = [ Line (context, []) ]; context; ending = Open; sizes;
    weak;    steps = [ Take (((num 1, whole.vertex), []), lines) ] }

let fresh = ref true

(* Answers the checker. The state is changed in place: the checker passes it on, never back. *)
let ask (s : state) (p : part) =
  let next () =
    match s.steps with
    | Bound _ :: more -> s.steps <- more; Some (bounding s p)
    | step :: more -> s.steps <- more; Some step
    | [] -> None in
  let rec answer () =
    match next () with
    | Some step -> step
    | None ->
        if !fresh then begin
          fresh := false;
          match begin_part s p with
          | Some step -> fresh := true; step
          | None -> answer ()
        end
        else
          match decide s p with
          | `Step step -> step
          | `Begin step | `End step -> fresh := true; step in
  let step = answer () in
  (step, s)

(* Answers for a network without inputs, whose only region is its only point. *)
let ask_at_point (s : state) (p : part) =
  if p.cones = [] then begin
    let s = start s.file 0 0 in
    let point = Point (num 1, [], []) in
    ask { s with todo = [ Same s.context ]; steps = s.steps @ [ Bound (0, 0, []) ]; ending = point } p
  end
  else ask s p
