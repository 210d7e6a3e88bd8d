/**
 * The orders, or the cancellations, of one signer: they go when the venue takes one more, first
 * come first served.
 *
 * @module
 */
import { Effect } from "effect";
import {
  endEntry,
  type EntryAnswer,
  type EntryBucket,
  type EntryFlight,
  type EntryKind,
  type EntryRate,
  entryWaitMs,
  fullBucket,
  giveBackEntry,
  holdEntry,
  leftOf,
  sendEntry,
} from "../../../core/order/mod.ts";
import { EntryLimited } from "../../../core/port/mod.ts";

/**
 * Nobody waits longer than this, in machine time: who would have to is refused at once. So no more
 * wait than the venue takes in this time.
 */
export const ENTRY_WAIT_MS_MAX = 1_000;

/** Told once, and never again after `leave`. */
interface Waiter {
  readonly untilMs: number;
  readonly go: () => void;
  readonly giveUp: () => void;
}

/** An entry that was promised. It is sent or given back, once. */
export interface EntrySlot {
  /** Ends when the entry may be sent. */
  readonly enter: Effect.Effect<void, EntryLimited>;
  /** Whether it may be sent, and was not yet. */
  readonly isHeld: () => boolean;
  /** It is being sent. */
  readonly depart: () => EntryFlight;
  /** It will not be sent any more, unless it was. */
  readonly leave: () => void;
}

/** `nowMs` is the machine's, of a clock that never goes back. */
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

  /** Whether somebody waits, or something is under way. */
  get isBusy(): boolean {
    const { held, sent, ended } = this.#bucket;
    return this.#waiting.size > 0 || held + sent > ended;
  }

  /** What is left for others: nothing while the venue wants nothing, and less where it is owed. */
  get remaining(): number {
    const left = leftOf(this.#bucket, this.#nowMs());
    return this.restMs > 0 ? Math.min(left, 0) : left;
  }

  /** How long the next one would wait. */
  get restMs(): number {
    return this.#waitMs(this.#waiting.size);
  }

  /** A slot that is not entered yet, and holds nothing. */
  slot(): EntrySlot {
    let isHeld = false;
    let waiter: Waiter | undefined;
    const take = () => {
      this.#bucket = holdEntry(this.#bucket, this.#nowMs());
      isHeld = true;
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
      isHeld: () => isHeld,
      depart: () => {
        isHeld = false;
        return this.#send();
      },
      leave: () => {
        if (waiter !== undefined) this.#waiting.delete(waiter);
        if (isHeld) this.#bucket = giveBackEntry(this.#bucket, this.#nowMs());
        isHeld = false;
        this.#serve();
      },
    };
  }

  /** Sends one at once, whoever waits. */
  departNow(): EntryFlight {
    this.#bucket = holdEntry(this.#bucket, this.#nowMs());
    return this.#send();
  }

  /** One that was sent has its answer, or will have none. */
  arrive(flight: EntryFlight, answer: EntryAnswer | undefined): void {
    this.#bucket = endEntry(this.#bucket, { flight, answer, nowMs: this.#nowMs() });
    this.#serve();
  }

  #send(): EntryFlight {
    const { bucket, flight } = sendEntry(this.#bucket, this.#nowMs());
    this.#bucket = bucket;
    return flight;
  }

  #waitMs(ahead: number): number {
    return entryWaitMs(this.#bucket, { nowMs: this.#nowMs(), ahead });
  }

  #limited(waitMs: number): EntryLimited {
    const retryAfterSec = Math.max(1, Math.ceil(waitMs / 1000));
    return new EntryLimited({ kind: this.#kind, retryAfterSec });
  }

  /** Lets those go who may, and gives up for those who have waited for too long. */
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
