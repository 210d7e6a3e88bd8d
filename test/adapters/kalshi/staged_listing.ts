/** Staged games as Kalshi lists them. @module */
import { LEAGUE_FACTS } from "../../../core/game/mod.ts";
import { easternDay, type UnixSec } from "../../../core/time/mod.ts";
import type { StagedGame, StagedKind, StagedSide } from "../../contract/staged_game.ts";
import type { Listing, Row } from "./kalshi_world.ts";

const STEMS = new Map([["nba", "KXNBA"], ["epl", "KXEPL"], ["laliga", "KXLALIGA"]]);
const SUFFIXES = { winner: "GAME", spread: "SPREAD", total: "TOTAL" } as const;
const MONTHS = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC";
const idOf = ({ code }: StagedSide) => `id-of-${code}`;

/** `26NOV21`: a game without a kickoff is listed on the day of the first one. */
function stamp(sec: UnixSec): string {
  const { year, month, day } = easternDay(sec);
  return `${year % 100}${MONTHS.slice(month * 3 - 3, month * 3)}${String(day).padStart(2, "0")}`;
}

/** Events of all kinds, and a milestone where there is a kickoff. */
export function wireOf(game: StagedGame, fallbackSec: UnixSec): Required<Listing> {
  const { league, home, away, kickoffSec, kinds } = game;
  const isSoccer = LEAGUE_FACTS[league].sport === "soccer";
  const sides = isSoccer ? [home, away] : [away, home];
  const tail = stamp(kickoffSec ?? fallbackSec) + sides.map(({ code }) => code).join("");
  const tickers = kinds.map((kind) => `${STEMS.get(league)}${SUFFIXES[kind]}-${tail}`);
  const title = sides.map(({ name }) => name).join(" vs ");
  return {
    events: kinds.map((kind, at) => ({
      event_ticker: tickers[at],
      title: kind === "winner" ? title : `${title}: ${kind}`,
      markets: marketsOf(kind, { ticker: tickers[at] ?? "", sides, isSoccer }),
    })),
    milestones: kickoffSec === null ? [] : [{
      id: `milestone-${game.number}`,
      title: sides.map(({ name }) => name).join(isSoccer ? " vs " : " at "),
      start_date: new Date(kickoffSec * 1000).toISOString(),
      primary_event_tickers: tickers,
      details: {
        home_team_id: idOf(home),
        away_team_id: idOf(away),
        main_game_event_ticker: tickers[0],
      },
    }],
  };
}

function marketsOf(
  kind: StagedKind,
  { ticker, sides, isSoccer }: {
    readonly ticker: string;
    readonly sides: ReadonlyArray<StagedSide>;
    readonly isSoccer: boolean;
  },
): ReadonlyArray<Row> {
  if (kind === "total") return [{ ticker: `${ticker}-3`, yes_sub_title: "Over 2.5" }];
  const wins = sides.map((side) => ({
    ticker: `${ticker}-${side.code}${kind === "spread" ? "3" : ""}`,
    yes_sub_title: side.name,
    custom_strike: { team: idOf(side) },
  }));
  const tie = { ticker: `${ticker}-TIE`, yes_sub_title: "Tie", custom_strike: { team: "tie" } };
  return kind === "winner" && isSoccer ? [...wins, tie] : wins;
}
