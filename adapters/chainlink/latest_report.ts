/**
 * The newest report of a stream, decoded.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { Asset } from "../../core/market/mod.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { OracleStream, Report } from "../../core/price/mod.ts";
import type { ChainlinkAccount } from "./account.ts";
import { decodeReport } from "./report.ts";
import { ORACLE } from "./http_failure.ts";

/**
 * Returns the newest report; none if the oracle has none. An unusable report is the oracle's
 * failure.
 */
export const latestReport = Effect.fn("chainlink.latestReport")(function* (
  { client, feedIds }: Pick<ChainlinkAccount, "client" | "feedIds">,
  { asset, stream }: { readonly asset: Asset; readonly stream: OracleStream },
) {
  const feedId = yield* feedIds(asset, stream);
  const payload = yield* client.latest(feedId);
  if (Option.isNone(payload)) return Option.none<Report>();
  const report = yield* Effect.fromResult(decodeReport(payload.value.fullReport, feedId)).pipe(
    Effect.mapError((cause) =>
      new ProviderFailed({ provider: ORACLE, reason: "unreadable", cause })
    ),
  );
  return Option.some<Report>({ ...report, stream });
});
