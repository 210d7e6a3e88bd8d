import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { Effect, Option, Redacted, Result } from "effect";
import { makePolymarketHeartbeatVenue } from "../../../adapters/polymarket/heartbeat_venue.ts";
import type { HeartbeatVenue } from "../../../core/port/heartbeat_venue.ts";
import type { OrderHolder } from "../../../core/port/order_venue.ts";
import { troubleContract } from "../../contract/trouble_contract.ts";
import { UNWATCHED } from "../../still_run.ts";
import { stageOrderVenue } from "./order_venue_world.ts";

const EVERYTHING = { conditionId: Option.none(), tokenId: Option.none() };
const MATCH = "POST /v1/heartbeats";
const { world, run, fault, mend, asked } = stageOrderVenue();
let venue: HeartbeatVenue["Service"];
let holder: OrderHolder;
beforeAll(async () => {
  venue = await Effect.runPromise(
    Effect.provide(makePolymarketHeartbeatVenue({ clobUrl: world().url }), UNWATCHED),
  );
});
beforeEach(async () => void ({ holder } = await world().wallet(0)));

const beat = (heartbeatId: string) => run(venue.beat({ holder, heartbeatId }));
const fail = () => run(Effect.flip(venue.beat({ holder, heartbeatId: "" })));

test("heartbeats are a chain, and a wrong id is answered with the expected one", async () => {
  const first = await beat("");
  const second = await beat(first.nextId);
  expect([first.kind, second.kind]).toEqual(["accepted", "accepted"]);
  for (const wrong of ["", first.nextId, "h1"]) {
    expect(await beat(wrong)).toEqual({ kind: "expected", nextId: second.nextId });
  }
  expect(await beat(second.nextId)).toMatchObject({ kind: "accepted" });
});

test("an order rests for as long as heartbeats come", async () => {
  const [wallet, { yes }] = [await world().wallet(0), await world().market({})];
  const id = await world().rest(wallet, yes);
  let nextId = "";
  const open = async () => {
    const { orders } = await run(
      world().venue.openOrders({
        holder: wallet.holder,
        filter: EVERYTHING,
        cursor: Option.none(),
      }),
    );
    return orders.map(({ orderId }) => orderId);
  };
  for (let count = 0; count < 5; count += 1) {
    ({ nextId } = await run(venue.beat({ holder: wallet.holder, heartbeatId: nextId })));
    await world().pass(5_000);
  }
  expect(await open()).toEqual([id]);
  await world().pass(10_000);
  expect(await open()).toEqual([]);
});

describe("a wrong id", () => {
  test.each(["error", "error_msg", "message"])("may be told of under %s", async (name) => {
    const body = { [name]: "Invalid Heartbeat ID", heartbeat_id: "h7" };
    await fault(MATCH, { status: 400, body });
    expect(await beat("h1")).toEqual({ kind: "expected", nextId: "h7" });
  });

  test.each([undefined, null, 7, "a\0", "x".repeat(201)])(
    "is not followed where it is none (%#)",
    async (heartbeat_id) => {
      await fault(MATCH, { status: 400, body: { error: "Invalid Heartbeat ID", heartbeat_id } });
      expect(await fail()).toMatchObject({ venueMessage: "Invalid Heartbeat ID" });
      await mend();
      await fault(MATCH, { status: 200, body: { heartbeat_id } });
      expect(await fail()).toMatchObject({ reason: "unreadable" });
    },
  );
});

troubleContract({
  name: "a heartbeat",
  meet: async (trouble) => {
    await fault(MATCH, trouble);
    const result = await run(Effect.result(venue.beat({ holder, heartbeatId: "" })));
    return { results: [result], calls: (await asked("/v1/heartbeats")).length };
  },
  troubles: [
    [500, "unreachable", 1],
    [{ status: 503, retry_after: 1 }, "unreachable", 1],
    [{ kind: "lost_reply" }, "unreachable", 1],
    [{ status: 429, retry_after: 7 }, ["limited", 7], 1],
    [425, "limited", 1],
    [403, "refused", 1],
  ],
});

test.each([200, 400, 401, 500])("a heartbeat reveals no secret with %d", async (status) => {
  const { secret, passphrase } = holder.credentials;
  const secrets = [Redacted.value(secret), Redacted.value(passphrase)];
  await fault(MATCH, { status, body: { error: `no ${secrets}`, status: secrets } });
  const end = await run(Effect.result(venue.beat({ holder, heartbeatId: "" })));
  if (Result.isSuccess(end)) throw new Error("it was accepted");
  expect(end.failure._tag).toBe(
    status === 401 ? "WalletRefused" : status === 400 ? "VenueRefused" : "ProviderFailed",
  );
  const messages = [end.failure.message, Bun.inspect(end.failure, { depth: 20 })].join("\n");
  for (const each of secrets) expect(messages).not.toContain(each);
});
