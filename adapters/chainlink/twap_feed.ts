/**
 * The oracle's latest averages over REST.
 *
 * @module
 */
import { Effect } from "effect";
import { type TwapFeed, TwapFeedMissing } from "../../core/port/twap_feed.ts";
import { type TwapSeries, twapStreamOf } from "../../core/price/mod.ts";
import { withinDeadline } from "../outbound/mod.ts";
import type { ChainlinkAccount } from "./account.ts";
import { latestReport } from "./latest_report.ts";
import { ORACLE } from "./http_failure.ts";

/** A caller receives an answer within 10 s, whatever the oracle does. */
const ANSWER_TIMEOUT_MS = 8_500;

/** Creates the feed. */
export function makeChainlinkTwapFeed(
  account: Pick<ChainlinkAccount, "client" | "feedIds">,
): TwapFeed["Service"] {
  const latest = ({ asset, windowSec }: TwapSeries) =>
    latestReport(account, { asset, stream: twapStreamOf(windowSec) }).pipe(
      Effect.catchTag(
        "FeedUnlisted",
        () => Effect.fail(new TwapFeedMissing({ asset, windowSec })),
      ),
    );
  return {
    latest: (series) =>
      withinDeadline(latest(series), { provider: ORACLE, timeoutMs: ANSWER_TIMEOUT_MS }),
  };
}
