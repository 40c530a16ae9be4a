(* The head of sections about points of an ordered field. It is loaded, not compiled. *)
Variable K : ordered_field.
Variable d : nat.
Add Field K_is_a_field : (laws K).
Open Scope field_scope.

Notation phi := (@of_Z K).
Notation point := (list K).
Notation zdot := (zdot K).
Notation ev := (ev K).
Notation evs := (evs K).
Notation inside := (inside K).
Notation strictly := (strictly K).
Notation solid := (solid K d).
Notation smaller := (smaller K).
Notation kform := (kform K).
Notation settled_on := (settled_on K d).
