// The exploded view: each layer's own pixels as a plane in space.
import { byID, element } from "./link.js";

export class Space {
  constructor(app) {
    this.app = app;
    this.world = byID("world");
    this.turn = { x: -20, y: 35 };
    this.isOn = false;
    byID("space").addEventListener("click", () => this.show(true));
    byID("flat").addEventListener("click", () => this.show(false));
    byID("spread").addEventListener("input", () => this.place());
    this.world.addEventListener("pointerdown", (event) => {
      this.drag = { x: event.clientX, y: event.clientY, moved: false };
      this.world.setPointerCapture(event.pointerId);
    });
    this.world.addEventListener("pointermove", (event) => this.dragged(event));
    this.world.addEventListener("pointerup", (event) => this.released(event));
    byID("view").addEventListener("keydown", (event) => this.key(event));
  }

  show(isOn) {
    this.isOn = isOn;
    byID("space").setAttribute("aria-pressed", String(isOn));
    byID("flat").setAttribute("aria-pressed", String(!isOn));
    byID("paper").hidden = isOn;
    this.world.hidden = byID("spreadField").hidden = !isOn;
    byID("merged").hidden = true;
    if (isOn) this.load();
    else this.app.refresh();
  }

  async load() {
    if (!this.isOn) return;
    try {
      const [scene, bytes] = await this.app.link.ask("explode", { time: this.app.time, scale: Math.min(2, window.devicePixelRatio || 1), layer: this.app.selected });
      this.scene = scene;
      this.focus = this.app.selected;
      const node = element("div", { id: "scene" });
      this.planes = scene.planes.map((plane) => {
        const title = plane.merged ? `${plane.merged} layers of ${plane.name || plane.type}, ${plane.why}` : plane.name || plane.type;
        const canvas = element("canvas", { title, "data-layer": plane.layer, class: plane.merged ? "merged" : null });
        canvas.width = plane.pixelWidth;
        canvas.height = plane.pixelHeight;
        canvas.style.width = `${plane.width}px`;
        canvas.style.height = `${plane.height}px`;
        canvas.style.opacity = Math.max(0.15, plane.opacity);
        const pixels = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset + plane.offset, plane.length);
        canvas.getContext("2d").putImageData(new ImageData(pixels, plane.pixelWidth, plane.pixelHeight), 0, 0);
        node.append(canvas);
        return { ...plane, canvas };
      });
      this.world.replaceChildren(node);
      const count = scene.planes.filter((plane) => plane.merged).length;
      byID("merged").hidden = !count;
      byID("merged").textContent =
        `${scene.merged.toLocaleString("en")} layers are drawn together in ${count === 1 ? "a dashed plane" : `${count} dashed planes`}, since a scene has at most ${scene.most}; a click takes one apart.`;
      this.place();
      this.mark();
    } catch (error) {
      this.app.report(error);
    }
  }

  // Puts all planes where the turn and the spread want them.
  place() {
    if (!this.planes) return;
    const room = this.world.getBoundingClientRect();
    const { width, height } = this.scene;
    const fit = Math.min(room.width / width, room.height / height) * 0.7;
    const spread = Number(byID("spread").value);
    const middle = ((this.planes.length - 1) * spread) / 2;
    byID("scene").style.transform = `scale(${fit}) rotateX(${this.turn.x}deg) rotateY(${this.turn.y}deg)`;
    this.planes.forEach((plane, index) => {
      plane.canvas.style.transform = `translate3d(${-width / 2}px, ${-height / 2}px, ${index * spread - middle}px) matrix3d(${plane.matrix.join(",")})`;
    });
  }

  // Shows which plane is selected; where planes are merged, those around it are taken apart.
  mark() {
    if (this.isOn && this.scene?.merged && this.app.selected && this.focus !== this.app.selected) return this.load();
    for (const plane of this.planes || []) plane.canvas.classList.toggle("selected", plane.layer === this.app.selected);
  }

  dragged(event) {
    if (!this.drag) return;
    const [x, y] = [event.clientX - this.drag.x, event.clientY - this.drag.y];
    if (Math.abs(x) + Math.abs(y) > 3) this.drag.moved = true;
    this.turn.y += x * 0.4;
    this.turn.x = Math.min(90, Math.max(-90, this.turn.x - y * 0.4));
    Object.assign(this.drag, { x: event.clientX, y: event.clientY });
    this.place();
  }

  released(event) {
    if (this.drag && !this.drag.moved) {
      this.world.releasePointerCapture(event.pointerId);
      const hit = document.elementsFromPoint(event.clientX, event.clientY).find((node) => node.dataset.layer);
      if (hit) this.app.select(hit.dataset.layer);
    }
    this.drag = null;
  }

  key(event) {
    if (!this.isOn) return;
    const turns = { ArrowLeft: [0, -5], ArrowRight: [0, 5], ArrowUp: [5, 0], ArrowDown: [-5, 0] };
    const turn = turns[event.key];
    if (!turn) return;
    event.preventDefault();
    event.stopPropagation();
    this.turn.x += turn[0];
    this.turn.y += turn[1];
    this.place();
  }
}
