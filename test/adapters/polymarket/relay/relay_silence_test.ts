import { expect, test } from "bun:test";
import { Effect, Fiber, Logger, References } from "effect";
import { layerProviderWatch } from "../../../../adapters/process/provider_watch.ts";
import { makePointState } from "../../../../adapters/polymarket/relay/point_state.ts";
import { makePointCache } from "../../../../adapters/polymarket/relay/point_cache.ts";
import { TWAP_CHANNEL } from "../../../../adapters/polymarket/relay/relay_frame.ts";
import { runRelayLink } from "../../../../adapters/polymarket/relay/relay_link.ts";
import { assetOf } from "../../../../adapters/polymarket/relay/symbol.ts";
import { layerClock, makeSandboxClock } from "../../../../app/simulator/kit/clock.ts";
import { ASSETS } from "../../../../core/market/mod.ts";
import { moveTime } from "../../outbound/moved_time.ts";
import { serve } from "../../outbound/socket_world.ts";
import { NOW_SEC, snapshotText, updateText } from "./relay_texts.ts";
import { CREDENTIALS, type SentFrame } from "./session_world.ts";

const POINT = { sec: NOW_SEC, valueE18: 10n ** 18n };
const SILENCE_MS_MAX = 300;
/** Far more often than the connection is checked for silence. */
const REPEAT_EVERY_MS = 10;

/** Gives each pair its snapshot, and sends the same over and over from then on. */
function serveRepeating(repeated: (seq: number) => string) {
  return serve((socket, text) => {
    if (text === undefined) return;
    const { op, rid, subscriptions = [] }: SentFrame = JSON.parse(text);
    if (op === "auth") socket.send(JSON.stringify({ op: "authed", rid }));
    if (op !== "subscribe") return;
    let seq = 0;
    for (const { filter } of subscriptions) {
      const asset = assetOf(filter.symbol) ?? "btc";
      socket.send(JSON.stringify({ op: "subscribed", channel: TWAP_CHANNEL, rid }));
      socket.send(snapshotText({ asset, seq: ++seq, points: [POINT] }));
    }
    const repeating = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send(repeated(++seq));
      else clearInterval(repeating);
    }, REPEAT_EVERY_MS);
  });
}

test.each([
  ["pongs", () => JSON.stringify({ op: "pong", rid: "p1" })],
  ["a point that is known", (seq: number) => updateText({ asset: "btc", seq, ...POINT })],
])("the relay is silent where all that it sends is %s", async (_, repeated) => {
  using time = moveTime();
  using server = serveRepeating(repeated);
  const clock = makeSandboxClock({ speed: 1, startMs: NOW_SEC * 1000 });
  const [events, log] = [Array<"news" | "lost">(), Array<string>()];
  const connection = runRelayLink({
    wsUrl: server.url,
    credentials: Effect.succeed(CREDENTIALS),
    pointState: makePointState({
      memory: makePointCache(),
      publish: () => {},
      nowSec: () => Math.floor(clock.nowMs() / 1000),
    }),
    delivered: () => void events.push("news"),
    lost: () => void events.push("lost"),
    silenceMsMax: SILENCE_MS_MAX,
  });
  const logger = Logger.make(({ fiber }) => {
    log.push(JSON.stringify(fiber.getRef(References.CurrentLogAnnotations)));
  });
  const fiber = Effect.runFork(Effect.provide(connection, [
    layerProviderWatch({ providers: [], off: [] }),
    layerClock(clock),
    Logger.layer([logger]),
  ]));
  // The log is written after the connection's owner is notified.
  await time.until(() => log.length > 0);
  await Effect.runPromise(Fiber.interrupt(fiber));
  expect(events).toEqual([...ASSETS.map(() => "news" as const), "lost"]);
  expect(log).toEqual([expect.stringContaining("no data arrived in time")]);
});
