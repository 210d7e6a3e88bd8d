import { describe, expect, test } from "bun:test";
import { Effect, Logger, Option, References } from "effect";
import { OrderVenue } from "../../../../core/port/order_venue.ts";
import { placeOrder, placeOrders } from "../../../../core/use_case/order/mod.ts";
import { limitCommand, orderCommand } from "../../../stage/order_command.ts";
import { addWallet, PLAIN } from "../../../stage/order_world.ts";
import { inOrderWorld } from "./in_order_world.ts";

/** What a program logs, as lines of the log have it. */
const logOf = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const lines: Array<unknown> = [];
    const logger = Logger.make(({ logLevel, message, fiber }) => {
      lines.push({ logLevel, message, ...fiber.getRef(References.CurrentLogAnnotations) });
    });
    yield* Effect.result(Effect.provide(program, Logger.layer([logger])));
    return lines;
  });

const REFUSED = {
  kind: "refused",
  refusal: { reason: "balance", message: "not enough of 0xsecret", retryAfterSec: Option.none() },
} as const;
const THERE = { kind: "unknown", why: "the venue has it already", isAtVenue: true } as const;

describe("the log", () => {
  test("has one line of an order, and none of its replay", () =>
    inOrderWorld(function* ({ exchange }) {
      const { id } = yield* addWallet("a");
      const command = orderCommand(id, { arrivedMs: Date.now() });
      const lines = yield* logOf(placeOrder(command));
      expect(lines).toEqual([{
        logLevel: "Info",
        message: ["Sent an order"],
        orderId: exchange.receivedOrders[0]?.orderId,
        walletId: id,
        market: PLAIN.slug,
        side: "BUY",
        outcome: "Up",
        tookMs: expect.any(Number),
        state: "matched",
      }]);
      expect(yield* logOf(placeOrder(command))).toEqual([]);
    }));

  test("says why an order was refused, in a word of ours", () =>
    inOrderWorld(function* ({ fail }) {
      const { id } = yield* addWallet("a");
      fail(REFUSED);
      const lines = yield* logOf(placeOrder(orderCommand(id)));
      expect(lines).toMatchObject([{ state: "refused", reason: "balance" }]);
      expect(JSON.stringify(lines)).not.toContain("secret");
    }));

  test("has one line of each order of a batch", () =>
    inOrderWorld(function* ({ exchange }) {
      const { id } = yield* addWallet("a");
      const idempotency = Option.none<never>();
      const lines = yield* logOf(placeOrders([
        limitCommand(id, { idempotency }),
        limitCommand(id, { idempotency, terms: { side: "SELL", priceE6: 420_000n } }),
      ]));
      const ids = exchange.receivedOrders.map(({ orderId }) => orderId);
      const each = ids.map((orderId) => expect.objectContaining({ orderId, state: "live" }));
      expect(lines).toHaveLength(2);
      expect(lines).toEqual(expect.arrayContaining(each));
    }));

  test("has one line of an order that the venue is asked about at once", () =>
    inOrderWorld(function* () {
      const { id } = yield* addWallet("a");
      const venue = yield* OrderVenue;
      const terse = OrderVenue.of({
        ...venue,
        send: (...order) => Effect.as(venue.send(...order), THERE),
      });
      const place = Effect.provideService(placeOrder(orderCommand(id)), OrderVenue, terse);
      const lines = yield* logOf(place);
      expect(lines).toMatchObject([{ message: ["Reconciled an order"], state: "matched" }]);
    }));

  test("has a second line of an order whose end is found out later", () =>
    inOrderWorld(function* ({ fail }) {
      const { id } = yield* addWallet("a");
      fail({ kind: "lost_reply" });
      const place = placeOrder(orderCommand(id));
      const lines = [...yield* logOf(place), ...yield* logOf(place)];
      expect(lines).toMatchObject([
        { message: ["Sent an order"], state: "unknown" },
        { message: ["Reconciled an order"], state: "matched" },
      ]);
    }));
});
