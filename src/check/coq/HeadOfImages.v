(* The head of sections about points and their images, of any dimensions. Loaded, not compiled. *)
Variable K : ordered_field.
Add Field K_is_a_field : (laws K).
Open Scope field_scope.
Notation phi := (@of_Z K).
Notation points := (list K).
Notation zdot := (zdot K).
Notation ev := (ev K).
Notation evs := (evs K).
Notation inside := (inside K).
Notation strictly := (strictly K).
Notation image := (image K).
Notation at_point := (at_point K).
