import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Option } from "effect";
import { until } from "../../until.ts";
import { ACCOUNT } from "../account/keyed_server.ts";
import { orderClient } from "./order_client.ts";
import { addWallet, withoutApprovals } from "./order_world.ts";

const KEY = { "idempotency-key": "first" };

describe("the same Idempotency-Key", () => {
  test("replays the first answer, however the request is spelled", async () => {
    const { place, exchange, wallet } = await orderClient();
    const first = await place({}, KEY);
    expect(first.headers.has("idempotent-replayed")).toBe(false);
    for (
      const fields of [
        {},
        { amount: "1e1" },
        { amount: "10.00", outcome: `" UP "`, side: `"buy"`, orderType: `"fok"` },
        { slug: `"BTC-Up "`, outcome: `"ｕＰ "`, orderType: `"ＦOK"`, side: `" ｂuy"` },
        { eventSlug: "null", orderType: "null", limitPrice: "null", dryRun: "null" },
        { walletId: JSON.stringify(wallet.id.toUpperCase()) },
      ]
    ) {
      const again = await place(fields, KEY);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(again.headers.get("access-control-expose-headers")).toContain("Idempotent-Replayed");
    }
    // A header that comes in two lines is sent once, where they are the same.
    const twice = await place({}, { "idempotency-key": "first, first" });
    expect(twice.headers.get("idempotent-replayed")).toBe("true");
    expect(exchange.receivedOrders).toHaveLength(1);
    expect((await place({}, { "idempotency-key": "second" })).body["orderId"])
      .not.toBe(first.body["orderId"]);
  });

  test("is 409 with another field, and with another wallet of the account", async () => {
    const { place, exchange, server } = await orderClient();
    const other = await server.runPromise(addWallet(ACCOUNT.id));
    await place({}, KEY);
    for (
      const fields of [
        { slug: `"candidate-a"` },
        { eventSlug: `"btc"` },
        { outcome: `"Down"` },
        { side: `"SELL"` },
        { amount: "10.01" },
        { orderType: `"FAK"` },
        { limitPrice: "0.5" },
        { walletId: JSON.stringify(other.id) },
      ]
    ) {
      const { status, body, headers } = await place(fields, KEY);
      expect([fields, status, body["code"]]).toEqual([fields, 409, "bad_request"]);
      expect(body["error"])
        .toBe('Cannot use the Idempotency-Key "first": it belongs to another request');
      expect([headers.has("idempotent-replayed"), headers.has("retry-after")])
        .toEqual([false, false]);
    }
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test("is 409 with Retry-After while the first request is in progress", async () => {
    const { place, fail, exchange } = await orderClient();
    const released = Deferred.makeUnsafe<void>();
    fail({ kind: "held", until: Deferred.await(released) });
    const first = place({}, KEY);
    await until(() => exchange.receivedOrders.length === 1);
    const { status, headers, body } = await place({}, KEY);
    expect([status, headers.get("retry-after"), body["code"]]).toEqual([409, "1", "bad_request"]);
    Effect.runSync(Deferred.succeed(released, undefined));
    expect((await first).status).toBe(200);
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test("replays a refusal of the venue, and hints that another try needs a new key", async () => {
    const { place, fail, exchange } = await orderClient();
    const message = "not enough balance / allowance";
    fail({
      kind: "refused",
      refusal: { reason: "balance", message, retryAfterSec: Option.none() },
    });
    const answers = [await place({}, KEY), await place({}, KEY)];
    for (const { status, body } of answers) {
      expect([status, body["error"]]).toEqual([400, `Cannot place the order: ${message}`]);
      expect(body["hint"]).toContain("new Idempotency-Key");
    }
    expect(answers.map(({ headers }) => headers.get("idempotent-replayed")))
      .toEqual([null, "true"]);
    expect((await place({}, { "idempotency-key": "second" })).status).toBe(200);
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test.each(["not_sent", "paused", "region"] as const)(
    "has no Retry-After for what it keeps, %s, neither at first nor again",
    async (reason) => {
      const { place, fail, exchange } = await orderClient();
      const refusal = { reason, message: "no", retryAfterSec: Option.some(7) };
      fail({ kind: "refused", refusal });
      for (const replayed of [null, "true"]) {
        const { status, headers, body } = await place({}, KEY);
        expect([status, headers.get("retry-after"), headers.get("idempotent-replayed")])
          .toEqual([503, null, replayed]);
        expect(body["hint"]).toContain("This answer is settled: to try again, after 7 s, send");
      }
      fail({ kind: "refused", refusal });
      const keyless = await place();
      expect([keyless.status, keyless.headers.get("retry-after")]).toEqual([503, "7"]);
      expect(exchange.receivedOrders).toHaveLength(0);
    },
  );

  test("has a Retry-After for what the venue was too busy for, and is free again", async () => {
    const { place, fail, exchange } = await orderClient();
    const refusal = { reason: "busy", message: "slow down", retryAfterSec: Option.none() } as const;
    fail({ kind: "refused", refusal });
    const { status, headers, body } = await place({}, KEY);
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
    expect(body["hint"]).toContain("The same request may be sent again");
    expect((await place({}, KEY)).status).toBe(200);
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test("returns the final outcome once a lost reply is reconciled, approved or not", async () => {
    const { place, fail, exchange, server, wallet } = await orderClient();
    fail({ kind: "lost_reply" });
    const lost = await place({}, KEY);
    const orderId = exchange.receivedOrders[0]?.orderId ?? "none";
    expect([lost.status, lost.body["code"], lost.headers.get("retry-after")])
      .toEqual([503, "unavailable", "2"]);
    expect(lost.body["hint"]).toContain(`GET /api/v1/orders/${orderId}?walletId=<walletId>`);
    await server.runPromise(withoutApprovals(wallet.id));
    expect((await place({}, { "idempotency-key": "second" })).status).toBe(403);
    const known = await place({}, KEY);
    expect([known.status, known.body["orderId"], known.headers.get("idempotent-replayed")])
      .toEqual([200, orderId, "true"]);
    expect(known.body["filled"]).toEqual({ shares: 25, usdc: 10, averagePrice: 0.4 });
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test("reports that an order never arrived, and does not send it late", async () => {
    const { place, fail, exchange, hands } = await orderClient();
    fail({ kind: "lost_order" });
    expect((await place({}, KEY)).status).toBe(503);
    const early = await place({}, KEY);
    expect([early.status, early.headers.get("idempotent-replayed")]).toEqual([503, "true"]);
    // Once for certain that it is not on its way any more, and once more ten seconds later.
    hands.machineAheadMs = 30_000;
    expect((await place({}, KEY)).status).toBe(503);
    hands.machineAheadMs = 41_000;
    const late = await place({}, KEY);
    expect([late.status, late.headers.get("idempotent-replayed")]).toEqual([400, "true"]);
    expect(late.body["error"]).toContain("it never reached the venue");
    expect(exchange.receivedOrders).toHaveLength(0);
  });

  test("is refused where it is not 1 to 128 visible characters of ASCII, once", async () => {
    const { place, exchange } = await orderClient();
    for (const key of ["", "a b", "a, b", "a, a, b", "x".repeat(129), "ä"]) {
      const { status, body } = await place({}, { "idempotency-key": key });
      const quoted = key === "ä" ? "" : key.slice(0, 80);
      expect([key, status]).toEqual([key, 400]);
      expect(body["error"]).toStartWith(`Cannot use Idempotency-Key "${quoted}`);
    }
    expect(exchange.receivedOrders).toHaveLength(0);
    const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, at) => at + 0x21));
    for (const key of [visible, "~".repeat(128)]) {
      expect((await place({ amount: "1" }, { "idempotency-key": key })).status).toBe(200);
    }
  });
});
