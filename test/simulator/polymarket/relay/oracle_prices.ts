/**
 * The simulated oracle's REST answers, for comparison.
 *
 * @module
 */
import { Result } from "effect";
import { decodeReport } from "../../../../adapters/chainlink/report.ts";
import { get, signed, type StillClock } from "../../kit/support.ts";

/** The feed of the average that the relay forwards. */
const BTC_TWAP_60 = "0x0002ee6757e8822c00d273bc340fc24c9cafe123a4ff2ea1dbdb31944bc7d95f";

/** Returns the published averages of BTC from a second on, by second. */
export async function oraclePrices(
  { oracle, clock }: { readonly oracle: { readonly url: string }; readonly clock: StillClock },
  fromSec: number,
): Promise<ReadonlyMap<number, bigint>> {
  const prices = new Map<number, bigint>();
  for (let sec = fromSec; sec <= clock.nowMs() / 1_000;) {
    const target = `/api/v1/reports/page?feedID=${BTC_TWAP_60}&startTimestamp=${sec}&limit=100`;
    const headers = signed(target, { nowMs: clock.nowMs() });
    const { body } = await get<{ reports: ReadonlyArray<{ fullReport: string }> }>(
      oracle.url + target,
      headers,
    );
    if (body.reports.length === 0) break;
    for (const { fullReport } of body.reports) {
      const report = Result.getOrThrow(decodeReport(fullReport, BTC_TWAP_60));
      prices.set(report.observedSec, report.priceE18);
      sec = report.observedSec + 1;
    }
  }
  return prices;
}
