import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Fiber, Option } from "effect";
import { SecretBox } from "../../../../core/port/secret_box.ts";
import {
  type SealedWebhookSecrets,
  webhookSecretLocation,
  WebhookStore,
} from "../../../../core/port/webhook_store.ts";
import {
  deliverWebhooks,
  rotateWebhook,
  WEBHOOK_SECRET_BYTES,
} from "../../../../core/use_case/webhook/mod.ts";
import { newNotice, newWebhook } from "../../../contract/new_webhook.ts";
import { until } from "../../../until.ts";
import { signed, SLEPT_MS, type Staged, webhookGround } from "./webhook_ground.ts";

const DAY_MS = 24 * 3_600_000;
const secretOf = (byte: number) => new Uint8Array(WEBHOOK_SECRET_BYTES).fill(byte);

/** Webhooks by their URLs, told of `count` events each; the job runs until the tests end. */
async function delivering(answers: Readonly<Record<string, Staged>>, count = 1) {
  const ground = webhookGround(new Map(Object.entries(answers)));
  const { runtime, time } = ground;
  const run = <A>(effect: Effect.Effect<A, unknown, WebhookStore | SecretBox>) =>
    runtime.runPromise(effect);
  const ids = new Map<string, string>();
  const seal = (id: string, byte: number) =>
    run(SecretBox.use((box) => box.seal(secretOf(byte), webhookSecretLocation(id))));
  for (const url of Object.keys(answers)) {
    const { webhook } = newWebhook("a", { url });
    const secrets: SealedWebhookSecrets = {
      current: await seal(webhook.id, 1),
      former: Option.none(),
    };
    await run(WebhookStore.use((store) => store.add({ webhook, secrets })));
    ids.set(url, webhook.id);
  }
  const announce = (createdMs = time.nowMs) =>
    run(
      WebhookStore.use((store) =>
        store.announce(Array.from({ length: count }, () => newNotice()), createdMs)
      ),
    );
  await announce();
  const job = runtime.runFork(deliverWebhooks);
  afterAll(async () => {
    await runtime.runPromise(Fiber.interrupt(job));
    await runtime.dispose();
  });
  const reportOf = async (url: string) => {
    const reports = await run(WebhookStore.use((store) => store.ofAccount("a")));
    const report = reports.find(({ webhook }) => webhook.id === ids.get(url));
    if (report === undefined) throw new Error(`no webhook has ${url}`);
    return report;
  };
  const failed = (url: string) =>
    until(async () => Option.isSome((await reportOf(url)).webhook.lastFailure));
  const attemptsTo = (url: string) => ground.attempts.filter((attempt) => attempt.url === url);
  return { ...ground, run, seal, ids, announce, reportOf, failed, attemptsTo };
}

describe("the messages of a webhook", () => {
  test("are all delivered, a few at once, while another receiver never answers", async () => {
    const ground = await delivering({ "https://slow/": "hangs", "https://quick/": 200 }, 50);
    await until(async () => (await ground.reportOf("https://quick/")).waiting === 0);
    expect(new Set(ground.attemptsTo("https://quick/").map(({ messageId }) => messageId)).size)
      .toBe(50);
    expect(ground.attemptsTo("https://quick/").length).toBe(50);
    expect((await ground.reportOf("https://slow/")).waiting).toBe(50);
    expect(ground.attemptsTo("https://slow/").length).toBe(4);
    expect(ground.mostInFlight()).toBe(4);
  });

  test("are due again once whoever claimed them is gone", async () => {
    const ground = await delivering({});
    const { webhook, secrets } = newWebhook("a", { url: "https://quick/" });
    const current = await ground.seal(webhook.id, 1);
    await ground.run(
      WebhookStore.use((store) => store.add({ webhook, secrets: { ...secrets, current } })),
    );
    ground.ids.set(webhook.url, webhook.id);
    // Claimed by a process that was killed.
    await ground.run(WebhookStore.use((store) =>
      Effect.andThen(
        store.announce([newNotice()], ground.time.nowMs),
        store.claim({
          nowMs: ground.time.nowMs,
          untilMs: ground.time.nowMs + 30_000,
          limit: 1,
          limitPerWebhook: 1,
          except: [],
        }),
      )
    ));
    ground.time.nowMs += 30_000;
    await until(async () => (await ground.reportOf(webhook.url)).waiting === 0);
  });

  test("are tried again with the same id and body, and signed anew", async () => {
    const ground = await delivering({ "https://failing/": 500 });
    await ground.failed("https://failing/");
    const { webhook } = await ground.reportOf("https://failing/");
    expect(Option.getOrThrow(webhook.lastFailure).reason).toBe("the receiver answered 500");
    ground.staged.set("https://failing/", 204);
    ground.time.nowMs += 10_000;
    await until(async () => (await ground.reportOf("https://failing/")).waiting === 0);
    const [first, second] = ground.attemptsTo("https://failing/");
    expect([second?.messageId, second?.body]).toEqual([first?.messageId, first?.body]);
    const sleptSec = SLEPT_MS / 1000;
    expect([first?.atSec, second?.atSec]).toEqual([sleptSec + 1_000, sleptSec + 1_010]);
    for (const attempt of ground.attemptsTo("https://failing/")) {
      expect(attempt.signatures).toEqual([signed(secretOf(1), attempt)]);
    }
    expect((await ground.reportOf("https://failing/")).webhook.failingSinceMs).toEqual(
      Option.none(),
    );
  });

  test.each(
    [
      ["breaks", "it broke"],
      [302, "the receiver answered 302, and redirects are not followed"],
      [199, "the receiver answered 199"],
    ] as const,
  )("are not delivered by %p", async (answer, reason) => {
    const url = "https://failing/";
    const ground = await delivering({ [url]: answer });
    await ground.failed(url);
    const { waiting, webhook } = await ground.reportOf(url);
    expect([waiting, Option.getOrThrow(webhook.lastFailure).reason]).toEqual([1, reason]);
  });

  test("wait as long as a busy receiver asks", async () => {
    const url = "https://busy/";
    const ground = await delivering({ [url]: { status: 429, retryAfterSec: Option.some(600) } });
    await ground.failed(url);
    const due = (nowMs: number) =>
      ground.run(
        WebhookStore.use((store) =>
          store.claim({ nowMs, untilMs: nowMs, limit: 1, limitPerWebhook: 1, except: [] })
        ),
      );
    expect(await due(ground.time.nowMs + 599_999)).toEqual([]);
    expect(await due(ground.time.nowMs + 600_000)).toHaveLength(1);
  });

  test("are given up a day after the event, and not before they were tried", async () => {
    const url = "https://failing/";
    const ground = await delivering({ [url]: 503 });
    await ground.failed(url);
    expect((await ground.reportOf(url)).lost).toBe(0);
    ground.time.nowMs += DAY_MS;
    await until(async () => (await ground.reportOf(url)).lost === 1);
    await ground.announce(ground.time.nowMs - 2 * DAY_MS);
    await until(async () => (await ground.reportOf(url)).lost === 2);
    expect(ground.attemptsTo(url).length).toBe(3);
  });
});

describe("a webhook", () => {
  test("is stopped by 410, and sent nothing more", async () => {
    const url = "https://gone/";
    const ground = await delivering({ [url]: 410 });
    await until(async () => Option.isSome((await ground.reportOf(url)).webhook.stop));
    expect((await ground.reportOf(url)).webhook.stop).toEqual(Option.some("gone"));
    expect(await ground.announce()).toBe(0);
  });

  test("is stopped once it has failed for five days, and one success begins anew", async () => {
    const url = "https://failing/";
    const ground = await delivering({ [url]: 500 });
    const failures = async () =>
      Option.getOrThrow((await ground.reportOf(url)).webhook.lastFailure).atMs;
    await ground.failed(url);
    const failAgainAt = async (nowMs: number) => {
      ground.time.nowMs = nowMs;
      await ground.announce();
      await until(async () => await failures() === nowMs);
      return (await ground.reportOf(url)).webhook.stop;
    };
    const beganMs = ground.time.nowMs;
    expect(await failAgainAt(beganMs + 5 * DAY_MS - 1)).toEqual(Option.none());
    expect(await failAgainAt(beganMs + 5 * DAY_MS)).toEqual(Option.some("failing"));
  });

  test("is signed for with both secrets for a day after a rotation", async () => {
    const url = "https://quick/";
    const ground = await delivering({ [url]: 200 });
    const id = ground.ids.get(url) ?? "";
    await until(() => ground.attemptsTo(url).length === 1);
    await ground.runtime.runPromise(rotateWebhook(id, await ground.seal(id, 2)));
    await ground.announce();
    await until(() => ground.attemptsTo(url).length === 2);
    ground.time.nowMs += DAY_MS;
    await ground.announce();
    await until(() => ground.attemptsTo(url).length === 3);
    const signers = ground.attemptsTo(url).map((attempt) =>
      [1, 2].filter((byte) => attempt.signatures.includes(signed(secretOf(byte), attempt)))
    );
    expect(signers).toEqual([[1], [1, 2], [2]]);
  });
});
