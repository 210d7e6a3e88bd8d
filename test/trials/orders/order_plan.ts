/** What happens to a service in a trial of killed processes, all drawn from one seed. @module */
import fc from "fast-check";
import { trialSeed } from "../size.ts";
import { PUT_MARKETS } from "../../app/order/put_markets.ts";

/** An order that a customer requests. */
export interface OrderRequest {
  readonly market: number;
  readonly outcome: "Up" | "Down";
  readonly side: "BUY" | "SELL";
  readonly orderType: "FOK" | "FAK";
  /** A JSON number: USDC of a buyer, shares of a seller. */
  readonly amount: string;
  /** The first try is sent twice at once, as by an impatient client. */
  readonly isDoubled: boolean;
  /** The timeout of the first try; undefined: none. */
  readonly hangsUpMs: number | undefined;
}

/** A kill, `gap` requests and then `afterMs` after the one before. */
export interface Kill {
  readonly gap: number;
  readonly afterMs: number;
  readonly replica: number;
}

/** The drawn plan. */
export interface OrderPlan {
  readonly seed: number;
  readonly requests: ReadonlyArray<OrderRequest>;
  readonly kills: ReadonlyArray<Kill>;
}

const amount = fc.integer({ min: 100, max: 1_500 }).map((cents) => (cents / 100).toFixed(2));

const request: fc.Arbitrary<OrderRequest> = fc.record({
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
 * Draws a plan, and runs a trial with it, from the seed of the trial; a failure names it.
 */
export async function withOrderPlan(
  { orders, kills }: { readonly orders: number; readonly kills: number },
  run: (plan: OrderPlan) => Promise<void>,
): Promise<void> {
  const seed = trialSeed();
  const draw = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
    fc.sample(arbitrary, { seed, numRuns });
  const gapMax = Math.max(1, Math.floor(orders / (kills + 1)) * 2 - 1);
  try {
    await run({ seed, requests: draw(request, orders), kills: draw(kill(gapMax), kills) });
  } catch (cause) {
    throw new Error(`TRIAL_SEED=${seed}: ${cause instanceof Error ? cause.message : ""}`, {
      cause,
    });
  }
}
