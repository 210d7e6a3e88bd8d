import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { Effect, Option, Redacted, Result } from "effect";
import { NO_FILL, type OrderType } from "../../../core/order/mod.ts";
import type { OrderCallFailure } from "../../../core/port/order_venue.ts";
import type { EntryLimited } from "../../../core/port/venue_limits.ts";
import type { StagedMarket, StagedWallet } from "../../contract/order_venue_staging.ts";
import { troubleContract } from "../../contract/trouble_contract.ts";
import { stageOrderVenue } from "./order_venue_world.ts";
import type { ConditionId } from "../../../core/venue/mod.ts";

const { world, run, fault, mend, asked } = stageOrderVenue();
let market: StagedMarket;
let wallet: StagedWallet;
beforeAll(async () => void (market = await world().market({})));
// Another each time: one that was refused as too busy rests.
beforeEach(async () => void (wallet = await world().wallet(0)));

/** Has a path answered with this text, as it is. */
const say = (match: string, body: string, fields: Readonly<Record<string, unknown>> = {}) =>
  fault(match, { status: 200, headers: { "content-type": "x/y" }, body, ...fields });

const NOTHING = { conditionId: Option.none<ConditionId>(), tokenId: Option.none<string>() };
const ID = `0x${"ab".repeat(32)}`;
const PAGE = "<!DOCTYPE html><title>not found</title>";
const lookUp = (orderType: OrderType = "FOK") =>
  world().venue.lookUp({
    orderId: ID,
    orderType,
    sentSec: 1_000,
    holder: wallet.holder,
  });
const list = () =>
  world().venue.openOrders({ holder: wallet.holder, filter: NOTHING, cursor: Option.none() });
const find = () => world().venue.order({ holder: wallet.holder, orderId: ID });
const cancel = () => world().venue.cancel({ holder: wallet.holder, filter: NOTHING });

/** Every question that a wallet asks, where it is asked, and how often at most. */
const QUESTIONS: ReadonlyArray<
  readonly [
    match: string,
    ask: () => Effect.Effect<unknown, OrderCallFailure | EntryLimited>,
    tries: number,
  ]
> = [
  ["GET /data/orders", list, 3],
  ["GET /data/order/", find, 3],
  ["GET /data/order/", lookUp, 3],
  ["GET /data/trades", lookUp, 3],
  ["DELETE /cancel-all", cancel, 2],
];

describe.each([...QUESTIONS])("%s", (match, ask, tries) => {
  const path = match.replace(/^\w+ /, "");

  troubleContract({
    name: "it",
    meet: async (trouble) => {
      await fault(match, trouble);
      const result = await run(Effect.result(ask()));
      if (Result.isFailure(result)) expect(result.failure.message).toStartWith("Cannot ");
      return { results: [result] };
    },
    troubles: [
      [500, "unreachable"],
      ["drop", "unreachable"],
      [{ status: 429, retry_after: 7 }, ["limited", 7]],
      [425, "limited"],
      [403, "refused"],
      [{ status: 200, body: [1] }, "unreadable"],
    ],
  });

  test.each([
    [401, { _tag: "WalletRefused" }],
    [400, { _tag: "VenueRefused", venueMessage: "Invalid order payload" }],
  ])("lays %d to the wallet or to what was asked", async (status, refusal) => {
    await fault(match, { status });
    expect(await run(Effect.flip(ask()))).toMatchObject(refusal);
  });

  test("gets over trouble that passes, and not over what lasts", async () => {
    // Something to cancel.
    await world().rest(wallet, market.yes);
    await fault(match, { status: 502, times: tries - 1 });
    await run(ask());
    await fault(match, { status: 502 });
    await run(Effect.flip(ask()));
    expect(await asked(path)).toHaveLength(2 * tries);
  });

  test.each([200, 400, 401, 403, 429, 500])("reveals no secret with %d", async (status) => {
    const { secret, passphrase } = wallet.holder.credentials;
    const secrets = [Redacted.value(secret), Redacted.value(passphrase)];
    const body = { error: `no ${secrets}`, data: secrets.join(), status: `x ${secrets}` };
    await fault(match, { status, body });
    const end = await run(Effect.result(ask()));
    // What is asked for as it is, is the venue's own to write.
    if (end._tag === "Success") return expect([status, path]).toEqual([200, "/data/order/"]);
    const messages = [
      end.failure.message,
      String(end.failure.cause),
      JSON.stringify(end.failure),
      Bun.inspect(end.failure, { depth: 20 }),
    ].join("\n");
    for (const each of secrets) expect(messages).not.toContain(each);
  });
});

describe("a cancellation whose answer is lost", () => {
  test("is not reported as one that found nothing to cancel", async () => {
    const id = await world().rest(wallet, market.yes);
    await fault("DELETE /cancel-all", { kind: "lost_reply", times: 1 });
    const failure = await run(Effect.flip(cancel()));
    expect(failure).toMatchObject({ _tag: "ProviderFailed", reason: "unreachable" });
    expect(await run(cancel())).toEqual({ cancelled: [], kept: new Map() });
    expect((await run(list())).orders.map(({ orderId }) => orderId)).not.toContain(id);
  });

  test("is carried out at the second try where the first never arrived", async () => {
    const id = await world().rest(wallet, market.yes);
    await fault("DELETE /cancel-all", { kind: "drop", times: 1 });
    expect(await run(cancel())).toEqual({ cancelled: [id], kept: new Map() });
  });
});

describe("an order that the venue has no more", () => {
  test.each(["", "null", "{}", `{"id":"","status":""}`])(
    "may be answered with %p",
    async (body) => {
      await say("GET /data/order/", body);
      expect(await run(find())).toEqual(Option.none());
      expect(await run(lookUp())).toEqual({ kind: "missing" });
    },
  );

  test("may be answered with 404, with or without a message, but not by a web page", async () => {
    for (const body of ["", `{"error":"what"}`]) {
      await say("GET /data/order/", body, { status: 404, times: 2 });
      expect(await run(find())).toEqual(Option.none());
      expect(await run(lookUp())).toEqual({ kind: "missing" });
    }
    await say("GET /data/order/", PAGE, { status: 404 });
    expect(await run(Effect.flip(find()))).toMatchObject({ reason: "refused" });
    expect(await run(Effect.flip(lookUp()))).toMatchObject({ reason: "refused" });
  });

  test("may have been another wallet's", async () => {
    const order = { id: ID, status: "LIVE", owner: "x", maker_address: `0x${"9".repeat(40)}` };
    await say("GET /data/order/", JSON.stringify(order));
    expect(await run(find())).toEqual(Option.none());
    await mend();
    const own = { ...order, maker_address: wallet.holder.funder.toLowerCase() };
    await say("GET /data/order/", JSON.stringify(own));
    const { owner: _, ...shown } = own;
    expect(await run(find())).toMatchObject(Option.some({ orderId: ID, raw: shown }));
  });
});

describe("looking up", () => {
  const trade = (fields: object = {}) => ({
    taker_order_id: ID,
    status: "MATCHED",
    size: "10",
    price: "0.27",
    ...fields,
  });
  const page = (next_cursor: string | null, ...data: ReadonlyArray<object>) =>
    JSON.stringify({ limit: 1, count: data.length, next_cursor, data });

  test("asks for trades since a minute before, whichever outcome the taker took", async () => {
    expect(await run(lookUp())).toEqual({ kind: "missing" });
    const query = new URLSearchParams({
      maker_address: wallet.holder.funder,
      after: "940",
    });
    expect(await asked("/data/trades")).toMatchObject([{ path: `/data/trades?${query}` }]);
  });

  test.each(
    [
      ["Protocol V1", "7132", 1],
      ["Protocol V2", String((1n << 248n) + (77n << 120n)), 2],
      ["no known protocol", undefined, 2],
    ] as const,
  )("asks for trades in the market of an order of %s", async (_, asset_id, calls) => {
    const status = { status: "CANCELED", size_matched: "10", market: "0xCafe" };
    await say("GET /data/order/", JSON.stringify({ id: ID, asset_id, ...status }));
    const query = { maker_address: wallet.holder.funder, after: "940" };
    const ofMarket = {
      path: `/data/trades?${new URLSearchParams({ ...query, market: "0xCafe" })}`,
    };
    const ofAll = { path: `/data/trades?${new URLSearchParams(query)}` };
    const sharesE6 = Option.some(10_000_000n);
    // Where the market has none, only all trades are certain to be what the venue has.
    expect(await run(lookUp()))
      .toEqual({ kind: "matched", fill: { sharesE6, usdcE6: Option.none() } });
    expect(await asked("/data/trades")).toMatchObject([ofMarket, ofAll].slice(0, calls));
    await say("GET /data/trades", page("", trade()), { times: 1 });
    expect(await run(lookUp()))
      .toEqual({ kind: "matched", fill: { sharesE6, usdcE6: Option.some(2_700_000n) } });
    expect((await asked("/data/trades")).slice(calls)).toMatchObject([ofMarket]);
  });

  test("reads every page", async () => {
    await say("GET /data/trades", page("MQ==", trade({ taker_order_id: "0x0" })), { times: 1 });
    await say("GET /data/trades", page("Mg==", trade()), { times: 1 });
    await say("GET /data/trades", page("", trade({ size: "1", price: "1" })), { times: 1 });
    const [sharesE6, usdcE6] = [Option.some(11_000_000n), Option.some(3_700_000n)];
    expect(await run(lookUp())).toEqual({ kind: "matched", fill: { sharesE6, usdcE6 } });
    const cursors = (await asked("/data/trades"))
      .map(({ path }) => new URLSearchParams(path.slice(path.indexOf("?"))).get("next_cursor"));
    expect(cursors).toEqual([null, "MQ==", "Mg=="]);
  });

  test("gives up on pages without an end", async () => {
    await say("GET /data/trades", page("MQ=="));
    expect(await run(Effect.flip(lookUp()))).toMatchObject({ reason: "unreadable" });
  });

  test.each([null, "", "LTE="])(
    "ends at the cursor %p, and where the list is null",
    async (cursor) => {
      await say("GET /data/trades", JSON.stringify({ next_cursor: cursor, data: null }));
      expect(await run(lookUp())).toEqual({ kind: "missing" });
      await say("GET /data/orders", JSON.stringify({ next_cursor: cursor, data: null }));
      expect(await run(list())).toEqual({ orders: [], nextCursor: Option.none() });
    },
  );

  test.each([undefined, null, "", "0"])(
    "counts the trades of a cancelled order that states %p as traded",
    async (size_matched) => {
      await say("GET /data/order/", JSON.stringify({ id: ID, status: "CANCELED", size_matched }));
      await say("GET /data/trades", page("", trade()), { times: 1 });
      const [sharesE6, usdcE6] = [Option.some(10_000_000n), Option.some(2_700_000n)];
      expect(await run(lookUp())).toEqual({ kind: "matched", fill: { sharesE6, usdcE6 } });
      expect(await run(lookUp())).toMatchObject({ kind: "refused" });
    },
  );

  test("asks for no trades of one that rested and says twice that it traded nothing", async () => {
    const canceled = { id: ID, status: "CANCELED", size_matched: "0", associate_trades: [] };
    await say("GET /data/order/", JSON.stringify(canceled));
    expect(await run(lookUp("GTC"))).toMatchObject({ kind: "canceled", fill: NO_FILL });
    expect(await asked("/data/trades")).toEqual([]);
    expect(await run(lookUp())).toMatchObject({ kind: "refused" });
    expect(await asked("/data/trades")).toHaveLength(1);
  });

  test.each([{ status: "WHAT" }, { status: 5 }, { id: ID }])("cannot read %j", async (order) => {
    await say("GET /data/order/", JSON.stringify(order));
    expect(await run(Effect.flip(lookUp()))).toMatchObject({ reason: "unreadable" });
  });
});
