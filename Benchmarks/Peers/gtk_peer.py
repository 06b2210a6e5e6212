#!/usr/bin/env python3
"""Scenes of `strata-bench --window` in GTK 4: frames, events, idling and memory, as lines of scene, name, figure, value.

The snapshot of a widget appends one colour node for each rectangle, which is the cheapest way of GTK to draw them; labels are
layouts of Pango made once. The renderer is GTK's choice, or GSK_RENDERER.
"""

import os
import resource
import subprocess
import sys
import time

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
gi.require_version("Graphene", "1.0")
from gi.repository import Gdk, GLib, Graphene, Gtk  # noqa: E402

WIDTH, HEIGHT = 1920, 1080
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3


def say(scene, figure, value):
    print(scene, "gtk4", figure, "%.2f" % value, flush=True)


def status(name, path="/proc/self/status"):
    with open(path) as file:
        for line in file:
            if line.startswith(name):
                return float(line.split()[1])
    return 0


def sleeps():
    tasks = ["/proc/self/task/%s/status" % task for task in os.listdir("/proc/self/task")]
    return sum(status("voluntary_ctxt_switches:", task) for task in tasks)


def processor():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def color(index):
    rgba = Gdk.RGBA()
    rgba.red, rgba.green, rgba.blue = index * 37 % 256 / 255, index * 59 % 256 / 255, index * 83 % 256 / 255
    rgba.alpha = 1
    return rgba


class Scene(Gtk.Widget):
    """Moving rectangles and texts, and one rectangle that follows the mouse."""

    def __init__(self, rectangles, texts):
        super().__init__()
        self.colors = [color(i) for i in range(rectangles)]
        self.layouts = [self.create_pango_layout("Label number %d" % i) for i in range(texts)]
        self.frame = 0
        self.mouse = None

    def place(self, i, size):
        x = (i * 97 + self.frame * (1 + i % 5)) % (WIDTH - size)
        return x, (i * 61 + self.frame * (1 + i % 3)) % (HEIGHT - size)

    def do_snapshot(self, snapshot):
        rect = Graphene.Rect()
        for i, rgba in enumerate(self.colors):
            x, y = self.place(i, 21)
            snapshot.append_color(rgba, rect.init(x, y, 20, 20))
        point = Graphene.Point()
        black = Gdk.RGBA()
        black.alpha = 1
        for i, layout in enumerate(self.layouts):
            x, y = self.place(i, 150)
            snapshot.save()
            snapshot.translate(point.init(x, y))
            snapshot.append_layout(layout, black)
            snapshot.restore()
        if self.mouse:
            snapshot.append_color(black, rect.init(self.mouse[0], self.mouse[1], 20, 20))


class Bench(Gtk.Application):
    def do_activate(self):
        self.scenes = [("W1", 1000, 0), ("S10", 0, 500)]
        self.next()

    def show(self, scene):
        self.window = Gtk.ApplicationWindow(application=self, default_width=WIDTH, default_height=HEIGHT)
        self.window.set_decorated(False)
        self.window.set_child(scene)
        self.window.present()

    def next(self):
        if not self.scenes:
            return self.events()
        name, rectangles, texts = self.scenes.pop(0)
        scene = Scene(rectangles, texts)
        self.show(scene)
        times = []

        def tick(widget, clock):
            widget.frame += 1
            widget.queue_draw()
            return True

        scene.add_tick_callback(tick)
        self.window.get_frame_clock().connect("after-paint", lambda clock: times.append(time.monotonic()))

        def begin():
            times.clear()
            start = processor()

            def end():
                used = processor() - start
                say(name, "frames-per-second", (len(times) - 1) / (times[-1] - times[0]))
                say(name, "processor-ms-per-frame", used / len(times) * 1000)
                say(name, "memory-mb", status("VmRSS:") / 1024)
                old = self.window
                self.next()
                old.destroy()

            GLib.timeout_add(int(SECONDS * 1000), end)

        GLib.timeout_add(1000, begin)

    def events(self):
        scene = Scene(1000, 0)
        self.show(scene)
        arrivals, latencies, rounds = [], [], iter(range(100))

        def moved(controller, x, y):
            scene.mouse = (x, y)
            scene.queue_draw()
            arrivals.append(time.monotonic())

        motion = Gtk.EventControllerMotion()
        motion.connect("motion", moved)
        scene.add_controller(motion)

        def painted(clock):
            if arrivals:
                latencies.append((time.monotonic() - arrivals[0]) * 1000)
                arrivals.clear()

        self.window.get_frame_clock().connect("after-paint", painted)

        def move():
            i = next(rounds, None)
            if i is None:
                ordered = sorted(latencies)
                if ordered:
                    say("event", "median-ms", ordered[len(ordered) // 2])
                    say("event", "99th-ms", ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)])
                GLib.timeout_add(7000, self.idle)
                return False
            subprocess.run(["xdotool", "mousemove", str(200 + i * 7 % 900), str(200 + i * 13 % 600)], check=False)
            return True

        GLib.timeout_add(2000, lambda: GLib.timeout_add(120, move) and False)

    def idle(self):
        before = sleeps()

        def end():
            say("idle", "wakes-per-second", max(0, sleeps() - before - 1) / 5)
            say("idle", "memory-mb", status("VmRSS:") / 1024)
            self.quit()

        GLib.timeout_add(5000, end)


Bench(application_id="org.strata.bench").run([])
