/**
 * Clients of the stream that follow averages and targets, and move to another replica when theirs
 * is silent.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import { StreamClient } from "../../stage/stream_client.ts";
import { ALL_INTERVALS } from "../../stage/world_truth.ts";
import type { Ground } from "./ground.ts";
import type { Tally } from "./tally.ts";
import { type Crowd, type MissingWindow, TopicJudge } from "./topic_judge.ts";

/** The clients together. */
export type StreamLoad = ReturnType<typeof startStreamLoad>;

/** A client that hears nothing asks, and without an answer goes elsewhere. */
const PING_AFTER_MS = 2_000;
const SILENT_MS_MAX = 4_000;
const LOOK_EVERY_MS = 500;
const RETRY_MS = 200;

/** Starts the clients, spread over the replicas. */
export function startStreamLoad(
  { truth, replicas }: Ground,
  { clients: count, tally }: { readonly clients: number; readonly tally: Tally },
) {
  const crowd: Crowd = { truth, tally, missing: new Map() };
  const urls = replicas.map(({ url }) => url);
  const clients = Array.from({ length: count }, (_, number) => new Follower(crowd, urls, number));
  const timer = setInterval(() => {
    for (const client of clients) client.look();
  }, LOOK_EVERY_MS);
  return {
    countInto: (next: Tally) => void (crowd.tally = next),
    /** How many have no average of this second or a later one. */
    behind: (sec: number) => clients.filter((client) => client.twapSec() < sec).length,
    /** The windows published as missing since the last call, each once. */
    takeMissing: (): ReadonlyArray<MissingWindow> => {
      const missing = [...crowd.missing.values()];
      crowd.missing = new Map();
      return missing;
    },
    stop: () => {
      clearInterval(timer);
      for (const client of clients) client.stop();
    },
  };
}

/** One client. It follows an asset. */
class Follower {
  readonly #urls: ReadonlyArray<string>;
  readonly #number: number;
  readonly #asset: Asset;
  readonly #judge: TopicJudge;
  #client: StreamClient | undefined;
  #replica: number;
  #heardMs = 0;
  #isAsked = false;
  #isOver = false;

  constructor(crowd: Crowd, urls: ReadonlyArray<string>, number: number) {
    this.#urls = urls;
    this.#number = number;
    this.#asset = ASSETS[number % ASSETS.length] ?? "btc";
    this.#judge = new TopicJudge(crowd, this.#asset);
    this.#replica = number;
    this.#connect();
  }

  twapSec(): number {
    return this.#judge.lastSeq(`twap:${this.#asset}:60`) ?? 0;
  }

  /** Goes elsewhere if nothing was heard for too long. */
  look(): void {
    const silentMs = performance.now() - this.#heardMs;
    if (silentMs > SILENT_MS_MAX) return this.#leave();
    if (silentMs < PING_AFTER_MS || this.#isAsked || !this.#client?.isOpen) return;
    this.#isAsked = true;
    this.#client.send({ op: "ping" });
  }

  stop(): void {
    this.#isOver = true;
    this.#client?.terminate();
  }

  #leave(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.terminate();
    this.#heardMs = performance.now();
    this.#replica++;
    setTimeout(() => this.#connect(), RETRY_MS * (1 + Math.random()));
  }

  #connect(): void {
    if (this.#isOver || this.#client !== undefined) return;
    const address = `10.2.${this.#number >> 8}.${this.#number & 255}`;
    const client = new StreamClient(this.#urls[this.#replica % this.#urls.length] ?? "", {
      headers: { "x-forwarded-for": address },
      onFrame: (text) => {
        if (this.#client !== client) return;
        this.#heardMs = performance.now();
        this.#isAsked = false;
        this.#judge.hear(JSON.parse(text));
      },
    });
    this.#client = client;
    this.#heardMs = performance.now();
    this.#isAsked = false;
    void client.opened.then((isOpen) => isOpen && this.#subscribe(client));
    void client.ended.then(() => this.#client === client && this.#leave());
  }

  /** One message for each topic, as each has stopped somewhere else; a new one has no `since`. */
  #subscribe(client: StreamClient): void {
    const assets = [this.#asset];
    const subscribe = (channel: string, span: object, topic: string) => {
      const since = this.#judge.lastSeq(topic);
      client.send({ op: "subscribe", channel, assets, ...span, since });
    };
    for (const interval of ALL_INTERVALS) {
      subscribe("targets", { intervals: [interval] }, `targets:${this.#asset}:${interval}`);
    }
    subscribe("twap", { windows: [60] }, `twap:${this.#asset}:60`);
  }
}
