/**
 * The oracle's probe questions: a spot report, averages, one whose id must be discovered, and the
 * first report of the stream.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../core/port/provider_question.ts";
import { ProviderWatch } from "../../core/port/provider_watch.ts";
import { formatE18, type OracleStream } from "../../core/price/mod.ts";
import type { Asset } from "../../core/market/mod.ts";
import { toIso, UnixSec } from "../../core/time/mod.ts";
import { makeChainlinkAccount } from "./account.ts";
import type { ChainlinkOptions } from "./client.ts";
import type { FeedTable } from "./feed_table.ts";
import { firstReport } from "./first_report.ts";
import { latestReport } from "./latest_report.ts";
import { ORACLE } from "./http_failure.ts";

/** Creates the questions. `wsUrl` is the origin of the stream. */
export const makeChainlinkQuestions = Effect.fnUntraced(function* (
  options: ChainlinkOptions & { readonly feeds: FeedTable; readonly wsUrl: string },
) {
  const account = yield* makeChainlinkAccount(options);
  const watch = yield* ProviderWatch;
  const latest = (asset: Asset, stream: OracleStream): ProviderQuestion => ({
    name: `oracle ${stream}`,
    asks: `latest report of ${asset}`,
    ask: latestReport(account, { asset, stream }).pipe(
      Effect.flatMap((report) =>
        Option.isSome(report) ? Effect.succeed(report.value) : Effect.fail(noReport())
      ),
      Effect.map(describe),
      Effect.catchTag("FeedUnlisted", (unlisted) => Effect.fail(unlisted.asRefusal())),
    ),
  });
  const streamed: ProviderQuestion = {
    name: "oracle stream",
    asks: "next report of btc",
    ask: account.feedIds("btc", "twap_60").pipe(
      Effect.catchTag("FeedUnlisted", (unlisted) => Effect.fail(unlisted.asRefusal())),
      Effect.flatMap((feedId) => Effect.map(firstReport(options, feedId), describe)),
      Effect.provideService(ProviderWatch, watch),
    ),
  };
  return [
    latest("btc", "spot"),
    latest("btc", "twap_30"),
    latest("btc", "twap_60"),
    latest("hype", "twap_60"),
    streamed,
  ];
});

function describe(report: { readonly priceE18: bigint; readonly observedSec: number }): string {
  return `${formatE18(report.priceE18)} at ${toIso(UnixSec(report.observedSec))}`;
}

function noReport(): ProviderFailed {
  const cause = new Error("the oracle has no report");
  return new ProviderFailed({ provider: ORACLE, reason: "unreadable", cause });
}
