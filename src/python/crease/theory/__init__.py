"""The laboratory: theory on networks and their arrangements, on top of what `crease` counts.

arrangements   the characteristic polynomial of one layer; flats
chambers       all neurons that may follow a network
complexes      the faces of all dimensions; convex, definitions: the regions under other definitions
deformation    regions while weights move on a line; polynomials: their real roots
topology       Betti numbers, manifolds and meshes of boundaries
growth         counts of random networks by depth and width; density: expected regions in a ball
search         networks with many regions
claims         claims in a file compared with counts; theorems: those of the literature

`crease theory` is `python3 -m crease.theory`. What is computed of one network is at hand as
`crease.characteristic`, `crease.definitions`, `crease.topology`, `crease.mesh` and `crease.growth`.
"""
