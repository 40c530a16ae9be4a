// Faces of a line arrangement in a box, by CGAL with exact constructions.
//
// arrangement FILE LO1 HI1 LO2 HI2, a line "a b c" of the file standing for a x + b y + c = 0;
// numbers are read as doubles. Prints {"faces": N, "seconds": T}; reading is not timed.
#include <CGAL/Arr_segment_traits_2.h>
#include <CGAL/Arrangement_2.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/intersections.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Traits = CGAL::Arr_segment_traits_2<Kernel>;
using Arrangement = CGAL::Arrangement_2<Traits>;

struct Form {
    double a, b, c;
};

static std::vector<Form> read_forms(const char *path)
{
    std::vector<Form> forms;
    std::ifstream file(path);
    for (Form f; file >> f.a >> f.b >> f.c;)
        if (f.a != 0 || f.b != 0) // a constant has no crease
            forms.push_back(f);
    return forms;
}

// The sides of the box, and what lies in it of every line.
static std::vector<Traits::Curve_2> clip(const std::vector<Form> &forms,
                                         const Kernel::Iso_rectangle_2 &box)
{
    std::vector<Traits::Curve_2> segments;
    for (int i = 0; i < 4; i++)
        segments.emplace_back(box[i], box[i + 1]);
    for (const Form &f : forms) {
        Kernel::Segment_2 segment;
        if (CGAL::assign(segment, CGAL::intersection(Kernel::Line_2(f.a, f.b, f.c), box)))
            segments.emplace_back(segment);
    }
    return segments;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        std::fprintf(stderr, "usage: arrangement FILE LO1 HI1 LO2 HI2\n");
        return 2;
    }
    double side[4];
    for (int i = 0; i < 4; i++)
        side[i] = std::strtod(argv[i + 2], nullptr);
    const std::vector<Form> forms = read_forms(argv[1]);

    const auto start = std::chrono::steady_clock::now();
    const Kernel::Iso_rectangle_2 box(Kernel::Point_2(side[0], side[2]),
                                      Kernel::Point_2(side[1], side[3]));
    const std::vector<Traits::Curve_2> segments = clip(forms, box);
    Arrangement arrangement;
    CGAL::insert(arrangement, segments.begin(), segments.end());
    const std::size_t faces =
        arrangement.number_of_faces() - arrangement.number_of_unbounded_faces();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    std::printf("{\"faces\": %zu, \"seconds\": %.6f}\n", faces, spent.count());
}
