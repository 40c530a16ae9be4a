"""Pages; tests/page looks at them in a browser."""

import json
import re

import pytest

import crease


def data_of(path):
    text = path.read_text()
    return json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])


def test_pages_hold_what_was_asked_for(moons, tmp_path):
    other = crease.random([2, 4, 1], bias_std="1", seed=1)
    crease.page(tmp_path / "two.html", {"</script>": moons, "b": other}, box=(-1, 1), colour="map")
    data = data_of(tmp_path / "two.html")
    assert data["colour"] == "map"
    assert [n["name"] for n in data["networks"]] == ["</script>", "b"]
    for found, net in zip(data["networks"], (moons, other)):
        assert found["network_sha256"] == net.sha256
        assert found["activation_regions"] == net.count(box=(-1, 1)).activation_regions


def test_a_title_takes_the_place_of_names(moons, tmp_path):
    crease.page(tmp_path / "net.html", moons, box=(-1, 1), title="Größe </script>")
    data = data_of(tmp_path / "net.html")
    assert data["texts"] == {"title": "Größe </script>"}
    assert [n["name"] for n in data["networks"]] == ["2-16-16-16-2"]
    crease.page(tmp_path / "net.html", moons, box=(-1, 1))
    assert "texts" not in data_of(tmp_path / "net.html")


def test_networks_of_a_list_are_numbered(moons, tmp_path):
    nets = [moons, crease.random([2, 4, 1], seed=1), moons]
    names = ["0: 2-16-16-16-2", "1: 2-4-1", "2: 2-16-16-16-2"]
    crease.page(tmp_path / "list.html", nets, box=(-1, 1))
    crease.page(tmp_path / "names.html", dict(zip(names, nets)), box=(-1, 1))
    assert [n["name"] for n in data_of(tmp_path / "list.html")["networks"]] == names
    assert (tmp_path / "list.html").read_bytes() == (tmp_path / "names.html").read_bytes()


def test_no_page_is_left_of_what_cannot_be_drawn(tmp_path):
    net = crease.random([3, 4, 1], seed=1)
    with pytest.raises(crease.Error, match="dimension"):
        crease.page(tmp_path / "net.html", net)
    with pytest.raises(ValueError, match="colour"):
        crease.page(tmp_path / "net.html", net, colour="red")
    assert not list(tmp_path.iterdir())
