/**
 * Clients of the stream that follow averages and targets, move to another replica when theirs is
 * silent, and compare everything with the truth.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../core/market/mod.ts";
import type { Replica } from "./replica.ts";
import { addFlaw, addMissing, type Tally } from "./tally.ts";
import { ALL_INTERVALS, lengthSecOf, type Truth } from "./truth.ts";

/** A window that the stream published as missing. */
export interface MissingWindow {
  readonly asset: Asset;
  readonly interval: string;
  readonly startSec: number;
}

/** The clients together. */
export interface StreamLoad {
  readonly countInto: (tally: Tally) => void;
  /** How many have no average of this second or a later one. */
  readonly behind: (sec: number) => number;
  /** The windows published as missing since the last call, each once. */
  readonly takeMissing: () => ReadonlyArray<MissingWindow>;
  readonly stop: () => void;
}

/** A client that hears nothing asks, and without an answer goes elsewhere. */
const PING_AFTER_MS = 2_000;
const SILENT_MS_MAX = 4_000;
const LOOK_EVERY_MS = 500;
const RETRY_MS = 200;

interface Frame {
  readonly type: string;
  readonly topic: string;
  readonly seq: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly reason: string;
  readonly price: number;
  readonly valueE18: string;
  readonly corrects?: boolean;
}

/** The part of a fleet that clients of the stream know. */
export interface StreamGround {
  readonly truth: Truth;
  readonly replicas: ReadonlyArray<Pick<Replica, "url">>;
}

/** What the clients have in common. */
interface Crowd {
  readonly ground: StreamGround;
  tally: Tally;
  isOver: boolean;
  missing: Map<string, MissingWindow>;
}

/** Starts the clients, spread over the replicas. */
export function startStreamLoad(
  ground: StreamGround,
  { clients: count, tally }: { readonly clients: number; readonly tally: Tally },
): StreamLoad {
  const crowd: Crowd = { ground, tally, isOver: false, missing: new Map() };
  const clients = Array.from({ length: count }, (_, number) => new Client(crowd, number));
  const timer = setInterval(() => {
    for (const client of clients) client.look();
  }, LOOK_EVERY_MS);
  return {
    countInto: (next) => {
      crowd.tally = next;
    },
    behind: (sec) => clients.filter((client) => client.twapSec() < sec).length,
    takeMissing: () => {
      const missing = [...crowd.missing.values()];
      crowd.missing = new Map();
      return missing;
    },
    stop: () => {
      crowd.isOver = true;
      clearInterval(timer);
      for (const client of clients) client.close();
    },
  };
}

/** One client. It follows an asset. */
class Client {
  readonly #crowd: Crowd;
  readonly #number: number;
  readonly #asset: Asset;
  /** The last seq of each topic, got or published as missing. */
  readonly #lastSeqs = new Map<string, number>();
  #socket: WebSocket | undefined;
  #replica: number;
  #heardMs = 0;
  #isAsked = false;

  constructor(crowd: Crowd, number: number) {
    this.#crowd = crowd;
    this.#number = number;
    this.#asset = ASSETS[number % ASSETS.length] ?? "btc";
    this.#replica = number;
    this.#connect();
  }

  twapSec(): number {
    return this.#lastSeqs.get(`twap:${this.#asset}:60`) ?? 0;
  }

  /** Goes elsewhere if nothing was heard for too long. */
  look(): void {
    const silentMs = performance.now() - this.#heardMs;
    if (silentMs > SILENT_MS_MAX) return this.#leave();
    if (silentMs < PING_AFTER_MS || this.#isAsked) return;
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#isAsked = true;
    this.#socket.send(`{"op":"ping"}`);
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.terminate();
  }

  #leave(): void {
    this.close();
    this.#heardMs = performance.now();
    this.#replica++;
    setTimeout(() => this.#connect(), RETRY_MS * (1 + Math.random()));
  }

  #connect(): void {
    const { ground: { replicas }, isOver } = this.#crowd;
    if (isOver || this.#socket !== undefined) return;
    const url = replicas[this.#replica % replicas.length]?.url.replace("http", "ws");
    const address = `10.2.${this.#number >> 8}.${this.#number & 255}`;
    const options = { headers: { "x-forwarded-for": address } };
    const socket = new WebSocket(`${url}/api/v1/stream`, options as never);
    this.#socket = socket;
    this.#heardMs = performance.now();
    this.#isAsked = false;
    const isMine = () => this.#socket === socket;
    socket.addEventListener("open", () => isMine() && this.#subscribe(socket));
    socket.addEventListener("message", ({ data }) => isMine() && this.#hear(String(data)));
    socket.addEventListener("close", () => isMine() && this.#leave());
    socket.addEventListener("error", () => isMine() && this.#leave());
  }

  /** One message for each topic, as each has stopped somewhere else; a new one has no `since`. */
  #subscribe(socket: WebSocket): void {
    const assets = [this.#asset];
    const subscribe = (channel: string, span: object, topic: string) => {
      const since = this.#lastSeqs.get(topic);
      socket.send(JSON.stringify({ op: "subscribe", channel, assets, ...span, since }));
    };
    for (const interval of ALL_INTERVALS) {
      subscribe("targets", { intervals: [interval] }, `targets:${this.#asset}:${interval}`);
    }
    subscribe("twap", { windows: [60] }, `twap:${this.#asset}:60`);
  }

  #hear(text: string): void {
    this.#heardMs = performance.now();
    this.#isAsked = false;
    const frame = JSON.parse(text) as Frame;
    if (frame.type === "target" || frame.type === "twap") this.#take(frame);
    // What a slow reader misses comes after it has connected again.
    if (frame.type === "gap" && frame.reason !== "slow_reader") this.#takeGap(frame);
    const isRefused = frame.type === "error";
    if (isRefused) addFlaw(this.#crowd.tally, "wrong", { what: text });
  }

  #take({ topic, seq, price, valueE18, corrects }: Frame): void {
    const { tally, ground: { truth } } = this.#crowd;
    const [channel, , span = ""] = topic.split(":");
    const lastSeq = this.#lastSeqs.get(topic);
    if (lastSeq !== undefined && seq <= lastSeq && corrects !== true) {
      return addFlaw(tally, "doubled", { what: `${topic} ${seq} after ${lastSeq}` });
    }
    if (lastSeq !== undefined) this.#expectNone(topic, { fromSec: lastSeq + 1, toSec: seq - 1 });
    const isRight = channel === "twap"
      ? String(truth.nextTwap(this.#asset, seq).priceE18) === valueE18
      : truth.target(this.#asset, span, seq) === price;
    if (!isRight) addFlaw(tally, "wrong", { what: `${topic} ${seq}: ${price ?? valueE18}` });
    this.#lastSeqs.set(topic, Math.max(seq, lastSeq ?? 0));
  }

  #takeGap({ topic, fromSeq, toSeq, reason }: Frame): void {
    const { tally, missing } = this.#crowd;
    const lastSeq = this.#lastSeqs.get(topic);
    if (lastSeq !== undefined && fromSeq <= lastSeq) {
      addFlaw(tally, "doubled", { what: `${topic} ${fromSeq} of a gap after ${lastSeq}` });
    }
    if (lastSeq !== undefined) {
      this.#expectNone(topic, { fromSec: lastSeq + 1, toSec: fromSeq - 1 });
    }
    const seqs = lastSeq === undefined
      ? []
      : this.#published(topic, { fromSec: fromSeq, toSec: toSeq });
    const what = `${topic} ${seqs.length} from ${fromSeq}, ${reason}`;
    addMissing(tally, { what, count: seqs.length });
    const [channel, , span = ""] = topic.split(":");
    for (const startSec of channel === "targets" ? seqs : []) {
      missing.set(`${topic} ${startSec}`, { asset: this.#asset, interval: span, startSec });
    }
    this.#lastSeqs.set(topic, Math.max(toSeq, lastSeq ?? 0));
  }

  /** Counts as lost what was published in these seconds. */
  #expectNone(topic: string, range: { readonly fromSec: number; readonly toSec: number }): void {
    const count = this.#published(topic, range).length;
    if (count === 0) return;
    const what = `${topic} ${range.fromSec} to ${range.toSec}, client ${this.#number}`;
    addFlaw(this.#crowd.tally, "lost", { what, count });
  }

  /** The seqs of a topic in these seconds. */
  #published(
    topic: string,
    { fromSec, toSec }: { readonly fromSec: number; readonly toSec: number },
  ): ReadonlyArray<number> {
    const [channel, , span = ""] = topic.split(":");
    const found: Array<number> = [];
    if (channel === "twap") {
      const next = (sec: number) => this.#crowd.ground.truth.nextTwap(this.#asset, sec).observedSec;
      for (let sec = next(fromSec); sec <= toSec; sec = next(sec + 1)) found.push(sec);
      return found;
    }
    const lengthSec = lengthSecOf(span);
    const firstSec = Math.ceil(fromSec / lengthSec) * lengthSec;
    for (let sec = firstSec; sec <= toSec; sec += lengthSec) found.push(sec);
    return found;
  }
}
