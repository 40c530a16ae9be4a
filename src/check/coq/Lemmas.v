(* Counts by images: lemmas, each about fewer layers and other coordinates, and cases that have as many
   regions as a lemma, since they are mapped onto its domain. certificate.md, Lemmas *)
From Coq Require Import List ZArith QArith_base Bool.
From Crease Require Import Network Near Sums Checker.
Import ListNotations.
Open Scope Z_scope.

(* A multiple of a form is a constant >= 0 and a sum of others, by their numbers, each times one >= 0. *)
Definition shares := (Z * list (nat * Z))%type.
Definition no_shares : shares := (0, []).

Fixpoint without (fs : list form) (ks : list (nat * Z)) (f : form) : form :=
  match ks with
  | (i, k) :: ks => without fs ks (muladd f (- k) (nth i fs no_form))
  | [] => f
  end.

(* Whether these show that the form is >= 0 where all of a list are. *)
Definition implied (ms : list form) (s : shares) (f : form) : bool :=
  let g := without ms (snd s) (times_form (fst s) f) in
  (0 <? fst s) && forallb (fun k => 0 <=? snd k) (snd s) && all_zero (lin g) && (0 <=? con g).

Fixpoint all_implied (ms : list form) (ss : list shares) (fs : list form) : bool :=
  match fs with
  | [] => true
  | f :: fs => implied ms (hd no_shares ss) f && all_implied ms (tl ss) fs
  end.

(* ---- Maps ---- *)

(* Forms of other coordinates, for each coordinate of the image a multiple, all times one factor. *)
Definition map_ := (Z * list form)%type.

(* The multiple by that factor of a form at the image. *)
Definition pull (m : map_) (f : form) : form :=
  let s := sum (lin f) (snd m) (Exact [] (fst m * con f)) in Form (slopes_of s) (constant_of s).

(* Whether a times the one is b times the other. *)
Definition same_times (a : Z) (f : form) (b : Z) (g : form) : bool :=
  is_zero (muladd (times_form a f) (- b) g).

Fixpoint all_pairs {A B} (f : A -> B -> bool) (l : list A) (l' : list B) : bool :=
  match l, l' with
  | x :: l, y :: l' => f x y && all_pairs f l l'
  | [], [] => true
  | _, _ => false
  end.

(* Whether the map n of e coordinates, and then m, leaves each where it is. *)
Definition inverse (e : nat) (m n : map_) : bool :=
  all_pairs (fun f x => same_times 1 (pull n f) (fst m * fst n) x) (snd m) (coordinates e).

(* ---- Units on one piece ---- *)

(* By how many breakpoints the unit is above, or the number of the row that is the largest; and shares
   for each, for the next breakpoint, and for each other row. *)
Definition path := (nat * list shares)%type.

Section Settle.
Variables (d : nat) (ms : list form).

Fixpoint settle_pieces (z : form) (pieces : list (Z * (Z * Z))) (last : Z * Z) (n : nat) (ss : list shares) :
  option form :=
  match pieces, n with
  | [], O => Some (output z last)
  | [], _ => None
  | (b, piece) :: _, O => if implied ms (hd no_shares ss) (negate (crease z b)) then Some (output z piece) else None
  | (b, _) :: more, S n =>
      let f := crease z b in
      if negb (trivial d f) && implied ms (hd no_shares ss) f then settle_pieces z more last n (tl ss) else None
  end.

(* The output of the unit, if it is on one piece in the interior of where the members are >= 0. *)
Definition settle (n : unit Z form) (p : path) : option form :=
  match n with
  | Pieces _ z pieces last => settle_pieces z pieces last (fst p) (snd p)
  | Maxout rows =>
      let z := nth (fst p) rows no_form in
      let fs := ties d rows (fst p) z in
      if Nat.ltb (fst p) (length rows) && forallb (fun f => negb (trivial d f)) fs && all_implied ms (snd p) fs
      then Some z else None
  end.

(* Whether a unit of the case is that of the lemma at the image: it has the same rows, or it is on one
   piece and has the same output. Numbers of the case times a are those of the lemma times b. *)
Definition same_unit (m : map_) (a b : Z) (n : unit Z form) (p : path) (n' : unit Z form) : bool :=
  let same z z' := same_times (a * fst m) z b (pull m z') in
  let same_piece x y := (fst x =? fst y) && (a * snd x =? b * snd y) in
  match n, n' with
  | _, Pieces _ z' [] last' =>
      match settle n p with Some y => same y (output z' last') | None => false end
  | Pieces first z pieces last, Pieces first' z' pieces' last' =>
      Nat.eqb first first' && same z z' && same_piece last last' &&
      all_pairs (fun x y => (a * fst x =? b * fst y) && same_piece (snd x) (snd y)) pieces pieces'
  | Maxout rows, Maxout rows' => all_pairs same rows rows'
  | _, _ => false
  end.

Fixpoint same_units (m : map_) (a b : Z) (ns : list (unit Z form)) (ps : list path) (ns' : list (unit Z form)) : bool :=
  match ns, ns' with
  | n :: ns, n' :: ns' => same_unit m a b n (hd (O, []) ps) n' && same_units m a b ns (tl ps) ns'
  | [], [] => true
  | _, _ => false
  end.

End Settle.

(* ---- Lemmas ---- *)

(* A part in so many coordinates has these counts. Outputs of its units are times a scale. *)
Record lemma := Lemma { coordinates_of : nat; about_part : part; scale_of : Z; counts_of_lemma : counts }.

(* How many layers remain: the layers to come are the same for both if the number is. *)
Definition remaining (t : lemma) : nat := length (later (about_part t)).

(* What is bounded: what is in the lemma, since the case is, or by shares of each coordinate and its
   opposite, in the members and, of any sign, the map; or nothing, by a direction. *)
Inductive bounding := Kept (ss : list shares) (ks : list (list Z)) | Lost (v : list Z).

Record image := Image {
  lemma_number : nat;
  forth : map_;           (* the coordinates of the lemma *)
  back : map_;            (* an inverse from the right *)
  into : list shares;     (* of the lemma's members, in the case *)
  onto : list shares;     (* of the members of the case, in the lemma *)
  paths : list path;
  inner_factor : Z; inner : list Z; (* a multiple of a point inside *)
  bounding_of : bounding
}.

(* The form less multiples of others. *)
Fixpoint less_all (ks : list Z) (fs : list form) (f : form) : form :=
  match ks, fs with k :: ks, g :: fs => less_all ks fs (muladd f (- k) g) | _, _ => f end.

(* Whether the form is bounded from below where members are >= 0 and the others are bounded. *)
Definition is_kept (ms fs : list form) (s : shares) (ks : list Z) (f : form) : bool :=
  let g := less_all ks fs (without ms (snd s) (times_form (fst s) f)) in
  (0 <? fst s) && forallb (fun k => 0 <=? snd k) (snd s) && all_zero (lin g).

Fixpoint are_kept (ms fs : list form) (ss : list shares) (ks : list (list Z)) (gs : list form) : bool :=
  match gs with
  | [] => true
  | g :: gs => is_kept ms fs (hd no_shares ss) (hd [] ks) g && are_kept ms fs (tl ss) (tl ks) gs
  end.

Definition bounding_holds (d : nat) (p : part) (fs : list form) (b : bounding) : bool :=
  match b with
  | Kept ss ks => finite p || are_kept (members p) fs ss ks (coordinates d ++ map negate (coordinates d))
  | Lost v => is_ray d (members p) v && forallb (fun f => vdot (lin f) v =? 0) fs
  end.

(* The counts of a part that has its units' rows; outputs of these are times s. *)
Definition by_image (known : list lemma) (d : nat) (s : Z) (h : image) (p : part) : option counts :=
  match nth_error known (lemma_number h) with
  | None => None
  | Some t =>
      let q := about_part t in
      let e := coordinates_of t in
      let m := forth h in let n := back h in
      if Nat.eqb (length (later p)) (remaining t) &&
        (0 <? fst m) && Nat.eqb (length (snd m)) e && (0 <? fst n) && Nat.eqb (length (snd n)) d &&
        inverse e m n && is_inside d (members p) (inner_factor h) (inner h) &&
        all_implied (members p) (into h) (map (pull m) (members q)) &&
        all_implied (members q) (onto h) (map (pull n) (members p)) &&
        same_units d (members p) m (scale_of t) s (open p) (paths h) (open q) &&
        bounding_holds d p (snd m) (bounding_of h)
      then
        let k := counts_of_lemma t in
        Some (match bounding_of h with
          | Kept _ _ => k
          | Lost _ => Counts (regions k) 0 (per_layer k) (cells k) (nears k)
          end)
      else None
  end.

(* ---- The proof by cases, with images ---- *)

Inductive reply := Step (a : step) | Go_on | Folded (h : image).

(* By which number the inputs of a network's first layer are multiplied, and those after each layer. *)
Fixpoint scales (s : Z) (net : network) : list Z :=
  match net with
  | [] => [s]
  | l :: more => s :: scales (denominators (all_numbers l) * denominators (all_outputs l) * s) more
  end.

Section Fold.
Variables (known : list lemma) (d : nat) (scale_after : nat -> Z). (* by how many layers remain *)
Variables (S : Type) (ask : S -> part -> reply * S).

Fixpoint fold_check (fuel : nat) (s : S) (p : part) : option (counts * S) :=
  match fuel with
  | O => None
  | Datatypes.S fuel =>
      match open p with
      | Pieces _ z [] last :: _ => each S (fold_check fuel) s [settled p [] (output z last)]
      | units =>
          let (answer, s) := ask s p in
          match answer, units, later p with
          | Go_on, [], l :: more =>
              match fold_check fuel s (next_layer p l more) with
              | Some (k, s) => Some (begin_layer k, s)
              | None => None
              end
          | Folded h, [], l :: more =>
              match by_image known d (scale_after (length more)) h (next_layer p l more) with
              | Some k => Some (begin_layer k, s)
              | None => None
              end
          | Step a, _, _ =>
              match a, units, later p with
              | Region w u ray _, [], [] => if is_region d p w u ray then Some (one_region p [] [], s) else None
              | Absorb, _, _ => None (* layers to come are those of the network *)
              | _, _, _ =>
                  match divide d a p with Some ps => each S (fold_check fuel) s ps | None => None end
              end
          | _, _, _ => None
          end
      end
  end.
End Fold.

(* ---- Networks ---- *)

Definition scale_after (net : network) (n : nat) : Z := nth (length net - n) (scales 1 net) 1.

(* What a lemma is about: a layer with rows of other coordinates, where some inequalities hold, before
   the last layers of the network. *)
Record statement := Statement {
  about_dimension : nat;
  about_domain : domain;
  first_layer : list (unit Q (list Q * Q));
  layers_after : nat
}.

Section Count.
Variables (S : Type) (ask : S -> part -> reply * S).
(* The lemma to prove next, if there is one, after the counts of the one before. *)
Variable next : S -> option counts -> option statement * S.
Variable fuel : nat.

Definition prove_lemma (net : network) (known : list lemma) (s : S) (t : statement) : option (lemma * S) :=
  let rest := skipn (length net - layers_after t) net in
  let smaller := first_layer t :: rest in
  match all scale_member (about_domain t), scale true 1 smaller with
  | Some ms, Some (l :: more) =>
      let q := next_layer (start (about_dimension t) ms (l :: more)) l more in
      match fold_check known (about_dimension t) (scale_after smaller) S ask fuel s q with
      | Some (k, s) => Some (Lemma (about_dimension t) q (scale_after smaller (length rest)) k, s)
      | None => None
      end
  | _, _ => None
  end.

Fixpoint prove_lemmas (some : nat) (net : network) (known : list lemma) (k : option counts) (s : S) : option (list lemma * S) :=
  match some with
  | O => None
  | Datatypes.S some =>
      let (t, s) := next s k in
      match t with
      | None => Some (known, s)
      | Some t =>
          match prove_lemma net known s t with
          | Some (l, s) => prove_lemmas some net (l :: known) (Some (counts_of_lemma l)) s
          | None => None
          end
      end
  end.

(* The counts of a network, by lemmas. *)
Definition count_folded (s : S) (d : nat) (dom : domain) (net : network) : option counts :=
  match prove_lemmas fuel net [] None s, all scale_member dom, scale true 1 net with
  | Some (known, s), Some ms, Some ls =>
      option_map fst (fold_check known d (scale_after net) S ask fuel s (start d ms ls))
  | _, _, _ => None
  end.
End Count.
