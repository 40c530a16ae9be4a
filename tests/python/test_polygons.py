"""Polygons from JSON lines: what crease.polygons writes."""

import json
import random
import subprocess

import pytest

import crease
from crease.polygons import converted

SQUARE = (
    '{"id":0,"pattern":[[1,0]],"vertices":[["0","0"],["1/3","0"],["0","1"]],"rays":[],'
    '"map":[["1","0","0"],["0","0","2"]],"bounded":true,"area":"1/6","inequalities":'
    '[{"row":["1","0","0"],"border":true},{"row":["0","1","0"],"layer":1,"unit":0,'
    '"breakpoint":0,"side":1}],"interior":["1/9","1/3"]}'
)
END = '{"end":{"complete":true,"activation_regions":1}}'


def test_formats():
    assert list(converted([SQUARE, END], "wkt", 3)) == [
        "WKT,id,pattern,layer,class,area,map,digits",
        '"POLYGON ((0 0, 0.333 0, 0 1, 0 0))",0,1 0,1,1,0.167,1 0 0;0 0 2,3',
    ]
    assert list(converted([SQUARE, END], "vertices", 3)) == [
        "id,index,x,y",
        "0,0,0,0",
        "0,1,0.333,0",
        "0,2,0,1",
    ]
    begin, feature, end = converted([SQUARE, END], "geojson")
    assert '"coordinates":[[[0,0],[0.33333333333333333,0],[0,1],[0,0]]]' in feature
    assert end == (
        '],"end":{"complete": true, "activation_regions": 1, "digits": 17, "null_geometries": 0}}'
    )


def test_what_has_no_area_is_empty():
    flat = SQUARE.replace('["0","1"]', '["2/3","0"]')
    assert list(converted([flat, END], "geojson"))[1].endswith('"geometry":null}')


def test_refusals():
    with pytest.raises(ValueError, match="bounded"):
        list(converted([SQUARE.replace('"bounded":true', '"bounded":false')], "wkt"))
    with pytest.raises(ValueError, match="cut off"):
        list(converted([SQUARE], "wkt"))
    with pytest.raises(ValueError, match="<lines>:2:1: expected value"):
        list(converted([SQUARE, "x"], "wkt"))


def outlines(lines, **how):
    """All that is said of a region but its number."""
    *features, end = (line.lstrip(",") for line in converted(lines, "geojson", **how))
    found = [json.loads(feature) for feature in features[1:]]
    end = json.loads(end[2:-1].partition(":")[2])
    return sorted(str((f["properties"], f["geometry"])) for f in found), end


@pytest.mark.parametrize("seed", range(3))
def test_clip_of_the_whole_space_is_the_domain(tool, seed, tmp_path):
    """In a box that cuts cells, of which one side is a crease and one corner a vertex."""
    weights = random.Random(seed)
    for inputs, box in ((1, "0,3"), (2, "-3/2,2,0,3/2")):
        rows = [[weights.randint(-2, 2) for _ in range(inputs)] for _ in range(6)]
        rows[0] = [0] * (inputs - 1) + [1]  # its crease is the lower side
        layers = [(rows, [0] + [weights.randint(-2, 2) for _ in range(5)], "relu")]
        for width in (3, 2):
            last = len(layers[-1][1])
            inner = [[weights.randint(-2, 2) for _ in range(last)] for _ in range(width)]
            layers.append((inner, [weights.randint(-2, 2) for _ in range(width)], "relu"))
        net = crease.Network([*layers[:2], (*layers[2][:2], "linear")])
        net.save(tmp_path / "net.json")

        def listed(*domain):
            command = [tool, "regions", tmp_path / "net.json", *domain]
            return subprocess.run(command, text=True, capture_output=True).stdout.splitlines()

        clipped, end = outlines(listed(), clip=box)
        inside, _ = outlines(listed(f"--box={box}"))
        assert clipped == inside, (seed, layers, box)
        assert end["outside"] == end["activation_regions"] - len(clipped) > 0
        assert inputs == 1 or len(clipped) > 3


def test_clip_refuses():
    with pytest.raises(ValueError, match="4 numbers"):
        list(converted([SQUARE], "wkt", clip="0,1,2"))
    point = SQUARE.replace('["1","0","0"],["0","0","2"]', '["1"],["2"]')
    with pytest.raises(ValueError, match="not 0"):
        list(converted([point], "wkt", clip="0,1"))
    solid = SQUARE.replace('["1","0","0"],["0","0","2"]', '["1","0","0","0"]')
    with pytest.raises(ValueError, match="not 3"):
        list(converted([solid], "wkt", clip="0,1"))
    assert list(converted([SQUARE, END], "vertices", clip="-1,0")) == []  # one point is common
