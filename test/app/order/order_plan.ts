/**
 * What happens to a service in a test of killed processes, all drawn from one seed.
 *
 * @module
 */
import fc from "fast-check";
import { PUT_MARKETS } from "./put_markets.ts";

/** An order that somebody wants. */
export interface Wish {
  readonly market: number;
  readonly outcome: "Up" | "Down";
  readonly side: "BUY" | "SELL";
  readonly orderType: "FOK" | "FAK";
  /** A JSON number: USDC of a buyer, shares of a seller. */
  readonly amount: string;
  /** The first try is sent twice at once, as by a client that is in a hurry. */
  readonly isDoubled: boolean;
  /** The first try is given up after so long; undefined: it is waited for. */
  readonly hangsUpMs: number | undefined;
}

/** A kill: `gap` orders are begun after the one before, and then so much time passes. */
export interface Kill {
  readonly gap: number;
  readonly afterMs: number;
  readonly replica: number;
}

/** Everything that is drawn. */
export interface OrderPlan {
  readonly seed: number;
  readonly wishes: ReadonlyArray<Wish>;
  readonly kills: ReadonlyArray<Kill>;
}

const amount = fc.integer({ min: 100, max: 1_500 }).map((cents) => (cents / 100).toFixed(2));

const wish: fc.Arbitrary<Wish> = fc.record({
  market: fc.nat(PUT_MARKETS - 1),
  outcome: fc.constantFrom("Up" as const, "Down" as const),
  side: fc.constantFrom("BUY" as const, "BUY" as const, "SELL" as const),
  orderType: fc.constantFrom("FOK" as const, "FAK" as const),
  amount,
  isDoubled: fc.nat(9).map((die) => die === 0),
  hangsUpMs: fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.nat(60) },
  ),
});

const kill = (gapMax: number): fc.Arbitrary<Kill> =>
  fc.record({
    gap: fc.integer({ min: 1, max: gapMax }),
    afterMs: fc.nat(80),
    replica: fc.nat(1),
  });

/**
 * Draws a plan, and runs a test with it. `FC_SEED` says from what, else the seed is drawn as well;
 * a failure names it.
 */
export async function withOrderPlan(
  { orders, kills }: { readonly orders: number; readonly kills: number },
  run: (plan: OrderPlan) => Promise<void>,
): Promise<void> {
  const seed = fc.readConfigureGlobal().seed ?? Math.floor(Math.random() * 2 ** 31);
  const draw = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
    fc.sample(arbitrary, { seed, numRuns });
  const gapMax = Math.max(1, Math.floor(orders / (kills + 1)) * 2 - 1);
  try {
    await run({ seed, wishes: draw(wish, orders), kills: draw(kill(gapMax), kills) });
  } catch (cause) {
    throw new Error(`FC_SEED=${seed}: ${cause instanceof Error ? cause.message : ""}`, { cause });
  }
}
