/**
 * The limits of the venue's metadata service (Gamma), which all its clients share.
 *
 * Source: the venue's rate limits, per address and in any 10 seconds: 500 calls of `/events`, 300
 * of `/markets`, 900 of both and 4000 of everything.
 *
 * @module
 */
import { type CallLimits, makePacer, makePause, type Pacer } from "../../outbound/mod.ts";
import { VENUE_METADATA } from "./http_failure.ts";

/** Calls stop short of the limits: other programs behind the same address count too. */
const SHARE = 0.9;
const PER_MS = 10_000;
const CALLS_OF = { events: 500 * SHARE, markets: 300 * SHARE } as const;
/** The longest pause before the service is tried again, even if it asks for more. */
const PAUSE_SEC_MAX = 60;

/** The limits of one process. */
export interface GammaLimits {
  /**
   * Returns the limits of a call. A client with a pace of its own keeps that first.
   * `waitSecMax`: the longest wait for the end of a pause.
   */
  readonly of: (
    path: string,
    client: { readonly pacer?: Pacer; readonly waitSecMax: number },
  ) => CallLimits;
}

/** Makes limits without any history. Make them once per process, and pass them to each client. */
export function makeGammaLimits(): GammaLimits {
  const pause = makePause({ provider: VENUE_METADATA, secMax: PAUSE_SEC_MAX });
  const events = makePacer({
    name: `${VENUE_METADATA} events`,
    calls: CALLS_OF.events,
    perMs: PER_MS,
  });
  const markets = makePacer({
    name: `${VENUE_METADATA} markets`,
    calls: CALLS_OF.markets,
    perMs: PER_MS,
  });
  const sharedBy = (path: string) =>
    path.startsWith("/events") ? [events] : path.startsWith("/markets") ? [markets] : [];
  return {
    of: (path, { pacer, waitSecMax }) => ({
      pacers: [...(pacer === undefined ? [] : [pacer]), ...sharedBy(path)],
      pause: { of: pause, waitSecMax },
    }),
  };
}
