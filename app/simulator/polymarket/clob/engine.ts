/**
 * The matching engine of the simulated venue: accepts checked orders, matches or rests them, and
 * ends them.
 *
 * Every call first applies the effects of time: trades settle, orders expire, orders of closed
 * markets end, and the world's traders take from resting orders. While something rests or settles,
 * a timer does the same.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { costE6 } from "./micro_units.ts";
import { isImmediate } from "./order_price.ts";
import { type Entry, takesOf } from "./order_takes.ts";
import { filledE6, isResting, type PlacedOrder, restE6 } from "./placed_order.ts";
import { REFUSAL } from "./refusal.ts";
import { makeRestingOrders, type RestingOrderParts } from "./resting_orders.ts";
import { makeSettlement, type SettlementParts, type Take } from "./settlement.ts";
import { type VenuePulse } from "./venue_pulse.ts";

/** The immediate result of an order: nothing while it is delayed. Amounts are times 10^6. */
export interface Outcome {
  readonly placed: PlacedOrder;
  readonly status: PlacedOrder["status"];
  readonly moneyE6: bigint;
  readonly sharesE6: bigint;
}

/** The reason an order was not cancelled. */
export type NotCanceled =
  | "already canceled or matched"
  | "cannot cancel because the order is in pending/delayed status";

/** The engine. */
export interface Engine {
  /** Applies the effects of time. */
  tend(): void;
  /**
   * Accepts an order that was admitted in the same synchronous step, so that nothing comes in
   * between. If the market delays its takers, the answer waits for the delay.
   */
  place(entry: Entry): Promise<Result.Result<Outcome, Answer>>;
  /** Returns undefined on success. */
  cancel(placed: PlacedOrder | undefined): NotCanceled | undefined;
}

/** What the engine works with. */
export interface EngineParts extends SettlementParts, Omit<RestingOrderParts, "settlement"> {
  readonly pulse: VenuePulse;
}

/** While something rests, the world is looked at this often, in milliseconds of the clock. */
const LOOK_MS = 1_000;

/** Makes an engine, which goes on with the orders of its ledger. */
export function makeEngine(parts: EngineParts): Engine {
  const { accounts, books, clock, ledger, pulse, settling } = parts;
  const settlement = makeSettlement(parts);
  const resting = makeRestingOrders({ ...parts, settlement });
  const { end, publishToUser, publishLevel } = resting;
  const tend = () => {
    settling.tend();
    resting.tend();
  };
  const nextLookMs = () => (Math.floor(clock.nowMs() / LOOK_MS) + 1) * LOOK_MS;
  pulse.onBeat(() => {
    tend();
    const lookMs = ledger.resting().length > 0 ? nextLookMs() : Infinity;
    const nextMs = Math.min(lookMs, settling.nextMs() ?? Infinity);
    return nextMs === Infinity ? undefined : nextMs;
  });

  /** Returns what it would take now, or the reason it cannot. */
  const match = (entry: Entry): Result.Result<ReadonlyArray<Take>, Answer> => {
    const { order, payer, side } = entry.placed;
    const market = resting.marketNow(entry.placed);
    if (market === undefined) return Result.fail(REFUSAL.notReady);
    const ofPayer = ledger.resting().filter((other) => other.payer === payer);
    return takesOf(entry, {
      market,
      funds: {
        account: accounts.of(payer),
        resting: ofPayer,
        unsettled: settling.unsettled(payer, order.tokenId),
      },
      offers: books.offers(market, order.tokenId, side),
    });
  };
  const execute = (
    placed: PlacedOrder,
    takes: ReadonlyArray<Take>,
    restStatus: "live" | "unmatched" = "live",
  ): Outcome => {
    settlement.settle(placed, takes);
    const rests = !isImmediate(placed) && restE6(placed) > 0n;
    ledger.mark(placed, rests ? restStatus : "matched");
    publishToUser(placed, restStatus === "live" ? "PLACEMENT" : "UPDATE");
    if (rests) {
      publishLevel(placed);
      pulse.wake(nextLookMs());
    }
    return {
      placed,
      status: takes.length > 0 ? "matched" : placed.status,
      moneyE6: placed.fills.reduce((sum, fill) => sum + costE6(fill.sizeE6, fill.priceE6), 0n),
      sharesE6: filledE6(placed),
    };
  };
  const executeLate = (entry: Entry) => {
    tend();
    const found = match(entry);
    if (Result.isFailure(found)) return end(entry.placed, killedStatus(found.failure));
    execute(entry.placed, found.success, "unmatched");
  };
  const delay = (entry: Entry) => {
    const { createdMs, market: { delaySec } } = entry.placed;
    const waitMs = createdMs + delaySec * 1000 - clock.nowMs();
    setTimeout(() => executeLate(entry), clock.realMs(Math.max(0, waitMs))).unref();
  };
  if (ledger.resting().length > 0) pulse.wake(nextLookMs());
  for (const placed of ledger.all()) {
    // One that is post-only is never delayed.
    if (placed.status === "delayed") delay({ placed, isPostOnly: false });
  }

  return {
    tend,
    async place(entry) {
      tend();
      const { placed } = entry;
      const { takerDelayMs, delaySec } = placed.market;
      let found = match(entry);
      const takesAny = Result.isSuccess(found) && found.success.length > 0;
      if (takesAny && takerDelayMs > 0) {
        ledger.add(placed);
        await Bun.sleep(takerDelayMs);
        ledger.remove(placed.id);
        tend();
        found = match(entry);
      }
      if (Result.isFailure(found)) {
        if (found.failure === REFUSAL.killed || found.failure === REFUSAL.unmatched) {
          publishToUser(placed, "CANCELLATION", killedStatus(found.failure));
        }
        return Result.fail(found.failure);
      }
      ledger.add(placed);
      if (!takesAny || delaySec === 0) return Result.succeed(execute(placed, found.success));
      delay(entry);
      publishToUser(placed, "PLACEMENT");
      return Result.succeed({ placed, status: "delayed", moneyE6: 0n, sharesE6: 0n });
    },
    cancel(placed) {
      if (placed?.status === "delayed") {
        return "cannot cancel because the order is in pending/delayed status";
      }
      if (placed === undefined || !isResting(placed)) return "already canceled or matched";
      end(placed);
      return undefined;
    },
  };
}

/** Returns the status that the owner of a refused order sees. */
function killedStatus({ body }: Answer): string {
  return `CANCELED_${(body as { readonly error: string }).error}`;
}
