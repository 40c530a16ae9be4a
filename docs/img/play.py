#!/usr/bin/python3
"""Draws docs/img/play.png, the page of Crease in the browser: docs/img/play.py BUILD.

What `make web` builds is opened in a headless chromium (chromium-driver, python3-selenium), which
counts and draws the first example. Colours are reduced to 64 by Pillow (python3-pil).
"""
import io
import sys
import time
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

HERE = Path(__file__).resolve().parent
WIDTH, HEIGHT, COLOURS = 1280, 1230, 64


def main():
    page = Path(sys.argv[1]).resolve() / "site/play/index.html"
    options = webdriver.ChromeOptions()
    size = f"--window-size={WIDTH},{HEIGHT}"
    for word in ("--headless=new", "--no-sandbox", "--hide-scrollbars", size):
        options.add_argument(word)
    options.binary_location = "/usr/bin/chromium"
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    driver.set_script_timeout(300)
    try:
        driver.get(page.as_uri())
        while "done in" not in driver.execute_script(
            "return document.getElementById('state').textContent"
        ):
            time.sleep(0.2)
        # The time is that of the machine that drew it.
        driver.execute_script(
            "const s = document.getElementById('state');"
            "s.textContent = s.textContent.replace(/done in [^:]*: /, '');"
        )
        time.sleep(2)
        shot = Image.open(io.BytesIO(driver.get_screenshot_as_png())).convert("RGB")
    finally:
        driver.quit()
    shot.quantize(COLOURS).save(HERE / "play.png", optimize=True)


main()
