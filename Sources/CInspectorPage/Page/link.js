// The connection to the tool: requests with answers, and events.
const token = new URLSearchParams(location.search).get("token") || "";

export const pageAddress = (path) => `${path}?token=${encodeURIComponent(token)}`;

export class Link {
  constructor(onOpen, onClose) {
    Object.assign(this, { onOpen, onClose, number: 0, waiting: new Map(), events: {}, ended: false });
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(`ws://${location.host}/socket?token=${encodeURIComponent(token)}`);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => this.onOpen();
    this.socket.onmessage = (message) => this.receive(message.data);
    this.socket.onclose = () => {
      for (const entry of this.waiting.values()) entry.reject(new Error("the connection was lost"));
      this.waiting.clear();
      this.onClose();
      if (!this.ended) setTimeout(() => this.connect(), 1500);
    };
  }

  get isOpen() { return this.socket.readyState === WebSocket.OPEN; }

  // Sends a request; the answer of a binary one is [header, bytes].
  ask(method, parameters = {}) {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) return reject(new Error("not connected"));
      const id = ++this.number;
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, method, parameters }));
    });
  }

  receive(data) {
    let bytes = null;
    let text = data;
    if (typeof data !== "string") {
      const length = new DataView(data).getUint32(0, true);
      text = new TextDecoder().decode(new Uint8Array(data, 4, length));
      bytes = new Uint8Array(data, 4 + length);
    }
    const message = JSON.parse(text);
    if (message.event) return this.events[message.event]?.(message.result);
    const entry = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (!entry) return;
    if (message.error) entry.reject(new Error(message.error));
    else entry.resolve(bytes ? [message.result, bytes] : message.result);
  }
}

// Makes an element with properties and children.
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key in node && typeof value !== "string") node[key] = value;
    else if (value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const space = "http://www.w3.org/2000/svg";

export function shape(tag, attributes) {
  const node = document.createElementNS(space, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

export const byID = (id) => document.getElementById(id);
