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
import { type WireRow } from "./wire_text.ts";

const CATEGORY = "Sports";

/** Returns none if Kalshi lists the game without a start time. */
export function milestoneEntry(game: ListedGame, nowSec: UnixSec): MilestoneEntry | undefined {
  const { offer, form, tickers } = game;
  if (offer.lacksKickoff) return undefined;
  const id = uuidOf(`milestone ${offer.game.number}`);
  return {
    key: `${toIsoSeconds(offer.kickoffSec)} ${id}`,
    id,
    startMs: offer.kickoffSec * 1000,
    category: CATEGORY,
    competition: form.competition,
    type: form.milestoneType,
    tickers: new Set(tickers),
    row: () => milestoneRow(game, id, nowSec),
  };
}

function milestoneRow(game: ListedGame, id: string, nowSec: UnixSec): WireRow {
  const { offer, form, tickers, home, away } = game;
  const { moment, league } = offer.game;
  return {
    id,
    category: CATEGORY,
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
