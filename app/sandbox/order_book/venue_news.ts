/**
 * Tells of the world's markets that begin to be traded, and of those that are resolved.
 *
 * @module
 */
import { type SandboxClock } from "../clock.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { marketResolvedFrame, marketsSince, newMarketFrame } from "./listing_news.ts";
import { type MarketFrame } from "./market_frame.ts";
import { worldMarket } from "./world_market.ts";

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

/** Nobody listens yet, and without listeners no timer runs. */
export function makeVenueNews(
  { venue, clock }: { readonly venue: VenueWorld; readonly clock: SandboxClock },
): VenueNews {
  const listeners = new Set<NewsListener>();
  let looking: ReturnType<typeof setInterval> | undefined;
  let toldSec = 0;
  const look = () => {
    const untilSec = Math.floor(clock.nowMs() / 1000);
    const span = { afterSec: Math.max(toldSec, untilSec - MISSED_SEC_MAX), untilSec };
    toldSec = Math.max(toldSec, untilSec);
    if (span.afterSec >= untilSec) return;
    for (const market of marketsSince(venue, "closedSec", span)) {
      const { tokenIds } = worldMarket(venue, { market, nowSec: market.listing.closedSec });
      const frame = marketResolvedFrame(venue, market);
      for (const listener of listeners) {
        if (tokenIds.some(listener.listensTo)) listener.tell(frame);
      }
    }
    for (const market of marketsSince(venue, "deployedSec", span)) {
      const frame = newMarketFrame(venue, market);
      listeners.forEach((listener) => listener.tell(frame));
    }
  };
  return {
    join(listener) {
      if (looking === undefined) {
        toldSec = Math.floor(clock.nowMs() / 1000);
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
