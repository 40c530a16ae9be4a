(* The checker. It receives a proof by cases one step at a time from a source that is not trusted,
   verifies each step and counts the regions. All numbers are integers. *)
From Coq Require Import List ZArith QArith_base Bool Lia.
From Crease Require Import Network Near Sums.
Import ListNotations.
Open Scope Z_scope.

Definition all_zero (a : list Z) : bool := forallb (Z.eqb 0) a.

(* Whether the form is not constant, or the constant is not 0. *)
Definition slanted (d : nat) (f : form) : bool := negb (all_zero (firstn d (lin f))).
Definition trivial (d : nat) (f : form) : bool := negb (slanted d f) && (con f =? 0).
(* The same, by the numbers near it if these decide. *)
Definition is_trivial (d : nat) (f : form) : bool :=
  let n := aside f in
  negb (existsb (fun x => error n <? Z.abs x) (firstn d (about n))) && trivial d f.
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

(* ---- Signs by small numbers ---- *)

(* Whether a form, less the sum of the others, each times a number of the list if that is positive, is
   positive: it has slopes a and the constant b, wrong by e, where coordinates are at most r. *)
Fixpoint beyond (w r : Z) (ks : list Z) (ms : list near) (a : list Z) (b e : Z) : bool :=
  match ks, ms with
  | k :: ks, m :: ms =>
      let k := Z.max 0 k in
      beyond w r ks ms (vmuladd a (- k) (about m)) (b - k * base m) (e + k * error m)
  | _, _ => e * w + r * total a <? b
  end.

(* The same of k times a form. *)
Definition exceeds (d : nat) (r : Z) (ms : list near) (k : Z) (ks : list Z) (n : near) : bool :=
  beyond (1 + Z.of_nat d * r) r ks ms (map (Z.mul k) (about n)) (k * base n) (Z.abs k * error n).

(* The same, where the other forms are taken coordinate by coordinate. *)
Record stack := Stack { bases : list Z; errors : list Z; columns_of_slopes : list (list Z) }.
Definition stack_of (ms : list near) : stack :=
  Stack (map base ms) (map error ms) (map (column_of ms) (seq 0 (deepest ms))).

(* The sum of the absolute values of k times numbers, each less a sum of products. *)
Fixpoint total_less (k : Z) (a ks : list Z) (columns : list (list Z)) : Z :=
  match columns, a with
  | c :: columns, x :: a => Z.abs (k * x - dot_from 0 ks c) + total_less k a ks columns
  | c :: columns, [] => Z.abs (dot_from 0 ks c) + total_less k [] ks columns
  | [], _ => Z.abs k * total a
  end.
Definition overtakes (d : nat) (r : Z) (s : stack) (k : Z) (ks : list Z) (n : near) : bool :=
  forallb (Z.leb 0) ks &&
  ((Z.abs k * error n + dot_from 0 ks (errors s)) * (1 + Z.of_nat d * r) +
   r * total_less k (about n) ks (columns_of_slopes s) <? k * base n - dot_from 0 ks (bases s)).

Lemma vdot_nil ks : vdot ks [] = 0.
Proof. now destruct ks. Qed.

Lemma total_less_eq k a ks columns : exists l, total_less k a ks columns = total l /\
  forall c, nth c l 0 = k * nth c a 0 - vdot ks (nth c columns []).
Proof.
  revert a; induction columns as [|col columns IH]; intros a.
  - exists (map (Z.mul k) a). split.
    + simpl. induction a as [|x a IH]; simpl; [ring|]. rewrite Z.abs_mul; lia.
    + intros c. rewrite nth_map_0 by lia. destruct c; cbn [nth]; rewrite vdot_nil; ring.
  - destruct a as [|x a]; [destruct (IH []) as (l & T & N)|destruct (IH a) as (l & T & N)].
    + exists (- vdot ks col :: l). cbn [total_less total]. rewrite T, dot_from_eq, Z.abs_opp. split; [f_equal; f_equal; lia|].
      intros [|c]; [simpl; ring|]. cbn [nth]. rewrite N. destruct c; simpl; ring.
    + exists (k * x - vdot ks col :: l). cbn [total_less total]. rewrite T, dot_from_eq. split; [f_equal; f_equal; lia|].
      intros [|c]; [simpl; ring|]. cbn [nth]. apply N.
Qed.

Lemma total_zero a : (forall c, nth c a 0 = 0) -> total a = 0.
Proof.
  induction a as [|x a IH]; intros H; auto. cbn [total]. rewrite IH by (intros c; exact (H (S c))).
  specialize (H O); simpl in H; lia.
Qed.
Lemma total_same a b : (forall c, nth c a 0 = nth c b 0) -> total a = total b.
Proof.
  revert b; induction a as [|x a IH]; intros [|y b] H; auto.
  - symmetry; apply total_zero; intros c. specialize (H c). destruct c; symmetry; exact H.
  - apply total_zero; intros c. specialize (H c). destruct c; exact H.
  - cbn [total]. rewrite (IH b) by (intros c; exact (H (S c))). specialize (H O); simpl in H; now subst.
Qed.

Lemma beyond_eq w r ks : forallb (Z.leb 0) ks = true -> forall ms a b e, exists l,
  beyond w r ks ms a b e = ((e + vdot ks (map error ms)) * w + r * total l <? b - vdot ks (map base ms)) /\
  forall c, nth c l 0 = nth c a 0 - vdot ks (column_of ms c).
Proof.
  induction ks as [|k ks IH]; intros P ms a b e.
  - exists a. split; [|intros c; simpl; ring]. destruct ms; simpl; now rewrite Z.add_0_r, Z.sub_0_r.
  - simpl in P; apply andb_prop in P as [Pk P]. apply Z.leb_le in Pk. destruct ms as [|m ms].
    + exists a. split; [|intros c; simpl; ring]. simpl; now rewrite Z.add_0_r, Z.sub_0_r.
    + destruct (IH P ms (vmuladd a (- k) (about m)) (b - k * base m) (e + k * error m)) as (l & B & N).
      exists l. cbn [beyond map vdot column_of]. rewrite Z.max_r by auto. rewrite B. split; [f_equal; ring|].
      intros c. rewrite N, nth_vmuladd. unfold column_of; cbn [map vdot]. ring.
Qed.

Lemma column_of_beyond ks ms c : (deepest ms <= c)%nat -> vdot ks (column_of ms c) = 0.
Proof.
  revert ks; induction ms as [|m ms IH]; intros ks H; [apply vdot_nil|]. simpl in H.
  rewrite larger_max in H.
  destruct ks as [|k ks]; auto. cbn [column_of map vdot]. rewrite nth_overflow by lia.
  fold (column_of ms c). rewrite IH by lia. ring.
Qed.

Lemma overtakes_exceeds d r ms k ks n : overtakes d r (stack_of ms) k ks n = true -> exceeds d r ms k ks n = true.
Proof.
  unfold overtakes, exceeds, stack_of; cbn [bases errors columns_of_slopes]. intros H. apply andb_prop in H as [P H].
  destruct (beyond_eq (1 + Z.of_nat d * r) r ks P ms (map (Z.mul k) (about n)) (k * base n) (Z.abs k * error n)) as (l & -> & N).
  rewrite !dot_from_eq, !Z.add_0_l in H.
  destruct (total_less_eq k (about n) ks (map (column_of ms) (seq 0 (deepest ms)))) as (l' & T & N').
  rewrite T, (total_same l' l) in H; auto. intros c. rewrite N, N', nth_map_0 by lia. f_equal.
  destruct (Nat.lt_ge_cases c (deepest ms)) as [L|L].
  - rewrite nth_indep with (d' := column_of ms 0) by (now rewrite map_length, seq_length). now rewrite map_nth, seq_nth.
  - rewrite nth_overflow by (now rewrite map_length, seq_length). now rewrite vdot_nil, column_of_beyond.
Qed.

(* Whether the form is positive at the point u / w, where t is the sum of all absolute values. *)
Definition is_positive (w t : Z) (u : list Z) (m : form) : bool :=
  let n := aside m in
  (error n * t <? dot_from (base n * w) (about n) u) || (0 <? vdot (lin m) u + con m * w).

Lemma is_positive_exact w u m : 0 < w -> is_positive w (total u + w) u m = true -> 0 < vdot (lin m) u + con m * w.
Proof.
  intros W; unfold is_positive; rewrite orb_true_iff, !Z.ltb_lt, dot_from_eq; intros [H|H]; auto.
  destruct (fits_near m) as (S & L & C). set (p := 2 ^ shift (aside m)) in *.
  assert (P : 0 < p) by now apply Z.pow_pos_nonneg.
  pose proof (close_at _ p _ _ u ltac:(lia) L) as A. unfold close in A, C. unfold lin, con. nia.
Qed.

Lemma is_trivial_eq d f : is_trivial d f = trivial d f.
Proof.
  unfold is_trivial. destruct (existsb _ _) eqn:E; [|reflexivity]. simpl. symmetry.
  apply existsb_exists in E as (x & I & H). apply Z.ltb_lt in H. unfold trivial, slanted.
  rewrite negb_involutive. apply andb_false_iff; left. destruct (all_zero _) eqn:A; auto. exfalso.
  unfold all_zero in A; rewrite forallb_forall in A.
  destruct (In_nth _ _ 0 I) as (c & Lc & Ec). rewrite firstn_length in Lc.
  destruct (fits_near f) as (S & L & _). specialize (L c).
  assert (P : 0 < 2 ^ shift (aside f)) by now apply Z.pow_pos_nonneg.
  assert (N : forall l, nth c (firstn d l) 0 = nth c l 0).
  { clear - Lc. assert (c < d)%nat as H by lia. clear Lc. revert d H; induction c as [|c IH]; intros [|d] H [|y l]; simpl; auto; try lia.
    apply IH; lia. }
  rewrite N in Ec. unfold close in L. rewrite Ec in L.
  assert (Zero : nth c (slopes_of (body f)) 0 = 0).
  { rewrite <- N. destruct (nth_in_or_default c (firstn d (slopes_of (body f))) 0) as [J|J]; auto.
    apply A in J. now apply Z.eqb_eq in J. }
  rewrite Zero in L. assert (Z.abs (0 - x * 2 ^ shift (aside f)) = Z.abs x * 2 ^ shift (aside f)) by nia. nia.
Qed.

Fixpoint axis (k : nat) : list Z := match k with O => [1] | S k => 0 :: axis k end.

(* Whether the form depends on coordinate c alone, which it bounds by r from below (s = 1) or from
   above (s = -1). *)
Definition bounds_axis (c : nat) (s r : Z) (m : form) : bool :=
  let a := nth c (lin m) 0 in
  all_zero (vmuladd (lin m) (- a) (axis c)) && (0 <? s * a) && (con m <=? s * a * r).

(* What no coordinate of a point exceeds where the forms are >= 0, or 0 if no such number is seen. *)
Definition radius_of (d : nat) (ms : list form) : Z :=
  let at_most c m :=
    let a := nth c (lin m) 0 in
    if all_zero (vmuladd (lin m) (- a) (axis c)) && negb (a =? 0) then Z.abs (con m) / Z.abs a + 1 else 0 in
  let r := most (flat_map (fun c => map (at_most c) ms) (seq 0 d)) in
  if forallb (fun c => existsb (bounds_axis c 1 r) ms && existsb (bounds_axis c (-1) r) ms) (seq 0 d)
  then r else 0.

(* ---- Steps ---- *)

(* On which side of the lowest breakpoint a unit is: multipliers of it and of the members of a list. *)
Inductive side :=
| Unknown
| Low (i : nat) (k : Z) (ks : list Z)
| High (i : nat) (k : Z) (ks : list Z).

(* Multipliers of a coordinate and of the members of a list. *)
Definition wall := (nat * Z * list Z)%type.

Inductive step :=
| Take (c : Z * list Z * list (nat * list Z) * list (form * list Z)) (* a cone, by numbers of members *)
| Bound (a b : nat) (ws : list Z) (* cone b bounds a sum of the members of a, with these weights *)
| Absorb                         (* the outputs that are known become part of the next layer's rows *)
| Narrow (of : list (list nat)) (sides : list side) (* of the open units, by lists of members *)
| Enclose (lists : list (list nat)) (walls : list (wall * wall)) (* the part by a box, which narrows units *)
| Below (c : nat)                (* the unit is below its breakpoint, by a cone *)
| Above (c : nat)
| Split                          (* one case for each piece, or row; of a breakpoint, below and above *)
| Nothing (m c : nat)            (* a member is <= 0 by a cone: there is nothing inside *)
(* The point u / w is inside; a direction, if it is not bounded; and what shows the property there. *)
| Region (w : Z) (u : list Z) (ray : list Z) (shown : list (list Z)).

(* A region found: its members, and its outputs as forms. *)
Definition cell := (list form * list form)%type.

(* The numbers near the outputs of a cell, and their remainders. *)
Definition near_values (c : cell) : list near :=
  map (fun f => let n := aside f in Near (shift n) (about n) (base n) (error n)) (snd c).
Definition note := (list near * list Z)%type.
Definition near_outputs (c : cell) : note := (near_values c, flat_map (fun f => remainders (mark f)) (snd c)).

(* The regions in all, of each number of layers, and what is kept of each. *)
Record counts := Counts {
  regions : N;
  bounded_regions : N;
  per_layer : list N;
  cells : list cell;
  nears : list note
}.
Inductive keeping := Totals_only | With_cells | With_nears.

Fixpoint add_layers (a b : list N) : list N :=
  match a, b with
  | x :: a', y :: b' => (x + y)%N :: add_layers a' b'
  | [], _ => b
  | _, [] => a
  end.

Definition add_counts (a b : counts) : counts :=
  Counts (regions a + regions b) (bounded_regions a + bounded_regions b)
    (add_layers (per_layer a) (per_layer b)) (cells a ++ cells b) (nears a ++ nears b).

Definition no_counts : counts := Counts 0 0 [] [] [].

(* A row of a layer to come: weights for the outputs of the layer before, and a form; one is empty. *)
Definition partial := (weights * form)%type.
Definition layer := list (unit Z partial).

Definition output (z : form) (piece : Z * Z) : form :=
  plus_constant (times_form (fst piece) z) (snd piece).

(* A part of the domain: whether it is bounded; what its coordinates do not exceed, or 0; cones; the
   members, forms that are >= 0 there; the outputs of this layer's settled units, newest first; its
   other units; the layers to come; which outputs there are beside those that were absorbed. *)
Record part := Part {
  finite : bool;
  radius : Z;
  cones : list cone;
  members : list form;
  values : list form;
  open : list (unit Z form);
  later : list layer;
  partly : option subset
}.

Definition with_cone (c : cone) (p : part) : part :=
  Part (finite p) (radius p) (c :: cones p) (members p) (values p) (open p) (later p) (partly p).
Definition now_finite (p : part) : part :=
  Part true (radius p) (cones p) (members p) (values p) (open p) (later p) (partly p).
Definition with_units (ns : list (unit Z form)) (p : part) : part :=
  Part (finite p) (radius p) (cones p) (members p) (values p) ns (later p) (partly p).

(* The part where more forms are >= 0 and the first unit is another one, or settled with an output. *)
Definition case (p : part) (more : list form) (n : unit Z form) : part :=
  Part (finite p) (radius p) (cones p) (more ++ members p) (values p) (n :: tl (open p)) (later p) (partly p).
Definition settled (p : part) (more : list form) (y : form) : part :=
  Part (finite p) (radius p) (cones p) (more ++ members p) (y :: values p) (tl (open p)) (later p) (partly p).
(* The first units, as far as they have no breakpoints, are settled. *)
Fixpoint settle (ys : list form) (ns : list (unit Z form)) : list form * list (unit Z form) :=
  match ns with
  | Pieces _ z [] last :: ns => settle (output z last :: ys) ns
  | _ => (ys, ns)
  end.
Definition first_settled (p : part) : part :=
  let (ys, ns) := settle (values p) (open p) in
  Part (finite p) (radius p) (cones p) (members p) ys ns (later p) (partly p).
Definition next_layer (p : part) (l : layer) (more : list layer) : part :=
  let ys := rev (values p) in
  let o := sparse_of (partly p) ys in
  Part (finite p) (radius p) (cones p) (members p) []
    (map (map_rows (fun row => row_form (partly p) ys o (fst row) (snd row))) l) more None.

(* The outputs of settled units, as forms added to the rows of the next layer; these units are left out. *)
Definition is_open (n : unit Z form) : bool := match n with Pieces _ _ [] _ => false | _ => true end.
Definition known_output (n : unit Z form) : form :=
  match n with Pieces _ z [] last => output z last | _ => no_form end.
Definition keep_open (k : option subset) (p : part) : subset :=
  let bs := map (fun _ => false) (values p) ++ map is_open (open p) in
  let k := match k with Some k => k | None => Subset (map (fun _ => true) bs) _ eq_refl end in
  Subset (among (subset_marks k) bs) (pick bs (subset_places k))
    (eq_trans (f_equal (pick bs) (fit_subset k)) (eq_sym (places_among (subset_marks k) bs 0))).
Definition absorbed (p : part) (l : layer) (more : list layer) : part :=
  let ys := rev (values p) ++ map known_output (open p) in
  let o := sparse_of (partly p) ys in
  Part (finite p) (radius p) (cones p) (members p) [] (filter is_open (open p))
    (map (map_rows (fun row => (fst row, row_form (partly p) ys o (fst row) (snd row)))) l :: more) (Some (keep_open (partly p) p)).

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

(* The unit, with fewer pieces if the side can be seen. *)
Definition narrow (d : nat) (r : Z) (of : list stack) (s : side) (n : unit Z form) : unit Z form :=
  match s, n with
  | Low i k ks, Pieces first z ((b, piece) :: _) _ =>
      if (0 <? k) && overtakes d r (nth i of (stack_of [])) (- k) ks (aside (crease z b)) then Pieces first z [] piece else n
  | High i k ks, Pieces first z ((b, _) :: more) last =>
      if (0 <? k) && overtakes d r (nth i of (stack_of [])) k ks (aside (crease z b)) then Pieces (S first) z more last else n
  | _, _ => n
  end.

Fixpoint narrow_all (d : nat) (r : Z) (of : list stack) (ss : list side) (ns : list (unit Z form)) :
  list (unit Z form) :=
  match ss, ns with
  | s :: ss, n :: ns => narrow d r of s n :: narrow_all d r of ss ns
  | _, _ => ns
  end.

(* ---- Units in a box around the part ---- *)

(* A box has for each coordinate, times 2^(grid + 1), the middle and how far it may be from there. *)
Definition grid : Z := 26.
Definition box := list (Z * Z).

(* What a form with these slopes is at least, as a stack and coordinates below r show it. *)
Definition floor_of (d : nat) (r : Z) (s : stack) (k : Z) (ks a : list Z) : Z :=
  let k := Z.max 1 k in
  let ks := map (Z.max 0) ks in
  let off := dot_from 0 ks (errors s) * (1 + Z.of_nat d * r) + r * total_less k a ks (columns_of_slopes s) in
  fst (Z.div_eucl (- 1 - dot_from 0 ks (bases s) - off) k).

Fixpoint scaled_axis (x : Z) (c : nat) : list Z :=
  match c with O => [x] | S c => 0 :: scaled_axis x c end.

Definition wall_at (d : nat) (r : Z) (stacks : list stack) (w : wall) (a : list Z) : Z :=
  let '(i, k, ks) := w in floor_of d r (nth i stacks (stack_of [])) k ks a.

(* From coordinate c on, by a wall below and one above each. *)
Fixpoint box_of (d : nat) (r : Z) (stacks : list stack) (c : nat) (ws : list (wall * wall)) : box :=
  match ws with
  | (w, w') :: ws =>
      let low := wall_at d r stacks w (scaled_axis (Z.shiftl 1 grid) c) in
      let high := - wall_at d r stacks w' (scaled_axis (- Z.shiftl 1 grid) c) in
      (low + high, high - low) :: box_of d r stacks (S c) ws
  | [] => []
  end.

(* The sign in the box of a form with these slopes: Gt if v and what slopes add to it exceed t and what
   they may be off, Lt if minus v does. *)
Fixpoint sign_in (v t : Z) (a : list Z) (b : box) : comparison :=
  match a, b with
  | x :: a, (middle, reach) :: b => sign_in (v + x * middle) (t + Z.abs x * reach) a b
  | [], _ => if t <? v then Gt else if t <? - v then Lt else Eq
  | _, [] => Eq
  end.

(* The unit, with fewer pieces if that is clear all over the box; w is what an error of 1 may be off. *)
Definition enclosed (w : Z) (b : box) (n : unit Z form) : unit Z form :=
  match n with
  | Pieces first z ((x, piece) :: more) last =>
      let f := aside (crease z x) in
      match sign_in (Z.shiftl (base f) (grid + 1)) (error f * w) (about f) b with
      | Lt => Pieces first z [] piece
      | Gt => Pieces (S first) z more last
      | Eq => n
      end
  | _ => n
  end.
Definition enclosed_all (d : nat) (r : Z) (b : box) (ns : list (unit Z form)) : list (unit Z form) :=
  map (enclosed (Z.shiftl (1 + Z.of_nat d * r) (grid + 1)) b) ns.

Definition nears_of (ms : list form) (is : list nat) : list near := map (fun i => aside (nth i ms no_form)) is.

Definition make_cone (ms : list form) (c : Z * list Z * list (nat * list Z) * list (form * list Z)) : cone :=
  let '(w, u, es, ls) := c in
  Cone w u (map (fun e => (nth (fst e) ms no_form, snd e)) es) ls.

Definition is_inside (d : nat) (ms : list form) (w : Z) (u : list Z) : bool :=
  let t := total u + w in (0 <? w) && fits d u && forallb (is_positive w t u) ms.

Definition is_ray (d : nat) (ms : list form) (v : list Z) : bool :=
  fits d v && negb (all_zero v) && forallb (fun m => 0 <=? vdot (lin m) v) ms.

Definition cell_of (d : nat) (p : part) : cell := (members p, map (with_slopes d) (rev (values p))).

(* The parts that a step leaves of a part. *)
Definition divide (d : nat) (answer : step) (p : part) : option (list part) :=
  let the i := nth i (cones p) no_cone in
  match answer, open p with
  | Take c, _ =>
      let c := make_cone (members p) c in if spans d c then Some [with_cone c p] else None
  | Absorb, _ => match later p with l :: more => Some [absorbed p l more] | [] => None end
  | Narrow of sides, _ =>
      if 0 <? radius p then
       let stacks := map (fun is => stack_of (nears_of (members p) is)) of in
       Some [with_units (narrow_all d (radius p) stacks sides (open p)) p] else None
  | Enclose lists walls, _ =>
      if 0 <? radius p then
       let stacks := map (fun is => stack_of (nears_of (members p) is)) lists in
       Some [with_units (enclosed_all d (radius p) (box_of d (radius p) stacks 0 walls) (open p)) p] else None
  | Bound a b ws, _ => if bounds (the a) (the b) ws then Some [now_finite p] else None
  | Nothing m c, _ =>
      let f := nth m (members p) no_form in
      if negb (trivial d f) && shows (the c) (negate f) then Some [] else None
  | Below c, Pieces _ z ((b, piece) :: _) _ :: _ =>
      if shows (the c) (negate (crease z b)) then Some [settled p [] (output z piece)] else None
  | Above c, Pieces first z ((b, _) :: more) last :: _ =>
      if negb (is_trivial d (crease z b)) && shows (the c) (crease z b)
      then Some [case p [] (Pieces (S first) z more last)] else None
  | Split, Pieces first z ((b, piece) :: more) last :: _ =>
      let f := crease z b in
      if is_trivial d f then None
      else Some [settled p [negate f] (output z piece); case p [f] (Pieces (S first) z more last)]
  | Split, Maxout ((_ :: _) as rows) :: _ => Some (winners d p rows 0 rows)
  | _, _ => None
  end.

Definition is_region (d : nat) (p : part) (w : Z) (u ray : list Z) : bool :=
  is_inside d (members p) w u && (finite p || is_ray d (members p) ray).

Definition one_region (p : part) (cs : list cell) (ns : list note) : counts :=
  Counts 1 (if finite p then 1 else 0) [1%N] cs ns.
Definition kept_region (keep : keeping) (p : part) (c : Datatypes.unit -> cell) : counts :=
  match keep with
  | Totals_only => one_region p [] []
  | With_cells => one_region p [c tt] []
  | With_nears => one_region p [] [near_outputs (c tt)]
  end.

(* The pattern of the layers before is one more, unless it has no region. *)
Definition begin_layer (k : counts) : counts :=
  Counts (regions k) (bounded_regions k)
    (if N.eqb (regions k) 0 then [] else 1%N :: per_layer k) (cells k) (nears k).

(* Every cell must pass a test; it is kept or not. It is a function, since many tests do without. *)
Section Check.
Variables (d : nat) (keep : keeping) (test : list (list Z) -> (Datatypes.unit -> cell) -> bool).
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
      | Pieces _ _ [] _ :: _, _ => check fuel s (first_settled p)
      | units, _ =>
          let (answer, s) := ask s p in
          match answer, units with
          | Region w u ray shown, [] =>
              let c := fun _ => cell_of d p in
              if is_region d p w u ray && test shown c
              then Some (kept_region keep p c, s) else None
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
  | Some w, Some b => Some (if first then (weigh [], Form w b) else (weigh w, Form [] b))
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

Definition start (d : nat) (ms : list form) (ls : list layer) : part :=
  Part false (radius_of d ms) [] ms [] [] ls None.

(* The function that is extracted: the counts of a network on a domain of d dimensions. *)
Definition count {S} (ask : S -> part -> step * S) (fuel : nat) (s : S) (d : nat) (dom : domain)
  (net : network) : option counts :=
  match all scale_member dom, scale true 1 net with
  | Some ms, Some ls => option_map fst (check d Totals_only (fun _ _ => true) S ask fuel s (start d ms ls))
  | _, _ => None
  end.
