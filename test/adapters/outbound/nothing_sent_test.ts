import { describe, expect, test } from "bun:test";
import { createServer, type Server, type Socket } from "node:net";
import { Effect, Result } from "effect";
import { makeHttpPost, wasNothingSent } from "../../../adapters/outbound/mod.ts";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import { moveTime } from "./moved_time.ts";

const ANSWER = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

/** A server that does as told with the n-th request of all its connections. */
async function withServer(
  handle: (socket: Socket, count: number, server: Server) => void,
  run: (url: string) => Promise<void>,
): Promise<number> {
  let requests = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", () => handle(socket, ++requests, server));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  try {
    await run(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
  return requests;
}

/** Sends a body, and gives the status, or the reason and whether nothing was sent. */
function verdict(url: string, timeoutMs = 300_000) {
  return Effect.runPromise(
    Effect.gen(function* () {
      const send = yield* makeHttpPost({ provider: "a", timeoutMs });
      const result = yield* Effect.result(send(url, { headers: {}, body: "{}" }));
      return Result.match(result, {
        onSuccess: ({ status }) => status,
        onFailure: (failure) => [failure.reason, wasNothingSent(failure)] as const,
      });
    }).pipe(Effect.provide(layerProviderWatch({ providers: [], off: [] }))),
  );
}

/** What may become of a connection that a request was read from. */
const ENDINGS: ReadonlyArray<readonly [name: string, handle: (socket: Socket) => void]> = [
  ["ends", (socket) => void socket.end()],
  ["is reset", (socket) => void socket.resetAndDestroy()],
  ["ends in the middle of an answer", (socket) => void socket.end(ANSWER.slice(0, -1))],
  ["answers no HTTP", (socket) => void socket.end("what\r\n\r\n")],
];

describe("wasNothingSent()", () => {
  test("is certain of a port that nobody listens on", async () => {
    expect(await verdict("http://127.0.0.1:1/")).toEqual(["unreachable", true]);
  });

  test.each([
    ["ENOTFOUND", true],
    ["EAI_AGAIN", true],
    ["ConnectionRefused", true],
    ["ECONNRESET", false],
    ["ETIMEDOUT", false],
    ["CERT_HAS_EXPIRED", false],
  ])("takes the code %s for %p", (code, expected) => {
    const cause = Object.assign(new Error("x"), { code });
    expect(wasNothingSent({ reason: "unreachable", cause })).toBe(expected);
    expect(wasNothingSent({ reason: "timeout", cause })).toBe(false);
    expect(wasNothingSent({ reason: "unreachable", cause: new Error(code) })).toBe(false);
  });

  test.each([...ENDINGS])("is not when a connection %s", async (_, handle) => {
    const requests = await withServer(handle, async (url) => {
      expect(await verdict(url)).toEqual(["unreachable", false]);
    });
    expect(requests).toBe(1);
  });

  test("is not when there is no answer in time", async () => {
    for (const said of ["", ANSWER.slice(0, -1)]) {
      using time = moveTime();
      const read = Promise.withResolvers<void>();
      const handle = (socket: Socket) => void socket.write(said, () => read.resolve());
      await withServer(handle, async (url) => {
        const told = verdict(url);
        await read.promise;
        time.advance(300_000);
        expect(await told).toEqual(["timeout", false]);
      });
    }
  });

  test("is not when a kept connection breaks and nobody listens any more", async () => {
    const requests = await withServer(
      (socket, count, server) => {
        if (count === 1) return void socket.write(ANSWER);
        server.close();
        socket.resetAndDestroy();
      },
      async (url) => {
        expect(await verdict(url)).toBe(200);
        expect(await verdict(url)).toEqual(["unreachable", false]);
        expect(await verdict(url)).toEqual(["unreachable", true]);
      },
    );
    expect(requests).toBe(2);
  });

  test("is not when a kept connection breaks, and what is sent is not sent again", async () => {
    const requests = await withServer(
      (socket, count) => count === 2 ? void socket.resetAndDestroy() : void socket.write(ANSWER),
      async (url) => {
        expect(await verdict(url)).toBe(200);
        expect(await verdict(url)).toEqual(["unreachable", false]);
        expect(await verdict(url)).toBe(200);
      },
    );
    expect(requests).toBe(3);
  });
});
