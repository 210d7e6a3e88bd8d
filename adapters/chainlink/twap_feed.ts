/**
 * The oracle's latest averages, by asking.
 *
 * @module
 */
import { ProviderFailed, type TwapFeed } from "../../core/port/mod.ts";
import { withinMachineTime } from "../outbound/mod.ts";
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
      withinMachineTime(latestReport(account, { asset, stream: "twap_60" }), {
        timeoutMs: ANSWER_TIMEOUT_MS,
        onTimeout: () =>
          new ProviderFailed({ provider: ORACLE, reason: "timeout", cause: new Error("deadline") }),
      }),
  };
}
