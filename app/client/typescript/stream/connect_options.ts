/**
 * What a stream can be told.
 *
 * @module
 */
import type { ConnectionState } from "./connection.ts";
import type { Parse } from "./parse_frame.ts";
import type { Timing } from "./timing.ts";

/** The state of a connection. `connection` counts from 1; most bots never need a second one. */
export type StreamState = ConnectionState & { readonly connection: number };

/** Options for `connect`. */
export interface ConnectOptions {
  /** Called whenever a connection opens, breaks or closes. */
  readonly onState?: (state: StreamState) => void;
  /** The events that each loop can buffer before it throws `StreamOverrun`. Default: 10,000. */
  readonly eventsMax?: number;
  /**
   * Reads what the service says of orders, fills and windows. Default: `JSON.parse`, which makes
   * doubles of amounts; of `createClient` its own `parse`.
   */
  readonly parse?: Parse | undefined;
  /**
   * Has the clock of a replay at the speed `max` wait until every loop asks for its next event, so
   * that two runs of a bot are alike. A loop must not wait for what comes later before it does.
   * Changes nothing elsewhere. Default: false.
   */
  readonly lockstep?: boolean;
  /** Retry delays and timeouts, mostly for tests. */
  readonly timing?: Partial<Timing>;
}
