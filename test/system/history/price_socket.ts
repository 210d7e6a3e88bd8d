/** A provider's adapter that listens: what it is sent, asks for again, and gives up. @module */
import { Effect } from "effect";
import {
  makeReceivedSeconds,
  type ReceivedSeconds,
} from "../../../adapters/chainlink/received_seconds.ts";
import type { Asset, Provider } from "../../../core/market/mod.ts";
import type { LiveEvent, LivePrices } from "../../../core/port/live_prices.ts";
import { REPLAY_MAX } from "../../../core/stream/mod.ts";
import type { Enter } from "../../stage/virtual_time.ts";
import type { Ground, ProviderListener } from "./ground.ts";
import {
  OBSERVED_EVERY_SEC,
  observedSecOf,
  pointAt,
  PUSHED_ASSETS,
  reportAt,
  rolloverAt,
} from "../../stage/truth.ts";

/** An observation is published this long after its second. */
const PUBLISHED_AFTER_SEC = 1;
const CONNECT_MS = 200;
const ASK_AGAIN_MS = 5_000;
/** What cannot be fetched for longer is given up. */
const LOST_AFTER_SEC = 120;

const STREAM = "twap_60";

/** An observation of one asset. */
interface Observed {
  readonly asset: Asset;
  readonly observedSec: number;
}

/** The way of one process to one provider. */
export interface SocketWay {
  readonly provider: Provider;
  /** The position of its replica. */
  readonly position: number;
  readonly enter: Enter;
}

/** One process that listens to one provider. */
export class PriceSocket implements ProviderListener {
  readonly provider: Provider;
  readonly #ground: Ground;
  readonly #position: number;
  readonly #listener: (event: LiveEvent) => void;
  readonly #enter: Enter;
  /** What this process has a report of or knows to be lost, from its own sockets or from others. */
  readonly #received: ReceivedSeconds;
  /** What came over this socket. */
  readonly #covered = new Set<string>();
  readonly #toFetch = new Map<string, Observed>();
  #isUp = false;
  #hasBegun = false;
  #isAsking = false;
  #isClosed = false;

  constructor(
    ground: Ground,
    { provider, position, listener, enter, received }: SocketWay & {
      readonly listener: (event: LiveEvent) => void;
      readonly received: ReceivedSeconds;
    },
  ) {
    [this.#ground, this.provider, this.#position] = [ground, provider, position];
    [this.#listener, this.#enter, this.#received] = [listener, enter, received];
    ground.sockets.add(this);
    this.#later(CONNECT_MS, () => this.#begin());
  }

  close(): void {
    this.#isClosed = true;
    this.#ground.sockets.delete(this);
  }

  /** The connection breaks or is there again. */
  connectionChanged(): void {
    this.#later(CONNECT_MS, () => this.#begin());
  }

  /** The provider publishes an observation. */
  observed(observed: Observed): void {
    const { conditions: { delivery }, chance } = this.#ground;
    // Before the first connection there is nothing to fetch: what it replays begins earlier.
    if (this.provider !== "oracle" || !this.#hasBegun) return;
    if (this.#isCutOff || !this.#isUp || delivery === "missing") {
      return this.#fetch(observed);
    }
    if (delivery === "lost") return this.#later(10_000, () => this.#giveUp(observed));
    const lateMs = delivery === "late" ? chance.within(5_000, 60_000) : 0;
    this.#later(lateMs, () => this.#deliver(observed));
    if (delivery === "twice") this.#later(5_000, () => this.#deliver(observed));
  }

  /** The exchange's first trade of an hour. One that is not seen is not proven later. */
  rolledOver(asset: Asset, hourSec: number): void {
    if (this.provider !== "exchange" || !this.#isUp) return;
    if (this.#isCutOff) return;
    const rollover = rolloverAt(asset, hourSec);
    this.#later(0, () => this.#emit({ kind: "rollover", asset, rollover }));
  }

  get #isCutOff(): boolean {
    return this.#ground.conditions.cutOff[this.provider].has(this.#position);
  }

  #begin(): void {
    const isUp = !this.#isCutOff;
    if (isUp !== this.#isUp || !isUp) this.#say(isUp);
    if (!isUp || this.provider === "exchange") return;
    const newestSec = this.#ground.nowSec - PUBLISHED_AFTER_SEC;
    const lastSec = Math.floor(newestSec / OBSERVED_EVERY_SEC) * OBSERVED_EVERY_SEC;
    for (const asset of PUSHED_ASSETS) {
      const replayedSec = lastSec - REPLAY_MAX;
      const fromSec = this.#hasBegun
        ? replayedSec
        : this.#received.firstMissing({ asset, stream: STREAM }, replayedSec);
      const firstSec = observedSecOf(fromSec);
      if (!this.#hasBegun) this.#giveUpBefore(asset, firstSec - OBSERVED_EVERY_SEC + 1);
      for (let observedSec = firstSec; observedSec <= lastSec; observedSec += OBSERVED_EVERY_SEC) {
        this.#fetch({ asset, observedSec });
      }
    }
    this.#hasBegun = true;
  }

  /** Waiting for anything older is pointless. */
  #giveUpBefore(asset: Asset, sec: number): void {
    this.#emit({ kind: "lost_reports", asset, stream: STREAM, fromSec: 0, toSec: sec - 1 });
  }

  #say(isUp: boolean): void {
    this.#isUp = isUp;
    this.#emit({ kind: "stream_state", provider: this.provider, isUp });
  }

  #fetch(observed: Observed): void {
    if (this.#covered.has(keyOf(observed))) return;
    this.#toFetch.set(keyOf(observed), observed);
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#later(ASK_AGAIN_MS, () => this.#ask());
  }

  #ask(): void {
    this.#isAsking = false;
    const isAnswering = this.#ground.conditions.oracle === "answers";
    for (const observed of [...this.#toFetch.values()]) {
      if (this.#covered.has(keyOf(observed))) this.#toFetch.delete(keyOf(observed));
      else if (isAnswering) this.#deliver(observed);
      else if (this.#ground.nowSec - observed.observedSec > LOST_AFTER_SEC) this.#giveUp(observed);
    }
    if (this.#toFetch.size === 0) return;
    this.#isAsking = true;
    this.#later(ASK_AGAIN_MS, () => this.#ask());
  }

  #deliver(observed: Observed): void {
    const { asset, observedSec } = observed;
    this.#toFetch.delete(keyOf(observed));
    this.#covered.add(keyOf(observed));
    this.#emit(
      this.#ground.plan.hasReports
        ? { kind: "report", asset, report: reportAt(asset, observedSec) }
        : { kind: "point", asset, point: pointAt(asset, observedSec) },
    );
  }

  #giveUp(observed: Observed): void {
    this.#toFetch.delete(keyOf(observed));
    if (this.#covered.has(keyOf(observed))) return;
    const { asset, observedSec } = observed;
    const { stream, validFromSec } = reportAt(asset, observedSec);
    this.#emit({
      kind: "lost_reports",
      asset,
      stream,
      fromSec: validFromSec,
      toSec: observedSec,
    });
  }

  #emit(event: LiveEvent): void {
    noteReceived(this.#received, event);
    this.#listener(event);
  }

  #later(ms: number, work: () => void): void {
    this.#ground.time.after(ms, () => this.#enter(() => this.#isClosed || work()));
  }
}

/** The port of one process for one provider. */
export function socketPrices(
  ground: Ground,
  way: SocketWay,
): LivePrices["Service"] {
  const received = makeReceivedSeconds();
  return {
    receive: (event) => noteReceived(received, event),
    listen: (listener) =>
      Effect.callback<never>(() => {
        const socket = new PriceSocket(ground, { ...way, listener, received });
        return Effect.sync(() => socket.close());
      }),
  };
}

/** Points stand for the reports of the same seconds. */
function noteReceived(received: ReceivedSeconds, event: LiveEvent): void {
  if (event.kind !== "point") return received.take(event);
  const { asset, point } = event;
  received.take({ kind: "report", asset, report: reportAt(asset, point.observedSec) });
}

function keyOf({ asset, observedSec }: Observed): string {
  return `${asset} ${observedSec}`;
}
