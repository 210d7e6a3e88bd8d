/**
 * Publishes new and resolved markets of the world.
 *
 * @module
 */
import { type SandboxClock } from "../../kit/clock.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { type GameWorld } from "../gamma/game/game_world.ts";
import { gameNewsSince } from "./game_news.ts";
import { listingNews, marketsSince, type NewsSpan, type NewsTime } from "./listing_news.ts";
import { type MarketFrame } from "./market_frame.ts";
import { type MarketNews, marketResolvedFrame, newMarketFrame } from "./market_news.ts";

/** A subscriber: receives every new market, and the resolutions of the markets it listens to. */
export interface NewsListener {
  listensTo(tokenId: string): boolean;
  publish(frame: MarketFrame): void;
}

/** All subscribers of the venue's news. */
export interface VenueNews {
  join(listener: NewsListener): void;
  leave(listener: NewsListener): void;
}

/** Interval between two readings of the world, in real milliseconds. */
const POLL_MS = 250;
/**
 * The most news published after a pause of the process or a jump of its clock; older news are lost.
 */
const MISSED_SEC_MAX = 3_600;

/** Finds the news since the last reading, up to an instant. */
interface NewsSource {
  find(time: NewsTime, span: NewsSpan): ReadonlyArray<MarketNews>;
  /** Everything up to here was published. */
  publishedSec: number;
}

/** Makes news without subscribers. The timer runs only while there are some. */
export function makeVenueNews(
  { venue, clock, games }: {
    readonly venue: VenueWorld;
    readonly clock: SandboxClock;
    readonly games?: GameWorld | undefined;
  },
): VenueNews {
  const listeners = new Set<NewsListener>();
  let polling: ReturnType<typeof setInterval> | undefined;
  const world: NewsSource = {
    find: (time, span) =>
      marketsSince(venue, time, span).map((market) => listingNews(venue, market, time)),
    publishedSec: 0,
  };
  const leagues = (games?.leagues ?? []).map((league): NewsSource => ({
    find: (time, span) =>
      games === undefined ? [] : gameNewsSince({ venue, games, league }, time, span),
    publishedSec: 0,
  }));

  const publishNewsOf = (source: NewsSource) => {
    const untilSec = Math.floor(clock.nowMs() / 1000);
    const span = { afterSec: Math.max(source.publishedSec, untilSec - MISSED_SEC_MAX), untilSec };
    source.publishedSec = Math.max(source.publishedSec, untilSec);
    if (span.afterSec >= untilSec) return false;
    for (const news of source.find("closedSec", span)) {
      const frame = marketResolvedFrame(news);
      for (const listener of listeners) {
        if (news.market.tokenIds.some(listener.listensTo)) listener.publish(frame);
      }
    }
    for (const news of source.find("deployedSec", span)) {
      const frame = newMarketFrame(news);
      listeners.forEach((listener) => listener.publish(frame));
    }
    return true;
  };
  let polls = 0;
  const poll = () => {
    const isLater = publishNewsOf(world);
    // Reads all games of one league at a time, so that every poll is short.
    const league = isLater ? leagues[polls++ % leagues.length] : undefined;
    if (league !== undefined) publishNewsOf(league);
  };
  return {
    join(listener) {
      if (polling === undefined) {
        const nowSec = Math.floor(clock.nowMs() / 1000);
        for (const source of [world, ...leagues]) source.publishedSec = nowSec;
        polling = setInterval(poll, POLL_MS);
      }
      listeners.add(listener);
    },
    leave(listener) {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(polling);
      polling = undefined;
    },
  };
}
