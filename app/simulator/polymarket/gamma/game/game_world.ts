/**
 * The venue's games, by league, by id and by slug.
 *
 * @module
 */
import { type LeagueCode } from "../../../../../core/game/mod.ts";
import { DAY_SEC, isInside, type TimeRange, UnixSec } from "../../../../../core/time/mod.ts";
import { makeCache } from "../../../kit/cache.ts";
import { type Moment, type Offer, type Season, type SeasonGame } from "../../../season/season.ts";
import { type WireObject } from "../wire_text.ts";
import {
  GAME_PARTS,
  gameEventNumber,
  type GameListing,
  gameNumberOf,
  type GamePart,
  isGameEventNumber,
  NOT_CLOSED_SEC,
} from "./game_listing.ts";
import { gameEventSlug, isSoccer, stemOf } from "./game_text.ts";
import { SPORT_BY_LEAGUE, type VenueSport } from "./venue_sport.ts";

/** Games of the weeks around now. Older ones, which the real venue keeps, are not available. */
export interface GameWorld {
  /** Returns all listings of these sports. */
  listings(isWanted: (sport: VenueSport) => boolean, nowSec: number): ReadonlyArray<GameListing>;
  byId(id: string, nowSec: number): GameListing | undefined;
  /** Finds an event by its id as a number, without a scan of its league. */
  byNumber(eventNumber: number, nowSec: number): GameListing | undefined;
  bySlug(slug: string, nowSec: number): GameListing | undefined;
  /** Returns events that may have a market of this slug. */
  byMarketSlug(slug: string, nowSec: number): ReadonlyArray<GameListing>;
  /** Returns when the game reached its current state, for example its end. */
  changedSec(offer: Offer, nowSec: number): number;
  /** Returns the JSON of a listing, built once per second for all requests. */
  written(listing: GameListing, write: () => WireObject): WireObject;
}

const BACK_SEC = 10 * DAY_SEC;
/** Nothing is listed earlier than two weeks before it begins. */
const AHEAD_SEC = 16 * DAY_SEC;
const DEPLOY_SEC = 60;
/** Number of games whose results are cached. */
const CACHED_MAX = 20_000;

/** Makes the venue's games of a season. */
export function makeGameWorld(season: Season): GameWorld {
  const known = new Map<LeagueCode, Known>();
  const written = new WeakMap<GameListing, WireObject>();
  const kickoffs = makeCache<number, number>(CACHED_MAX);
  const firstKickoff = ({ game, listedSec, kickoffSec }: Offer) =>
    kickoffs(game.number, () => season.game(game.number, listedSec)?.kickoffSec ?? kickoffSec);
  const changed = makeChanged(season);
  const offerOf = makeOfferFinder(season);

  const listed = (offer: Offer): ReadonlyArray<GameListing> => {
    const sport = SPORT_BY_LEAGUE.get(offer.game.league);
    return sport === undefined
      ? []
      : listingsOf({ offer, sport }, stemOf({ offer, sport }, firstKickoff(offer)));
  };
  const ofLeague = (league: LeagueCode, nowSec: number): Known => {
    const last = known.get(league);
    if (last?.nowSec === nowSec) return last;
    const query = { league, range: wholeRange(nowSec) };
    const listings = season.offers("polymarket", query, UnixSec(nowSec)).flatMap(listed);
    const now = {
      nowSec,
      listings,
      byId: new Map(listings.map((listing) => [listing.eventNumber, listing])),
      bySlug: new Map(listings.map((listing) => [gameEventSlug(listing), listing])),
    };
    known.set(league, now);
    return now;
  };

  const all = (isWanted: (sport: VenueSport) => boolean, nowSec: number) =>
    season.leagues.flatMap((league) => {
      const sport = SPORT_BY_LEAGUE.get(league);
      return sport !== undefined && isWanted(sport) ? ofLeague(league, nowSec).listings : [];
    });
  const byNumber = (eventNumber: number, nowSec: number): GameListing | undefined => {
    const game = season.game(gameNumberOf(eventNumber), UnixSec(nowSec));
    if (game === undefined) return undefined;
    const now = known.get(game.league);
    if (now?.nowSec === nowSec) return now.byId.get(eventNumber);
    const offer = offerOf(game, nowSec);
    return offer && listed(offer).find((listing) => listing.eventNumber === eventNumber);
  };
  /** Generating a season is slow, so a slug that cannot be a game's is rejected first. */
  const ofSlug = (slug: string, nowSec: number): ReadonlyArray<Known> => {
    const league = GAME_SLUG.test(slug) ? leagueOfSlug(slug) : undefined;
    return league !== undefined && season.leagues.includes(league)
      ? [ofLeague(league, nowSec)]
      : [];
  };

  return {
    listings: all,
    byId: (id, nowSec) =>
      /^\d{1,15}$/.test(id) && isGameEventNumber(Number(id))
        ? byNumber(Number(id), nowSec)
        : undefined,
    byNumber,
    bySlug: (slug, nowSec) => ofSlug(slug, nowSec).at(0)?.bySlug.get(slug),
    byMarketSlug: (slug, nowSec) =>
      ofSlug(slug, nowSec).flatMap(({ listings }) => listings)
        .filter(({ stem }) => slug.startsWith(stem)),
    changedSec: changed,
    written(listing, write) {
      const before = written.get(listing);
      if (before !== undefined) return before;
      const now = write();
      written.set(listing, now);
      return now;
    },
  };
}

const GAME_SLUG = /^[a-z0-9]+-[a-z0-9]+-[a-z0-9]+-\d{4}-\d{2}-\d{2}(-|$)/;

function leagueOfSlug(slug: string): LeagueCode | undefined {
  const [sport] = slug.split("-");
  return [...SPORT_BY_LEAGUE.values()].find((each) => each.sport === sport)?.league;
}

interface Known {
  readonly nowSec: number;
  readonly listings: ReadonlyArray<GameListing>;
  readonly byId: ReadonlyMap<number, GameListing>;
  readonly bySlug: ReadonlyMap<string, GameListing>;
}

/** Returns the kickoff range of the listed games. */
function wholeRange(nowSec: number): TimeRange {
  return {
    startSec: UnixSec(Math.max(0, nowSec - BACK_SEC)),
    endSec: UnixSec(nowSec + AHEAD_SEC),
  };
}

function listingsOf(
  { offer, sport }: { readonly offer: Offer; readonly sport: VenueSport },
  stem: string,
): ReadonlyArray<GameListing> {
  return GAME_PARTS.filter((part) => hasPart(part, { offer, sport })).map((part) => ({
    offer,
    sport,
    part,
    eventNumber: gameEventNumber(offer.game, part),
    createdSec: offer.listedSec,
    deployedSec: offer.listedSec + DEPLOY_SEC,
    startSec: offer.kickoffSec,
    // An event without a shown start ends some time on the day after.
    endSec: offer.lacksKickoff
      ? (Math.floor(offer.kickoffSec / DAY_SEC) + 2) * DAY_SEC - 1
      : offer.kickoffSec,
    closedSec: offer.closedSec ?? NOT_CLOSED_SEC,
    stem,
  }));
}

/** In soccer the main event has only the winner; in other sports also spreads and totals. */
function hasPart(
  part: GamePart,
  { offer: { kinds }, sport }: { readonly offer: Offer; readonly sport: VenueSport },
): boolean {
  if (part === "main") return true;
  if (part === "player-props") return kinds.includes("props");
  const both = [kinds.includes("spread"), kinds.includes("total")];
  return isSoccer(sport) ? both.includes(true) : !both.includes(false);
}

/**
 * Makes the lookup of one game's offer: from the cache, or from the schedule, and otherwise from
 * all offers within weeks.
 */
function makeOfferFinder(season: Season): (game: SeasonGame, nowSec: number) => Offer | undefined {
  const kickoffs = new Map<number, UnixSec>();
  return ({ number, league, kickoffSec }, nowSec) => {
    const whole = wholeRange(nowSec);
    const inRange = (range: TimeRange) =>
      season.offers("polymarket", { league, range }, UnixSec(nowSec))
        .find(({ game }) => game.number === number);
    for (const startSec of new Set([kickoffs.get(number) ?? kickoffSec, kickoffSec])) {
      const range = { startSec, endSec: UnixSec(startSec + 1) };
      const found = isInside(whole, startSec) ? inRange(range) : undefined;
      if (found !== undefined) return found;
    }
    const found = inRange(whole);
    if (kickoffs.size >= CACHED_MAX) kickoffs.clear();
    if (found !== undefined) kickoffs.set(number, found.kickoffSec);
    return found;
  };
}

/**
 * Binary search: a finished game stays finished, and a postponed one stays so until it has a new
 * date.
 */
function makeChanged(season: Season): (offer: Offer, nowSec: number) => number {
  const cache = new Map<string, number>();
  return ({ game, listedSec, kickoffSec }, nowSec) => {
    const { phase } = game.moment;
    const key = `${game.number} ${phase} ${kickoffSec}`;
    const before = cache.get(key);
    if (before !== undefined && before <= nowSec) return before;
    const isSo = (sec: number) => phaseAt(season, game.number, sec) === phase;
    let [low, high] = [Math.min(listedSec, nowSec), nowSec];
    if (!isSo(high)) return Math.min(nowSec, kickoffSec);
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (isSo(middle)) high = middle;
      else low = middle + 1;
    }
    if (cache.size >= CACHED_MAX) cache.clear();
    cache.set(key, high);
    return high;
  };
}

function phaseAt(season: Season, number: number, sec: number): Moment["phase"] | undefined {
  return season.game(number, UnixSec(sec))?.moment.phase;
}
