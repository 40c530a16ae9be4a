"""Opens pages in a headless chromium, and compares what they say with what the tool prints.

The page computes vertices, maps and areas itself, in fractions of BigInt, from the exact network
and the patterns; the tool computed them from its cells. Where both agree, two programs do.
"""

import json
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

CREASE = sys.argv[1]
SPIRAL = "data/trained/spiral_q5_2-32-32-32-2.json"
MOONS = "data/trained/moons_q4_2-16-16-16-2.json"
DIGITS = "data/trained/digits_64-32-32-32-10_epoch{}.json"
passed = failed = 0


def check(name, good, details=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    print(f"ok {name}" if good else f"not ok {name} {details}")


def check_quiet(name, page):
    said = page.complaints()
    check(f"{name}: no complaint in the console", not said, said)


def tool(*words):
    done = subprocess.run([CREASE, *words], check=True, capture_output=True, text=True)
    return done.stdout


def records(net, domain):
    lines = [json.loads(line) for line in tool("regions", net, *domain).splitlines()]
    return lines[:-1]


def located(net, domain, point):
    """Patterns and maps of the regions that touch a point, as crease locate knows them."""
    found = json.loads(tool("locate", net, *domain, "--point=" + ",".join(point), "--json"))
    return sorted((r["pattern"], r["map"]) for r in found["regions"])


def browser():
    options = webdriver.ChromeOptions()
    for word in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1300,1000",
    ):
        options.add_argument(word)
    options.binary_location = "/usr/bin/chromium"
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = Service(executable_path="/usr/bin/chromedriver")
    return webdriver.Chrome(options=options, service=service)


class Page:
    """One page that is open, with questions that its script answers."""

    def __init__(self, driver, path):
        self.driver = driver
        driver.get(Path(path).resolve().as_uri())
        WebDriverWait(driver, 60).until(lambda d: self.run("return !!window.page"))

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, name):
        return self.driver.find_element(By.ID, name)

    def complaints(self):
        # Chromium would have a canvas that tests read drawn in another way.
        return [
            entry["message"]
            for entry in self.driver.get_log("browser")
            if "willReadFrequently" not in entry["message"]
        ]

    def colours(self, picture=0):
        """How many different colours a picture has."""
        return self.run(
            """
            const canvas = document.querySelectorAll('canvas.regions')[arguments[0]];
            const bytes = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            return new Set(new Uint32Array(bytes.data.buffer)).size;""",
            picture,
        )

    def settle(self):
        self.run("clearTimeout(page.answering); page.answer();")

    def point(self):
        inputs = self.driver.find_elements(By.CSS_SELECTOR, "#coordinates input")
        return [one.get_attribute("value") for one in inputs]

    def type_point(self, point):
        for i, x in enumerate(point):
            field = self.find(f"x{i}")
            field.clear()
            field.send_keys(x)
        field.send_keys(Keys.ENTER)

    def touching(self):
        """Patterns and maps of all regions at the present point, as the page computes them."""
        found = self.run(
            """
            return page.touching.map(r => [page.figure.regions.pattern(r),
                page.figure.exact.map(r).map(row => row.map(fractionText))]);"""
        )
        return sorted((pattern, rows) for pattern, rows in found)

    def shown(self):
        """Pattern and map as they stand in the panel."""
        return self.run(
            """
            const all = (place, key) =>
                [...document.querySelectorAll(place)].map(e => e.dataset[key]);
            return [all('.units', 'pattern').map(t => t.split(' ').map(Number)),
                all('#map tr[data-row]', 'row').map(t => t.split(' '))];"""
        )

    def region(self, r):
        """All that the panel says of a region."""
        self.run("page.goTo(arguments[0])", r)
        return self.run(
            """
            const all = (place, key) =>
                [...document.querySelectorAll(place)].map(e => e.dataset[key]);
            const {exact} = page.figure, size = exact.size(page.figure.region);
            return {region: page.figure.region, bounded: size !== null,
                size: size && fractionText(size),
                vertices: all('#vertices li', 'point').map(t => t.split(' ')),
                rays: exact.shape(page.figure.region).rays.map(ray => ray.map(fractionText)),
                map: all('#map tr[data-row]', 'row').map(t => t.split(' ')),
                neighbours: all('#neighbours li', 'region').map(Number)};"""
        )

    def neighbours(self):
        return self.run(
            """
            const {regions} = page.figure;
            return Array.from({length: regions.count},
                (_, r) => regions.neighbours(r).map(n => n.region));"""
        )


def agree_at(page, name, net, domain, points):
    """The page and crease locate, at points that are typed."""
    wrong = []
    for point in points:
        page.type_point(point)
        if page.touching() != located(net, domain, point):
            wrong.append(point)
    check(f"{name}: {len(points)} points as crease locate has them", not wrong, wrong[:3])


def contains_line(record):
    """Such a region shows points that are no vertices."""
    return record["rays"] and not any(
        len({k for k, i in enumerate(record["inequalities"]) if on(i["row"], v)}) >= len(v)
        for v in record["vertices"]
    )


def on(row, vertex):
    return sum(Fraction(a) * Fraction(x) for a, x in zip(row, [*vertex, 1])) == 0


def share_an_edge(a, b):
    """By their inequalities: on one line from both sides, and more than a point there in common."""
    for one in a["inequalities"]:
        row = [Fraction(x) for x in one["row"]]
        for other in b["inequalities"]:
            if [-Fraction(x) for x in other["row"]] == row:
                return overlap(row, a, b)
    return False


def overlap(row, a, b):
    """Clips the line row = 0 by all other inequalities of both; has what is left an interior?"""
    p = [-row[0] * row[2], -row[1] * row[2]]
    p = [x / (row[0] ** 2 + row[1] ** 2) for x in p]
    lo, hi = None, None
    for inequality in a["inequalities"] + b["inequalities"]:
        r = [Fraction(x) for x in inequality["row"]]
        slope = r[0] * -row[1] + r[1] * row[0]
        value = r[0] * p[0] + r[1] * p[1] + r[2]
        if slope == 0:
            continue
        t = -value / slope
        if slope > 0:
            lo = t if lo is None else max(lo, t)
        else:
            hi = t if hi is None else min(hi, t)
    return lo is None or hi is None or lo < hi


def compare_regions(page, name, net, domain, most=40):
    """Of regions spread over all: vertices, rays, size and map against the records."""
    all_of_them, wrong = records(net, domain), []
    for record in all_of_them[:: max(1, len(all_of_them) // most)]:
        said = page.region(record["id"])
        size = record.get("area", record.get("length"))
        good = said["region"] == record["id"] and said["map"] == record["map"]
        good &= said["bounded"] == record["bounded"] and said["size"] == size
        if not contains_line(record):
            good &= sorted(said["vertices"]) == sorted(record["vertices"])
            good &= sorted(said["rays"]) == sorted(record["rays"])
        if not good:
            wrong.append((record["id"], said))
    check(f"{name}: regions as crease regions has them", not wrong, wrong[:2])
    return all_of_them


def compare_neighbours(page, name, all_of_them):
    said = page.neighbours()
    symmetric = all(r in said[other] for r, list in enumerate(said) for other in list)
    check(f"{name}: neighbours are each other's", symmetric)
    sample = range(0, len(all_of_them), max(1, len(all_of_them) // 60))
    wrong = [
        (r, q)
        for r in sample
        for q in range(len(all_of_them))
        if q != r and share_an_edge(all_of_them[r], all_of_them[q]) != (q in said[r])
    ]
    check(f"{name}: neighbours are those that share an edge", not wrong, wrong[:5])


def test_spiral(driver, work):
    domain = ["--box=-1,1"]
    tool("plot", SPIRAL, *domain, "-o", f"{work}/spiral.html")
    page = Page(driver, f"{work}/spiral.html")
    check_quiet("spiral", page)
    check("spiral: pixels of many colours", page.colours() > 100, page.colours())
    frame = driver.find_element(By.CSS_SELECTOR, ".frame")
    width, height = frame.size["width"], frame.size["height"]
    for x, y in [(0.1, 0.1), (-0.31, 0.22), (0.45, -0.45), (0.03, 0.4)]:
        ActionChains(driver).move_to_element_with_offset(
            frame, int(x * width), int(y * height)
        ).perform()
        page.settle()
        point = page.point()
        expected = located(SPIRAL, domain, point)
        check(
            f"spiral: hover at {','.join(point)}",
            tuple(page.shown()) in [tuple(e) for e in expected] and page.touching() == expected,
        )
        outputs = json.loads(tool("eval", SPIRAL, "--point=" + ",".join(point), "--json"))
        exact = [y["exact"] for y in outputs["points"][0]["outputs"]]
        said = page.run("return [...document.querySelectorAll('#place .exact')].map(e => e.title)")
        check(f"spiral: outputs at {','.join(point)}", said == [*point, *exact], said)
    all_of_them = compare_regions(page, "spiral", SPIRAL, domain)
    vertices = [record["vertices"][0] for record in all_of_them[::400]]
    agree_at(page, "spiral", SPIRAL, domain, vertices + [["0", "0"], ["1", "1"], ["-1/3", "0.1e0"]])
    said = page.neighbours()
    check(
        "spiral: neighbours are each other's",
        all(r in said[other] for r, list in enumerate(said) for other in list),
    )
    test_sliders(page)
    test_keys(driver, page)
    test_mouse_and_touch(driver, page)
    check_quiet("spiral", page)


def test_sliders(page):
    counts = json.loads(tool("count", SPIRAL, "--box=-1,1", "--per-neuron", "--json"))
    slide = """
        const slider = document.getElementById(arguments[0]);
        slider.value = arguments[1];
        slider.dispatchEvent(new Event('input'));
        return Number(document.getElementById('neurons-out').dataset.cells);"""
    after = [page.run(slide, "neurons", k) for k in range(len(counts["regions_after_neuron"]) + 1)]
    check(
        "sliders: neuron by neuron as --per-neuron", after == [1, *counts["regions_after_neuron"]]
    )
    after = [page.run(slide, "layers", l) for l in range(4)]
    check("sliders: layer by layer", after == [1, *counts["regions_per_layer"]], after)
    check("sliders: at the end what crease count says", after[-1] == counts["activation_regions"])


def test_keys(driver, page):
    press = lambda *keys: ActionChains(driver).send_keys(*keys).perform()
    state = lambda name: page.run(f"return page.state.{name}")
    page.run("page.letGo(); document.querySelector('.frame').focus()")
    before = page.point()
    press(Keys.ARROW_RIGHT, Keys.ARROW_UP)
    moved = [Fraction(x) for x in page.point()], [Fraction(x) for x in before]
    check("keys: arrows move the point", moved[0][0] > moved[1][0] and moved[0][1] > moved[1][1])
    press("]")
    first = page.run("return page.figure.region")
    press("]")
    check("keys: ] is the next region", page.run("return page.figure.region") == first + 1)
    press("n")
    check("keys: n picks a neuron", state("neuron") == {"layer": 0, "unit": 0})
    picked = page.run("return document.getElementById('picked-name').textContent")
    check("keys: it is named as in results", picked == "Unit 0 of layer 0 is lit.", picked)
    lit = page.run(
        """
        const canvas = document.querySelector('canvas.regions'), accent = page.palette.accent;
        const bytes = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return new Uint32Array(bytes.data.buffer).filter(p => p === accent).length;"""
    )
    check("keys: its crease is lit", lit > 50, lit)
    press(Keys.ESCAPE)
    check("keys: Escape lets go", state("neuron") is None)
    press(",", ",")
    check("keys: a comma takes a neuron away", state("stage") == 94, state("stage"))
    press("c")
    check("keys: c is the next colour", state("colour") == "map")
    zoom = page.run("return page.figure.view.sx")
    press("+")
    check("keys: + zooms", page.run("return page.figure.view.sx") > zoom)
    press("0", "?")
    check("keys: ? shows the keys", page.find("keys").get_attribute("open") is not None)
    WebDriverWait(driver, 5).until(
        lambda d: "region" in page.find("said").get_attribute("textContent")
    )
    check("keys: the page says where it is", True)


def test_mouse_and_touch(driver, page):
    state = "return [page.pinned, page.figure.region, page.figure.view.x, page.figure.view.sx]"
    frame = driver.find_element(By.CSS_SELECTOR, ".frame")
    page.run("page.letGo(); page.fit(); document.querySelector('.frame').scrollIntoView()")
    mouse = lambda: ActionChains(driver).move_to_element_with_offset(frame, 60, 60)
    mouse().click().perform()
    pinned = page.run(state)
    check("mouse: a click pins", pinned[0] is True and pinned[1] is not None, pinned)
    mouse().click_and_hold().move_by_offset(40, 0).release().perform()
    dragged = page.run(state)
    check("mouse: a drag moves the view, not the pin", dragged[2] < pinned[2] and dragged[0])
    box = page.run("return document.querySelector('.frame').getBoundingClientRect().toJSON()")
    at = lambda x, y: {"x": box["left"] + x, "y": box["top"] + y}
    touch = lambda kind, *points: driver.execute_cdp_cmd(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{**p, "id": i} for i, p in enumerate(points)]},
    )
    page.run("page.letGo()")
    touch("touchStart", at(100, 120))
    touch("touchEnd")
    check("touch: a tap pins", page.run(state)[0] is True)
    touch("touchStart", at(100, 100), at(200, 200))
    touch("touchMove", at(80, 80), at(220, 220))
    touch("touchEnd")
    check("touch: a pinch zooms", page.run(state)[3] > 1.2 * dragged[3])
    page.run("page.fit()")


def test_layout(driver, work):
    """Picture and Play are visible together and the panel is beside; a swipe passes by a frame."""
    tool("plot", MOONS, "--box=-2,2", "-o", f"{work}/square.html")
    for width, height in (1366, 757), (1280, 720):
        driver.set_window_size(width, height)
        around = driver.execute_script(
            "return [outerWidth - innerWidth, outerHeight - innerHeight]"
        )
        driver.set_window_size(width + around[0], height + around[1])
        page = Page(driver, f"{work}/square.html")
        box = """const box = name => document.querySelector(name).getBoundingClientRect().toJSON();
            return [innerHeight, box('.frame'), box('#play'), box('#panel')]"""
        inner, frame, play, panel = page.run(box)
        check(f"{width} x {inner}: Play is visible", inner == height and play["bottom"] <= inner)
        gap = panel["left"] - frame["right"]
        check(f"{width} x {inner}: no gap", frame["width"] > 400 and 0 < gap < 60, gap)
    action = "return getComputedStyle(document.querySelector('.frame')).touchAction"
    check("layout: a finger moves the picture", page.run(action) == "none")
    Path(work, "around.html").write_text("<iframe src=square.html height=500></iframe>")
    driver.get(f"file://{work}/around.html")
    driver.switch_to.frame(0)
    said = driver.execute_script(action)
    check("layout: a swipe scrolls around an embedded picture", said == "pan-y", said)
    driver.switch_to.default_content()
    driver.set_window_size(1300, 1000)


def test_phone(driver, work):
    """On a small screen nothing is cut off, and a tap is answered where one looks."""
    tool("plot", SPIRAL, "--box=-1,1", "-o", f"{work}/phone.html")
    cdp = driver.execute_cdp_cmd
    touches = {"enabled": True, "maxTouchPoints": 5}
    for width, height in (320, 568), (360, 640), (740, 360):
        screen = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True}
        cdp("Emulation.setDeviceMetricsOverride", screen)
        cdp("Emulation.setTouchEmulationEnabled", touches)
        page = Page(driver, f"{work}/phone.html")
        wide = page.run("return document.documentElement.scrollWidth")
        check(f"phone of {width}: nothing is cut off", wide == width, wide)
        x, y = page.run(
            "const r = document.querySelector('.frame').getBoundingClientRect();"
            "return [r.x + 0.7 * r.width, r.y + 0.2 * r.height]"
        )
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            cdp("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        WebDriverWait(driver, 60).until(lambda d: page.find("said").text)
        text, bottom, unit = page.run(
            "const box = e => document.querySelector(e).getBoundingClientRect();"
            "return [document.getElementById('said').innerText,"
            "Math.min(box('#said').bottom, box('#panel .place').top),"
            "Math.min(box('.unit').width, box('.unit').height)]"
        )
        check(f"phone of {width}: a tap is answered", text.startswith("At "), text)
        check(f"phone of {width}: the answer is in sight", 0 < bottom <= height, bottom)
        check(f"phone of {width}: a finger hits a unit", unit >= 24, unit)
        small = page.run(
            "return [...document.querySelectorAll('#controls :is(button, input, select)')]"
            ".filter(e => e.offsetParent && e.offsetHeight < 24).map(e => e.id)"
        )
        check(f"phone of {width}: a finger hits every control", not small, small)
        beside = page.run(
            "const box = e => document.querySelector(e).getBoundingClientRect();"
            "return box('#panel').left >= box('.frame').right"
        )
        check(f"phone of {width}: the panel is beside if there is room", beside == (width > height))
    cdp("Emulation.setTouchEmulationEnabled", {"enabled": False})
    cdp("Emulation.clearDeviceMetricsOverride", {})


def test_others(driver, work):
    """Whole planes, ties, activations of every kind, intervals: every vertex, and a few regions."""
    cases = [
        (MOONS, []),
        *((str(path), []) for path in sorted(Path("data/ties").glob("*.json"))),
        *((str(path), []) for path in sorted(Path("data/papers").glob("*_2-*.json"))),
    ]
    for activation in ("maxout:3", "pwl:-1,0,1/2;1,0,2,-1;1/3", "hardtanh", "abs", "leaky:1/10"):
        path = Path(work) / f"{activation.replace('/', '_')}.json"
        words = ["2-4-3-2", f"--activation={activation}", "--bias-std=1", "--seed=5"]
        path.write_text(tool("random", *words))
        cases.append((str(path), ["--box=-2,2"]))
        cases.append((str(path), []))
    triangle = Path(work) / "triangle.ine"
    triangle.write_text("H-representation\nbegin\n3 3 rational\n0 1 0\n0 0 1\n1 -1 -1\nend\n")
    cases.append((MOONS, [f"--polytope={triangle}"]))
    line = Path(work) / "line.json"
    line.write_text('{"points": [["-1", "1/3"], ["2", "1/7"]]}')
    cases += [(MOONS, [f"--slice={line}"]), (MOONS, [f"--slice={line}", "--box=0,1"])]
    for net, domain in cases:
        name = " ".join([Path(net).stem, *(Path(d.split("=")[1]).name for d in domain)])
        tool("plot", net, *domain, "-o", f"{work}/other.html")
        page = Page(driver, f"{work}/other.html")
        check_quiet(name, page)
        check(f"{name}: pixels", page.colours() > 2, page.colours())
        all_of_them = compare_regions(page, name, net, domain, 15)
        flat = not line.name in name
        if flat and len(all_of_them) < 200:
            compare_neighbours(page, name, all_of_them)
        points = [v for record in all_of_them for v in record["vertices"]]
        agree_at(page, name, net, domain, random.Random(7).sample(points, min(4, len(points))))


def test_view(driver, work):
    """What the whole plane begins with, and the ticks round it, at any size and far from zero."""
    far = ["-1e12", "-1e12", "-2000000000001"]
    cases = ("1", [-10, -10, -30]), ("1e300", [-1, -1, -3]), ("1e-300", [-1, -1, -3]), ("1", far)
    for unit, bias in cases:
        net, name = Path(work, "triangle.json"), f"triangle of {unit}, {bias[0]}"
        rows = [[unit, 0], [0, unit], [unit, unit]]
        layer = {"weights": rows, "bias": bias, "activation": "relu"}
        net.write_text(json.dumps({"inputs": 2, "layers": [layer]}))
        tool("plot", str(net), "-o", f"{work}/triangle.html")
        page = Page(driver, f"{work}/triangle.html")
        shown = page.run("return page.figure.regions.vertices.length")
        check(f"{name}: the view is that of the vertices", shown == 3, shown)
        for axis in range(2):
            texts = page.run(
                """
                const side = arguments[0], zero = page.originNumber[side];
                const [lo, hi] = page.extent()[side].map(x => x + zero);
                return ticks(lo, hi, 6).map(([, text]) => text);""",
                axis,
            )
            check(f"{name}: ticks differ", len(set(texts)) == len(texts) > 2, texts)
        check_quiet(name, page)


def test_several(driver, work):
    nets = [DIGITS.format(epoch) for epoch in ("00", "05", "50")]
    domain = ["--slice=data/trained/digits_slice.json", "--box=0,1"]
    tool("plot", *nets, *domain, "-o", f"{work}/several.html")
    page = Page(driver, f"{work}/several.html")
    counts = [json.loads(tool("count", net, *domain, "--json")) for net in nets]
    expected = [count["activation_regions"] for count in counts]
    check_quiet("several", page)
    said = page.run("return page.figures.map(f => f.regions.count)")
    check("several: each has its regions", said == expected, said)
    visible = lambda: [f.is_displayed() for f in driver.find_elements(By.TAG_NAME, "figure")]
    check("several: side by side", visible() == [True] * 3)
    page.find("side").click()
    check("several: one at a time", visible() == [True, False, False])
    page.run("document.activeElement.blur()")
    ActionChains(driver).send_keys("j").perform()
    check("several: j is the next", visible() == [False, True, False])
    agree_at(page, "several", nets[1], domain, [["1/3", "1/5"], ["0", "1"]])


def test_inserted(driver, work):
    """The page before and after a neuron: each region is the union of its parts."""
    module = Path(CREASE).resolve().parent / "python"
    script = f"""import sys; sys.path.insert(0, {str(module)!r})
import crease, json
net = crease.random("2-5-4-1", bias_std=1, seed=1)
tree = net.tree(box=(-3, 3)).insert([1, -1, "1/2", 1, 0], "-1/3")
tree.page({f"{work}/inserted.html"!r})
print(json.dumps(tree.parts))"""
    made = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    if made.returncode:
        print(f"ok inserted: nothing was tested: {made.stderr.strip().splitlines()[-1]}")
        return
    parts = json.loads(made.stdout)
    page = Page(driver, f"{work}/inserted.html")
    check_quiet("inserted", page)
    names = [b.text for b in driver.find_elements(By.CSS_SELECTOR, "figcaption b")]
    check("inserted: before and after", names == ["before", "after"], names)
    before, after = page.run(
        """
        return page.figures.map(f => Array.from({length: f.regions.count},
            (_, r) => fractionText(f.exact.size(r))));"""
    )
    check("inserted: regions", (len(before), len(after)) == (25, 34), (len(before), len(after)))
    sums = [sum(Fraction(after[part]) for part in parts[str(r)]) for r in range(len(before))]
    check("inserted: areas of the parts", sums == list(map(Fraction, before)))
    cuts = sum(len(now) == 2 for now in parts.values())
    check("inserted: the line splits nine regions", cuts == 9, cuts)
    colours = [page.colours(picture) for picture in (0, 1)]
    check("inserted: both are drawn", colours[1] > colours[0] >= 25, colours)


def test_hostile(driver, work):
    """What stands in a file name or in a network never becomes markup."""
    bad = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"
    net = json.loads(Path("data/ties/pencil_2-6-1.json").read_text())
    folder = Path(work) / "<"
    folder.mkdir()
    path = folder / "script><!--<script>&quot;'\u202e\\\"\n.json"
    path.write_text(json.dumps({**net, "about": bad}))
    tool("plot", str(path), "--box=-1,1", "--title", bad, "-o", f"{work}/hostile.html")
    page = Page(driver, f"{work}/hostile.html")
    text = Path(work, "hostile.html").read_text()
    check("hostile: two script elements and their ends", text.count("<script") == 2)
    check("hostile: nothing ran", page.run("return window.hacked === undefined"))
    check_quiet("hostile", page)
    title = page.run("return document.querySelector('figcaption b').title")
    check("hostile: the name is shown", title == str(path), repr(title))
    check("hostile: the title is shown", page.find("title").text == bad)
    check("hostile: the text is shown", bad in page.find("about").text)


def test_large(driver, work):
    path = f"{work}/large.json"
    Path(path).write_text(tool("random", "2-480-1", "--bias-std=1", "--seed=1"))
    count = json.loads(tool("count", path, "--box=-9,9", "--json"))["activation_regions"]
    tool("plot", path, "--box=-9,9", "-o", f"{work}/large.html")
    page = Page(driver, f"{work}/large.html")
    measured = page.run("return page.measured")
    print(
        f"{measured['regions']} regions: read in {measured['decode']:.0f} ms,",
        f"drawn in {measured['draw']:.0f} ms",
    )
    check("large: more than 100000 regions", measured["regions"] == count > 100000)
    check("large: they are drawn", page.colours() > 1000, page.colours())
    agree_at(page, "large", path, ["--box=-9,9"], [["1/3", "1/5"], ["2", "-2"]])
    check_quiet("large", page)


def test_notebook(driver, work):
    """The cell of a notebook that shows arrays of regions: heading, table, picture."""
    module = Path(CREASE).resolve().parent / "python"
    script = f"""import sys; sys.path.insert(0, {str(module)!r})
import crease, matplotlib
net = crease.load({MOONS!r})
cell = net.regions(box=[(-2, 3), (-2, 2)]).to_arrays()._repr_html_()
line = net.regions(box=(0, 1), slice=[[-2, -2], [3, 2]]).to_arrays()._repr_html_()
print("<!DOCTYPE html><meta charset='utf-8'><div id=cell>" + cell + "</div><div>" + line)"""
    made = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    if made.returncode:
        print(f"ok notebook: nothing was tested: {made.stderr.strip().splitlines()[-1]}")
        return
    path = Path(work, "notebook.html")
    path.write_text(made.stdout)
    driver.get(path.as_uri())
    cell = driver.find_element(By.ID, "cell")
    check("notebook: heading", cell.find_element(By.TAG_NAME, "h4").text.startswith("647 regions"))
    rows = [row.text for row in cell.find_elements(By.TAG_NAME, "tr")]
    check("notebook: table", len(rows) == 7 and "area" in rows[0] and rows[1][0] == "0", rows)
    images = driver.find_elements(By.TAG_NAME, "img")
    check("notebook: two pictures", len(images) == 2, len(images))
    for image in images:
        width = driver.execute_script("return arguments[0].naturalWidth", image)
        check("notebook: a picture", image.is_displayed() and width == 500, width)
    colours = driver.execute_script(
        """
        const image = arguments[0], canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const bytes = context.getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(bytes.data.buffer)).size;""",
        images[0],
    )
    check("notebook: the picture has the colours of regions", colours > 200, colours)
    said = [entry["message"] for entry in driver.get_log("browser")]
    check("notebook: no complaint in the console", not said, said)


def main():
    with tempfile.TemporaryDirectory() as work:
        driver = browser()
        try:
            for test in (
                test_layout,
                test_phone,
                test_spiral,
                test_others,
                test_view,
                test_several,
                test_inserted,
                test_hostile,
                test_large,
                test_notebook,
            ):
                test(driver, work)
        finally:
            driver.quit()
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
