import { expect, test } from "bun:test";
import { Effect, Layer, Result } from "effect";
import { makePolymarketRelay } from "../../../../adapters/polymarket/relay/relay.ts";
import { layerProviderWatch } from "../../../../adapters/process/provider_watch.ts";
import { PROFILE_BY_NAME, windowContaining } from "../../../../core/market/mod.ts";
import { targetRule } from "../../../../core/price/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { layerStillClock, makeStillClock } from "../../../simulator/kit/support.ts";
import { NOW_SEC, pointOf } from "./relay_texts.ts";
import { CREDENTIALS } from "./session_world.ts";

/** A window that began so long ago waits for points only while the connection delivers some. */
const AGE_SEC = 1_000;

test("a follower waits for points only while the holder's stream is up", async () => {
  const profile = PROFILE_BY_NAME.polymarket;
  const window = windowContaining(profile.calendar, "5min", UnixSec(NOW_SEC - AGE_SEC));
  const query = { asset: "btc", window, rule: targetRule(profile, window) } as const;
  const asked = Effect.gen(function* () {
    const { stream, priceFeed } = yield* makePolymarketRelay({
      wsUrl: "ws://127.0.0.1:1",
      credentials: Effect.succeed(CREDENTIALS),
    });
    const isPending = Effect.map(
      priceFeed.openings([query]),
      ([opening]) =>
        opening !== undefined && Result.isFailure(opening) &&
        opening.failure._tag === "PriceMissing" && opening.failure.isPending,
    );
    const states = [];
    const point = pointOf(window.startSec - 60);
    const events = [
      { kind: "stream_state", provider: "oracle", isUp: true },
      { kind: "point", asset: "btc", point },
      { kind: "stream_state", provider: "oracle", isUp: false },
      { kind: "point", asset: "btc", point: pointOf(window.startSec - 59) },
    ] as const;
    for (const event of events) {
      stream.receive(event);
      states.push(yield* isPending);
    }
    return states;
  });
  const layer = Layer.merge(
    layerStillClock(makeStillClock(NOW_SEC * 1000)),
    layerProviderWatch({ providers: ["relay"], off: [] }),
  );
  expect(await Effect.runPromise(Effect.provide(asked, layer))).toEqual([false, true, false, true]);
});
