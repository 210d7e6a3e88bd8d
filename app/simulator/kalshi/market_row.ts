/**
 * A market of the world in Kalshi's format.
 *
 * @module
 */
import { toIsoSeconds, type UnixSec } from "../../../core/time/mod.ts";
import { strikeKey } from "./league_form.ts";
import { EXPECTED_SEC, type ListedGame } from "./listed_game.ts";
import { type MarketLine, type Score } from "./market_lines.ts";
import { uuidOf } from "./uuid.ts";
import { type WireRow } from "./wire_row.ts";

const DAY_SEC = 86_400;
/** A tie has a separate target, the same in every game. */
const TIE_ID = uuidOf("tie");

/** A market's result: `yes`, `no`, or `scalar` if the game was called off. */
type MarketResult = "yes" | "no" | "scalar" | "";

/** Returns a market of an event. */
export function marketRow(
  game: ListedGame,
  { eventTicker, line, nowSec }: {
    readonly eventTicker: string;
    readonly line: MarketLine;
    readonly nowSec: UnixSec;
  },
): WireRow {
  const { offer, status, closeSec } = game;
  const ticker = `${eventTicker}-${line.code}`;
  const result = resultOf(game, line);
  const settledAt = status === "settled" ? { settlement_ts: toIsoSeconds(closeSec) } : {};
  return {
    ticker,
    event_ticker: eventTicker,
    market_type: "binary",
    title: line.title,
    subtitle: "",
    yes_sub_title: line.label,
    no_sub_title: line.label,
    created_time: toIsoSeconds(offer.listedSec),
    updated_time: toIsoSeconds(Math.min(nowSec, offer.listedSec + DAY_SEC)),
    open_time: toIsoSeconds(offer.listedSec),
    close_time: toIsoSeconds(closeSec),
    expected_expiration_time: toIsoSeconds(offer.kickoffSec + EXPECTED_SEC),
    occurrence_datetime: toIsoSeconds(offer.kickoffSec + EXPECTED_SEC),
    expiration_time: toIsoSeconds(closeSec),
    latest_expiration_time: toIsoSeconds(closeSec),
    settlement_timer_seconds: 30,
    status: { open: "active", closed: "closed", settled: "finalized" }[status],
    result,
    ...settledAt,
    can_close_early: true,
    early_close_condition: "This market closes when the game is decided.",
    expiration_value: result === "" ? "" : line.label,
    ...strikeOf(game, line),
    rules_primary: `If ${line.title.replace(/\?$/, "")}, then the market resolves to Yes.`,
    rules_secondary: "",
  };
}

/** Returns the score in Kalshi's order of sides. */
function scoreOf({ offer: { game, isSwapped } }: ListedGame): Score {
  const { homeScore, awayScore } = game.moment;
  return isSwapped ? { home: awayScore, away: homeScore } : { home: homeScore, away: awayScore };
}

function resultOf(game: ListedGame, line: MarketLine): MarketResult {
  if (game.status !== "settled") return "";
  if (game.offer.game.moment.phase !== "final") return "scalar";
  return line.isTrue(scoreOf(game)) ? "yes" : "no";
}

function strikeOf({ sport }: ListedGame, { side, floor, code }: MarketLine): WireRow {
  if (floor !== undefined) return { strike_type: "greater", floor_strike: floor };
  const id = code === "TIE" ? TIE_ID : side?.id;
  return id === undefined
    ? { strike_type: "custom" }
    : { strike_type: "structured", custom_strike: { [strikeKey(sport)]: id } };
}
