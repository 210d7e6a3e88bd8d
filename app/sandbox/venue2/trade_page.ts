/**
 * The page on which a recurring market is traded, as the venue's site has one.
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
import { type Answer } from "../answer.ts";
import { codeText, escaped, factList, pageAnswer } from "../page.ts";
import { type World } from "../world/world.ts";
import { type InfoDesk } from "./info_calls.ts";
import { outcomesOf } from "./listed_outcome.ts";
import { makeRecurringMarkets } from "./recurring.ts";

/** Shows the page of a path; undefined where the path is none of a page. */
export type TradePage = (path: string, nowMs: number) => Answer | undefined;

const PATH = /^\/trade\/([^/]+)\/?$/;
const HOUR_MS = 3_600_000;
const FIRST_YEAR = 2024;

/** Makes the pages of what a desk lists, and of what the world listed before. */
export function makeTradePage({ world, desk }: {
  readonly world: World;
  readonly desk: Pick<InfoDesk, "board" | "mids">;
}): TradePage {
  const recurring = makeRecurringMarkets(world);
  const find = (slug: TradeSlug, nowMs: number): OutcomeMarket | undefined => {
    const listings = [
      desk.board.served(nowMs).listing,
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
    const isListed = outcomesOf(desk.board.served(nowMs).listing).has(market.outcomeId);
    const settled = desk.board.settled(market.outcomeId, nowMs);
    const state = isListed
      ? "listed"
      : settled === null
      ? "expired"
      : `settled: ${settled.settleFraction} (${settled.details})`;
    const prices = new Map<string, unknown>(isListed ? Object.entries(desk.mids(nowMs)) : []);
    return pageAnswer({
      status: 200,
      title: questionOf(market),
      body: bodyOf(market, { state, prices }),
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

/** A slug has no year: every minute that has passed and that it may mean, latest first. */
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

/** What was put may be anything. */
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

/** What cannot be decoded stays as it is, and is no slug. */
function decoded(part: string): string {
  return decodedPart(part) || part;
}
