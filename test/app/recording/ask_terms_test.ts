import { expect, test } from "bun:test";
import { Effect } from "effect";
import { makeAskTerms } from "../../../app/recording/ask_terms.ts";
import { PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import type { WindowEvent } from "../../../core/stream/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { TradedMarkets } from "../../../core/use_case/order/mod.ts";

test("the terms of a window are asked for as it is announced and as it opens, once each", () => {
  const asked: Array<string> = [];
  const { calendar } = PROFILE_BY_NAME.spec;
  const window = windowContaining(calendar, "5min", UnixSec(Date.UTC(2026, 10, 27, 12) / 1000));
  const askTerms = makeAskTerms.pipe(
    Effect.provideService(TradedMarkets, {
      market: (slug: string) => {
        asked.push(slug);
        return Effect.fail(new Error("an answer does not matter"));
      },
    } as never),
    Effect.runSync,
  );
  for (const phase of ["next", "next", "open", "open", "closed"]) {
    askTerms({ kind: "window", phase, state: { asset: "btc", window } } as unknown as WindowEvent);
  }
  const slug = PROFILE_BY_NAME.spec.slugOf("btc", window);
  expect(asked).toEqual([slug, slug]);
});
