// The picture: parts that differ are painted over it, lines show the selected layer, clicks select.
import { byID, shape } from "./link.js";

export class Picture {
  constructor(app) {
    this.app = app;
    [this.view, this.paper, this.canvas, this.overlay] = ["view", "paper", "canvas", "overlay"].map(byID);
    this.context = this.canvas.getContext("2d");
    this.isBusy = false;
    this.wanted = null;
    this.heat = byID("heatmap");
    this.paper.addEventListener("click", (event) => this.click(event));
    this.paper.addEventListener("pointermove", (event) => this.hover(event));
    this.paper.addEventListener("pointerleave", () => this.drawDistances(null));
    new ResizeObserver(() => this.fit()).observe(this.view);
  }

  // Points of the page for each point of the picture.
  get zoom() {
    const { width, height } = this.app.facts;
    const chosen = Number(byID("zoom").value);
    if (chosen > 0) return chosen;
    const room = this.view.getBoundingClientRect();
    return Math.max(0.02, Math.min((room.width - 24) / width, (room.height - 24) / height, 8));
  }

  fit() {
    if (!this.app.facts) return;
    const { width, height } = this.app.facts;
    const zoom = this.zoom;
    this.paper.style.width = `${width * zoom}px`;
    this.paper.style.height = `${height * zoom}px`;
    this.overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.request(true);
  }

  get parameters() {
    const compressed = byID("compressed").checked;
    return { scale: this.zoom * (window.devicePixelRatio || 1), compressed };
  }

  // Asks for the picture of the time on show; one request at a time, the last one wins.
  request(whole = false) {
    if (!this.app.facts) return Promise.resolve();
    if (this.isBusy) {
      this.wanted = { whole: whole || this.wanted?.whole };
      return this.pending;
    }
    this.isBusy = true;
    const start = performance.now();
    const time = this.app.time;
    this.pending = this.app.link
      .ask("picture", { ...this.parameters, time, isOn: whole || this.isStale })
      .then(([header, bytes]) => this.paint(header, bytes, start))
      .catch((error) => this.app.report(error))
      .finally(() => {
        this.isBusy = false;
        const wanted = this.wanted;
        this.wanted = null;
        if (wanted) this.request(wanted.whole);
      });
    return this.pending;
  }

  // Follows a running program: each picture is asked for when the one before is painted.
  async follow() {
    if (this.isFollowing) return;
    this.isFollowing = true;
    let first = true;
    while (this.app.isLive) {
      try {
        const [header, bytes] = await this.app.link.ask("picture", { ...this.parameters, waits: true, isOn: first });
        if (!this.app.isLive) { this.isStale = true; break; }
        await this.paint(header, bytes, performance.now());
        this.app.setTime(header.time, false);
      } catch (error) {
        this.app.report(error);
        break;
      }
      first = false;
    }
    this.isFollowing = false;
  }

  async paint(header, bytes, start) {
    this.isStale = false;
    if (this.canvas.width !== header.width || this.canvas.height !== header.height) {
      this.canvas.width = header.width;
      this.canvas.height = header.height;
    }
    for (const part of header.parts) {
      const own = bytes.subarray(part.offset, part.offset + part.length);
      if (header.format === "png") {
        const bitmap = await createImageBitmap(new Blob([own], { type: "image/png" }));
        this.context.clearRect(part.x, part.y, part.width, part.height);
        this.context.drawImage(bitmap, part.x, part.y);
        bitmap.close();
      } else {
        const pixels = new Uint8ClampedArray(own.buffer, own.byteOffset, own.byteLength);
        this.context.putImageData(new ImageData(pixels, part.width, part.height), part.x, part.y);
      }
    }
    const cost = header.cost;
    const delay = performance.now() - start;
    byID("figures").textContent =
      `${header.width}×${header.height} · ${cost.layers} layers · update ${cost.update.toFixed(1)} draw ${cost.draw.toFixed(1)} ms`;
    this.app.latency = delay;
    this.app.firstPaint ??= performance.now();
    this.canvas.dataset.time = header.time;
    if (byID("flash").checked) this.flash(header);
  }

  flash(header) {
    for (const part of header.parts) {
      const [x, y, width, height] = [part.x, part.y, part.width, part.height].map((value) => value / header.scale);
      const mark = shape("rect", { class: "damage", x, y, width, height });
      this.overlay.append(mark);
      setTimeout(() => mark.remove(), 500);
    }
  }

  // Lines of the selected layer.
  drawOverlay(overlay) {
    this.overlay.querySelectorAll(":not(.damage)").forEach((node) => node.remove());
    this.distances = overlay;
    if (!overlay || !byID("lines").checked) return;
    for (const line of overlay.lines) {
      this.overlay.append(shape(line.isClosed ? "polygon" : "polyline", { class: line.kind, points: line.points.join(" ") }));
    }
    const size = 4 / this.zoom;
    if (overlay.anchor) this.overlay.append(shape("circle", { class: "anchor", cx: overlay.anchor[0], cy: overlay.anchor[1], r: size }));
    if (overlay.position) {
      const [x, y] = overlay.position;
      this.overlay.append(shape("rect", { class: "position", x: x - size, y: y - size, width: 2 * size, height: 2 * size }));
    }
  }

  // Distances of the selected layer to its superlayer.
  drawDistances(point) {
    this.overlay.querySelectorAll("text").forEach((node) => node.remove());
    const edges = this.distances?.toParent;
    if (!point || !edges || !byID("lines").checked) return;
    const text = `x ${edges.left.toFixed(1)} ↔ ${edges.right.toFixed(1)}   y ${edges.bottom.toFixed(1)} ↕ ${edges.top.toFixed(1)}`;
    const node = shape("text", { x: point.x + 8 / this.zoom, y: point.y - 8 / this.zoom });
    node.style.fontSize = `${11 / this.zoom}px`;
    node.style.strokeWidth = `${3 / this.zoom}px`;
    node.textContent = text;
    this.overlay.append(node);
  }

  point(event) {
    const box = this.paper.getBoundingClientRect();
    return { x: (event.clientX - box.left) / this.zoom, y: (event.clientY - box.top) / this.zoom };
  }

  hover(event) { this.drawDistances(this.point(event)); }

  // Selects the frontmost layer; a second click at the same place goes one deeper.
  async click(event) {
    const point = this.point(event);
    try {
      const { layers } = await this.app.link.ask("hit", { ...point, time: this.app.time });
      const again = this.last && Math.hypot(point.x - this.last.x, point.y - this.last.y) * this.zoom < 4;
      const place = again ? layers.indexOf(this.app.selected) + 1 : 0;
      this.last = point;
      this.app.select(layers[place % Math.max(1, layers.length)] || null);
    } catch (error) {
      this.app.report(error);
    }
  }

  async showHeat() {
    this.heat.hidden = !byID("heat").checked;
    if (this.heat.hidden) return;
    try {
      const [header, bytes] = await this.app.link.ask("heat", { ...this.parameters, time: this.app.time });
      this.heat.width = header.width;
      this.heat.height = header.height;
      const pixels = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      this.heat.getContext("2d").putImageData(new ImageData(pixels, header.width, header.height), 0, 0);
    } catch (error) {
      this.app.report(error);
    }
  }
}
