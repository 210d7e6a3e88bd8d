/**
 * Tells of the world's markets that begin to be traded, and of those that are resolved.
 *
 * @module
 */
import { type SandboxClock } from "../clock.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { type GameWorld } from "../venue_metadata/game/game_world.ts";
import { gameNewsSince } from "./game_news.ts";
import { listingNews, marketsSince, type NewsSpan, type NewsTime } from "./listing_news.ts";
import { type MarketFrame } from "./market_frame.ts";
import { type MarketNews, marketResolvedFrame, newMarketFrame } from "./market_news.ts";

/** Who is told: of every new market, and of what becomes of those that it listens to. */
export interface NewsListener {
  listensTo(tokenId: string): boolean;
  tell(frame: MarketFrame): void;
}

/** All listeners of the venue. */
export interface VenueNews {
  join(listener: NewsListener): void;
  leave(listener: NewsListener): void;
}

/** How often the world is looked at, in milliseconds of the machine. */
const LOOK_MS = 250;
/** What is told after the process, or its clock, made a leap; older news are lost. */
const MISSED_SEC_MAX = 3_600;

/** Finds what happened in the meantime, up to an instant. */
interface NewsSource {
  find(time: NewsTime, span: NewsSpan): ReadonlyArray<MarketNews>;
  /** Up to here everything was told. */
  toldSec: number;
}

/** Nobody listens yet, and without listeners no timer runs. */
export function makeVenueNews(
  { venue, clock, games }: {
    readonly venue: VenueWorld;
    readonly clock: SandboxClock;
    readonly games?: GameWorld | undefined;
  },
): VenueNews {
  const listeners = new Set<NewsListener>();
  let looking: ReturnType<typeof setInterval> | undefined;
  const world: NewsSource = {
    find: (time, span) =>
      marketsSince(venue, time, span).map((market) => listingNews(venue, market, time)),
    toldSec: 0,
  };
  const leagues = (games?.leagues ?? []).map((league): NewsSource => ({
    find: (time, span) =>
      games === undefined ? [] : gameNewsSince({ venue, games, league }, time, span),
    toldSec: 0,
  }));

  const tellOf = (source: NewsSource) => {
    const untilSec = Math.floor(clock.nowMs() / 1000);
    const span = { afterSec: Math.max(source.toldSec, untilSec - MISSED_SEC_MAX), untilSec };
    source.toldSec = Math.max(source.toldSec, untilSec);
    if (span.afterSec >= untilSec) return false;
    for (const news of source.find("closedSec", span)) {
      const frame = marketResolvedFrame(news);
      for (const listener of listeners) {
        if (news.market.tokenIds.some(listener.listensTo)) listener.tell(frame);
      }
    }
    for (const news of source.find("deployedSec", span)) {
      const frame = newMarketFrame(news);
      listeners.forEach((listener) => listener.tell(frame));
    }
    return true;
  };
  let turn = 0;
  const look = () => {
    const isLater = tellOf(world);
    // All games of a league are gone through, so that the leagues take turns.
    const league = isLater ? leagues[turn++ % leagues.length] : undefined;
    if (league !== undefined) tellOf(league);
  };
  return {
    join(listener) {
      if (looking === undefined) {
        const nowSec = Math.floor(clock.nowMs() / 1000);
        for (const source of [world, ...leagues]) source.toldSec = nowSec;
        looking = setInterval(look, LOOK_MS);
      }
      listeners.add(listener);
    },
    leave(listener) {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(looking);
      looking = undefined;
    },
  };
}
