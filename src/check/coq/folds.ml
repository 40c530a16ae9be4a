(* Finds what the checker needs of lemmas and images, from a certificate of a count by images. Nothing
   here is trusted: the checker refuses what does not hold. *)
module Big = Z
open Checker
module Z = Big
open Guide

(* The members of a lemma's part; of each unit, if it is on one piece there, by what this is shown. *)
type known = {
  number : int;
  dimension : int;
  after : int; (* how many layers come after that of the lemma *)
  members : form list;
  settled : path option list;
}

type folds = {
  file : Read.file;
  whole : state;                     (* of the tree *)
  net : network; (* with the chart *)
  hidden : int;
  mutable proved : known list;       (* newest first *)
  mutable present : int;             (* the number of the lemma that is proved now, or 0 *)
}

let refuse (f : Read.file) what = Read.refuse "%s:%d: %s" f.name f.number what

(* ---- Shares ---- *)

(* The form as a sum of members, by a cone of these. *)
let shares_by places (cone : Checker.cone) f =
  let share place (_, v) = (place, vdot (lin f) v) in
  (cone.den, List.filter (fun (_, k) -> Z.sign k <> 0) (List.map2 share places cone.edges))

let find_shares (s : state) (p : part) f =
  let find corner =
    let cone = Lazy.force corner.exact in
    if shows cone f then Some (shares_by (places p corner.ages) cone f) else None in
  List.find_map find s.context.corners

(* ---- Units on one piece ---- *)

(* By what, and with which piece, as slope and offset, or row, the unit is on one piece, if a function
   finds shares. *)
let settle_unit d find unit =
  match unit with
  | Pieces (_, z, pieces, last) ->
      let rec go n shares pieces =
        match pieces with
        | [] -> Some ((n, List.rev shares), last)
        | (b, piece) :: more -> (
            let f = crease z b in
            match find (negate f) with
            | Some ss -> Some ((n, List.rev (ss :: shares)), piece)
            | None -> (
                match find f with
                | Some ss when not (trivial d f) -> go (n + 1) (ss :: shares) more
                | _ -> None)) in
      go 0 [] pieces
  | Maxout rows ->
      let wins q z =
        let ties = ties d rows q z in
        let found = List.map find ties in
        if List.exists (trivial d) ties || List.mem None found then None
        else Some ((q, List.map Option.get found), (num 1, num q)) in
      let rec go q = function
        | [] -> None
        | z :: more -> ( match wins q z with Some x -> Some x | None -> go (q + 1) more) in
      go 0 rows

(* ---- Rows of numbers ---- *)

let to_q x = { qnum = Q.num x; qden = Q.den x }
let of_q (x : q) = Q.make x.qnum x.qden

(* Words such as "(1", "0", "-1/2)": rows; and the words that follow. *)
let rec read_rows f d words =
  match words with
  | word :: _ when word <> "" && word.[0] = '(' ->
      let numbers, more = Read.take (d + 1) words in
      let strip i word =
        let n = String.length word in
        let from = if i = 0 then 1 else 0 in
        let until = if i < d then n else if n > 0 && word.[n - 1] = ')' then n - 1 else refuse f "expected \")\"" in
        if until < from then refuse f "expected a number" else Read.rational f (String.sub word from (until - from)) in
      let rows, rest = read_rows f d more in
      (List.mapi strip numbers :: rows, rest)
  | _ -> ([], words)

let split_last row = match List.rev row with c :: a -> (List.rev a, c) | [] -> assert false

(* Forms that are the rows times one factor. *)
let multiples rows =
  let w, numbers = multiple (List.concat rows) in
  let rec cut numbers = function
    | [] -> []
    | row :: more ->
        let first, rest = Read.take (List.length row) numbers in
        let slopes, constant = split_last first in
        form0 slopes constant :: cut rest more in
  (w, cut numbers rows)

(* ---- Lemmas ---- *)

let read_domain (f : Read.file) d =
  let row words = let slopes, c = split_last (List.map (fun w -> to_q (Read.rational f w)) words) in
    if List.length slopes <> d then refuse f "expected a row of the domain" else (slopes, c) in
  match Read.words (Read.line f) with
  | [ "domain"; "space" ] -> Space
  | "domain" :: "box" :: bounds ->
      let rec pairs = function
        | lo :: hi :: more -> (to_q (Read.rational f lo), to_q (Read.rational f hi)) :: pairs more
        | [] -> []
        | _ -> refuse f "expected another bound" in
      let bounds = pairs bounds in
      if List.length bounds <> d then refuse f "expected bounds of each coordinate" else Box bounds
  | [ "domain"; "polytope"; count ] ->
      let rec rows n = if n = 0 then [] else let r = row (Read.words (Read.line f)) in r :: rows (n - 1) in
      Polytope (rows (Read.natural f count))
  | _ -> refuse f "expected a domain"

(* The rows in place of those of the layer. *)
let with_rows f layer rows =
  let rest = ref rows in
  let next () = match !rest with r :: more -> rest := more; r | [] -> refuse f "expected more rows" in
  let row () = let a, c = split_last (next ()) in (List.map to_q a, to_q c) in
  let unit = function
    | Pieces (first, _, pieces, last) -> Pieces (first, row (), pieces, last)
    | Maxout rows -> Maxout (List.map (fun _ -> row ()) rows) in
  let units = List.map unit layer in
  if !rest <> [] then refuse f "expected fewer rows";
  units

(* In integers, times any factor. *)
let some_multiple unit =
  let numbers (a, c) = List.map of_q a @ [ of_q c ] in
  match unit with
  | Pieces (first, row, pieces, last) ->
      let w, forms = multiples [ numbers row ] in
      (* A breakpoint may be no integer then. *)
      let w' = List.fold_left (fun w (b, _) -> Z.lcm w b.qden) (num 1) pieces in
      let of_break (b : q) = Z.divexact (Z.mul (Z.mul w w') b.qnum) b.qden in
      let k = ref 0 in
      let index _ = incr k; (num !k, num 0) in
      let pieces' = List.map (fun (b, _) -> (of_break b, index ())) pieces in
      Pieces (first, times_form w' (List.hd forms), pieces', index ())
  | Maxout rows -> Maxout (snd (multiples (List.map numbers rows)))

(* The unit as a linear one that has this output. *)
let linear_unit scale unit (slope, _) =
  let output (a, c) slope offset =
    (List.map (fun x -> to_q Q.(of_bigint scale * slope * of_q x)) a,
     to_q Q.(of_bigint scale * ((slope * of_q c) + offset))) in
  let row = match unit with
    | Pieces (_, row, pieces, last) ->
        let piece = fst (List.nth (List.map snd pieces @ [ last ] |> List.map (fun x -> (x, ()))) (Z.to_int slope - 1)) in
        output row (of_q (fst piece)) (of_q (snd piece))
    | Maxout rows -> output (List.nth rows (Z.to_int slope)) Q.one Q.zero in
  Pieces (0, row, [], (to_q Q.(inv (of_bigint scale)), to_q Q.zero))

let read_lemma (t : folds) words =
  let f = t.file in
  match words with
  | "lemma" :: k :: l :: d :: rows ->
      let number = Read.natural f k and l = Read.natural f l and d = Read.natural f d in
      if number = 0 || (t.proved <> [] && number + 1 <> t.present) || l = 0 || l > t.hidden || d = 0 then
        refuse f "expected the number before, a layer, and dimensions";
      let rows, rest = read_rows f d rows in
      if rest <> [] then refuse f "expected rows";
      let layer = List.nth t.net (List.length t.net - t.hidden + l - 1) in
      let units = with_rows f layer rows in
      let shape = read_domain f d in
      let dom = domain_of d shape in
      let members = List.map (fun row -> match scale_member row with Some m -> m | None -> assert false) dom in
      let p = Checker.start d members [] in
      let s = Guide.start ~folds:true f d (List.length members) in
      read_line s p [];
      if s.ending <> Open then refuse f "expected cones";
      s.todo <- [ Line (s.context, []) ];
      let scale = denominators (all_outputs layer) in
      let settle unit = settle_unit d (find_shares s p) (some_multiple unit) in
      let found = List.map settle units in
      let place unit = function None -> unit | Some (_, piece) -> linear_unit scale unit piece in
      (* Units that are linear already remain so. *)
      let keep unit found = match unit with Pieces (_, _, [], _) -> None | _ -> found in
      let found' = List.map2 keep units found in
      t.present <- number;
      t.proved <- { number; dimension = d; after = t.hidden - l; members;
        settled = List.map (Option.map fst) found } :: t.proved;
      fresh := true;
      (Some { about_dimension = d; about_domain = dom; first_layer = List.map2 place units found';
         layers_after = t.hidden - l }, s)
  | _ -> assert false

(* The lemma that comes next, after the counts of the one before. *)
let next (t : folds) (_ : state) counts =
  let f = t.file in
  (match counts with
   | Some k ->
       Read.expect f (Printf.sprintf "end %s activation_regions %s bounded_regions"
         (Z.to_string k.regions) (Z.to_string k.bounded_regions))
   | None -> ());
  let line = Read.line f in
  match Read.words line with
  | "lemma" :: _ as words -> read_lemma t words
  | [ "tree" ] when t.present <= 1 -> t.present <- 0; fresh := true; (None, t.whole)
  | _ -> refuse f "expected a lemma, or a tree"

(* ---- Images ---- *)

(* A sum of members of the lemma, at the image, as one of members of the case. *)
let through into (w, ks) =
  let factor (i, _) = fst (List.nth into i) in
  let all = List.fold_left (fun a k -> Z.lcm a (factor k)) (num 1) ks in
  let part (i, k) =
    let w', js = List.nth into i in
    List.map (fun (j, x) -> (j, Z.mul (Z.mul k x) (Z.divexact all w'))) js in
  (Z.mul w all, List.concat_map part ks)

(* The factors with which the sum is a multiple of the form. *)
let fitting (p : part) f (_, ks) =
  let sum = List.fold_left (fun g (i, k) -> muladd g k (List.nth p.members i)) no_form ks in
  let entry g c = match List.nth_opt (lin g) c with Some x -> x | None -> num 0 in
  let rec find c =
    if c >= List.length (lin f) then None
    else
      let x = entry f c and y = entry sum c in
      if Z.sign x = 0 then find (c + 1)
      else if Z.sign x * Z.sign y <= 0 then None
      else Some (Z.abs y, List.map (fun (i, k) -> (i, Z.mul k (Z.abs x))) ks) in
  if Z.sign (con f) >= 0 && List.for_all (fun x -> Z.sign x = 0) (lin f) then Some (num 1, []) else find 0

(* Each coordinate and its opposite as a sum of the members and, of any sign, of the rows of a map: by
   the cones of the next line, of the members and of each row and its opposite. *)
let bounded_where_still (s : state) (p : part) rows =
  let e = List.length rows and height = List.length p.members and outer = s.context in
  let members = List.concat (List.rev_map (fun f -> [ negate f; f ]) rows) @ p.members in
  let p = { p with members } in
  s.context <- { outer with heights = List.rev_append (List.init (2 * e) (fun i -> height + i)) outer.heights };
  let read found word =
    let bounds = word.[0] = 'b' in
    let numbers = members_of s.file (if bounds then String.sub word 1 (String.length word - 1) else word) in
    if List.exists (fun m -> m >= List.length members) numbers then refuse s.file "there is no such member";
    let corner = add_corner s p numbers in
    if bounds then Some corner else found in
  let words = List.filter (( <> ) "") (Read.words (Read.line s.file)) in
  let corner = match List.fold_left read None words with
    | Some corner -> corner | None -> refuse s.file "expected a direction" in
  let weights, other = bounded_by s corner in
  let a = Lazy.force corner.exact and b = Lazy.force other.exact in
  let at = places p corner.ages and at_other = places p other.ages in
  s.context <- outer;
  let g = inward weights a.edges in
  let common = List.fold_left Z.lcm (num 1) weights in
  let bound c sign =
    let numbers = Array.make (List.length members) (num 0) in
    let add place k = numbers.(place) <- Z.add numbers.(place) k in
    List.iteri (fun i (place, (_, v)) ->
      let t = Z.mul (num sign) (List.nth v c) in
      if Z.sign t >= 0 then add place (Z.mul t (Z.mul b.den common))
      else begin
        let k = Z.mul (Z.neg t) (Z.divexact common (List.nth weights i)) in
        List.iter2 (fun place (_, v) -> add place (Z.mul k (vdot (lin g) v))) at_other b.edges;
        List.iteri (fun j place -> if i <> j then add place (Z.mul k (Z.mul b.den (List.nth weights j)))) at
      end) (List.combine at a.edges);
    let shares = List.init height (fun i -> (i, numbers.((2 * e) + i))) in
    let row k = Z.sub numbers.((2 * (e - 1 - k)) + 1) numbers.(2 * (e - 1 - k)) in
    ((Z.mul a.den (Z.mul b.den common), List.filter (fun (_, k) -> Z.sign k <> 0) shares), List.init e row) in
  let all sign = List.init s.dimension (fun c -> bound c sign) in
  let shares, ks = List.split (all 1 @ all (-1)) in
  Kept (shares, ks)

(* The lemmas that may be used now, as the checker has them. *)
let usable t = if t.present = 0 then t.proved else List.tl t.proved

(* The line of an image that is lemma `at` of these, and the lines after it. *)
let fold (t : folds) (s : state) (p : part) at words =
  let f = t.file and d = s.dimension in
  let to_ = List.nth (usable t) at in
  let e = to_.dimension in
  let words = match words with ":" :: more -> more | _ -> refuse f "expected a point" in
  let numbers, words = Read.take d words in
  let inner_factor, inner = multiple (List.map (Read.rational f) numbers) in
  let rows, words = read_rows f d words in
  if List.length rows <> d then refuse f "expected as many rows as dimensions";
  let forward, others = Read.take e rows in
  let w, forms = multiples forward in
  let forth = (w, forms) in
  let _, others = multiples others in
  let v, apex, edges, _ = solve d (forms @ others) in
  let first_edges, _ = Read.take e edges in
  let back_form c x = form0 (List.map (fun edge -> Z.mul w (List.nth edge c)) first_edges) x in
  let back = (v, List.mapi back_form apex) in
  let find what = function Some x -> x | None -> refuse f what in
  let into = List.map (fun g ->
    find "an inequality of the lemma is not shown" (find_shares s p (pull forth g))) to_.members in
  let bounding_of =
    match words with
    | "/" :: numbers when not p.finite ->
        Lost (snd (multiple (List.map (Read.rational f) (fst (Read.take d numbers)))))
    | [] | [ "" ] when p.finite -> Kept ([], [])
    | [] | [ "" ] when e = d ->
        (* v w u_c is a sum of the map's forms *)
        let ks = List.map lin (snd back) in
        let all = List.map (fun _ -> (Z.mul v w, [])) ks in
        Kept (all @ all, ks @ List.map (List.map Z.neg) ks)
    | [] | [ "" ] -> bounded_where_still s p forms
    | _ -> refuse f "expected the end of the line" in
  (* The next line has cones of the lemma's inequalities and of the other rows, which are 0. *)
  let others = 2 * (d - e) in
  let cone word =
    let numbers = List.filter (fun m -> m >= others) (members_of f word) in
    let numbers = List.map (fun m -> m - others) numbers in
    let rows = List.map (fun m -> match List.nth_opt to_.members m with
      | Some g -> g | None -> Read.refuse "%s:%d: there is no member %d" f.name f.number m) numbers in
    (numbers, exact_cone e rows) in
  let cones = ([], exact_cone e []) :: List.map cone (List.filter (( <> ) "") (Read.words (Read.line f))) in
  let show m =
    let g = pull back m in
    List.find_map (fun (places, c) -> if shows c g then Some (shares_by places c g) else None) cones in
  let unproved = "a constraint of the case is not shown" in
  let shown = List.map show p.members in
  (* Ties of rows that maxout cannot have here are no constraints of the certificate: others imply them. *)
  let onto m = function
    | Some shares -> shares
    | None ->
        let w, ks = find unproved (find_shares s p m) in
        let used = List.map (fun (i, k) -> (find unproved (List.nth shown i), k)) ks in
        through (List.map fst used) (w, List.mapi (fun i (_, k) -> (i, k)) used) in
  let q = match p.later with l :: more -> next_layer p l more | [] -> assert false in
  let path unit = function
    | None -> (0, [])
    | Some settled ->
        let left = ref (snd settled) in
        let find_in g =
          match find_shares s p g with
          | Some x -> Some x
          | None -> List.find_map (fun ss -> let x = fitting p g (through into ss) in
              match x with Some y when implied p.members y g -> x | _ -> None) !left in
        (match settle_unit d find_in unit with Some (path, _) -> path | None -> (0, [])) in
  let paths = List.map2 path q.open0 to_.settled in
  Folded { lemma_number = at; forth; back; into; onto = List.map2 onto p.members shown; paths; inner_factor; inner;
    bounding_of }

let turn (t : folds) (s : state) (p : part) =
  let rec answer () =
    if s.steps = [] && p.open0 = [] && p.later <> [] then
      if !fresh then begin fresh := false; begin_part s p; answer () end
      else
        match s.ending with
        | Mapped (number, words) ->
            let at = number - t.present - 1 in
            let to_ = match if at < 0 then None else List.nth_opt (usable t) at with
              | Some x when x.dimension <= s.dimension && x.after < List.length p.later -> x
              | _ -> Read.refuse "%s:%d: there is no lemma %d of this layer" t.file.name t.file.number number in
            if List.length p.later = to_.after + 1 then begin
              let found = fold t s p at words in
              fresh := true;
              found
            end
            else Go_on
        | _ -> Go_on
    else
      Step (fst (ask s p)) in
  let found = answer () in
  (found, s)

let start file whole net hidden = { file; whole; net; hidden; proved = []; present = 0 }
