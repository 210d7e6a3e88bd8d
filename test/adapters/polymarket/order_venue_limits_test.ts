import { beforeAll, describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { LOWEST_TIER } from "../../../core/order/mod.ts";
import {
  makeTrading,
  type StagedWallet,
  type Trading,
} from "../../contract/order_venue_staging.ts";
import type { ConditionId } from "../../../core/venue/mod.ts";
import { stageOrderVenue } from "./order_venue_world.ts";

const { world, run, fault, asked } = stageOrderVenue();
let trading: Trading;
beforeAll(async () => {
  trading = makeTrading(world());
  await world().book.put("/__mode", { tier: "standard" });
});

const { burst } = LOWEST_TIER.orders;
const statuses = async (path: string) => (await asked(path)).map(({ status }) => status);
const ALL = { conditionId: Option.none<ConditionId>(), tokenId: Option.none<string>() };
const cancelAll = ({ holder }: StagedWallet) => world().venue.cancel({ holder, filter: ALL });

/** A market and a wallet that have enough for every order. */
async function stage() {
  const [market, wallet] = await trading.stage();
  await world().putBook(market.yes, { bids: [], asks: [["0.27", "100000"]] });
  await world().setBalance(wallet, "100000");
  return [market, wallet] as const;
}

/** Places orders as the core does: in the venue's limits, and signed only then. */
async function orders(count: number) {
  const [market, wallet] = await stage();
  const { holder } = wallet;
  const place = Effect.flatMap(
    Effect.promise(() => trading.signOn(market, wallet)),
    (signed) => world().venue.send(signed, holder),
  );
  return {
    wallet,
    one: world().venue.withinLimits(holder, place),
    all: Effect.all(
      Array.from({ length: count }, () => Effect.result(world().venue.withinLimits(holder, place))),
      { concurrency: "unbounded" },
    ),
  };
}

describe("a burst of orders of one signer", () => {
  test("meets no refusal, and is placed as far as callers wait for it", async () => {
    const { all } = await orders(2 * burst);
    // When more are asked for, nothing is under way: these get what was refilled.
    const ends = [...await run(all), ...await run(all)];
    const placed = ends.filter(({ _tag }) => _tag === "Success");
    expect(await statuses("/order")).toEqual(placed.map(() => 200));
    expect(placed.length).toBeGreaterThan(burst);
    for (const end of ends) {
      if (end._tag === "Success") expect(end.success).toMatchObject({ kind: "matched" });
      else expect(end.failure).toMatchObject({ _tag: "EntryLimited", kind: "orders" });
    }
  });
});

describe("a refusal", () => {
  test("pauses orders before the next is signed, for as long as the venue requires", async () => {
    const { one } = await orders(1);
    await fault("POST /order", { status: 429, retry_after: 30, times: 1 });
    expect(await run(one)).toMatchObject({ kind: "refused", refusal: { reason: "busy" } });
    expect(await run(Effect.flip(one))).toMatchObject({ _tag: "EntryLimited", retryAfterSec: 30 });
    const other = await orders(1);
    expect(await run(other.one)).toMatchObject({ kind: "matched" });
    expect(await statuses("/order")).toEqual([429, 200]);
  });

  test("rests cancellations, and no orders", async () => {
    const { one, wallet } = await orders(1);
    await fault("DELETE /cancel-all", { status: 429, retry_after: 7, times: 1 });
    expect(await run(Effect.flip(cancelAll(wallet)))).toMatchObject({ reason: "limited" });
    expect(await run(Effect.flip(cancelAll(wallet))))
      .toMatchObject({ _tag: "EntryLimited", kind: "cancels", retryAfterSec: 7 });
    expect(await run(one)).toMatchObject({ kind: "matched" });
    expect(await statuses("/cancel-all")).toEqual([429]);
  });
});

describe("a cancellation", () => {
  const answer = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    fault("DELETE /cancel-all", { status: 200, times: 1, body, headers });
  const gone = (count: number) => ({
    canceled: Array.from({ length: count }, (_, number) => `0x${number}`),
    not_canceled: {},
  });

  test("of many orders is owed for", async () => {
    const wallet = await world().wallet(0);
    await answer(gone(290));
    expect((await run(cancelAll(wallet))).cancelled).toHaveLength(290);
    expect(await run(Effect.flip(cancelAll(wallet))))
      .toMatchObject({ _tag: "EntryLimited", kind: "cancels", retryAfterSec: 3 });
  });

  test("is charged as the venue reports", async () => {
    const wallet = await world().wallet(0);
    await answer(gone(290), { "Poly-RateLimit-Remaining": "0", "Poly-RateLimit-Tier": "elite" });
    await run(cancelAll(wallet));
    expect(await run(cancelAll(wallet))).toEqual({ cancelled: [], kept: new Map() });
  });

  test("that may have been carried out is not reported as not sent", async () => {
    const wallet = await world().wallet(0);
    await fault("DELETE /cancel-all", {
      status: 500,
      times: 1,
      headers: { "Poly-RateLimit-Remaining": "-500" },
    });
    expect(await run(Effect.flip(cancelAll(wallet))))
      .toMatchObject({ _tag: "ProviderFailed", reason: "unreachable" });
    expect(await statuses("/cancel-all")).toEqual([500]);
  });
});

test("more open orders than can be canceled at once are canceled in slices", async () => {
  const [market, wallet] = await stage();
  await world().book.put("/__mode", { tier: "elite" });
  const { burst } = LOWEST_TIER.cancels;
  const ids: Array<string> = [];
  for (let left = burst + 10; left > 0; left -= 1) ids.push(await world().rest(wallet, market.yes));
  await world().book.put("/__mode", { tier: "standard" });
  const { cancelled, kept } = await run(cancelAll(wallet));
  expect([[...cancelled].sort(), kept]).toEqual([ids.sort(), new Map()]);
  expect(await statuses("/cancel-all")).toEqual([429]);
  expect((await asked("/orders")).filter(({ method }) => method === "DELETE").length)
    .toBeGreaterThan(1);
});

test("what is lost on its way does not stay under way", async () => {
  const { one, wallet } = await orders(1);
  await fault("POST /order", { kind: "drop", times: 1 });
  await fault("DELETE /cancel-all", { kind: "drop" });
  expect(await run(one)).toMatchObject({ kind: "unknown" });
  await run(Effect.flip(cancelAll(wallet)));
  const busy = [...world().limits.signers()]
    .filter(({ orders, cancels }) => orders.isBusy || cancels.isBusy);
  expect(busy).toEqual([]);
});
