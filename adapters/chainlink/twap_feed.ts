/**
 * The oracle's latest averages, by asking.
 *
 * @module
 */
import type { TwapFeed } from "../../core/port/mod.ts";
import { withinDeadline } from "../outbound/mod.ts";
import type { ChainlinkAccount } from "./account.ts";
import { latestReport } from "./latest_report.ts";
import { ORACLE } from "./status.ts";

/** A caller is answered within 10 s, whatever the oracle does. */
const ANSWER_TIMEOUT_MS = 8_500;

/** Makes the feed. */
export function makeChainlinkTwapFeed(
  account: Pick<ChainlinkAccount, "client" | "feedIds">,
): TwapFeed["Service"] {
  return {
    latest: (asset) =>
      withinDeadline(latestReport(account, { asset, stream: "twap_60" }), {
        provider: ORACLE,
        timeoutMs: ANSWER_TIMEOUT_MS,
      }),
  };
}
