import { describe, expect, test } from "bun:test";
import { Effect, Fiber, type Layer, Logger, Redacted } from "effect";
import { TestClock } from "effect/testing";
import type { StreamFeed } from "../../../adapters/chainlink/stream_feeds.ts";
import { runStreamLink } from "../../../adapters/chainlink/stream_connection.ts";
import { layerStillClock, makeStillClock } from "../../simulator/kit/support.ts";
import { UNWATCHED } from "../../still_run.ts";
import { moveTime } from "../outbound/moved_time.ts";

const feed = (feedId: string): StreamFeed => ({ asset: "btc", stream: "spot", feedId });

/** Half a day passes at once. */
const FAST = layerStillClock(makeStillClock(0));

/** Connects a link until the server was asked so often, and gives what it was asked. */
async function connect(
  feedsAtLook: (look: number) => ReadonlyArray<string>,
  { connections, clock, againMs }: {
    readonly connections: number;
    readonly clock: Layer.Layer<never>;
    readonly againMs: number;
  },
) {
  using time = moveTime();
  const asked: Array<string> = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, server) => {
      asked.push(`${request.url.split("=")[1]} ${request.headers.get("x-cll-origin")}`);
      return server.upgrade(request) ? undefined : new Response("", { status: 400 });
    },
    websocket: { message: () => {} },
  });
  let looks = 0;
  const losses: Array<string> = [];
  const link = runStreamLink({
    access: {
      wsUrl: `ws://127.0.0.1:${server.port}`,
      credentials: { apiKey: "key", apiSecret: Redacted.make("secret") },
    },
    origin: "002",
    feeds: {
      // The connection opens between two looks.
      current: Effect.promise(async () => {
        await time.settle();
        return feedsAtLook(looks++).map(feed);
      }),
      refused: () => void losses.push("refused"),
      againMs: () => againMs,
    },
    listening: () => {},
    message: () => true,
    lost: () => void losses.push("lost"),
  });
  const fiber = Effect.runFork(Effect.provide(link, [clock, UNWATCHED, Logger.layer([])]));
  await time.until(() => asked.length >= connections);
  await Effect.runPromise(Fiber.interrupt(fiber));
  await server.stop(true);
  return { asked, losses };
}

describe("a link to the oracle's stream", () => {
  test.each([
    ["half a day has passed", { clock: FAST, againMs: 3_600_000 }],
    ["its choice of feeds says so", { clock: TestClock.layer(), againMs: 1 }],
  ])("connects anew with other feeds once %s, and is not lost by that", async (_, waits) => {
    const feedsAtLook = (look: number) => look < 6 ? ["a", "b"] : ["a"];
    const { asked, losses } = await connect(feedsAtLook, { connections: 2, ...waits });
    expect(asked).toEqual(["a,b 002", "a 002"]);
    expect(losses).toEqual([]);
  });
});
