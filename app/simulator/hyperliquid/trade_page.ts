/**
 * The trading page of a recurring market, as on the venue's site.
 *
 * @module
 */
import { Option, Result } from "effect";
import { toIso } from "../../../core/time/mod.ts";
import {
  formatTradeSlug,
  isSlugOf,
  type OutcomeMarket,
  parseMinuteStamp,
  parseTradeSlug,
  questionOf,
  readOutcomeMarket,
  type SideIndex,
  sideNumber,
  type TradeSlug,
  tradeSlugOf,
} from "../../../core/venue2/mod.ts";
import { decodedPart } from "../../../core/web_address.ts";
import { type Answer } from "../kit/answer.ts";
import { codeText, escaped, factList, pageAnswer } from "../kit/page.ts";
import { type World } from "../world/world.ts";
import { type InfoState } from "./info_calls.ts";
import { outcomesOf } from "./listed_outcome.ts";
import { makeRecurringMarkets } from "./recurring.ts";

/** Returns the page of a path; undefined for a path without a page. */
export type TradePage = (path: string, nowMs: number) => Answer | undefined;

const PATH = /^\/trade\/([^/]+)\/?$/;
const HOUR_MS = 3_600_000;
const FIRST_YEAR = 2024;

/** Makes the pages of the current and the past listings. */
export function makeTradePage({ world, state }: {
  readonly world: World;
  readonly state: Pick<InfoState, "listings" | "mids">;
}): TradePage {
  const recurring = makeRecurringMarkets(world);
  const find = (slug: TradeSlug, nowMs: number): OutcomeMarket | undefined => {
    const listings = [
      state.listings.served(nowMs).listing,
      ...expiriesOf(slug, nowMs).map((expiryMs) => recurring.listing(expiryMs - HOUR_MS)),
    ];
    return listings.flatMap((listing) => [...outcomesOf(listing).values()])
      .flatMap(({ row }) => marketOf(row)).find((market) => isSlugOf(market, slug));
  };
  return (path, nowMs) => {
    const [, name] = PATH.exec(path) ?? [];
    if (name === undefined) return undefined;
    const slug = Option.getOrUndefined(parseTradeSlug(decoded(name)));
    const market = slug === undefined ? undefined : find(slug, nowMs);
    if (market === undefined) {
      const body = `<p>No recurring market is, or was, called ${codeText(decoded(name))}.</p>`;
      return pageAnswer({ status: 404, title: "No such market", body });
    }
    const isListed = outcomesOf(state.listings.served(nowMs).listing).has(market.outcomeId);
    const settled = state.listings.settled(market.outcomeId, nowMs);
    const status = isListed
      ? "listed"
      : settled === null
      ? "expired"
      : `settled: ${settled.settleFraction} (${settled.details})`;
    const prices = new Map<string, unknown>(isListed ? Object.entries(state.mids(nowMs)) : []);
    return pageAnswer({
      status: 200,
      title: questionOf(market),
      body: bodyOf(market, { state: status, prices }),
    });
  };
}

function bodyOf(market: OutcomeMarket, { state, prices }: {
  readonly state: string;
  readonly prices: ReadonlyMap<string, unknown>;
}): string {
  const { outcomeId, underlying, targetText, period, startSec, expirySec, yesIndex } = market;
  const rows = (["yes", "no"] as const).map((side) => {
    const sideIndex: SideIndex = side === "yes" ? yesIndex : yesIndex === 0 ? 1 : 0;
    const coin = `#${sideNumber({ outcomeId, sideIndex })}`;
    const slug = formatTradeSlug(tradeSlugOf(market, side));
    return `<tr><td>${side}</td><td>${escaped(String(prices.get(coin) ?? "none"))}</td>` +
      `<td>${codeText(slug)}<br>${codeText(coin)}</td></tr>`;
  });
  const facts = factList([
    ["Slug", codeText(formatTradeSlug(tradeSlugOf(market, null)))],
    ["Number", codeText(String(outcomeId))],
    ["Underlying", escaped(underlying)],
    ["Target", escaped(targetText)],
    ["Period", escaped(period)],
    ["Starts", toIso(startSec)],
    ["Expires", toIso(expirySec)],
    ["State", escaped(state)],
  ]);
  return `${facts}
<table>
<thead><tr><th>Side</th><th>Middle price</th><th>Slug and coin</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>`;
}

/** Returns every past minute that a slug may mean, latest first, because a slug has no year. */
function expiriesOf({ minute }: TradeSlug, nowMs: number): ReadonlyArray<number> {
  const [month = "", day = "", time = ""] = minute.split("-");
  const monthText = String(MONTHS.indexOf(month) / 3 + 1).padStart(2, "0");
  const last = new Date(nowMs).getUTCFullYear();
  return Array.from({ length: Math.max(0, last - FIRST_YEAR + 1) }, (_, back) => last - back)
    .flatMap((year) => Option.toArray(parseMinuteStamp(`${year}${monthText}${day}-${time}`)))
    .map((sec) => sec * 1_000)
    .filter((expiryMs) => expiryMs <= nowMs);
}

const MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";

/** Replacement rows may have any content. */
function marketOf(row: unknown): ReadonlyArray<OutcomeMarket> {
  const { outcome, name, description, sideSpecs } = row as Readonly<Record<string, unknown>>;
  if (typeof outcome !== "number" || !Number.isSafeInteger(outcome) || outcome < 0) return [];
  const sides: ReadonlyArray<unknown> = Array.isArray(sideSpecs) ? sideSpecs : [];
  const sideNames = sides.map((side) =>
    typeof side === "object" && side !== null && "name" in side ? String(side.name) : ""
  );
  const read = readOutcomeMarket({
    outcomeId: outcome,
    name: typeof name === "string" ? name : "",
    description: typeof description === "string" ? description : "",
    sideNames,
  });
  return Result.isSuccess(read) ? [read.success] : [];
}

/** Text that cannot be decoded is returned unchanged; it is never a slug. */
function decoded(part: string): string {
  return decodedPart(part) || part;
}
