/**
 * Holds what a client of the stream receives, over all of its connections, to the truth.
 *
 * @module
 */
import type { Asset } from "../../../core/market/mod.ts";
import { lengthSecOf, type Truth } from "../../stage/world_truth.ts";
import { addFlaw, type Tally } from "./tally.ts";

/** The frames that are judged: `target`, `twap` and `gap`, with the fields of each. */
export interface TopicFrame {
  readonly type: string;
  readonly topic: string;
  readonly seq: number;
  readonly price: number;
  readonly valueE18: string;
  readonly corrects?: boolean;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly reason: string;
}

/** A window that the stream published as missing. */
export interface MissingWindow {
  readonly asset: Asset;
  readonly interval: string;
  readonly startSec: number;
}

/** What the clients have in common. */
export interface Crowd {
  readonly truth: Truth;
  tally: Tally;
  missing: Map<string, MissingWindow>;
}

/** One client's topics, all of one asset. */
export class TopicJudge {
  readonly #crowd: Crowd;
  readonly #asset: Asset;
  /** The last seq of each topic, got or published as missing. */
  readonly #lastSeqs = new Map<string, number>();

  /** One a client. */
  constructor(crowd: Crowd, asset: Asset) {
    this.#crowd = crowd;
    this.#asset = asset;
  }

  /** The last seq of a topic; nothing before its first. */
  lastSeq(topic: string): number | undefined {
    return this.#lastSeqs.get(topic);
  }

  /** Judges the next frame. */
  hear(frame: TopicFrame): void {
    if (frame.type === "target" || frame.type === "twap") this.#take(frame);
    // What a slow reader misses comes after it has connected again.
    if (frame.type === "gap" && frame.reason !== "slow_reader") this.#takeGap(frame);
    if (frame.type === "error") {
      addFlaw(this.#crowd.tally, "wrong", { what: JSON.stringify(frame) });
    }
  }

  #take({ topic, seq, price, valueE18, corrects }: TopicFrame): void {
    const { tally, truth } = this.#crowd;
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

  #takeGap({ topic, fromSeq, toSeq, reason }: TopicFrame): void {
    const { tally, missing } = this.#crowd;
    const lastSeq = this.#lastSeqs.get(topic);
    this.#lastSeqs.set(topic, Math.max(toSeq, lastSeq ?? 0));
    if (lastSeq === undefined) return;
    if (fromSeq <= lastSeq) {
      addFlaw(tally, "doubled", { what: `${topic} ${fromSeq} of a gap after ${lastSeq}` });
    }
    this.#expectNone(topic, { fromSec: lastSeq + 1, toSec: fromSeq - 1 });
    const seqs = this.#published(topic, { fromSec: fromSeq, toSec: toSeq });
    const what = `${topic} ${seqs.length} from ${fromSeq}, ${reason}`;
    addFlaw(tally, "missing", { what, count: seqs.length });
    const [channel, , interval = ""] = topic.split(":");
    for (const startSec of channel === "targets" ? seqs : []) {
      missing.set(`${topic} ${startSec}`, { asset: this.#asset, interval, startSec });
    }
  }

  /** Counts as lost what was published in these seconds. */
  #expectNone(topic: string, range: { readonly fromSec: number; readonly toSec: number }): void {
    const count = this.#published(topic, range).length;
    const what = `${topic} ${range.fromSec} to ${range.toSec}`;
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
      const next = (sec: number) => this.#crowd.truth.nextTwap(this.#asset, sec).observedSec;
      for (let sec = next(fromSec); sec <= toSec; sec = next(sec + 1)) found.push(sec);
      return found;
    }
    const lengthSec = lengthSecOf(span);
    const firstSec = Math.ceil(fromSec / lengthSec) * lengthSec;
    for (let sec = firstSec; sec <= toSec; sec += lengthSec) found.push(sec);
    return found;
  }
}
