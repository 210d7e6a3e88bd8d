import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { type AddressInfo, createServer } from "node:net";
import { layerWebhookSender } from "../../../adapters/webhook/webhook_sender.ts";
import { ANSWER_BYTES_MAX } from "../../../adapters/webhook/post_message.ts";
import { WebhookSender } from "../../../core/port/webhook_sender.ts";
import { withReason } from "../../skip_reason.ts";
import { moveTime } from "../outbound/moved_time.ts";
import { makeCertificate, NO_CERTIFICATE } from "./certificate.ts";

type Options = Partial<Parameters<typeof layerWebhookSender>[0]>;

const BODY = '{"type":"ping"}';

function send(url: string, options: Options = {}) {
  const attempt = { url, messageId: "msg_1", atSec: 7, body: BODY, signatures: ["v1,a", "v1,b"] };
  return Effect.runPromise(
    WebhookSender.use((sender) => sender.send(attempt)).pipe(
      Effect.provide(layerWebhookSender({ arePrivateAllowed: true, version: "1.2.3", ...options })),
    ),
  );
}

/** The reason of an attempt that fails. */
function refusal(url: string, options: Options = {}): Promise<string> {
  return send(url, options).then(
    ({ status }) => `answered ${status}`,
    ({ reason }: { readonly reason: string }) => reason,
  );
}

/** A receiver on this machine, and the requests that it got. */
function startReceiver(answer: (request: Request) => Response | Promise<Response>, tls?: object) {
  const requests: Array<{ readonly request: Request; readonly body: string }> = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    ...tls === undefined ? {} : { tls },
    fetch: async (request) => {
      requests.push({ request, body: await request.text() });
      return answer(request);
    },
  });
  afterAll(() => server.stop(true));
  return { requests, port: server.port ?? 0 };
}

/** A resolver that gives one list after the other, the last one for ever. */
function resolving(...lists: ReadonlyArray<ReadonlyArray<string>>) {
  const asked: string[] = [];
  return {
    asked,
    resolve: (host: string) => {
      const list = lists[Math.min(asked.length, lists.length - 1)] ?? [];
      asked.push(host);
      return Promise.resolve(list);
    },
  };
}

describe("a webhook's message", () => {
  const { requests, port } = startReceiver(() => new Response("thanks"));

  test("is posted with its id, second and signatures, and nothing else of ours", async () => {
    const { status, text } = await send(`http://127.0.0.1:${port}/a/b?c=d`);
    expect([status, text]).toEqual([200, "thanks"]);
    const { request, body } = requests.at(-1) ?? {};
    expect([request?.method, request?.url, body]).toEqual([
      "POST",
      `http://127.0.0.1:${port}/a/b?c=d`,
      BODY,
    ]);
    const headers = Object.entries(request?.headers.toJSON() ?? {})
      .filter(([name]) => name !== "accept" && name !== "connection");
    expect(Object.fromEntries(headers)).toEqual({
      "content-length": String(BODY.length),
      "content-type": "application/json",
      host: `127.0.0.1:${port}`,
      "user-agent": "strikeline/1.2.3",
      "webhook-id": "msg_1",
      "webhook-signature": "v1,a v1,b",
      "webhook-timestamp": "7",
    });
  });

  test("goes to the next address of a host where one is not open", async () => {
    const { resolve } = resolving(["127.0.0.2", "127.0.0.1"]);
    expect(await send(`http://receiver.test:${port}/`, { resolve })).toMatchObject({ status: 200 });
    expect(requests.at(-1)?.request.headers.get("host")).toBe(`receiver.test:${port}`);
  });

  test("is not posted anywhere else by a proxy of the environment", async () => {
    const proxy = startReceiver(() => new Response("proxied"));
    const script = `
      import { postMessage } from "./adapters/webhook/post_message.ts";
      const { text } = await postMessage({
        url: new URL("http://receiver.test:${port}/"), address: "127.0.0.1", headers: {}, body: "1",
        ca: undefined, signal: new AbortController().signal,
      });
      console.log(text);
    `;
    const url = `http://127.0.0.1:${proxy.port}`;
    const child = Bun.spawn(["bun", "-e", script], {
      env: { ...process.env, HTTP_PROXY: url, http_proxy: url, HTTPS_PROXY: url, ALL_PROXY: url },
      stdout: "pipe",
    });
    expect((await new Response(child.stdout).text()).trim()).toBe("thanks");
    expect(proxy.requests).toEqual([]);
  });
});

describe("an address that is not public", () => {
  const { requests, port } = startReceiver(() => new Response("secret"));
  const closed = { arePrivateAllowed: false };

  // Which addresses are public is in the tests of `core/network/`.
  test.each([
    "127.0.0.1",
    "169.254.169.254",
    "2130706433",
    "127.1",
    "[::1]",
    "[::ffff:7f00:1]",
  ])("is refused as %s", async (host) => {
    expect(await refusal(`https://${host}:${port}/`, closed)).toEndWith("not a public address");
  });

  test("is refused as one of several of a name, and none of them is called", async () => {
    const { resolve } = resolving(["1.1.1.1", "127.0.0.1"]);
    expect(await refusal(`https://receiver.test:${port}/`, { ...closed, resolve })).toBe(
      "receiver.test is at 127.0.0.1, which is not a public address",
    );
  });

  test("is refused as localhost, by the system's own resolver", async () => {
    expect(await refusal(`https://localhost:${port}/`, closed)).toEndWith("not a public address");
  });

  test("is not reached by a name that changes between the check and the call", async () => {
    const { resolve, asked } = resolving(["127.0.0.2"], ["127.0.0.1"]);
    // Allowed here, so that the first answer passes the check: the second must not be used.
    expect(await refusal(`http://receiver.test:${port}/`, { resolve })).toBe(
      "the connection was refused",
    );
    expect(asked).toEqual(["receiver.test"]);
  });

  test("needs https, where receivers are anybody's", async () => {
    const { resolve } = resolving(["1.1.1.1"]);
    expect(await refusal("http://receiver.test/", { ...closed, resolve })).toContain("plain http");
  });

  test("was never called", () => expect(requests).toEqual([]));
});

describe.skipIf(NO_CERTIFICATE !== undefined)(withReason("a certificate", NO_CERTIFICATE), () => {
  if (NO_CERTIFICATE !== undefined) return;
  const { certificate, privateKey } = makeCertificate();
  const { requests, port } = startReceiver(() => new Response("ok"), {
    cert: certificate,
    key: privateKey,
  });
  const { resolve } = resolving(["127.0.0.1"]);

  test("of the host's name counts, though an address is called", async () => {
    const answer = await send(`https://receiver.test:${port}/x`, { resolve, ca: certificate });
    expect(answer.status).toBe(200);
    expect(requests.at(-1)?.request.headers.get("host")).toBe(`receiver.test:${port}`);
  });

  test("of another name, or signed by nobody known, does not", async () => {
    const count = requests.length;
    for (const [host, ca] of [["other.test", certificate], ["receiver.test", undefined]] as const) {
      const options = { resolve, ...ca === undefined ? {} : { ca } };
      expect(await refusal(`https://${host}:${port}/`, options)).toContain("certificate");
    }
    expect(requests.length).toBe(count);
  });
});

describe("the answer of a webhook's receiver", () => {
  test("that redirects is an answer, and is not followed", async () => {
    const inside = startReceiver(() => new Response("inside"));
    const { port } = startReceiver(() =>
      Response.redirect(`http://127.0.0.1:${inside.port}/`, 307)
    );
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      status: 307,
      redirectUrl: Option.some(`http://127.0.0.1:${inside.port}/`),
    });
    expect(inside.requests).toEqual([]);
  });

  test.each([
    [301, "/new?a=1", "http://receiver.test/new?a=1"],
    [308, "//other.test/x", "http://other.test/x"],
    [302, "http://[", null],
    [201, "/created", null],
  ])("of %d tells of %p that it leads to %p", async (status, location, leadsTo) => {
    const { port } = startReceiver(() => new Response("", { status, headers: { location } }));
    const { redirectUrl } = await send(`http://127.0.0.1:${port}/webhook`);
    expect(Option.getOrNull(redirectUrl)?.replace(`127.0.0.1:${port}`, "receiver.test") ?? null)
      .toBe(leadsTo);
  });

  test("tells how long to wait, in seconds or until a date, and in nothing else", async () => {
    using time = moveTime();
    const soon = new Date(time.nowMs() + 3_600_000).toUTCString();
    const waits = ["120", "Wed, 21 Oct 2020 07:28:00 GMT", soon, "-1", "1e9", "2099-01-01", ""];
    const { port } = startReceiver(({ url }) =>
      new Response("", {
        status: 503,
        headers: { "retry-after": waits[Number(new URL(url).search.slice(1))] ?? "" },
      })
    );
    const told: Array<Option.Option<number>> = [];
    for (const at of waits.keys()) {
      told.push((await send(`http://127.0.0.1:${port}/?${at}`)).retryAfterSec);
    }
    expect(told.slice(0, 2)).toEqual([Option.some(120), Option.some(0)]);
    // A date is of whole seconds.
    expect(Option.getOrThrow(told[2] ?? Option.none())).toBeWithin(3_599, 3_601);
    expect(told.slice(3)).toEqual(waits.slice(3).map(() => Option.none()));
  });

  test("without end is cut", async () => {
    const { port } = startReceiver(() =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(20_000).fill(97)),
        }),
      )
    );
    const { status, text } = await send(`http://127.0.0.1:${port}/`);
    expect([status, text.length]).toEqual([200, ANSWER_BYTES_MAX]);
  });

  test.each([
    ["drips", "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\na"],
    ["never begins", ""],
  ])("that %s ends at the deadline, and so does its connection", async (_, said) => {
    using time = moveTime();
    const [opened, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("close", () => closed.resolve());
      socket.on("data", () => socket.write(said, () => opened.resolve()));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    afterAll(() => server.close());
    const { port } = server.address() as AddressInfo;
    const told = refusal(`http://127.0.0.1:${port}/`);
    await opened.promise;
    time.advance(15_000);
    expect(await told).toBe("no complete answer within 15 s");
    await closed.promise;
  });

  test("does not come while a name is resolved for ever", async () => {
    using time = moveTime();
    const told = refusal("https://receiver.test/", { resolve: () => new Promise(() => {}) });
    time.advance(15_000);
    expect(await told).toStartWith("no complete answer");
  });

  test("that is none says why, without the query", async () => {
    const failing = { resolve: () => Promise.reject(new Error("ENOTFOUND")) };
    const none = { resolve: () => Promise.resolve([]) };
    const { port } = startReceiver(() => new Response(""));
    expect(await refusal("https://receiver.test/?token=hunter2", failing)).toBe(
      "the name receiver.test cannot be resolved",
    );
    expect(await refusal("https://receiver.test/?token=hunter2", none)).toBe(
      "the name receiver.test has no address",
    );
    const wrong = await refusal(`https://127.0.0.1:${port}/?token=hunter2`);
    expect(wrong).toMatch(/^the (connection broke|certificate)/);
    expect(wrong).not.toContain("hunter2");
  });
});
