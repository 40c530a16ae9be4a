(* The hash SHA-256 of FIPS 180-4, by which claims name a network. *)
From Coq Require Import List NArith String Ascii.
Import ListNotations.
Local Open Scope N_scope.

(* Constants have names, since the extracted program computes numbers where it finds them. *)
Definition byte_values : N := 256.
Definition all_bits : N := 0xffffffff.
Definition add32 (a b : N) : N := N.land (a + b) all_bits.
Definition xor3 (a b c : N) : N := N.lxor a (N.lxor b c).

(* A word with its last 25 bits once more before it: 32 bits of this, beginning n bits before the last
   for n up to 25, are the word turned by n bits to the right. What is before these does not matter. *)
Definition last_bits : N := N.ones 25.
Definition word_bits : N := 32.
Definition twice (x : N) : N := x + N.shiftl (N.land x last_bits) word_bits.
Definition n2 : N := 2.   Definition n3 : N := 3.   Definition n6 : N := 6.   Definition n7 : N := 7.
Definition n10 : N := 10. Definition n11 : N := 11. Definition n13 : N := 13. Definition n17 : N := 17.
Definition n18 : N := 18. Definition n19 : N := 19. Definition n22 : N := 22. Definition n25 : N := 25.
Definition small0 (x : N) := let y := twice x in xor3 (N.shiftr y n7) (N.shiftr y n18) (N.shiftr x n3).
Definition small1 (x : N) := let y := twice x in xor3 (N.shiftr y n17) (N.shiftr y n19) (N.shiftr x n10).
Definition large0 (x : N) := let y := twice x in xor3 (N.shiftr y n2) (N.shiftr y n13) (N.shiftr y n22).
Definition large1 (x : N) := let y := twice x in xor3 (N.shiftr y n6) (N.shiftr y n11) (N.shiftr y n25).
Definition choose (e f g : N) := N.lxor g (N.land e (N.lxor f g)).
Definition majority (a b c : N) := N.lxor (N.land a b) (N.land c (N.lxor a b)).

Record state := State { a : N; b : N; c : N; d : N; e : N; f : N; g : N; h : N }.

(* Fractions of square roots of the first eight primes, and of cubic roots of the first 64. *)
Definition first_state : state :=
  State 0x6a09e667 0xbb67ae85 0x3c6ef372 0xa54ff53a 0x510e527f 0x9b05688c 0x1f83d9ab 0x5be0cd19.
Definition round_constants : list N := [
  0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5;
  0xd807aa98; 0x12835b01; 0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174;
  0xe49b69c1; 0xefbe4786; 0x0fc19dc6; 0x240ca1cc; 0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da;
  0x983e5152; 0xa831c66d; 0xb00327c8; 0xbf597fc7; 0xc6e00bf3; 0xd5a79147; 0x06ca6351; 0x14292967;
  0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13; 0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85;
  0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819; 0xd6990624; 0xf40e3585; 0x106aa070;
  0x19a4c116; 0x1e376c08; 0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a; 0x5b9cca4f; 0x682e6ff3;
  0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208; 0x90befffa; 0xa4506ceb; 0xbef9a3f7; 0xc67178f2].

(* The 64 words of a block from its 16, the newest first. *)
Fixpoint schedule (more : nat) (words : list N) : list N :=
  match more, words with
  | S more, _ :: w2 :: _ :: _ :: _ :: _ :: w7 :: _ :: _ :: _ :: _ :: _ :: _ :: _ :: w15 :: w16 :: _ =>
      schedule more (add32 (small1 w2 + w7) (small0 w15 + w16) :: words)
  | _, _ => words
  end.

(* A round for each constant and word. *)
Fixpoint rounds (constants words : list N) (s : state) : state :=
  match constants, words with
  | k :: constants, w :: words =>
      let t := add32 (h s + large1 (e s)) (choose (e s) (f s) (g s) + (k + w)) in
      let u := large0 (a s) + majority (a s) (b s) (c s) in
      rounds constants words (State (add32 t u) (a s) (b s) (c s) (add32 (d s) t) (e s) (f s) (g s))
  | _, _ => s
  end.

Fixpoint words_of (bytes : list N) : list N :=
  match bytes with
  | a :: b :: c :: d :: more => ((a * byte_values + b) * byte_values + c) * byte_values + d :: words_of more
  | _ => []
  end.

Definition more_words : nat := 48.
Definition block (s : state) (bytes : list N) : state :=
  let words := rev_append (schedule more_words (rev_append (words_of bytes) [])) [] in
  let t := rounds round_constants words s in
  State (add32 (a s) (a t)) (add32 (b s) (b t)) (add32 (c s) (c t)) (add32 (d s) (d t))
    (add32 (e s) (e t)) (add32 (f s) (f t)) (add32 (g s) (g t)) (add32 (h s) (h t)).

(* The last bytes, fewer than 64, one of 128, zeros, and the length in bits. *)
Definition finish (s : state) (bytes : list N) (length : N) : state :=
  let tail := map (fun i => N.shiftr (8 * length) (8 * i) mod 256) [7; 6; 5; 4; 3; 2; 1; 0] in
  let used := List.length bytes in
  let all := bytes ++ [128] ++ repeat 0 ((if Nat.leb used 55 then 55 else 119) - used) ++ tail in
  match skipn 64 all with
  | [] => block s all
  | more => block (block s (firstn 64 all)) more
  end.

Definition bit_values : list N := [1; 2; 4; 8; 16; 32; 64; 128].
Fixpoint sum_of (bits : list bool) (values : list N) : N :=
  match bits, values with
  | true :: bits, x :: values => x + sum_of bits values
  | false :: bits, _ :: values => sum_of bits values
  | _, _ => 0
  end.
Definition byte (c : ascii) : N :=
  let '(Ascii b0 b1 b2 b3 b4 b5 b6 b7) := c in sum_of [b0; b1; b2; b3; b4; b5; b6; b7] bit_values.

(* The bytes of a block are gathered, the newest first, until as many as `missing` follow. *)
Definition block_bytes : N := 64.
Definition all_missing : nat := 63.
Fixpoint absorb (text : string) (s : state) (gathered : list N) (missing : nat) (length : N) : state :=
  match text with
  | EmptyString =>
      let bytes := rev_append gathered [] in finish s bytes (length + N.of_nat (List.length bytes))
  | String c more =>
      let gathered := byte c :: gathered in
      match missing with
      | O => absorb more (block s (rev_append gathered [])) [] all_missing (length + block_bytes)
      | S missing => absorb more s gathered missing length
      end
  end.

Definition hex_digit (n : N) : string :=
  match get (N.to_nat n) "0123456789abcdef" with Some c => String c EmptyString | None => EmptyString end.
Definition hex (word : N) : string :=
  String.concat "" (map (fun i => hex_digit (N.shiftr word (4 * i) mod 16)) [7; 6; 5; 4; 3; 2; 1; 0]).

Definition sha256 (text : string) : string :=
  let s := absorb text first_state [] all_missing 0 in
  String.concat "" (map hex [a s; b s; c s; d s; e s; f s; g s; h s]).

(* The examples of the standard. *)
Example of_three_letters : sha256 "abc" = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"%string.
Proof. vm_compute; reflexivity. Qed.
Example of_two_blocks : sha256 "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq" =
  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"%string.
Proof. vm_compute; reflexivity. Qed.
