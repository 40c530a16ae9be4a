(* Values that are computed when they are needed, once; and integers for the extracted checker. *)

type exact = (Z.t list * Z.t) Lazy.t
let exact x = Lazy.from_val x
let of_exact f x = let slopes, constant = Lazy.force x in f slopes constant

type near = (Z.t * Z.t list * Z.t * Z.t) Lazy.t
let near x = Lazy.from_val x
let of_near f x = let shift, about, base, error = Lazy.force x in f shift about base error

let later f = lazy (Lazy.force (f ()))
let add x y = Z.add x y
let sub x y = Z.sub x y
let mul x y = Z.mul x y
let less x y = Z.lt x y
let at_most x y = Z.leq x y
let of_nat n = Z.of_int n
let log2 x = if Z.sign x <= 0 then Z.zero else Z.of_int (Z.numbits x - 1)
let shiftl x n = Z.shift_left x (Z.to_int n)
let shiftr x n = Z.shift_right x (Z.to_int n)
