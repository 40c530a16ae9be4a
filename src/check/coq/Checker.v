(* The checker. It receives a proof by cases one step at a time from a source that is not trusted,
   verifies each step and counts the regions. All numbers are integers. *)
From Coq Require Import List ZArith QArith_base Bool.
From Crease Require Import Network.
Import ListNotations.
Open Scope Z_scope.

(* ---- Vectors and affine forms; where a list ends, zeros follow ---- *)

Fixpoint vdot (a b : list Z) : Z :=
  match a, b with x :: a', y :: b' => x * y + vdot a' b' | _, _ => 0 end.

Fixpoint vadd (a b : list Z) : list Z :=
  match a, b with
  | x :: a', y :: b' => x + y :: vadd a' b'
  | [], _ => b
  | _, [] => a
  end.

(* a + k b *)
Fixpoint vmuladd (a : list Z) (k : Z) (b : list Z) : list Z :=
  match a, b with
  | x :: a', y :: b' => x + k * y :: vmuladd a' k b'
  | [], _ => map (Z.mul k) b
  | _, [] => a
  end.

Definition all_zero (a : list Z) : bool := forallb (Z.eqb 0) a.

Record form := Form { lin : list Z; con : Z }.

Definition no_form : form := Form [] 0.
Definition muladd (f : form) (k : Z) (g : form) : form :=
  if k =? 0 then f else Form (vmuladd (lin f) k (lin g)) (con f + k * con g).
Definition negate (f : form) : form := muladd no_form (-1) f.
Definition less (f g : form) : form := muladd f (-1) g.
Definition plus_constant (f : form) (c : Z) : form := Form (lin f) (con f + c).

(* Whether the form is not constant, or the constant is not 0. *)
Definition slanted (d : nat) (f : form) : bool := negb (all_zero (firstn d (lin f))).
Definition trivial (d : nat) (f : form) : bool := negb (slanted d f) && (con f =? 0).
Definition is_zero (f : form) : bool := all_zero (lin f) && (con f =? 0).

(* ---- Cones ---- *)

(* For every point u: den u = apex + sum of f(u) v over the edges (f, v) and the lines (f, v); the
   form of an edge is a member. *)
Record cone := Cone { den : Z; apex : list Z; edges : list (form * list Z); lines : list (form * list Z) }.

Definition no_cone : cone := Cone 0 [] [] [].

Fixpoint coordinates (d : nat) : list form :=
  match d with
  | O => []
  | S d => Form [1] 0 :: map (fun f => Form (0 :: lin f) (con f)) (coordinates d)
  end.

(* fs + (v_1 g, v_2 g, ..) *)
Fixpoint spread (fs : list form) (v : list Z) (g : form) : list form :=
  match fs, v with f :: fs', x :: v' => muladd f x g :: spread fs' v' g | _, _ => fs end.

Definition spread_all (fs : list form) (gs : list (form * list Z)) : list form :=
  fold_right (fun g fs => spread fs (snd g) (fst g)) fs gs.

(* Of each coordinate the difference of both sides of the equation. *)
Definition apex_forms (d : nat) (c : cone) : list form :=
  map (fun p => muladd (Form [] (fst p)) (- den c) (snd p)) (combine (apex c) (coordinates d)).

Definition fits (d : nat) (v : list Z) : bool := Nat.eqb (length v) d.

Definition spans (d : nat) (c : cone) : bool :=
  (0 <? den c) && fits d (apex c) &&
  forallb (fun g => fits d (snd g)) (edges c ++ lines c) &&
  forallb is_zero (spread_all (apex_forms d c) (edges c ++ lines c)).

(* Whether the form does not fall along the edges and stands still along the lines. *)
Definition rises (c : cone) (f : form) : bool :=
  (0 <? den c) &&
  forallb (fun g => 0 <=? vdot (lin f) (snd g)) (edges c) &&
  forallb (fun g => vdot (lin f) (snd g) =? 0) (lines c).

(* Whether the cone shows that the form is >= 0. *)
Definition shows (c : cone) (f : form) : bool :=
  (0 <=? vdot (lin f) (apex c) + con f * den c) && rises c f.

(* Minus the sum of the members of the cone's edges, each times 1 or more. *)
Fixpoint inward (ws : list Z) (gs : list (form * list Z)) : form :=
  match gs with
  | [] => no_form
  | g :: gs => muladd (inward (tl ws) gs) (- Z.max 1 (hd 1 ws)) (fst g)
  end.

(* Whether cone b shows that the members of cone a, which has no lines, have a bounded sum. *)
Definition bounds (a b : cone) (ws : list Z) : bool :=
  (0 <? den a) && match lines a with [] => rises b (inward ws (edges a)) | _ => false end.

(* ---- Steps ---- *)

Inductive step :=
| Take (c : Z * list Z * list (nat * list Z) * list (form * list Z)) (* a cone, by numbers of members *)
| Bound (a b : nat) (ws : list Z) (* cone b bounds a sum of the members of a, with these weights *)
| Below (c : nat)                (* the unit is below its breakpoint, by a cone *)
| Above (c : nat)
| Split                          (* one case for each piece, or row; of a breakpoint, below and above *)
| Nothing (m c : nat)            (* a member is <= 0 by a cone: there is nothing inside *)
(* The point u / w is inside; a direction, if it is not bounded; and what shows the property there. *)
| Region (w : Z) (u : list Z) (ray : list Z) (shown : list (list Z)).

(* A region found: its members, and its outputs as forms. *)
Definition cell := (list form * list form)%type.

Record counts := Counts { regions : N; bounded_regions : N; per_layer : list N; cells : list cell }.

Fixpoint add_layers (a b : list N) : list N :=
  match a, b with
  | x :: a', y :: b' => (x + y)%N :: add_layers a' b'
  | [], _ => b
  | _, [] => a
  end.

Definition add_counts (a b : counts) : counts :=
  Counts (regions a + regions b) (bounded_regions a + bounded_regions b)
    (add_layers (per_layer a) (per_layer b)) (cells a ++ cells b).

Definition no_counts : counts := Counts 0 0 [] [].

(* A row of a layer to come: weights for the outputs of the layer before that are not yet known, and
   a form for those that are. *)
Definition partial := (list Z * form)%type.
Definition layer := list (unit Z partial).

Definition push_row (y : form) (row : partial) : partial :=
  match row with
  | (w :: ws, f) => (ws, muladd f w y)
  | ([], f) => ([], f)
  end.

(* One more output of the layer before the next is known. *)
Definition push (y : form) (ls : list layer) : list layer :=
  match ls with
  | l :: more => map (map_rows (push_row y)) l :: more
  | [] => []
  end.

Definition output (z : form) (piece : Z * Z) : form :=
  plus_constant (muladd no_form (fst piece) z) (snd piece).

(* A part of the domain: whether it is bounded; cones; the members, forms that are
   >= 0 there; the outputs of this layer's settled units, newest first; its other units; the layers
   to come. *)
Record part := Part {
  finite : bool;
  cones : list cone;
  members : list form;
  values : list form;
  open : list (unit Z form);
  later : list layer
}.

Definition with_cone (c : cone) (p : part) : part :=
  Part (finite p) (c :: cones p) (members p) (values p) (open p) (later p).
Definition now_finite (p : part) : part :=
  Part true (cones p) (members p) (values p) (open p) (later p).

(* The part where more forms are >= 0 and the first unit is another one, or settled with an output. *)
Definition case (p : part) (more : list form) (n : unit Z form) : part :=
  Part (finite p) (cones p) (more ++ members p) (values p) (n :: tl (open p)) (later p).
Definition settled (p : part) (more : list form) (y : form) : part :=
  Part (finite p) (cones p) (more ++ members p) (y :: values p) (tl (open p)) (push y (later p)).
Definition next_layer (p : part) (l : layer) (more : list layer) : part :=
  Part (finite p) (cones p) (members p) [] (map (map_rows snd) l) more.

Definition crease (z : form) (breakpoint : Z) : form := plus_constant z (- breakpoint).

(* The cases of a maxout unit: a row wins where it exceeds all others. A row that equals an earlier
   one does not, and a later one that equals it does not count. *)
Definition ties (d : nat) (rows : list form) (q : nat) (z : form) : list form :=
  map (less z) (firstn q rows) ++
  filter (fun f => negb (trivial d f)) (map (less z) (skipn (S q) rows)).

Definition equals_earlier (d : nat) (rows : list form) (q : nat) (z : form) : bool :=
  existsb (trivial d) (map (less z) (firstn q rows)).

Fixpoint winners (d : nat) (p : part) (all : list form) (q : nat) (rows : list form) : list part :=
  match rows with
  | z :: more =>
      let others := winners d p all (S q) more in
      if equals_earlier d all q z then others else settled p (ties d all q z) z :: others
  | [] => []
  end.

Definition make_cone (ms : list form) (c : Z * list Z * list (nat * list Z) * list (form * list Z)) : cone :=
  let '(w, u, es, ls) := c in
  Cone w u (map (fun e => (nth (fst e) ms no_form, snd e)) es) ls.

Definition is_inside (d : nat) (ms : list form) (w : Z) (u : list Z) : bool :=
  (0 <? w) && fits d u && forallb (fun m => 0 <? vdot (lin m) u + con m * w) ms.

Definition is_ray (d : nat) (ms : list form) (v : list Z) : bool :=
  fits d v && negb (all_zero v) && forallb (fun m => 0 <=? vdot (lin m) v) ms.

(* The form with d slopes. *)
Fixpoint slopes (d : nat) (a : list Z) : list Z :=
  match d with O => [] | S d => hd 0 a :: slopes d (tl a) end.
Definition with_slopes (d : nat) (f : form) : form := Form (slopes d (lin f)) (con f).
Definition cell_of (d : nat) (p : part) : cell := (members p, map (with_slopes d) (rev (values p))).

(* The parts that a step leaves of a part. *)
Definition divide (d : nat) (answer : step) (p : part) : option (list part) :=
  let the i := nth i (cones p) no_cone in
  match answer, open p with
  | Take c, _ =>
      let c := make_cone (members p) c in if spans d c then Some [with_cone c p] else None
  | Bound a b ws, _ => if bounds (the a) (the b) ws then Some [now_finite p] else None
  | Nothing m c, _ =>
      let f := nth m (members p) no_form in
      if negb (trivial d f) && shows (the c) (negate f) then Some [] else None
  | Below c, Pieces _ z ((b, piece) :: _) _ :: _ =>
      if shows (the c) (negate (crease z b)) then Some [settled p [] (output z piece)] else None
  | Above c, Pieces first z ((b, _) :: more) last :: _ =>
      if negb (trivial d (crease z b)) && shows (the c) (crease z b)
      then Some [case p [] (Pieces (S first) z more last)] else None
  | Split, Pieces first z ((b, piece) :: more) last :: _ =>
      let f := crease z b in
      if trivial d f then None
      else Some [settled p [negate f] (output z piece); case p [f] (Pieces (S first) z more last)]
  | Split, Maxout ((_ :: _) as rows) :: _ => Some (winners d p rows 0 rows)
  | _, _ => None
  end.

Definition is_region (d : nat) (p : part) (w : Z) (u ray : list Z) : bool :=
  is_inside d (members p) w u && (finite p || is_ray d (members p) ray).

Definition one_region (p : part) (cs : list cell) : counts :=
  Counts 1 (if finite p then 1 else 0) [1%N] cs.

(* The pattern of the layers before is one more, unless it has no region. *)
Definition begin_layer (k : counts) : counts :=
  Counts (regions k) (bounded_regions k)
    (if N.eqb (regions k) 0 then [] else 1%N :: per_layer k) (cells k).

(* Every cell must pass a test; it is kept or not. *)
Section Check.
Variables (d : nat) (keep : bool) (test : list (list Z) -> cell -> bool).
Variables (S : Type) (ask : S -> part -> step * S).

(* The call for one part is the last, so that the stack does not grow. *)
Fixpoint each (one : S -> part -> option (counts * S)) (s : S) (ps : list part) : option (counts * S) :=
  match ps with
  | [] => Some (no_counts, s)
  | [p] => one s p
  | p :: more =>
      match one s p with
      | None => None
      | Some (k, s) =>
          match each one s more with
          | None => None
          | Some (k', s) => Some (add_counts k k', s)
          end
      end
  end.

Fixpoint check (fuel : nat) (s : S) (p : part) : option (counts * S) :=
  match fuel with
  | O => None
  | Datatypes.S fuel =>
      match open p, later p with
      | [], l :: more =>
          match check fuel s (next_layer p l more) with
          | Some (k, s) => Some (begin_layer k, s)
          | None => None
          end
      | Pieces _ z [] last :: _, _ => each (check fuel) s [settled p [] (output z last)]
      | units, _ =>
          let (answer, s) := ask s p in
          match answer, units with
          | Region w u ray shown, [] =>
              let c := cell_of d p in
              if is_region d p w u ray && test shown c
              then Some (one_region p (if keep then [c] else []), s) else None
          | _, _ =>
              match divide d answer p with Some ps => each (check fuel) s ps | None => None end
          end
      end
  end.

End Check.

(* ---- A network and a domain of rationals, in integers ---- *)

(* m q, if it is an integer. *)
Definition times (m : Z) (q : Q) : option Z :=
  let (x, r) := Z.div_eucl m (Zpos (Qden q)) in
  if r =? 0 then Some (x * Qnum q) else None.

Fixpoint all {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | x :: l =>
      match f x, all f l with Some y, Some l => Some (y :: l) | _, _ => None end
  end.

Definition both {A B} (a : option A) (b : option B) : option (A * B) :=
  match a, b with Some a, Some b => Some (a, b) | _, _ => None end.

Definition denominators (qs : list Q) : Z := fold_right (fun q m => Z.lcm m (Zpos (Qden q))) 1 qs.

Definition row_numbers (row : list Q * Q) : list Q := snd row :: fst row.
Definition all_numbers (l : list (unit Q (list Q * Q))) : list Q :=
  flat_map (fun n => match n with
    | Pieces _ row pieces last => map fst pieces ++ row_numbers row
    | Maxout rows => flat_map row_numbers rows
    end) l.
Definition all_outputs (l : list (unit Q (list Q * Q))) : list Q :=
  flat_map (fun n => match n with
    | Pieces _ _ pieces (slope, offset) =>
        slope :: offset :: flat_map (fun p => [fst (snd p); snd (snd p)]) pieces
    | Maxout _ => []
    end) l.

(* The row times m, of inputs times s. *)
Definition scale_row (first : bool) (m s : Z) (row : list Q * Q) : option partial :=
  match all (times m) (fst row), times (m * s) (snd row) with
  | Some w, Some b => Some (if first then ([], Form w b) else (w, Form [] b))
  | _, _ => None
  end.

(* Slope times e, offset times e m. *)
Definition scale_piece (e m : Z) (piece : Q * Q) : option (Z * Z) :=
  both (times e (fst piece)) (times (e * m) (snd piece)).

Definition scale_unit (first : bool) (m e s : Z) (n : unit Q (list Q * Q)) : option (unit Z partial) :=
  match n with
  | Pieces k row pieces last =>
      match scale_row first m s row, scale_piece e (m * s) last,
        all (fun p => both (times (m * s) (fst p)) (scale_piece e (m * s) (snd p))) pieces with
      | Some row, Some last, Some pieces => Some (Pieces k row pieces last)
      | _, _, _ => None
      end
  | Maxout rows => option_map Maxout (all (scale_row first (m * e) s) rows)
  end.

Fixpoint scale (first : bool) (s : Z) (net : network) : option (list layer) :=
  match net with
  | [] => Some []
  | l :: more =>
      let m := denominators (all_numbers l) in
      let e := denominators (all_outputs l) in
      if (0 <? m) && (0 <? e) then
        match all (scale_unit first m e s) l, scale false (m * e * s) more with
        | Some l, Some more => Some (l :: more)
        | _, _ => None
        end
      else None
  end.

Definition scale_member (row : list Q * Q) : option form :=
  let m := denominators (row_numbers row) in
  if 0 <? m then option_map snd (scale_row true m 1 row) else None.

Definition start (ms : list form) (ls : list layer) : part := Part false [] ms [] [] ls.

(* The function that is extracted: the counts of a network on a domain of d dimensions. *)
Definition count {S} (ask : S -> part -> step * S) (fuel : nat) (s : S) (d : nat) (dom : domain)
  (net : network) : option counts :=
  match all scale_member dom, scale true 1 net with
  | Some ms, Some ls => option_map fst (check d false (fun _ _ => true) S ask fuel s (start ms ls))
  | _, _ => None
  end.
