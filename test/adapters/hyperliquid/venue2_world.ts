/** A simulated secondary venue for the adapter's tests, with a listing that is put. @module */
import { Effect, type Scope } from "effect";
import type { SandboxClock } from "../../../app/simulator/kit/clock.ts";
import { listen } from "../../../app/simulator/kit/simulator.ts";
import { makeHyperliquidSimulator } from "../../../app/simulator/hyperliquid/hyperliquid_simulator.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import type { ProviderWatch } from "../../../core/port/provider_watch.ts";
import { EMPTY_SEASON } from "../../simulator/season/empty_season.ts";
import { scopedSimulator } from "../../simulator/kit/scoped_simulator.ts";
import { makeStillClock, ms, type StillClock } from "../../simulator/kit/support.ts";
import { runStill } from "../../still_run.ts";

/** An outcome or a question, as the venue writes it. */
export type Row = Readonly<Record<string, unknown>>;

/** Both lists of the venue. */
export interface Listing {
  readonly outcomes: ReadonlyArray<Row>;
  readonly questions: ReadonlyArray<Row>;
}

/** How an outcome ended. */
export interface PutSettlement {
  readonly outcome: number;
  readonly settleFraction: string;
  readonly details: string;
}

/** Starts the venue for as long as the scope lives. */
export const makeVenue2 = Effect.fnUntraced(function* (clock: SandboxClock) {
  const provider = makeHyperliquidSimulator({ world: makeWorld(1), season: EMPTY_SEASON, clock });
  const start = () => listen(provider, { seed: 1, clock });
  const { send, ...simulator } = yield* scopedSimulator(start, { calls: "POST /info" });
  return {
    ...simulator,
    /** The origin of its WebSocket, which is at `/ws`. */
    socketUrl: simulator.url.replace(/^http/, "ws"),
    put: (listing: Listing) => send("PUT", "/__listing", listing),
    /** Prices by coin, in place of the world's; null takes one away. */
    putMids: (mids: Readonly<Record<string, string | null>>) => send("PUT", "/__mids", mids),
    putSettled: (settlement: PutSettlement) => send("PUT", "/__settled", settlement),
    sockets: Effect.map(send("GET", "/__sockets"), ({ sockets }) => Number(sockets)),
    cutSockets: send("DELETE", "/__sockets"),
  };
});

/** What a test has at hand. */
export type Venue2 = Effect.Success<ReturnType<typeof makeVenue2>> & {
  /** Whoever moves it moves the venue's time, and the program's. */
  readonly clock: StillClock;
};

/** The venue with its socket where nobody listens: all that is known of it was asked for. */
export const withoutStream = (venue: Venue2): Venue2 => ({
  ...venue,
  socketUrl: "ws://127.0.0.1:1",
});

/** Runs with a venue; the clock stands still but for those who sleep. */
export function withVenue2<A, E>(
  body: (venue: Venue2) => Effect.Effect<A, E, ProviderWatch | Scope.Scope>,
): Promise<A> {
  const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
  return runStill(clock, Effect.flatMap(makeVenue2(clock), (venue) => body({ ...venue, clock })));
}
