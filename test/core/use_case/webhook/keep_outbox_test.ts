import { expect, test } from "bun:test";
import { Fiber } from "effect";
import { JobWatch } from "../../../../core/port/job_watch.ts";
import { WebhookStore } from "../../../../core/port/webhook_store.ts";
import { keepOutbox, tidyOutbox, WAITING_MAX } from "../../../../core/use_case/webhook/mod.ts";
import { newNotice, newWebhook } from "../../../contract/new_webhook.ts";
import { until } from "../../../until.ts";
import { webhookGround } from "./webhook_ground.ts";

test("the job is seen on the status page", async () => {
  const { runtime } = webhookGround();
  const job = runtime.runFork(keepOutbox);
  const reports = () => runtime.runPromise(JobWatch.use((jobs) => jobs.reports));
  await until(async () => (await reports()).length > 0);
  expect(await reports()).toMatchObject([{ name: "keep_webhook_outbox", ok: true }]);
  await runtime.runPromise(Fiber.interrupt(job));
  await runtime.dispose();
});

test("a clock that was set back since delays no message for longer than the plan", async () => {
  const { runtime, time } = webhookGround();
  const yearMs = 365 * 24 * 3_600_000;
  const reached = WebhookStore.use((store) =>
    store.claim({
      nowMs: time.nowMs,
      untilMs: time.nowMs,
      limit: 9,
      limitPerWebhook: 9,
      except: [],
    })
  );
  await runtime.runPromise(WebhookStore.use((store) => store.add(newWebhook("a"))));
  const announced = (atMs: number) =>
    WebhookStore.use((store) => store.announce([newNotice()], atMs));
  await runtime.runPromise(announced(time.nowMs + yearMs));
  await runtime.runPromise(announced(time.nowMs + 1_000));
  await runtime.runPromise(tidyOutbox());
  const claimed = await runtime.runPromise(reached);
  expect(claimed.map(({ createdMs }) => createdMs)).toEqual([time.nowMs + yearMs]);
  await runtime.dispose();
});

test("no more than the bound waits for a webhook, and what is lost is counted", async () => {
  const { runtime, time } = webhookGround();
  await runtime.runPromise(WebhookStore.use((store) => store.add(newWebhook("a"))));
  const notices = Array.from({ length: 500 }, () => newNotice());
  for (let count = 0; count <= WAITING_MAX; count += notices.length) {
    const fresh = notices.map((notice, at) => ({ ...notice, key: `${count}:${at}` }));
    await runtime.runPromise(WebhookStore.use((store) => store.announce(fresh, time.nowMs)));
  }
  await runtime.runPromise(tidyOutbox());
  const [report] = await runtime.runPromise(WebhookStore.use((store) => store.ofAccount("a")));
  expect(report).toMatchObject({ waiting: WAITING_MAX, lost: 500 });
  await runtime.dispose();
}, 300_000);
