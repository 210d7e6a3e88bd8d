/**
 * The contract that every adapter of the `WebhookStore` port must meet: webhooks, and attempts.
 *
 * @module
 */
import { expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { WEBHOOKS_MAX } from "../../core/webhook/mod.ts";
import { WebhooksTooMany } from "../../core/port/webhook_store.ts";
import { CLAIM, failedAttempt, type WebhookPorts, webhookWorld } from "./webhook_world.ts";
import { newNotice, newWebhook } from "./new_webhook.ts";
import { newBox } from "./new_wallet.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

/** Declares the contract's tests for one adapter. */
export function webhookStoreContract(world: StoreWorld<WebhookPorts>): void {
  describeStore("the store of webhooks", world, (run) => {
    const { add, announce, claim, claimOne, note, reportOf, ...staged } = webhookWorld(run);

    test("keeps a webhook and its boxes exactly", async () => {
      const former = Option.some({ sealed: newBox(), untilMs: 7 });
      const stored = newWebhook(staged.accountId(), {
        assets: ["btc", "sol"],
        intervals: ["daily"],
      }, {
        former,
      });
      await run(staged.store().add(stored));
      expect(await run(staged.store().find(stored.webhook.id))).toEqual(Option.some(stored));
      expect(await run(staged.store().find("hook_\0"))).toEqual(Option.none());
      expect(await run(staged.store().ofAccount(staged.accountId()))).toEqual([
        { webhook: stored.webhook, waiting: 0, lost: 0 },
      ]);
      expect(await run(staged.store().remove(stored.webhook.id))).toBe(true);
      expect(await run(staged.store().remove(stored.webhook.id))).toBe(false);
      expect(await run(staged.store().find(stored.webhook.id))).toEqual(Option.none());
    });

    test("bounds the webhooks of an account, however many are added at once", async () => {
      const adding = Array.from({ length: WEBHOOKS_MAX + 5 }, () => newWebhook(staged.accountId()));
      staged.removeLater(...adding.map(({ webhook }) => webhook.id));
      const ends = await run(
        Effect.all(adding.map((webhook) => Effect.result(staged.store().add(webhook))), {
          concurrency: "unbounded",
        }),
      );
      const refused = ends.filter(({ _tag }) => _tag === "Failure");
      expect(refused.length).toBe(5);
      for (const end of refused) {
        expect(end).toMatchObject({ failure: expect.any(WebhooksTooMany) });
      }
      expect((await run(staged.store().ofAccount(staged.accountId()))).length).toBe(WEBHOOKS_MAX);
    });

    test("tells each once of what it wants, and of nothing before it was added", async () => {
      const wants = {
        everything: await add(),
        eth: await add({ assets: ["eth"] }),
        daily: await add({ intervals: ["daily"] }),
        feeds: await add({ events: ["feed.down"], sinceMs: 1_000 }),
        later: await add({ sinceMs: 1_001 }),
        stopped: await add({}),
      };
      await stop(wants.stopped.id);
      const [opened, feed] = [
        newNotice(),
        newNotice({ event: "feed.down", series: Option.none() }),
      ];
      const elses = newNotice({ accountId: Option.some("somebody else") });
      expect(await run(staged.store().announce([elses], 50))).toBe(0);
      expect(await run(staged.store().announce([opened, feed], 50))).toBe(5);
      expect(await run(staged.store().announce([opened, feed], 60))).toBe(0);
      const told = (await claim()).map(({ event, to: { webhook } }) => [webhook.id, event]);
      expect(told.toSorted()).toEqual([
        [wants.everything.id, "window.opened"],
        [wants.everything.id, "feed.down"],
        [wants.eth.id, "feed.down"],
        [wants.daily.id, "feed.down"],
        [wants.feeds.id, "feed.down"],
      ].toSorted());
      const keys = await run(staged.store().announcedKeys("window", 1_000));
      expect(keys).toContain(opened.key);
      expect(keys).not.toContain(feed.key);
      expect(await run(staged.store().announcedKeys("window", 1_001))).not.toContain(opened.key);
      const feeds = await run(staged.store().announcedKeys("feed", 1_000));
      expect(feeds).toContain(feed.key);
      expect(feeds).not.toContain(opened.key);
      expect(await run(staged.store().announcedKeys("feed", 1_001))).not.toContain(feed.key);
    });

    /** Stops a webhook as a receiver does, with a message that it is then rid of. */
    async function stop(id: string) {
      const { key, ...notice } = newNotice({ key: "stopping" });
      await run(staged.store().announce([{ key, ...notice }], 1));
      for (const message of await claim()) {
        await note(
          message,
          message.to.webhook.id === id ? failedAttempt(undefined, "gone") : { kind: "delivered" },
        );
      }
    }

    test("claims what is due once, oldest first, and again when the claim has ended", async () => {
      const [first, second] = [await add(), await add()];
      await announce(20, { key: "b", body: "2" });
      await announce(10, { key: "a", body: "1" });
      await announce(101, { key: "c", body: "3" });
      const claimed = await claim();
      expect(claimed.map(({ content }) => content)).toEqual(
        ["1", "1", "2", "2"].map((body) => ({ kind: "body", body })),
      );
      expect(claimed.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1]);
      expect(await claim({ nowMs: 199 })).toHaveLength(2);
      expect(await claim({ nowMs: 200, limitPerWebhook: 1 })).toHaveLength(2);
      expect(await claim({ nowMs: 200, limit: 1, untilMs: 300 })).toHaveLength(1);
      const others = await claim({ nowMs: 1_000, untilMs: 1_001, except: [first.id] });
      expect(new Set(others.map(({ to }) => to.webhook.id))).toEqual(new Set([second.id]));
      expect(Math.max(...others.map(({ attempts }) => attempts))).toBeGreaterThan(1);
    });

    test("claims first of a webhook what has been due for longest", async () => {
      await add();
      await announce(10, { body: "1" });
      await announce(20, { body: "2" });
      const first = await claimOne({ nowMs: 10 });
      await note(first, failedAttempt(30));
      const bodies: unknown[] = [];
      for (let times = 0; times < 2; times += 1) {
        bodies.push(...(await claim({ limitPerWebhook: 1 })).map(({ content }) => content));
      }
      expect(bodies).toEqual([{ kind: "body", body: "2" }, { kind: "body", body: "1" }]);
    });

    test("gives no two claimants the same, however many ask at once", async () => {
      await add();
      await run(staged.store().announce(Array.from({ length: 40 }, () => newNotice()), 1));
      const asked = Array.from(
        { length: 10 },
        () => staged.store().claim({ ...CLAIM, limit: 8, limitPerWebhook: 8 }),
      );
      const claimed = (await run(Effect.all(asked, { concurrency: "unbounded" }))).flat();
      expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length);
      const rest = await claim();
      expect(claimed.length + rest.length).toBe(40);
    });

    test("keeps how attempts ended, and delivers a message for good", async () => {
      const { id } = await add();
      await announce(1, {});
      const message = await claimOne();
      await note(message, failedAttempt(300));
      expect(await claim({ nowMs: 299 })).toEqual([]);
      expect(await reportOf(id)).toMatchObject({
        waiting: 1,
        webhook: {
          lastFailure: Option.some({ atMs: 150, reason: expect.stringContaining("fell") }),
          failingSinceMs: Option.some(150),
        },
      });
      await note(message, failedAttempt(400), 250);
      expect(await reportOf(id)).toMatchObject({ webhook: { failingSinceMs: Option.some(150) } });
      const [again] = await claim({ nowMs: 400, untilMs: 500 });
      expect(again).toMatchObject({ id: message.id, attempts: 2 });
      await note(message, { kind: "delivered" }, 420);
      await note(message, failedAttempt(), 430);
      expect(await claim({ nowMs: 9_999 })).toEqual([]);
      expect(await reportOf(id)).toMatchObject({
        waiting: 0,
        lost: 0,
        webhook: { lastSuccessMs: Option.some(420) },
      });
    });

    test("gives up, stops and resumes", async () => {
      const { id } = await add();
      await announce(1, {}, {}, {});
      const [first, second] = await claim();
      if (first === undefined || second === undefined) throw new Error("nothing was due");
      await note(first, failedAttempt());
      expect(await reportOf(id)).toMatchObject({
        waiting: 2,
        lost: 1,
        webhook: { stop: Option.none() },
      });
      await note(second, failedAttempt(1_000, "gone"));
      expect(await reportOf(id)).toMatchObject({ webhook: { stop: Option.some("gone") } });
      expect((await run(staged.store().active)).map((webhook) => webhook.id)).not.toContain(id);
      expect(await claim({ nowMs: 9_999 })).toEqual([]);
      expect((await run(staged.store().state)).stoppedWebhooks).toBe(1);
      expect(await run(staged.store().resume({ id, atMs: 160, sinceMs: 70 }))).toBe(true);
      expect(await reportOf(id)).toMatchObject({
        webhook: { stop: Option.none(), failingSinceMs: Option.none(), sinceMs: 70 },
      });
      expect(await claim({ nowMs: 160, untilMs: 170 })).toHaveLength(2);
      await run(staged.store().resume({ id, atMs: 180, sinceMs: 80 }));
      expect(await reportOf(id)).toMatchObject({ webhook: { sinceMs: 70 } });
      expect(await run(staged.store().resume({ id: "hook_none", atMs: 1, sinceMs: 1 }))).toBe(
        false,
      );
    });

    test("replaces secrets that did not change, and finds those of other keys", async () => {
      const stored = newWebhook(staged.accountId(), {}, { current: newBox("key 1") });
      await run(staged.store().add(stored));
      staged.removeLater(stored.webhook.id);
      const { webhook: { id }, secrets: from } = stored;
      const to = {
        current: newBox("key 2"),
        former: Option.some({ sealed: from.current, untilMs: 9 }),
      };
      expect(await run(staged.store().replaceSecrets({ id, from: to, to }))).toBe(false);
      expect(await run(staged.store().replaceSecrets({ id, from, to }))).toBe(true);
      expect(await run(staged.store().replaceSecrets({ id, from, to }))).toBe(false);
      expect(Option.getOrThrow(await run(staged.store().find(id))).secrets).toEqual(to);
      const idsNotUnder = async (keyId: string) =>
        (await run(staged.store().notSealedUnder(keyId))).map(({ webhook }) => webhook.id);
      expect(await idsNotUnder("key 2")).toContain(id);
      await run(
        staged.store().replaceSecrets({ id, from: to, to: { ...to, former: Option.none() } }),
      );
      expect(await idsNotUnder("key 2")).not.toContain(id);
      expect(await idsNotUnder("key 1")).toContain(id);
    });
  });
}
