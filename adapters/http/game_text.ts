/**
 * Writes games as JSON text, and remembers what it has written.
 *
 * A page of 200 games is some hundred kilobytes, of which one game changes now and then: so the
 * text of each game is kept as long as the game stays as it is.
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
  spineLicenseNote,
  type Team,
  unknownTermsNote,
} from "../../core/game/mod.ts";
import { toIso, UnixSec } from "../../core/time/mod.ts";

/** Writes games of a listing, each with these parts. */
export type WriteGame = (
  listing: GameListing,
  record: GameRecord,
  parts: ReadonlyArray<GamePart>,
) => string;

/** What was written of a game, and of what. */
interface Written {
  readonly duration: LeagueDuration | undefined;
  readonly terms: ListingSettings;
  /** Without the brace that ends it. */
  readonly game: string;
  readonly platforms: string;
  /** Changes with the looks at platforms: written when it is asked for. */
  coverage: { readonly evidence: ScanEvidence; readonly text: string } | undefined;
}

/** Some 20 MB: the games of two busy weeks. What was not asked for lately is dropped. */
const REMEMBERED_GAMES_MAX = 8_192;

/** A writer with an empty memory. */
export function makeGameWriter(): WriteGame {
  let lately = new Map<GameRecord, Written>();
  let before = new Map<GameRecord, Written>();
  const written = (listing: GameListing, record: GameRecord): Written => {
    const duration = listing.durations.get(record.game.league);
    const terms = listing.settings;
    const fresh = lately.get(record);
    const known = fresh ?? before.get(record);
    const isCurrent = known?.duration === duration && known?.terms === terms;
    if (isCurrent && known === fresh) return known;
    const found = isCurrent ? known : write(record, duration, terms);
    if (lately.size >= REMEMBERED_GAMES_MAX / 2) [before, lately] = [lately, new Map()];
    lately.set(record, found);
    return found;
  };
  return (listing, record, parts) => {
    const found = written(listing, record);
    const platforms = parts.includes("platforms") ? found.platforms : "";
    if (!parts.includes("coverage")) return `${found.game}${platforms}}`;
    if (found.coverage?.evidence !== listing.evidence) {
      found.coverage = { evidence: listing.evidence, text: coverageText(listing, record) };
    }
    return `${found.game}${platforms}${found.coverage.text}}`;
  };
}

// JSON.stringify gives text in one piece. Text that is put together here from many would be put
// together again with each answer.

function write(
  record: GameRecord,
  duration: LeagueDuration | undefined,
  terms: ListingSettings,
): Written {
  const platforms = record.platforms.map((platform) => platformBody(platform, terms));
  return {
    duration,
    terms,
    game: JSON.stringify(gameBody(record.game, duration, terms)).slice(0, -1),
    platforms: `,${JSON.stringify({ platforms }).slice(1, -1)}`,
    coverage: undefined,
  };
}

function gameBody(
  game: Game,
  duration: LeagueDuration | undefined,
  { spines }: ListingSettings,
) {
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
    spine: { source, event_id: eventId, license_note: spineLicenseNote(spines, game) },
    supersedes: game.supersedes,
    redistributable: game.redistributable,
  };
}

function timeBody(game: Game, duration: LeagueDuration | undefined) {
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

function scoreBody({ score }: Game) {
  if (score === null) return null;
  const { home, away, clock, period, detail, updatedSec } = score;
  return { home, away, clock, period, detail, updated_at: isoOf(updatedSec) };
}

function platformBody(platform: GamePlatform, { platforms }: ListingSettings) {
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
  const coverage = coverageOf(record, { evidence, on: settings.platforms }).map(
    ({ source, status, checkedSec }) => ({ source, status, checked_at: isoOf(checkedSec) }),
  );
  return `,${JSON.stringify({ coverage }).slice(1, -1)}`;
}

/** A team, as answers have it. */
export function teamBody({ id, name, abbreviation, logoUrl: logo_url, sport, league }: Team) {
  return { id, name, abbreviation, logo_url, sport, league };
}

/** Instants written lately: games begin, and platforms are looked at, many at a time. */
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
