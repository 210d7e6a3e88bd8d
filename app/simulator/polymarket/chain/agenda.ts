/**
 * What is due on the simulated chain: blocks, transactions of the relayer, the venue's own claims.
 *
 * @module
 */
import { type SandboxClock } from "../../kit/clock.ts";
import { type VenuePulse } from "../clob/venue_pulse.ts";

/** Does things at their instants, in order, whoever looks first. Instants are unix milliseconds. */
export interface Agenda {
  /** Does this once at an instant. What has one instant is done in the order of the calls. */
  at(atMs: number, run: Due): void;
  /** Does what is due. Nothing happens if it is being done already. */
  tend(): void;
  /** Returns when the next thing is due. */
  nextMs(): number | undefined;
}

/** Something due, which is told its instant: it may run later. */
export type Due = (atMs: number) => void;

interface Item {
  readonly atMs: number;
  readonly run: Due;
}

/** Makes an agenda without anything. */
export function makeAgenda(
  { clock, pulse }: { readonly clock: SandboxClock; readonly pulse: Pick<VenuePulse, "wake"> },
): Agenda {
  const items: Item[] = [];
  let isTending = false;
  const runDue = () => {
    for (let next = items[0]; next !== undefined && next.atMs <= clock.nowMs(); next = items[0]) {
      items.shift();
      next.run(next.atMs);
    }
  };
  return {
    at(atMs, run) {
      const later = items.findIndex((item) => item.atMs > atMs);
      items.splice(later < 0 ? items.length : later, 0, { atMs, run });
      pulse.wake(atMs);
    },
    tend() {
      // What is done reads the chain, which looks for what is due before it answers.
      if (isTending) return;
      isTending = true;
      try {
        runDue();
      } finally {
        isTending = false;
      }
    },
    nextMs: () => items[0]?.atMs,
  };
}
