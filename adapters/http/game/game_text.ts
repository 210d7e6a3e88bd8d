/**
 * Writes the parts of a game as JSON text.
 *
 * @module
 */
import {
  coverageOf,
  type Game,
  type GameListing,
  type GamePlatform,
  type GameRecord,
  LEAGUE_FACTS,
  type LeagueDuration,
  type ListingSettings,
  scheduleLicenseNote,
  type Team,
  unknownTermsNote,
} from "../../../core/game/mod.ts";
import { toIso, UnixSec } from "../../../core/time/mod.ts";
import type {
  GameCoverageWire,
  GamePlatformWire,
  GameScoreWire,
  GameTimeWire,
  GameWire,
} from "./wire_game.ts";
import type { TeamWire } from "./wire_team.ts";

type GameBody = typeof GameWire.static;

/** Writes a game as JSON, but for its end and the parts that follow. */
export function gameStart(
  { game }: GameRecord,
  duration: LeagueDuration | undefined,
  terms: ListingSettings,
): string {
  return JSON.stringify(gameBody(game, duration, terms)).slice(0, -1);
}

/** Writes a game's platforms as they follow its start. */
export function platformsPart({ platforms }: GameRecord, terms: ListingSettings): string {
  return partText({ platforms: platforms.map((platform) => platformBody(platform, terms)) });
}

function gameBody(
  game: Game,
  duration: LeagueDuration | undefined,
  { schedules }: ListingSettings,
): GameBody {
  const { source, eventId } = game.spine;
  return {
    id: game.id,
    sport: LEAGUE_FACTS[game.league].sport,
    league: game.league,
    status: game.status,
    home: teamBody(game.home),
    away: teamBody(game.away),
    time: timeBody(game, duration),
    score: scoreBody(game),
    spine: { source, event_id: eventId, license_note: scheduleLicenseNote(schedules, game) },
    supersedes: game.supersedes,
    redistributable: game.redistributable,
  };
}

function timeBody(game: Game, duration: LeagueDuration | undefined): typeof GameTimeWire.static {
  const { kickoffSec, isKickoffConfirmed, isOffSchedule, actualEndSec, previousKickoffs } = game;
  const after = (minutes: number) => isoOf(UnixSec(kickoffSec + minutes * 60));
  return {
    kickoff_at: isoOf(kickoffSec),
    kickoff_confirmed: isKickoffConfirmed && !isOffSchedule,
    est_end_at: after(duration?.medianMin ?? 0),
    end_p90_at: after(duration?.p90Min ?? 0),
    actual_end_at: isoOf(actualEndSec),
    est_basis: duration?.basis ?? null,
    previous_kickoffs: previousKickoffs.map(({ kickoffSec, changedSec }) => {
      return { kickoff_at: isoOf(kickoffSec), changed_at: isoOf(changedSec) };
    }),
  };
}

function scoreBody({ score }: Game): typeof GameScoreWire.static | null {
  if (score === null) return null;
  const { home, away, clock, period, detail, updatedSec } = score;
  return { home, away, clock, period, detail, updated_at: isoOf(updatedSec) };
}

function platformBody(
  platform: GamePlatform,
  { platforms }: ListingSettings,
): typeof GamePlatformWire.static {
  const { source, confidence, events, marketsStored, lastSeenSec } = platform;
  const own = platforms.find(({ code }) => code === source);
  return {
    source,
    confidence,
    redistributable: own?.redistributable ?? "unknown",
    license_note: own?.licenseNote ?? unknownTermsNote(source),
    events,
    markets_stored: marketsStored,
    last_seen: isoOf(lastSeenSec),
  };
}

/** Writes a game's coverage as it follows other parts. */
export function coveragePart({ evidence, settings }: GameListing, record: GameRecord): string {
  const found = coverageOf(record, { evidence, on: settings.platforms });
  const coverage = found.map(({ source, status, checkedSec }): typeof GameCoverageWire.static => {
    return { source, status, checked_at: isoOf(checkedSec) };
  });
  return partText({ coverage });
}

/** Writes a part of a game as it follows others. */
function partText(part: Pick<GameBody, "platforms" | "coverage">): string {
  return `,${JSON.stringify(part).slice(1, -1)}`;
}

/** Returns the body of a team in responses. */
export function teamBody(
  { id, name, abbreviation, logoUrl: logo_url, sport, league }: Team,
): typeof TeamWire.static {
  return { id, name, abbreviation, logo_url, sport, league };
}

/** A cache of recent instants: many games share a kickoff or the time of a scan. */
const isoTexts = new Map<UnixSec, string>();
const REMEMBERED_INSTANTS_MAX = 4_096;

function isoOf(sec: UnixSec): string;
function isoOf(sec: UnixSec | null): string | null;
function isoOf(sec: UnixSec | null): string | null {
  if (sec === null) return null;
  const known = isoTexts.get(sec);
  if (known !== undefined) return known;
  if (isoTexts.size >= REMEMBERED_INSTANTS_MAX) isoTexts.clear();
  const text = toIso(sec);
  isoTexts.set(sec, text);
  return text;
}
