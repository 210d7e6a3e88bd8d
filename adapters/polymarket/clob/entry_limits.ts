/**
 * The limits of every signer that trades: kept from the venue's answers, and waited for.
 *
 * Whoever waits does so before anything is signed or stored, in machine time, and holds nobody up
 * who trades with another key.
 *
 * @module
 */
import { Context, Effect } from "effect";
import { type EntryKind, LOWEST_TIER } from "../../../core/order/mod.ts";
import type { EntryLimited } from "../../../core/port/mod.ts";
import type { HttpAnswer } from "../../outbound/mod.ts";
import { EntryQueue, type EntrySlot } from "./entry_queue.ts";
import { readLimits } from "./limit_headers.ts";

/** An entry that is being sent. Only the first call counts. */
export interface SentEntry {
  /** `cost`: how many it took from the bucket, 1 unless it cancelled something. */
  readonly answered: (
    answer: Pick<HttpAnswer, "status" | "headers">,
    cost?: number,
  ) => void;
  /** It will have no answer. */
  readonly lost: () => void;
}

/** One signer. */
export interface LimitedSigner {
  /** As the venue told it last. */
  tier: string | undefined;
  readonly orders: EntryQueue;
  readonly cancels: EntryQueue;
}

/** Signers that are remembered. One of whom nothing is known is taken for one that has rested. */
export const SIGNERS_MAX = 1_000;

/** The slot of the order that is about to be sent. */
const HeldSlot = Context.Reference<EntrySlot | undefined>("clob/HeldSlot", {
  defaultValue: () => undefined,
});

/** The limits of all signers, of whom none has sent anything. */
export class EntryLimits {
  readonly #nowMs: () => number;
  /** The last that was asked for stands last. */
  readonly #signers = new Map<string, LimitedSigner>();

  /** `nowMs` is the machine's, of a clock that never goes back. */
  constructor({ nowMs = () => performance.now() }: { readonly nowMs?: () => number } = {}) {
    this.#nowMs = nowMs;
  }

  /** All that are remembered. */
  signers(): Iterable<LimitedSigner> {
    return this.#signers.values();
  }

  /** Runs what sends one entry as soon as the venue takes one more of the signer's. */
  within<A, E, R>(
    { address, kind }: { readonly address: string; readonly kind: EntryKind },
    entry: Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E | EntryLimited, R> {
    return Effect.suspend(() => {
      const slot = this.#signer(address)[kind].slot();
      return slot.enter.pipe(
        Effect.andThen(Effect.provideService(entry, HeldSlot, slot)),
        Effect.ensuring(Effect.sync(slot.leave)),
      );
    });
  }

  /** An entry of the signer's is being sent: in the slot that it holds, or else without one. */
  sends(
    { address, kind }: { readonly address: string; readonly kind: EntryKind },
  ): Effect.Effect<SentEntry> {
    return HeldSlot.useSync((slot) => {
      const signer = this.#signer(address);
      const queue = signer[kind];
      const flight = slot?.isHeld() === true ? slot.depart() : queue.departNow();
      let isOver = false;
      const end = (answer?: Parameters<SentEntry["answered"]>[0], cost = 1) => {
        if (isOver) return;
        isOver = true;
        if (answer === undefined) return queue.arrive(flight, undefined);
        const told = readLimits(answer, { kind, cost, nowMs: Date.now() });
        signer.tier = told.tier ?? signer.tier;
        queue.arrive(flight, told);
      };
      return { answered: end, lost: () => end() };
    });
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
   * Makes room for one more: of those that nothing is under way for, the one that was asked for
   * longest ago is forgotten.
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
