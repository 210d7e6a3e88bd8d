import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { Webhook } from "standardwebhooks";
import { SecretBox } from "../../../../core/port/secret_box.ts";
import { webhookSecretLocation, WebhookStore } from "../../../../core/port/webhook_store.ts";
import { boxOf } from "./wallet_world.ts";
import { account, endOf } from "./account_line.ts";
import { operatorWorld } from "./operator_world.ts";

/** A receiver that verifies what it gets, and answers with a status. */
function startReceiver() {
  const staged = { status: 200, location: "", secrets: [] as string[] };
  const bodies: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const body = await request.text();
      const headers = request.headers.toJSON();
      for (const secret of staged.secrets) new Webhook(secret).verify(body, headers);
      bodies.push(body);
      const { status, location } = staged;
      const answer = new Response("got\u001b[31m it\n", { status });
      if (location !== "") answer.headers.set("location", location);
      return answer;
    },
  });
  afterAll(() => server.stop(true));
  return { url: `http://127.0.0.1:${server.port}/webhook`, staged, bodies };
}

const idOf = (lines: ReadonlyArray<string>) =>
  lines.flatMap((line) => /hook_[0-9a-f]{32}/.exec(line) ?? [])[0] ?? "";

async function withWebhook() {
  const world = await operatorWorld("live");
  const receiver = startReceiver();
  await account("add a@b.c", world.context);
  const line = `hook add a@b.c --url ${receiver.url} --events order.settled,feed.down`;
  const { results: [secret = ""], notes } = await account(line, world.context);
  receiver.staged.secrets.push(secret);
  const stored = (id: string) =>
    world.runtime.runPromise(
      WebhookStore.use((store) => Effect.map(store.find(id), Option.getOrThrow)),
    );
  return { ...world, receiver, secret, id: idOf(notes), notes, line, stored };
}

/** The whole sentence of a secret that does not open, with its hint. */
const OTHER_KEY = new RegExp(
  "^Cannot open a secret: it is sealed under the key \\w{16}, which is not set: Set " +
    "WALLET_KEY_PREVIOUS to that key and rotate; if it is lost, .* rotate the webhook's secret$",
);
const DAMAGED = /^Cannot open a secret: it was changed .*: Import .* rotate the webhook's secret$/;

describe("a webhook", () => {
  test("is added with a secret that is printed once and never crosses the socket", async () => {
    const { secret, id, notes, crossed, stored, receiver } = await withWebhook();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(crossed.join("\n")).not.toContain(secret.slice("whsec_".length));
    expect(notes.join("\n")).not.toContain(secret.slice("whsec_".length));
    const { webhook, secrets } = await stored(id);
    expect(webhook).toMatchObject({ url: receiver.url, events: ["order.settled", "feed.down"] });
    expect(JSON.stringify(secrets)).not.toContain(secret.slice("whsec_".length));
  });

  test("is tested at once, and its answer shown without what moves a cursor", async () => {
    const { id, context, receiver } = await withWebhook();
    const { results, isFailure } = await account(`hook test ${id}`, context);
    expect(results).toEqual([
      expect.stringMatching(/answer +200 after \d+ ms/),
      "body           got [31m it",
    ]);
    expect(isFailure).toBe(false);
    expect(JSON.parse(receiver.bodies[0] ?? "")).toMatchObject({
      type: "ping",
      data: { hook: id },
    });
    receiver.staged.status = 500;
    expect((await account(`hook test ${id}`, context)).isFailure).toBe(true);
  });

  test("is told where its receiver redirects to, by its test", async () => {
    const { id, context, receiver } = await withWebhook();
    Object.assign(receiver.staged, { status: 308, location: "https://example.com/webhook/" });
    const { results, notes, isFailure } = await account(`hook test ${id}`, context);
    expect(results.slice(0, 2)).toEqual([
      expect.stringMatching(/^answer +308 after \d+ ms$/),
      expect.stringMatching(/^redirects to +https:\/\/example\.com\/webhook\/$/),
    ]);
    expect(notes.at(-1)).toStartWith("Redirects are not followed: if that address is yours, add a");
    expect(isFailure).toBe(true);
  });

  test("is listed, resumed and removed", async () => {
    const { id, context, runtime } = await withWebhook();
    const note = WebhookStore.use((store) =>
      store.note({
        messageId: "msg_0",
        webhookId: id,
        atMs: 0,
        result: {
          kind: "failed",
          reason: "the receiver answered 410",
          nextMs: Option.none(),
          stop: Option.some("gone"),
        },
      })
    );
    await runtime.runPromise(note);
    const list = async () => (await account("hooks a@b.c", context)).results[1] ?? "";
    expect(await list()).toMatch(new RegExp(`^${id} +stopped: gone .* answered 410$`));
    await account(`hook resume ${id}`, context);
    expect(await list()).toMatch(new RegExp(`^${id} +active `));
    await account(`hook remove ${id}`, context);
    expect(await account("hooks a@b.c", context)).toMatchObject({ results: [] });
    for (const verb of ["test", "rotate", "resume", "remove"]) {
      expect(await endOf(`hook ${verb} ${id}`, context)).toStartWith(
        `Cannot find the webhook "${id}": List`,
      );
    }
  });

  test("has two secrets after a rotation, and both are resealed", async () => {
    const { id, context, receiver, stored, secret } = await withWebhook();
    const { results: [next = ""] } = await account(`hook rotate ${id}`, context);
    expect(next).not.toBe(secret);
    receiver.staged.secrets.push(next);
    expect((await account(`hook test ${id}`, context)).isFailure).toBe(false);
    const { secrets } = await stored(id);
    expect(Option.isSome(secrets.former)).toBe(true);
    const { results } = await account("rotate", context);
    expect(results[1]).toBe("resealed       0");
  });

  test("says what helps if its secret does not open, and that helps", async () => {
    const { id, context, runtime, receiver, stored } = await withWebhook();
    const { secrets: from } = await stored(id);
    const place = webhookSecretLocation(id);
    const foreign = await runtime.runPromise(
      Effect.provide(SecretBox.use((box) => box.seal(new Uint8Array(32), place)), boxOf(2)),
    );
    const damaged = { ...from.current, box: "AAAA" };
    for (const [current, says] of [[foreign, OTHER_KEY], [damaged, DAMAGED]] as const) {
      const { secrets } = await stored(id);
      const change = { id, from: secrets, to: { current, former: Option.none() } };
      await runtime.runPromise(WebhookStore.use((store) => store.replaceSecrets(change)));
      expect(await endOf(`hook test ${id}`, context)).toMatch(says);
      if (current === foreign) {
        const { notes, isFailure } = await account("rotate", context);
        expect(notes).toEqual([expect.stringContaining(`Webhook ${id}: Cannot open a secret`)]);
        expect(isFailure).toBe(true);
      }
      const rotated = await account(`hook rotate ${id}`, context);
      expect(rotated.notes[0]).toStartWith("The former secret does not open");
      receiver.staged.secrets = [...rotated.results];
      expect((await account(`hook test ${id}`, context)).isFailure).toBe(false);
      expect((await account("rotate", context)).isFailure).toBe(false);
    }
  });

  test("is not added with another sealing key, to nobody, or beyond the bound", async () => {
    const { line, context } = await withWebhook();
    expect(await endOf(line, { ...context, box: boxOf(2) })).toContain("the same WALLET_KEY");
    expect(await endOf(line.replace("a@b.c", "x@y.z"), context)).toStartWith(
      'Cannot find an account of "x@y.z"',
    );
    for (let count = 1; count < 20; count += 1) await account(line, context);
    expect(await endOf(line, context)).toStartWith(
      "Cannot add another webhook: the account has 20",
    );
  });
});
