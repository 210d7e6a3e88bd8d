import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { Effect, Fiber, Redacted } from "effect";
import { layerProviderWatch } from "../../../../adapters/process/provider_watch.ts";
import { EntryLimits } from "../../../../adapters/polymarket/clob/entry_limits.ts";
import {
  makeOrderSending,
  type OrderSendingOptions,
} from "../../../../adapters/polymarket/clob/order_sending.ts";
import { SENDING_MS_MAX, type SendOutcome } from "../../../../core/order/mod.ts";
import type { OrderHolder } from "../../../../core/port/order_venue.ts";
import { ProviderWatch } from "../../../../core/port/provider_watch.ts";
import { moveTime } from "../../outbound/moved_time.ts";
import { DEV_ADDRESS } from "./dev_wallet.ts";

const SECRET = "c2VjcmV0LXNlY3JldC1zZWNyZXQ=";
const HOLDER: OrderHolder = {
  address: DEV_ADDRESS,
  funder: DEV_ADDRESS,
  credentials: {
    apiKey: "api-key",
    secret: Redacted.make(SECRET),
    passphrase: Redacted.make("passphrase"),
  },
};
/** Unusual JSON formatting, so that re-serialization is detected. */
const BODY = `{ "order":{"side":"BUY", "makerAmount":"5000000","takerAmount":"10000000",` +
  `"signature":"0xf00d"},"orderType":"FOK","é":1.0 }`;
const TAKEN = { success: true, status: "matched", makingAmount: "5", takingAmount: "10" };
const taken = (status = 200, body: unknown = TAKEN) => {
  const text = JSON.stringify(body);
  return `HTTP/1.1 ${status} X\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
};

function sendTo(
  url: string,
  { onCall = () => {}, ...time }: { readonly onCall?: () => void } & SendingTime = {},
) {
  return Effect.runPromise(
    Effect.gen(function* () {
      const limits = new EntryLimits();
      const { send } = yield* makeOrderSending({ clobUrl: url, limits, ...time });
      return yield* send({ orderId: "0x1", body: BODY }, HOLDER);
    }).pipe(
      Effect.provideService(ProviderWatch, {
        record: () => Effect.sync(onCall),
        reports: Effect.succeed([]),
      }),
    ),
  );
}

type SendingTime = Pick<OrderSendingOptions, "nowMs" | "sleep">;
/** Time in which nothing but the waits passes, and whose every wait ends with `onWait`. */
function makeWaitingTime(onWait: (waits: number) => Promise<unknown> = () => Promise.resolve()) {
  let [passedMs, waits] = [0, 0];
  return {
    nowMs: () => passedMs,
    sleep: (ms: number) =>
      Effect.promise(async () => {
        passedMs += ms;
        await onWait(++waits);
      }),
  };
}

type Listening = { readonly url: string; readonly port: number } & {
  readonly requests: ReadonlyArray<string>;
};

/** A server that handles each request as scripted, once it was read whole. */
async function listen<A>(
  { handle, port = 0 }: {
    readonly handle: (socket: Socket, server: Server) => void;
    readonly port?: number;
  },
  run: (server: Listening) => Promise<A>,
): Promise<A> {
  const requests: Array<string> = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += String(chunk);
      if (!text.endsWith(BODY)) return;
      requests.push(text);
      text = "";
      handle(socket, server);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  const bound = typeof address === "object" ? address?.port ?? 0 : 0;
  try {
    return await run({ url: `http://127.0.0.1:${bound}`, port: bound, requests });
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const MATCHED = { kind: "matched", fill: { usdcE6: { value: 5_000_000n }, sharesE6: {} } };
const NOT_SENT = { kind: "refused", refusal: { reason: "not_sent" } };
const BROKEN: SendOutcome = {
  kind: "unknown",
  why: "the connection broke before the venue's answer",
};

/** Sends, and runs this after the first try found nobody; `sending` goes on with the second. */
async function onceRefused(
  url: string,
  run: (sending: () => Promise<SendOutcome>) => Promise<void>,
): Promise<void> {
  const [refused, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const time = makeWaitingTime(() => (refused.resolve(), released.promise));
  const outcome = sendTo(url, time);
  await refused.promise;
  await run(() => (released.resolve(), outcome));
}

describe("sending an order", () => {
  test("posts exactly its bytes, signed", async () => {
    using time = moveTime();
    await listen({ handle: (socket) => void socket.write(taken()) }, async ({ url, requests }) => {
      expect(await sendTo(url)).toMatchObject(MATCHED);
      const [head = "", body] = (requests[0] ?? "").split("\r\n\r\n");
      expect(requests).toHaveLength(1);
      expect(body).toBe(BODY);
      const [line, ...lines] = head.split("\r\n");
      expect(line).toBe("POST /order HTTP/1.1");
      const headers = new Headers(lines.map((each): [string, string] => {
        const [name = "", value = ""] = each.split(": ");
        return [name, value];
      }));
      const signature = createHmac("sha256", Buffer.from(SECRET, "base64"))
        .update(`${headers.get("poly_timestamp")}POST/order${BODY}`).digest("base64url");
      expect(headers.get("poly_signature")?.replaceAll("=", "")).toBe(signature);
      expect(headers.get("poly_api_key")).toBe("api-key");
      expect(headers.get("poly_passphrase")).toBe("passphrase");
      expect(headers.get("poly_address")).toBe(DEV_ADDRESS);
      expect(headers.get("content-type")).toBe("application/json");
      expect(headers.get("poly_timestamp")).toBe(String(Math.floor(time.nowMs() / 1000)));
    });
  });

  /** What can become of it once the venue may have read it. */
  const TROUBLES: ReadonlyArray<readonly [name: string, handle: (socket: Socket) => void]> = [
    ["the connection ends", (socket) => void socket.end()],
    ["the connection is reset", (socket) => void socket.resetAndDestroy()],
    ["the answer is cut", (socket) => void socket.end(taken().slice(0, -4))],
    ["the answer is no HTTP", (socket) => void socket.end("hello\r\n\r\n")],
    [
      "it is sent elsewhere",
      (socket) =>
        void socket.write(
          "HTTP/1.1 307 X\r\nlocation: http://127.0.0.1:1/order\r\ncontent-length: 0\r\n\r\n",
        ),
    ],
  ];
  test.each([...TROUBLES])(
    "is unknown, and happens once, when %s",
    (_, handle) =>
      listen({ handle }, async ({ url, requests }) => {
        expect(await sendTo(url)).toEqual(BROKEN);
        expect(requests).toHaveLength(1);
      }),
  );

  test.each([
    ["breaks", false],
    ["breaks, and nobody listens any more", true],
  ])("is unknown, and happens once, when a kept connection %s", async (_, isClosed) => {
    let count = 0;
    const handle = (socket: Socket, server: Server) => {
      count += 1;
      if (count === 2 && isClosed) server.close();
      if (count === 2) socket.resetAndDestroy();
      else socket.write(taken());
    };
    await listen({ handle }, async ({ url, requests }) => {
      expect(await sendTo(url)).toMatchObject(MATCHED);
      expect(await sendTo(url)).toEqual(BROKEN);
      expect(requests).toHaveLength(2);
    });
  });

  test("is unknown when a gateway answers", () =>
    listen(
      { handle: (socket) => void socket.write(taken(502, "<html>")) },
      async ({ url, requests }) => {
        expect(await sendTo(url)).toMatchObject({ kind: "unknown" });
        expect(requests).toHaveLength(1);
      },
    ));

  test.each([["says nothing", ""], ["stops in its answer", taken().slice(0, -4)]])(
    "is unknown, before it may be looked up, when the venue %s",
    async (_, said) => {
      using time = moveTime();
      const read = Promise.withResolvers<void>();
      const handle = (socket: Socket) => void socket.write(said, () => read.resolve());
      await listen({ handle }, async ({ url, requests }) => {
        const outcome = sendTo(url);
        await read.promise;
        // The tries before it may take a second.
        time.advance(SENDING_MS_MAX - 1_000);
        expect(await outcome).toEqual({ kind: "unknown", why: "the venue did not answer in time" });
        expect(requests).toHaveLength(1);
      });
    },
  );

  test("is refused when nothing listens, after three tries within a second", async () => {
    const time = makeWaitingTime();
    let tries = 0;
    const options = { ...time, onCall: () => void tries++ };
    expect(await sendTo("http://127.0.0.1:1", options)).toMatchObject(NOT_SENT);
    expect([tries, time.nowMs()]).toEqual([3, 600]);
  });

  test("waits in the machine's time", async () => {
    using time = moveTime();
    const startedMs = time.nowMs();
    await time.during(sendTo("http://127.0.0.1:1"));
    expect(time.nowMs() - startedMs).toBeWithin(600, 610);
  });

  test("is not tried again once a second has passed", async () => {
    let tries = 0;
    const time = makeWaitingTime();
    const options = { ...time, nowMs: () => tries * 999, onCall: () => void tries++ };
    expect(await sendTo("http://127.0.0.1:1", options)).toMatchObject(NOT_SENT);
    expect(tries).toBe(2);
  });

  test("succeeds once a server listens again", async () => {
    const { port } = await listen({ handle: () => {} }, (server) => Promise.resolve(server));
    const url = `http://127.0.0.1:${port}`;
    await onceRefused(url, async (sending) => {
      const handle = (socket: Socket) => void socket.write(taken());
      await listen({ port, handle }, async ({ requests }) => {
        expect(await sending()).toMatchObject(MATCHED);
        expect(requests).toHaveLength(1);
      });
    });
  });

  test("is not tried again once something was written", async () => {
    const { port } = await listen({ handle: () => {} }, (server) => Promise.resolve(server));
    const url = `http://127.0.0.1:${port}`;
    await onceRefused(url, async (sending) => {
      const handle = (socket: Socket) => void socket.resetAndDestroy();
      await listen({ port, handle }, async ({ requests }) => {
        expect(await sending()).toEqual(BROKEN);
        expect(requests).toHaveLength(1);
      });
    });
  });

  test("continues when its caller leaves", async () => {
    const read = Promise.withResolvers<Socket>();
    await listen({ handle: read.resolve }, async ({ url, requests }) => {
      const calls = await Effect.runPromise(
        Effect.gen(function* () {
          const { send } = yield* makeOrderSending({ clobUrl: url, limits: new EntryLimits() });
          const fiber = yield* Effect.forkChild(send({ orderId: "0x1", body: BODY }, HOLDER));
          const socket = yield* Effect.promise(() => read.promise);
          fiber.interruptUnsafe();
          socket.write(taken());
          yield* Fiber.await(fiber);
          return yield* (yield* ProviderWatch).reports;
        }).pipe(
          Effect.provide(layerProviderWatch({ providers: ["venue orders"], off: [] })),
        ),
      );
      expect(calls).toMatchObject([{ name: "venue orders", state: "healthy", errorRate: 0 }]);
      expect(requests).toHaveLength(1);
    });
  });

  test.each([
    [400, { error: `no ${SECRET} passphrase api-key 0xf00d` }],
    [500, { error: `no ${SECRET} passphrase api-key 0xf00d` }],
    [200, { success: false, errorMsg: `no ${SECRET} passphrase api-key 0xf00d` }],
  ])(
    "reveals no secret that the venue repeats with %d",
    (status, body) =>
      listen({ handle: (socket) => void socket.write(taken(status, body)) }, async ({ url }) => {
        const outcome = JSON.stringify(await sendTo(url));
        for (const secret of [SECRET, "passphrase", "api-key", "0xf00d"]) {
          expect(outcome).not.toContain(secret);
        }
        expect(outcome).toContain("[hidden]");
      }),
  );
});
