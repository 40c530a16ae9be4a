"""Polygons from JSON lines: what crease.polygons writes."""

import pytest

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
