/**
 * Tracks the venue's rate limits of every signer that trades, and waits for them.
 *
 * An order waits before anything is signed or stored, in machine time, and never holds up orders of
 * another key.
 *
 * @module
 */
import { Context, Effect } from "effect";
import { type EntryKind, LOWEST_TIER } from "../../../core/order/mod.ts";
import type { EntryLimited } from "../../../core/port/venue_limits.ts";
import type { HttpAnswer } from "../../outbound/mod.ts";
import { EntryQueue, type EntrySlot } from "./entry_queue.ts";
import { readLimits } from "./limit_headers.ts";

/** An entry in flight. Only the first call counts. */
export interface SentEntry {
  /** Records the answer. `cost`: how much the entry took from the bucket; 1 by default. */
  readonly answered: (
    answer: Pick<HttpAnswer, "status" | "headers">,
    cost?: number,
  ) => void;
  /** Records that no answer will come. */
  readonly lost: () => void;
}

/** The limits of one signer. */
export interface LimitedSigner {
  /** The tier that the venue reported last. */
  tier: string | undefined;
  readonly orders: EntryQueue;
  readonly cancels: EntryQueue;
}

/** The most signers to track. A signer that is not tracked is assumed to have full buckets. */
export const SIGNERS_MAX = 1_000;

/** The slot of the order that is about to be sent. */
const CurrentSlot = Context.Reference<EntrySlot | undefined>("clob/CurrentSlot", {
  defaultValue: () => undefined,
});

/** The limits of all signers. */
export class EntryLimits {
  readonly #nowMs: () => number;
  /** In order of use, the most recent last. */
  readonly #signers = new Map<string, LimitedSigner>();

  /** `nowMs` reads a monotonic clock of the machine. */
  constructor({ nowMs = () => performance.now() }: { readonly nowMs?: () => number } = {}) {
    this.#nowMs = nowMs;
  }

  /** Returns every tracked signer. */
  signers(): Iterable<LimitedSigner> {
    return this.#signers.values();
  }

  /** Runs `entry`, which sends one entry, as soon as the signer's limit allows one more. */
  within<A, E, R>(
    { address, kind }: { readonly address: string; readonly kind: EntryKind },
    entry: Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E | EntryLimited, R> {
    return Effect.suspend(() => {
      const slot = this.#signer(address)[kind].slot();
      return slot.enter.pipe(
        Effect.andThen(Effect.provideService(entry, CurrentSlot, slot)),
        Effect.ensuring(Effect.sync(slot.leave)),
      );
    });
  }

  /** Records that an entry of the signer is sent: in its reserved slot, or else without one. */
  sends(
    { address, kind }: { readonly address: string; readonly kind: EntryKind },
  ): Effect.Effect<SentEntry> {
    return CurrentSlot.useSync((slot) => {
      const signer = this.#signer(address);
      const queue = signer[kind];
      const inFlight = slot?.isReserved() === true ? slot.send() : queue.sendNow();
      let isOver = false;
      const end = (answer?: Parameters<SentEntry["answered"]>[0], cost = 1) => {
        if (isOver) return;
        isOver = true;
        if (answer === undefined) return queue.end(inFlight, undefined);
        const reported = readLimits(answer, { kind, cost, nowMs: Date.now() });
        signer.tier = reported.tier ?? signer.tier;
        queue.end(inFlight, reported);
      };
      return { answered: end, lost: () => end() };
    });
  }

  /** Returns what is left of a signer's limit, as estimated here. */
  remaining(
    { address, kind }: { readonly address: string; readonly kind: EntryKind },
  ): number {
    return this.#signer(address)[kind].remaining;
  }

  #signer(address: string): LimitedSigner {
    const name = address.toLowerCase();
    const known = this.#signers.get(name);
    if (known === undefined) this.#forget();
    const nowMs = this.#nowMs;
    const signer = known ?? {
      tier: undefined,
      orders: new EntryQueue("orders", { rate: LOWEST_TIER.orders, nowMs }),
      cancels: new EntryQueue("cancels", { rate: LOWEST_TIER.cancels, nowMs }),
    };
    this.#signers.delete(name);
    this.#signers.set(name, signer);
    return signer;
  }

  /**
   * Makes room for one more: drops the least recently used signer that has nothing waiting or in
   * flight.
   */
  #forget(): void {
    if (this.#signers.size < SIGNERS_MAX) return;
    for (const [name, { orders, cancels }] of this.#signers) {
      if (orders.isBusy || cancels.isBusy) continue;
      this.#signers.delete(name);
      return;
    }
  }
}
