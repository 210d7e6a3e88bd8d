/** What else there is to know of windows: nothing but what a test says. */
import { Effect, Layer } from "effect";
import { LiveStream } from "../../../../core/use_case/live/mod.ts";
import { WindowFactsCache } from "../../../../core/use_case/window/mod.ts";

type Facts = Effect.Success<ReturnType<WindowFactsCache["Service"]["until"]>>[number];

/** Provides no prices, and the venue's facts of each window; undefined is not known in time. */
export function layerWindowParts(factsOf: (slug: string) => Facts) {
  const stream: Pick<LiveStream["Service"], "newestTrade" | "newestOraclePrice"> = {
    newestTrade: () => undefined,
    newestOraclePrice: () => undefined,
  };
  const until: WindowFactsCache["Service"]["until"] = (queries, timeIsUp) => {
    const facts = queries.map(({ slug }) => factsOf(slug));
    return Effect.as(facts.includes(undefined) ? timeIsUp : Effect.void, facts);
  };
  return Layer.merge(
    Layer.succeed(LiveStream, stream as LiveStream["Service"]),
    Layer.succeed(WindowFactsCache, { until }),
  );
}
