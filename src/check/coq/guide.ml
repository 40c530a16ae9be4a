(* Finds the steps of the checker from a certificate. Nothing here is trusted: the checker refuses a
   wrong step. Doubles choose the cones; the checker decides in integers. *)
module Big = Z
open Checker
module Z = Big

let num = Z.of_int

(* ---- Cones ---- *)

(* A form in doubles, from the form near it: d slopes, the constant, how far each may be off, and the
   largest slope. *)
type floats = float array

let to_float (x : Z.t) = if Delayed.is_word x then float_of_int (Delayed.word x) else Z.to_float x

let fill d (f : floats) (n : Delayed.near) =
  f.(d + 2) <- 0.;
  let rec slopes i = function
    | x :: more when i < d ->
        let y = to_float x in
        f.(i) <- y;
        if abs_float y > f.(d + 2) then f.(d + 2) <- abs_float y;
        slopes (i + 1) more
    | _ -> for j = i to d - 1 do f.(j) <- 0. done in
  slopes 0 (Delayed.about n);
  f.(d) <- to_float (Delayed.base n);
  f.(d + 1) <- to_float (Delayed.error n)

let floats_of d n = let f = Array.create_float (d + 3) in fill d f n; f

(* Apex and edges of a cone of as many members as dimensions: d numbers of each, where a member rises
   by 1 along its edge; then how far each may be off, times the largest slope of a form; then the sum
   of its absolute values. *)
type near_cone = float array

type corner = {
  ages : int list;              (* of each member, how many are older *)
  near : near_cone option;      (* if doubles are any good *)
  exact : Checker.cone Lazy.t;
}

(* By Gauss and Jordan. *)
let invert d (rows : floats array) =
  let m = Array.map (fun f -> Array.append (Array.sub f 0 d) (Array.make (d + 1) 0.)) rows in
  Array.iteri (fun i row -> row.(d + i) <- 1.; row.(2 * d) <- -. rows.(i).(d)) m;
  let good = ref true in
  for c = 0 to d - 1 do
    let best = ref c in
    for i = c + 1 to d - 1 do
      if abs_float m.(i).(c) > abs_float m.(!best).(c) then best := i
    done;
    let p = m.(!best) in
    m.(!best) <- m.(c);
    m.(c) <- p;
    if p.(c) = 0. then good := false
    else begin
      let factor = 1. /. p.(c) in
      for j = c to 2 * d do p.(j) <- p.(j) *. factor done;
      for i = 0 to d - 1 do
        let row = m.(i) in
        if i <> c && row.(c) <> 0. then begin
          let factor = row.(c) in
          for j = c to 2 * d do row.(j) <- row.(j) -. factor *. p.(j) done
        end
      done
    end
  done;
  if !good then Some m else None

let near_cone d (rows : floats array) =
  if d = 0 || Array.length rows <> d then None
  else match invert d rows with
    | None -> None
    | Some m ->
        let column j = Array.init d (fun c -> m.(c).(j)) in
        let vectors = column (2 * d) :: List.init d (fun i -> column (d + i)) in
        let sizes = Array.of_list (List.map (Array.fold_left (fun n x -> n +. abs_float x) 0.) vectors) in
        (* of rows whose largest slope is 1 *)
        let off = ref 0. and steepest = ref 0. in
        Array.iteri (fun i f ->
            off := Float.max !off (f.(d + 1) /. f.(d + 2));
            steepest := Float.max !steepest (sizes.(i + 1) *. f.(d + 2))) rows;
        (* of the inverse, as a share *)
        let share = 1.1 *. float_of_int d *. !steepest *. (!off +. 1e-14) +. 1e-13 in
        if share > 0.1 then None
        else
          let vague = Array.mapi (fun g x -> share *. (if g = 0 then 1. +. x else x)) sizes in
          Some (Array.concat (vectors @ [ vague; sizes ]))

(* Gauss and Jordan without fractions: of members c_i the apex, edges and lines such that
   w u = apex + sum c_i(u) edge_i + sum u_j line_j over the columns j without a pivot. *)
let solve d (rows : form list) =
  let k = List.length rows in
  let entry i f j =
    if j >= d then num (if j = d + i then 1 else 0)
    else match List.nth_opt (lin f) j with Some x -> x | None -> num 0 in
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
  let subtract f edge = Array.iteri (fun i x -> apex.(i) <- Z.sub apex.(i) (Z.mul (con f) x)) edge in
  List.iter2 subtract rows edges;
  let line j =
    let v = vector (fun r -> Z.neg m.(r).(j)) in
    v.(j) <- w;
    (j, Array.to_list v) in
  (w, Array.to_list apex, List.map Array.to_list edges, List.map line free)

let coordinate j = form0 (List.init (j + 1) (fun i -> num (if i = j then 1 else 0))) (num 0)

let exact_cone d rows =
  let w, apex, edges, lines = solve d rows in
  { den = w; apex; edges = List.combine rows edges; lines = List.map (fun (j, v) -> (coordinate j, v)) lines }

(* ---- Parts ---- *)

(* A cone that bounds a coordinate: what this, or minus this, is at least, and the number of each
   edge in it. *)
type wall = { least : float; shares : float array; by : corner }

(* A part: for each member of the certificate, newest first, how many members of the checker are
   older; cones, newest first, and those that the checker has, in its order; the highest walls found,
   below and above each coordinate; for how many layers to come units were tried in a box, for how
   many and by how many cones they were tried. *)
type context = {
  heights : int list;
  corners : corner list;
  known : int; (* the number of corners *)
  taken : corner list;
  walls : wall option array;
  boxed : int;
  layers : int;
  tried : int;
}

type task =
  | Line of context * Checker.form list (* a part with a line of its own; members of its split *)
  | Same of context                     (* it goes on without *)
  | Beaten of context * form * corner   (* there is nothing: by this member and a cone *)

(* Mapped has the number of a lemma, and the words after it. *)
type ending = Open | Empty of form list | Point of Z.t * Z.t list * Z.t list | Mapped of int * string list

type state = {
  file : Read.file;
  dimension : int;
  mutable todo : task list;
  mutable context : context;
  mutable steps : step list;
  mutable ending : ending;
  sizes : int list; (* of each alternative of a property the number of rows *)
  weak : bool;      (* it is enough that these are not all positive *)
  folds : bool;     (* there are lemmas *)
}

(* Numbers of members of the checker, newest 0, from how many are older. *)
let places (p : part) ages =
  let height = List.length p.members in
  List.map (fun age -> height - 1 - age) ages

let same_form f g = f == g || (con f = con g && lin f = lin g)

let index_of same x list =
  let rec find i = function
    | [] -> Read.refuse "a member is missing"
    | y :: more -> if same x y then i else find (i + 1) more in
  find 0 list

(* The walls, with those of a cone where they are higher. *)
let with_walls d walls corner (c : near_cone) =
  let walls = Array.copy walls in
  let put k least shares =
    match walls.(k) with
    | Some wall when wall.least >= least -> ()
    | _ -> walls.(k) <- Some { least; shares; by = corner } in
  for axis = 0 to d - 1 do
    let along = Array.init d (fun i -> c.((i + 1) * d + axis)) in
    if Array.for_all (fun x -> x >= 0.) along then put (2 * axis) c.(axis) along
    else if Array.for_all (fun x -> x <= 0.) along then put (2 * axis + 1) (-. c.(axis)) (Array.map (~-.) along)
  done;
  walls

let add_corner (s : state) (p : part) (numbers : int list) =
  let d = s.dimension in
  let ages = List.map (List.nth s.context.heights) numbers in
  let rows = List.map (List.nth p.members) (places p ages) in
  let near =
    if Z.sign p.radius > 0 && List.length rows = d
    then near_cone d (Array.of_list (List.map (fun f -> floats_of d f.aside) rows)) else None in
  let corner = { ages; near; exact = lazy (exact_cone d rows) } in
  let walls = match near with
    | Some c -> with_walls d s.context.walls corner c
    | None -> s.context.walls in
  s.context <- { s.context with corners = corner :: s.context.corners; known = s.context.known + 1; walls };
  corner

(* The steps by which the checker takes the cone, if it has not, and its number there. *)
let take (s : state) (p : part) corner =
  if List.memq corner s.context.taken then ([], index_of (==) corner s.context.taken)
  else begin
    s.context <- { s.context with taken = corner :: s.context.taken };
    let c = Lazy.force corner.exact in
    ([ Take (((c.den, c.apex), List.combine (places p corner.ages) (List.map snd c.edges)), c.lines) ], 0)
  end

(* ---- Which side of a cone ---- *)

(* What doubles say of a form on a cone: that it is >= 0, <= 0, neither, or nothing. *)
type verdict = Above_zero | Below_zero | Neither | Unclear

(* The number of each edge in the form goes to `shares`, as far as the verdict needs them. *)
let judge d (c : near_cone) (f : floats) (shares : float array) =
  let off = f.(d + 1) in
  let vague = f.(d + 2) +. off +. 1. and first_vague = d * (d + 1) in
  let above = ref true and below = ref true and g = ref 1 in
  if d = 2 then begin
    let x = f.(0) and y = f.(1) in
    let s = x *. c.(2) +. y *. c.(3) and t = x *. c.(4) +. y *. c.(5) in
    let m = c.(7) *. vague +. off *. c.(10) and n = c.(8) *. vague +. off *. c.(11) in
    shares.(0) <- s;
    shares.(1) <- t;
    if s > m || t > n then below := false;
    if s < -. m || t < -. n then above := false
  end
  else while (!above || !below) && !g <= d do
    let first = !g * d in
    let share = ref (f.(0) *. c.(first)) in
    for i = 1 to d - 1 do share := !share +. f.(i) *. c.(first + i) done;
    let tolerance = c.(first_vague + !g) *. vague +. off *. c.(first_vague + d + 1 + !g) in
    shares.(!g - 1) <- !share;
    if !share > tolerance then below := false
    else if !share < -. tolerance then above := false;
    incr g
  done;
  if not (!above || !below) then Neither
  else begin
    let value = ref f.(d) in
    for i = 0 to d - 1 do value := !value +. f.(i) *. c.(i) done;
    let tolerance = c.(first_vague) *. vague +. 1e-13 *. abs_float f.(d) +. off *. (1. +. c.(first_vague + d + 1)) in
    if !value > tolerance then if !above then Above_zero else Neither
    else if !value < -. tolerance then if !below then Below_zero else Neither
    else Unclear
  end

(* Whether a cone shows that the form is >= 0, or that it is <= 0: exactly, if doubles are not sure. *)
let shown (s : state) (p : part) f =
  let d = s.dimension in
  let near = lazy (floats_of d f.aside) and shares = Array.create_float d in
  let rec find = function
    | [] -> `Open
    | c :: more -> (
        let verdict = match c.near with
          | None when c.ages = [] -> (* the whole space *)
              let n = Lazy.force near in if n.(d + 2) > n.(d + 1) then Neither else Unclear
          | None -> Unclear
          | Some cone -> judge d cone (Lazy.force near) shares in
        match verdict with
        | Neither -> find more
        | Above_zero | Below_zero | Unclear ->
            let cone = Lazy.force c.exact in
            if Checker.shows cone (negate f) then `Below c
            else if Checker.shows cone f then `Above c
            else find more) in
  find s.context.corners

(* ---- Units by small numbers ---- *)

(* Multipliers of the form and the members: shares in integers, below 2^30. *)
let multipliers d (shares : float array) =
  let most = ref 1. and digits = ref 26 in
  for i = 0 to d - 1 do if abs_float shares.(i) > !most then most := abs_float shares.(i) done;
  while !digits > 0 && !most *. float_of_int (1 lsl !digits) >= 1073741824. do decr digits done;
  let digits = !digits in
  let scale = float_of_int (1 lsl digits) in
  let number x =
    let y = abs_float x *. scale +. 0.5 in
    if y < 4e18 then num (int_of_float y) else Z.of_float (Float.round y) in
  let rec list i = if i = d then [] else let k = number shares.(i) in k :: list (i + 1) in
  (num (1 lsl digits), list 0)

(* The number of each cone that is used, 0 for none; and the lists of their members, in this order. *)
let numbering (p : part) =
  let used = ref [] and count = ref 0 in
  let number c =
    match List.assq_opt c !used with
    | Some i -> i
    | None -> incr count; used := (c, !count) :: !used; !count in
  let lists () =
    let newest = List.length p.members - 1 in
    [] :: List.rev_map (fun (c, _) -> List.map (fun age -> newest - age) c.ages) !used in
  (number, lists)

(* The open units in the box of all walls. *)
let enclose (s : state) (p : part) =
  let d = s.dimension and layers = List.length p.later in
  if Z.sign p.radius <= 0 || p.open0 = [] || layers = s.context.boxed then None
  else begin
    s.context <- { s.context with boxed = layers };
    let number, lists = numbering p in
    let grid = float_of_int (1 lsl Z.to_int grid) in
    let wall k =
      match s.context.walls.(k) with
      | Some w -> let k, ks = multipliers d (Array.map (fun x -> x *. grid) w.shares) in ((number w.by, k), ks)
      | None -> ((0, num 1), []) in
    let walls = List.init d (fun axis -> let low = wall (2 * axis) in (low, wall (2 * axis + 1))) in
    Some (Enclose (lists (), walls))
  end

(* On which side of their lowest breakpoints the open units are, as the newest cones show it. *)
let narrow (s : state) (p : part) =
  let d = s.dimension in
  let layers = List.length p.later in
  let everywhere = layers <> s.context.layers in
  let fresh_corners = s.context.known - (if everywhere then 0 else s.context.tried) in
  if Z.sign p.radius <= 0 || (fresh_corners = 0 && not everywhere) then None
  else begin
    s.context <- { s.context with layers; tried = s.context.known };
    let number, lists = numbering p in
    let f = Array.create_float (d + 3) and shares = Array.create_float d and some = ref false in
    let found i above k ks = some := true; if above then High (i, k, ks) else Low (i, k, ks) in
    let rec find n = function
      | ({ near = Some cone; _ } as c) :: more when n > 0 -> (
          match judge d cone f shares with
          | (Above_zero | Below_zero) as verdict ->
              let k, ks = multipliers d shares in
              found (number c) (verdict = Above_zero) k ks
          | Neither | Unclear -> find (n - 1) more)
      | _ :: more when n > 0 -> find (n - 1) more
      | _ -> Unknown in
    let side_of z b =
      fill d f (crease z b).aside;
      find fresh_corners s.context.corners in
    let rec sides = function
      | [] -> []
      | Pieces (_, z, (b, _) :: _, _) :: more -> let side = side_of z b in side :: sides more
      | _ :: more -> Unknown :: sides more in
    let all = sides p.open0 in
    if !some then Some (Narrow (lists (), all)) else None
  end

let many = 10

(* Whether so many outputs are known that their sums are worth keeping for all cases to come. *)
let worth_absorbing (p : part) =
  let rec values n = function
    | y :: more -> values (if y == no_form then n else n + 1) more
    | [] -> n in
  let rec units n = function
    | Pieces (_, z, [], (slope, _)) :: more -> units (if z == no_form || Z.sign slope = 0 then n else n + 1) more
    | _ :: more -> units n more
    | [] -> n in
  (match p.later with [] -> false | _ :: _ -> units (values 0 p.values) p.open0 >= many)

(* ---- Lines of the certificate ---- *)

let members_of f text = List.map (Read.natural f) (String.split_on_char '.' text)

(* Weights of a cone's members, and another cone: along the edges of that the sum of the members, so
   weighted, does not rise. In the certificate members are divided by the greatest common divisor of
   their numbers. *)
let bounded_by (s : state) corner =
  let cone = Lazy.force corner.exact in
  let divisor (f, _) = List.fold_left Z.gcd (con f) (lin f) in
  let divisors = List.map divisor cone.edges in
  let all = List.fold_left Z.lcm (num 1) divisors in
  let weights = List.map (Z.divexact all) divisors in
  match List.find_opt (fun c -> bounds cone (Lazy.force c.exact) weights) s.context.corners with
  | None -> Read.refuse "%s:%d: this part is not shown to be bounded" s.file.name s.file.number
  | Some other -> (weights, other)

(* The steps by which this cone bounds the part. *)
let bounding (s : state) (p : part) corner =
  let weights, other = bounded_by s corner in
  let first, _ = take s p other in
  let second, a = take s p corner in
  first @ second @ [ Bound (a, index_of (==) other s.context.taken, weights) ]

(* A multiple in integers, after the factor. *)
let multiple numbers =
  let w = List.fold_left (fun w x -> Z.lcm w (Q.den x)) (num 1) numbers in
  (w, List.map (fun x -> Z.divexact (Z.mul w (Q.num x)) (Q.den x)) numbers)

(* Reads the cones of a line: those with b bound the part. *)
let read_line (s : state) p (added : form list) =
  let text = Read.line s.file in
  let f = s.file in
  let vector words =
    let numbers, more = Read.take s.dimension words in
    (multiple (List.map (Read.rational f) numbers), more) in
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
    | word :: more when word.[0] = '=' ->
        s.ending <- Mapped (Read.natural f (String.sub word 1 (String.length word - 1)), more)
    | word :: more ->
        let bounds = word.[0] = 'b' in
        let word = if bounds then String.sub word 1 (String.length word - 1) else word in
        let numbers = members_of f word in
        List.iter (fun m -> if m >= List.length s.context.heights then
          Read.refuse "%s:%d: there is no member %d" f.name f.number m) numbers;
        let corner = add_corner s p numbers in
        if bounds && not p.finite then s.steps <- s.steps @ bounding s p corner;
        go more in
  s.ending <- Open;
  go (Read.words text)

(* ---- Steps ---- *)

(* Rows of a maxout unit that no other exceeds all over, and for each other one that does. *)
let rows_left s p rows =
  let rows = Array.of_list rows in
  let n = Array.length rows in
  let beaten = Array.make n None in
  for low = 0 to n - 1 do
    for high = low + 1 to n - 1 do
      if beaten.(low) = None && beaten.(high) = None then
        match shown s p (less rows.(high) rows.(low)) with
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
              | f :: more -> if same_form f tie then i else find (i + 1) more in
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

(* A member is <= 0 by a cone. *)
let nothing (s : state) (p : part) f corner =
  let m = index_of same_form f p.members in
  let steps, c = take s p corner in
  s.steps <- steps @ [ Nothing (m, c) ];
  `Again

let show_empty s (p : part) added =
  let rec find = function
    | [] -> Read.refuse "%s:%d: this part is not shown to be empty" s.file.name s.file.number
    | f :: more -> ( match shown s p f with `Below c -> nothing s p f c | _ -> find more) in
  find added

(* Multipliers of the forms and the members of a region that show, as the next line says, that the
   forms are not all positive. *)
let refute s (p : part) forms =
  let outer = s.context and members = p.members in
  let height = List.length members in
  let newer = List.mapi (fun i _ -> height + i) forms in
  s.context <- { outer with heights = List.rev_append newer outer.heights };
  let p = { p with members = List.rev_append forms members; finite = true } in
  read_line s p forms;
  let all = forms @ members in
  let multipliers f (cone : cone) =
    let numbers = Array.make (List.length all) (num 0) in
    let add k g = let i = index_of (==) g all in numbers.(i) <- Z.add numbers.(i) k in
    add cone.den f;
    List.iter (fun (g, v) -> add (Z.neg (vdot (lin f) v)) g) cone.edges;
    Array.to_list numbers in
  let refuting f =
    let g = negate f in
    let near = floats_of s.dimension g.aside and shares = Array.create_float s.dimension in
    let attempt corner =
      let hopeless = match corner.near with
        | None -> false
        | Some c -> ( match judge s.dimension c near shares with
            | Neither | Below_zero -> true
            | Above_zero | Unclear -> false) in
      let cone = Lazy.force corner.exact in
      if hopeless || not (Checker.shows cone g) then None
      else
        let ks = multipliers f cone in
        if refuted s.dimension s.weak members forms ks then Some ks else None in
    List.find_map attempt s.context.corners in
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
  | Empty added, _ -> show_empty s p added
  | _, Pieces (_, z, (b, _) :: _, _) :: _ -> (
      let f = crease z b in
      let by c step = let steps, i = take s p c in s.steps <- steps @ [ step i ]; `Again in
      match shown s p f with
      | `Below c -> by c (fun i -> Below i)
      | `Above c -> by c (fun i -> Above i)
      | `Open -> `Begin (split_pieces s p f))
  | _, Maxout rows :: _ -> `Begin (split_maxout s p rows)
  | Point (w, u, ray), _ -> `Begin (Region (w, u, (if p.finite then [] else ray), refute_all s p))
  | (Open | Mapped _), _ -> Read.refuse "%s:%d: expected a point inside" s.file.name s.file.number

(* Begins the part that comes next. *)
let begin_part s p =
  match s.todo with
  | [] -> Read.refuse "the proof is over, but there are parts left"
  | task :: more -> (
      s.todo <- more;
      match task with
      | Line (context, added) -> s.context <- context; read_line s p added
      | Same context -> s.context <- context
      | Beaten (context, tie, c) -> s.context <- context; ignore (nothing s p tie c))

let fresh = ref true

let start ?(weak = false) ?(sizes = []) ?(folds = false) file dimension inequalities =
  let whole = { ages = []; near = None; exact = lazy (exact_cone dimension []) } in
  let context = { heights = List.init inequalities (fun i -> inequalities - 1 - i);
    corners = [ whole ]; known = 1; taken = []; walls = Array.make (2 * dimension) None; boxed = -1;
    layers = -1; tried = 0 } in
  fresh := true;
  { file; dimension; todo = [ Line (context, []) ]; context; ending = Open; sizes; weak; steps = []; folds }

(* Answers the checker. The state is changed in place: the checker passes it on, never back. *)
let ask (s : state) (p : part) =
  let rec answer () =
    match s.steps with
    | step :: more ->
        s.steps <- more;
        (match step with Nothing _ -> fresh := true | _ -> ());
        step
    | [] ->
        if !fresh then begin
          fresh := false;
          begin_part s p;
          answer ()
        end
        else
          let units = match enclose s p with None -> narrow s p | step -> step in
          match (s.ending, units) with
          | (Open | Point _ | Mapped _), Some step -> step
          | Open, None when worth_absorbing p && not s.folds -> Absorb
          | _ -> (
              match decide s p with
              | `Again -> answer ()
              | `Begin step -> fresh := true; step) in
  let step = answer () in
  (step, s)

(* Answers for a network without inputs, whose only region is its only point. *)
let ask_at_point (s : state) (p : part) =
  if not p.finite && p.cones = [] then begin
    let s = start s.file 0 0 in
    let steps, i = take s p (List.hd s.context.corners) in
    let point = Point (num 1, [], []) in
    ask { s with todo = [ Same s.context ]; steps = steps @ [ Bound (i, i, []) ]; ending = point } p
  end
  else ask s p
