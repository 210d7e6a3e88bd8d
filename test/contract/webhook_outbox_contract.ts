/**
 * The contract that every adapter of the `WebhookStore` port must meet: what orders leave in the
 * outbox, and how it stays small.
 *
 * @module
 */
import { expect, test } from "bun:test";
import { Option } from "effect";
import { OrderStore } from "../../core/port/order_store.ts";
import { CLAIM, failedAttempt, type WebhookPorts, webhookWorld } from "./webhook_world.ts";
import { newNotice } from "./new_webhook.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

/** Declares the contract's tests for one adapter. */
export function webhookOutboxContract(world: StoreWorld<WebhookPorts>): void {
  describeStore("the outbox of webhooks", world, (run) => {
    const { add, announce, claim, claimOne, note, reportOf, sentOrder, ...staged } = webhookWorld(
      run,
    );

    test("leaves messages of an order in one step with its end, and once", async () => {
      const wanted = { events: ["order.settled"] } as const;
      const webhooks = [await add(wanted), await add(wanted)];
      await add({ events: ["feed.down"] });
      const order = await sentOrder();
      await order.noteUnknown();
      expect(await claim({ nowMs: Number.MAX_SAFE_INTEGER })).toEqual([]);
      await order.note();
      await order.note();
      // Due at once, though the store's clock is ahead of whoever claims.
      const claimed = await claim();
      expect(new Set(claimed.map(({ to }) => to.webhook.id))).toEqual(
        new Set(webhooks.map(({ id }) => id)),
      );
      expect(claimed.every(({ createdMs }) => createdMs > CLAIM.nowMs)).toBe(true);
      const stored = await run(OrderStore.use((orders) => orders.find(order.noted.id)));
      const { body: _, ...told } = Option.getOrThrow(stored);
      const event = { type: "order.settled", order: told } as const;
      const settled = { event: event.type, content: { kind: "event", event } } as const;
      expect(claimed.map(({ event, content }) => ({ event, content }))).toEqual([settled, settled]);
      const [message] = claimed;
      const keep = (body: string) => run(staged.store().keepBody(message?.id ?? "", body));
      expect([await keep("{1}"), await keep("{2}")]).toEqual(["{1}", "{1}"]);
      const again = await claim({ nowMs: Number.MAX_SAFE_INTEGER });
      expect(again.find(({ id }) => id === message?.id)?.content).toEqual({
        kind: "body",
        body: "{1}",
      });
      const found = await run(OrderStore.use((orders) => orders.find(order.noted.id)));
      expect(Option.getOrThrow(found).state).toEqual(order.noted.state);
      expect(await run(OrderStore.use((orders) => orders.find("none")))).toEqual(Option.none());
    });

    test("tells no other account of an order", async () => {
      await add({ accountId: await staged.newAccountId() });
      await (await sentOrder()).note();
      expect(await claim({ nowMs: Number.MAX_SAFE_INTEGER })).toEqual([]);
    });

    test("is claimed by lot where places are few, and last for those that fail", async () => {
      const webhooks = [await add(), await add(), await add()];
      await announce(10, {}, {});
      const first = await claimOne({ limit: 1 });
      await note(first, failedAttempt(10));
      const claimed = new Set<string>();
      for (let times = 0; times < 100 && claimed.size < 2; times += 1) {
        const [message] = await claim({ limit: 1, untilMs: CLAIM.nowMs });
        claimed.add(message?.to.webhook.id ?? "");
      }
      const healthy = webhooks.map(({ id }) => id).filter((id) => id !== first.to.webhook.id);
      expect([...claimed].toSorted()).toEqual(healthy.toSorted());
      expect(await claim({ except: healthy, limit: 1 })).toHaveLength(1);
    });

    test("leaves messages of a cancellation, and of each fill as it is heard of", async () => {
      const names = ["fill.matched", "fill.confirmed", "fill.failed", "order.canceled"] as const;
      await add({ events: names });
      await add({ events: ["fill.confirmed"], accountId: await staged.newAccountId() });
      const order = await sentOrder();
      await order.noteFill("t1", "matched");
      await order.noteFill("t1", "mined");
      await order.noteFill("t1", "confirmed");
      await order.noteFill("t1", "confirmed");
      await order.noteFill("t2", "failed");
      await order.noteCanceled();
      await order.noteCanceled();
      const claimed = await claim({ nowMs: Number.MAX_SAFE_INTEGER });
      const told = claimed.map(({ content }) => {
        if (content.kind !== "event") return content.body;
        const { event } = content;
        return "fill" in event
          ? `${event.type} ${event.fill.tradeId} ${event.fill.state}`
          : event.type;
      });
      expect(told.toSorted()).toEqual([
        "fill.confirmed t1 confirmed",
        "fill.failed t2 failed",
        "fill.matched t1 matched",
        "fill.matched t2 failed",
        "order.canceled",
      ]);
    });

    test("drops the oldest but no order, and stops a webhook full of orders", async () => {
      const [{ id }, other] = [await add(), await add({ events: ["feed.down"] })];
      const feed = newNotice({ event: "feed.down", series: Option.none(), body: "feed" });
      await run(staged.store().announce([feed], 5));
      for (const at of [1, 2, 3]) {
        await run(staged.store().announce([newNotice({ body: String(at) })], at));
      }
      await (await sentOrder()).note();
      expect(await run(staged.store().trim(3))).toBe(2);
      expect(await reportOf(id)).toMatchObject({
        waiting: 3,
        lost: 2,
        webhook: { stop: Option.none() },
      });
      expect(await reportOf(other.id)).toMatchObject({ waiting: 1, lost: 0 });
      const kept = (await claim({ nowMs: Number.MAX_SAFE_INTEGER }))
        .filter(({ to }) => to.webhook.id === id)
        .map(({ content }) => content.kind === "body" ? content.body : "order");
      expect(kept.toSorted()).toEqual(["3", "feed", "order"]);
      await (await sentOrder()).note();
      expect(await run(staged.store().trim(1))).toBe(2);
      expect(await reportOf(id)).toMatchObject({
        waiting: 2,
        webhook: { stop: Option.some("full") },
      });
      await (await sentOrder()).note();
      expect(await reportOf(id)).toMatchObject({ waiting: 2 });
    });

    test("makes due what is due too late for any plan, and nothing else", async () => {
      await add();
      await announce(500, { body: "1" });
      await announce(501, { body: "2" });
      const lost = await claimOne({ nowMs: 500 });
      await announce(600, { body: "3" });
      await note(lost, { kind: "delivered" });
      await run(staged.store().hasten({ nowMs: 100, latestMs: 501 }));
      const claimed = await claim();
      expect(claimed.map(({ content }) => content)).toEqual([{ kind: "body", body: "3" }]);
      expect(await claim({ nowMs: 501, untilMs: 502 })).toHaveLength(2);
    });

    test("forgets what is old, and never what waits", async () => {
      const { id } = await add();
      await announce(10, {}, {}, {});
      const [first, second] = await claim();
      if (first === undefined || second === undefined) throw new Error("nothing was due");
      await note(first, { kind: "delivered" });
      await note(second, failedAttempt());
      await run(staged.store().prune({ deliveredMs: 10, lostMs: 10 }));
      expect(await reportOf(id)).toMatchObject({ waiting: 1, lost: 1 });
      expect(await run(staged.store().state)).toMatchObject({
        waiting: 1,
        oldestCreatedMs: Option.some(10),
      });
      await run(staged.store().prune({ deliveredMs: 11, lostMs: 10 }));
      expect(await reportOf(id)).toMatchObject({ waiting: 1, lost: 1 });
      await run(staged.store().prune({ deliveredMs: 11, lostMs: 11 }));
      expect(await reportOf(id)).toMatchObject({ waiting: 1, lost: 0 });
    });
  });
}
