/**
 * Writes games as JSON text and caches it.
 *
 * A page of 200 games is some hundred kilobytes, and few games change between requests. So the text
 * of each game is cached until the game changes.
 *
 * @module
 */
import {
  coverageOf,
  type Game,
  type GameListing,
  type GamePart,
  type GamePlatform,
  type GameRecord,
  LEAGUE_FACTS,
  type LeagueDuration,
  type ListingSettings,
  type ScanEvidence,
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

/** Writes a game of a listing with these parts, as pieces of text that follow each other. */
export type WriteGame = (
  listing: GameListing,
  record: GameRecord,
  parts: ReadonlyArray<GamePart>,
) => ReadonlyArray<string>;

/** Joins the pieces of a written game to text. */
export function gameText(pieces: ReadonlyArray<string>): string {
  return pieces.join("");
}

/** The cached text of a game, and the inputs it was written from. */
interface Written {
  readonly record: GameRecord;
  readonly duration: LeagueDuration | undefined;
  readonly terms: ListingSettings;
  /** The JSON object without platforms and coverage. */
  readonly game: ReadonlyArray<string>;
  readonly withPlatforms: ReadonlyArray<string>;
  /** Written on request, because it changes with every scan. `by`: the number of the evidence. */
  coverage: { readonly by: number; readonly text: string } | undefined;
}

/**
 * Some 60 MB, if all are requested: the games of two busy months. Drops what was not requested
 * recently. A game that is written again costs 10 us, a fifth of a whole page of remembered ones.
 */
const REMEMBERED_GAMES_MAX = 32_768;

/** Makes a writer with an empty cache. */
export function makeGameWriter(): WriteGame {
  let recent = new Map<string, Written>();
  let older = new Map<string, Written>();
  // Numbered: a text that kept its evidence would keep all scans of its time.
  let last: { readonly evidence: ScanEvidence; readonly number: number } | undefined;
  const numberOf = (evidence: ScanEvidence): number => {
    if (last?.evidence !== evidence) last = { evidence, number: (last?.number ?? 0) + 1 };
    return last.number;
  };
  const cached = (listing: GameListing, record: GameRecord): Written => {
    const duration = listing.durations.get(record.game.league);
    const terms = listing.settings;
    const { id } = record.game;
    const fresh = recent.get(id);
    const known = fresh ?? older.get(id);
    const isCurrent = known?.record === record && known.duration === duration &&
      known.terms === terms;
    if (isCurrent && known === fresh) return known;
    const found = isCurrent ? known : write(record, duration, terms);
    if (recent.size >= REMEMBERED_GAMES_MAX / 2) [older, recent] = [recent, new Map()];
    recent.set(id, found);
    return found;
  };
  return (listing, record, parts) => {
    const found = cached(listing, record);
    const game = parts.includes("platforms") ? found.withPlatforms : found.game;
    if (!parts.includes("coverage")) return game;
    const by = numberOf(listing.evidence);
    if (found.coverage?.by !== by) found.coverage = { by, text: coverageText(listing, record) };
    return [...game.slice(0, -1), found.coverage.text, END];
  };
}

type GameBody = typeof GameWire.static;

const END = "}";

function write(
  record: GameRecord,
  duration: LeagueDuration | undefined,
  terms: ListingSettings,
): Written {
  const platforms = record.platforms.map((platform) => platformBody(platform, terms));
  const game = JSON.stringify(gameBody(record.game, duration, terms)).slice(0, -1);
  return {
    record,
    duration,
    terms,
    game: [game, END],
    withPlatforms: [game, partText({ platforms }), END],
    coverage: undefined,
  };
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

function coverageText({ evidence, settings }: GameListing, record: GameRecord): string {
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
