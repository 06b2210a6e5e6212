"""The scenes as pages of a headless Chromium without a GPU: a whole layer tree, as Strata's mode `full`.

Frames come as fast as they can; the times are those between frames that the display compositor has drawn, from its trace.
"""

import asyncio
import base64
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import skia
import websockets

WIDTH, HEIGHT = 1920, 1080
SCENES = "S1 S2 S2f S3 S4 S5 S6 S7fill S7 S8 S9 S10 S10glyphs".split()
PAGE = pathlib.Path(__file__).resolve().parent / "scenes.html"
WARM_UP, SECONDS = 1.0, 2.5
FLAGS = """--headless=new --no-sandbox --disable-gpu --disable-software-rasterizer --force-device-scale-factor=1
--hide-scrollbars --font-render-hinting=none --disable-frame-rate-limit --disable-gpu-vsync --disable-background-networking
--allow-file-access-from-files --remote-debugging-port=0 about:blank""".split()


class Browser:
    """One connection to the browser: calls, and the trace events that arrive meanwhile."""

    def __init__(self, socket):
        self.socket, self.number, self.trace, self.traced = socket, 0, [], False

    async def receive(self):
        message = json.loads(await asyncio.wait_for(self.socket.recv(), 60))
        if message.get("method") == "Tracing.dataCollected":
            self.trace += message["params"]["value"]
        self.traced |= message.get("method") == "Tracing.tracingComplete"
        return message

    async def call(self, method, session=None, **parameters):
        self.number += 1
        own = self.number
        request = {"id": own, "method": method, "params": parameters}
        if session:
            request["sessionId"] = session
        await self.socket.send(json.dumps(request))
        while True:
            message = await self.receive()
            if message.get("id") == own:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]


def write_picture(png, folder, scene):
    """Red, green and blue of a screenshot, as a portable pixmap."""
    pixels = skia.Image.MakeFromEncoded(skia.Data.MakeWithoutCopy(png)).toarray(colorType=skia.kRGBA_8888_ColorType)
    height, width = pixels.shape[:2]
    header = b"P6\n%d %d\n255\n" % (width, height)
    pathlib.Path(folder, f"chromium-{scene}.ppm").write_bytes(header + pixels[:, :, :3].tobytes())


def start(folder):
    """The whole process of a browser that makes a picture of a small page."""
    with tempfile.TemporaryDirectory() as place:
        picture = pathlib.Path(place, "picture.png")
        page = pathlib.Path(__file__).resolve().parent / "start.html"
        flags = [flag for flag in FLAGS if not flag.startswith(("--remote", "about:"))]
        command = ["chromium", *flags, f"--user-data-dir={place}/profile", f"--screenshot={picture}"]
        command += ["--window-size=480,270", page.as_uri()]
        times = []
        for number in range(7):
            begin = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            if number > 1:
                times.append((time.perf_counter() - begin) * 1e3)
        times.sort()
        figures = (times[len(times) // 2], times[0], times[0], times[-1])
        print("start chromium", *(f"{figure:.4f}" for figure in figures), flush=True)
        if folder:
            write_picture(picture.read_bytes(), folder, "start")


async def measure(browser, scene, folder):
    target = (await browser.call("Target.createTarget", url="about:blank", newWindow=True))["targetId"]
    session = (await browser.call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
    size = dict(width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False)
    await browser.call("Emulation.setDeviceMetricsOverride", session, **size)
    await browser.call("Page.navigate", session, url=f"{PAGE.as_uri()}?scene={scene}")
    for _ in range(100):
        await asyncio.sleep(0.1)
        ready = await browser.call("Runtime.evaluate", session, expression="window.ready")
        if ready["result"].get("value"):
            break
    if folder:
        png = base64.b64decode((await browser.call("Page.captureScreenshot", session))["data"])
        write_picture(png, folder, scene)
    await browser.call("Runtime.evaluate", session, expression="window.begin()")
    await asyncio.sleep(WARM_UP)
    browser.trace, browser.traced = [], False
    await browser.call(
        "Tracing.start", transferMode="ReportEvents", traceConfig={"includedCategories": ["viz", "cc"]}
    )
    await asyncio.sleep(SECONDS)
    await browser.call("Tracing.end")
    while not browser.traced:
        await browser.receive()
    drawn = sorted(
        event["ts"] / 1e3
        for event in browser.trace
        if event.get("name") == "Display::DrawAndSwap" and event["ph"] in "XB"
    )
    gaps = sorted(b - a for a, b in zip(drawn, drawn[1:]))
    if gaps:
        count = len(gaps)
        figures = (gaps[count // 2], gaps[0], gaps[count // 10], gaps[count * 9 // 10])
        print(scene, "chromium", *(f"{figure:.4f}" for figure in figures), flush=True)
    await browser.call("Target.closeTarget", targetId=target)


async def main(arguments):
    folder = None
    if arguments == ["--version"]:
        version = subprocess.run(["chromium", "--version"], capture_output=True, text=True, check=True).stdout
        return print(*version.split()[:2])
    if len(arguments) > 1 and arguments[0] == "--pictures":
        folder, arguments = arguments[1], arguments[2:]
    if not arguments or "start" in arguments:
        start(folder)
    if arguments and not set(arguments) & set(SCENES):
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            ["chromium", f"--user-data-dir={profile}", f"--window-size={WIDTH},{HEIGHT}", *FLAGS],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            port = pathlib.Path(profile, "DevToolsActivePort")
            for _ in range(200):
                await asyncio.sleep(0.1)
                if port.exists() and len(port.read_text().split()) == 2:
                    break
            number, path = port.read_text().split()
            async with websockets.connect(f"ws://127.0.0.1:{number}{path}", max_size=None) as socket:
                browser = Browser(socket)
                for scene in SCENES:
                    if not arguments or scene in arguments:
                        await measure(browser, scene, folder)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


asyncio.run(main(sys.argv[1:]))
