/**
 * Writes the outbox of webhooks, but for orders, whose store does.
 *
 * @module
 */
import { Effect } from "effect";
import { Leases } from "../../port/leases.ts";
import { announceFeeds } from "./announce_feeds.ts";
import { announcePositions } from "./announce_positions.ts";
import { announceWindows } from "./announce_windows.ts";

/** One replica writes. Others would write the same again, which the store ignores. */
const LEASE = "webhook events";

/** Tells webhooks of windows, feeds and positions for as long as the service runs. */
export const announceEvents = Leases.use(({ whileHeld }) =>
  whileHeld(LEASE, Effect.raceAllFirst([announceWindows, announceFeeds, announcePositions]))
);
