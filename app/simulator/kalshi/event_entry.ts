/**
 * The events of one game of the world.
 *
 * @module
 */
import { easternWallClock, toIsoSeconds, type UnixSec } from "../../../core/time/mod.ts";
import { type OfferKind } from "../season/season.ts";
import { eventTitle } from "./game_title.ts";
import { type ListedGame } from "./listed_game.ts";
import { type EventEntry } from "./listing.ts";
import { marketLines } from "./market_lines.ts";
import { marketRow } from "./market_row.ts";
import { type WireRow } from "./wire_row.ts";

/** Settled events of every fifth game have lost their markets. */
const WITHOUT_MARKETS_EVERY = 5;
const DAY_SEC = 86_400;
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Returns one entry per kind. */
export function eventEntries(game: ListedGame, nowSec: UnixSec): ReadonlyArray<EventEntry> {
  const { offer, status, closeSec } = game;
  const isBare = status === "settled" && offer.game.number % WITHOUT_MARKETS_EVERY === 0;
  return offer.kinds.map((kind, at) => {
    const ticker = game.tickers[at] ?? "";
    const markets = () =>
      marketLines(game, kind)
        .map((line) => marketRow(game, { eventTicker: ticker, line, nowSec }));
    return {
      key: ticker,
      series: ticker.split("-")[0] ?? "",
      status,
      closeSec,
      row: () => eventRow(game, { kind, ticker, nowSec }),
      nestedMarkets: () => isBare ? undefined : markets(),
      markets,
    };
  });
}

function eventRow(
  game: ListedGame,
  { kind, ticker, nowSec }: {
    readonly kind: OfferKind;
    readonly ticker: string;
    readonly nowSec: UnixSec;
  },
): WireRow {
  const { offer, form, sides } = game;
  const { month, day } = easternWallClock(offer.kickoffSec);
  const isWinner = kind === "winner";
  return {
    event_ticker: ticker,
    series_ticker: ticker.split("-")[0] ?? "",
    title: eventTitle(game, kind),
    sub_title: `${sides.map(({ code }) => code).join(" vs ")} (${MONTHS[month - 1]} ${day})`,
    category: "Sports",
    collateral_return_type: isWinner ? "MECNET" : "",
    mutually_exclusive: isWinner,
    strike_period: "",
    product_metadata: { competition: form.competition, competition_scope: "Game" },
    settlement_sources: [],
    available_on_brokers: true,
    last_updated_ts: toIsoSeconds(Math.min(nowSec, offer.listedSec + DAY_SEC)),
  };
}
