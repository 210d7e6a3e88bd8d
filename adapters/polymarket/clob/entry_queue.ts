/**
 * Queues the orders, or the cancellations, of one signer until the venue's limit allows one more,
 * first come first served.
 *
 * @module
 */
import { Effect } from "effect";
import {
  endEntry,
  type EntryAnswer,
  type EntryBucket,
  type EntryInFlight,
  type EntryKind,
  type EntryRate,
  entryWaitMs,
  fullBucket,
  leftOf,
  releaseEntry,
  reserveEntry,
  sendEntry,
} from "../../../core/order/mod.ts";
import { EntryLimited } from "../../../core/port/venue_limits.ts";

/**
 * The longest wait, in machine time. An entry that would have to wait longer is refused
 * immediately, so no more entries wait than the venue accepts in this time.
 */
export const ENTRY_WAIT_MS_MAX = 1_000;

/** A waiting entry. One of its callbacks runs once, and none after `leave`. */
interface Waiter {
  readonly untilMs: number;
  readonly go: () => void;
  readonly giveUp: () => void;
}

/** The slot of an entry. Once reserved, it is sent or released, once. */
export interface EntrySlot {
  /** Completes when the entry may be sent. */
  readonly enter: Effect.Effect<void, EntryLimited>;
  /** Whether the entry may be sent, and was not sent yet. */
  readonly isReserved: () => boolean;
  /** Records that the entry is sent. */
  readonly send: () => EntryInFlight;
  /** Releases the slot unless the entry was sent. */
  readonly leave: () => void;
}

/** A queue of one signer. `nowMs` reads a monotonic clock of the machine. */
export class EntryQueue {
  readonly #kind: EntryKind;
  readonly #nowMs: () => number;
  readonly #waiting = new Set<Waiter>();
  #bucket: EntryBucket;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    kind: EntryKind,
    { rate, nowMs }: { readonly rate: EntryRate; readonly nowMs: () => number },
  ) {
    this.#kind = kind;
    this.#nowMs = nowMs;
    this.#bucket = fullBucket(rate, nowMs());
  }

  /** Whether anything is waiting, reserved or in flight. */
  get isBusy(): boolean {
    const { reserved, sent, ended } = this.#bucket;
    return this.#waiting.size > 0 || reserved + sent > ended;
  }

  /** What is left for other entries: 0 during a rest, negative where cancellations are owed. */
  get remaining(): number {
    const left = leftOf(this.#bucket, this.#nowMs());
    return this.restMs > 0 ? Math.min(left, 0) : left;
  }

  /** How long the next entry would wait. */
  get restMs(): number {
    return this.#waitMs(this.#waiting.size);
  }

  /** Returns a slot that is not entered yet, and reserves nothing. */
  slot(): EntrySlot {
    let isReserved = false;
    let waiter: Waiter | undefined;
    const take = () => {
      this.#bucket = reserveEntry(this.#bucket, this.#nowMs());
      isReserved = true;
    };
    return {
      enter: Effect.suspend(() => {
        const waitMs = this.restMs;
        if (waitMs === 0) {
          take();
          return Effect.void;
        }
        if (waitMs > ENTRY_WAIT_MS_MAX) return Effect.fail(this.#limited(waitMs));
        return Effect.callback<void, EntryLimited>((resume) => {
          waiter = {
            untilMs: this.#nowMs() + ENTRY_WAIT_MS_MAX,
            go: () => {
              take();
              resume(Effect.void);
            },
            giveUp: () => resume(Effect.fail(this.#limited(this.restMs))),
          };
          this.#waiting.add(waiter);
          this.#arm();
        });
      }),
      isReserved: () => isReserved,
      send: () => {
        isReserved = false;
        return this.#send();
      },
      leave: () => {
        if (waiter !== undefined) this.#waiting.delete(waiter);
        if (isReserved) this.#bucket = releaseEntry(this.#bucket, this.#nowMs());
        isReserved = false;
        this.#serve();
      },
    };
  }

  /** Records that an entry is sent immediately, ahead of those that wait. */
  sendNow(): EntryInFlight {
    this.#bucket = reserveEntry(this.#bucket, this.#nowMs());
    return this.#send();
  }

  /** Records the answer of an entry in flight, or undefined where none will come. */
  end(inFlight: EntryInFlight, answer: EntryAnswer | undefined): void {
    this.#bucket = endEntry(this.#bucket, { inFlight, answer, nowMs: this.#nowMs() });
    this.#serve();
  }

  #send(): EntryInFlight {
    const { bucket, inFlight } = sendEntry(this.#bucket, this.#nowMs());
    this.#bucket = bucket;
    return inFlight;
  }

  #waitMs(ahead: number): number {
    return entryWaitMs(this.#bucket, { nowMs: this.#nowMs(), ahead });
  }

  #limited(waitMs: number): EntryLimited {
    const retryAfterSec = Math.max(1, Math.ceil(waitMs / 1000));
    return new EntryLimited({ kind: this.#kind, retryAfterSec });
  }

  /** Starts the entries that may go, and gives up on those that have waited too long. */
  #serve(): void {
    if (this.#waiting.size === 0) return;
    const nowMs = this.#nowMs();
    for (const waiter of this.#waiting) {
      const mayGo = this.#waitMs(0) === 0;
      if (!mayGo && waiter.untilMs > nowMs) break;
      this.#waiting.delete(waiter);
      if (mayGo) waiter.go();
      else waiter.giveUp();
    }
    this.#arm();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const [first] = this.#waiting;
    if (first === undefined) return;
    const patienceMs = first.untilMs - this.#nowMs();
    const waitMs = Math.ceil(Math.min(this.#waitMs(0), patienceMs));
    this.#timer = setTimeout(() => this.#serve(), Math.max(1, waitMs));
  }
}
