/**
 * The milestone of a game of the world.
 *
 * @module
 */
import { toIsoSeconds, type UnixSec } from "../../../core/time/mod.ts";
import { milestoneTitle } from "./game_title.ts";
import { type ListedGame } from "./listed_game.ts";
import { type MilestoneEntry } from "./listing.ts";
import { uuidOf } from "./uuid.ts";
import { type WireRow } from "./wire_row.ts";

/** Returns none if Kalshi lists the game without a start time. */
export function milestoneEntry(game: ListedGame, nowSec: UnixSec): MilestoneEntry | undefined {
  const { offer, tickers } = game;
  if (offer.lacksKickoff) return undefined;
  return { tickers: new Set(tickers), row: () => milestoneRow(game, nowSec) };
}

function milestoneRow(game: ListedGame, nowSec: UnixSec): WireRow {
  const { offer, form, tickers, home, away } = game;
  const { moment, league } = offer.game;
  return {
    id: uuidOf(`milestone ${offer.game.number}`),
    category: "Sports",
    type: form.milestoneType,
    title: milestoneTitle(game),
    start_date: toIsoSeconds(offer.kickoffSec),
    related_event_tickers: tickers,
    primary_event_tickers: tickers,
    notification_message: `${milestoneTitle(game)} is about to begin`,
    details: {
      home_team_id: home.id,
      away_team_id: away.id,
      league: league.toUpperCase(),
      main_game_event_ticker: tickers[0],
      status: moment.phase === "before" ? "created" : moment.phase,
    },
    source_ids: {},
    last_updated_ts: toIsoSeconds(nowSec - nowSec % 60),
  };
}
