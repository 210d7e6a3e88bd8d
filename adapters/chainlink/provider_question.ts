/**
 * The oracle's questions for the probe: a spot report, and an average whose id has to be found.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { ProviderFailed, type ProviderQuestion } from "../../core/port/mod.ts";
import { formatE18, type OracleStream } from "../../core/price/mod.ts";
import type { Asset } from "../../core/market/mod.ts";
import { type ChainlinkOptions, makeChainlinkClient } from "./client.ts";
import { makeFeedIds } from "./feed_ids.ts";
import type { FeedTable } from "./feed_table.ts";
import { decodeReport } from "./report.ts";
import { ORACLE } from "./status.ts";

/** Makes the questions. */
export const makeChainlinkQuestions = Effect.fnUntraced(function* (
  options: ChainlinkOptions & { readonly feeds: FeedTable },
) {
  const client = yield* makeChainlinkClient(options);
  const feedIds = makeFeedIds(options, client);
  const latest = Effect.fnUntraced(function* (asset: Asset, stream: OracleStream) {
    const feedId = yield* feedIds(asset, stream);
    const payload = yield* client.latest(feedId);
    if (Option.isNone(payload)) return yield* unreadable(new Error("it has no report"));
    const report = yield* Effect.fromResult(decodeReport(payload.value.fullReport, feedId)).pipe(
      Effect.catch(unreadable),
    );
    return `${formatE18(report.priceE18)} at ${report.observedSec}`;
  });
  const question = (asset: Asset, stream: OracleStream): ProviderQuestion => ({
    name: `oracle ${stream}`,
    asks: `latest report of ${asset}`,
    ask: latest(asset, stream),
  });
  return [question("btc", "spot"), question("btc", "twap_60"), question("hype", "twap_60")];
});

function unreadable(cause: unknown) {
  return Effect.fail(new ProviderFailed({ provider: ORACLE, reason: "unreadable", cause }));
}
