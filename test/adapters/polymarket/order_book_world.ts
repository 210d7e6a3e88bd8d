/** A simulated order book for the adapter's tests, and the adapter pointed at it. @module */
import { test } from "bun:test";
import { Effect, Option } from "effect";
import { makeClobQuestion } from "../../../adapters/polymarket/clob/question.ts";
import { makePolymarketVenueAccount } from "../../../adapters/polymarket/venue_account.ts";
import type { OpenTokens } from "../../../core/port/venue_account.ts";
import type { SandboxClock } from "../../../app/simulator/kit/clock.ts";
import type { LoggedRequest } from "../../../app/simulator/kit/request_log.ts";
import { scopedVenueSimulator } from "../../simulator/kit/scoped_simulator.ts";
import { makeStillClock, type StillClock } from "../../simulator/kit/support.ts";
import { runStill } from "../../still_run.ts";
import { DEV_ADDRESS, devKey } from "./clob/dev_wallet.ts";

/** The token id of some open market. */
export const TOKEN_ID =
  "71321045679252212594626385532706912750332728571942532289631379312455583992563";

/** It is a market of V1; of V2 none is open. */
export const TOKENS: OpenTokens = { v1: Option.some(TOKEN_ID), v2: Option.none() };

/** A wallet that is its own funder. */
export const WALLET = { address: DEV_ADDRESS, funder: DEV_ADDRESS, signatureType: 0 } as const;

/** An instant at which the simulated venue is open. */
const NOW_MS = Date.parse("2026-11-20T12:00:00Z");

/** Starts a simulator that lives as long as the scope. */
export const makeOrderBook = Effect.fnUntraced(function* (
  { clock }: { readonly clock: SandboxClock },
) {
  const { url, send, fault, heal } = yield* scopedVenueSimulator("venue-orders", { clock });
  const options = { clobUrl: url };
  const account = yield* makePolymarketVenueAccount(options);
  return {
    account,
    /** Makes or derives the credentials of {@linkcode WALLET}. */
    derive: (signingKey = devKey()) => account.deriveCredentials(WALLET, signingKey),
    /** Has what is asked there answered so. */
    answer: (match: string, status: number, body: object) =>
      fault({ match, kind: "status", status, body }),
    question: yield* makeClobQuestion(options),
    put: (account: Readonly<Record<string, unknown>>) => send("PUT", "/__account", account),
    fault,
    mend: heal,
    log: Effect.map(
      send("GET", "/__log"),
      ({ requests }) => requests as ReadonlyArray<LoggedRequest>,
    ),
  };
});

/** What {@linkcode makeOrderBook} makes. */
export type OrderBook = Effect.Success<ReturnType<typeof makeOrderBook>>;

/** Declares a test that runs against a simulator of its own. */
export function testOrderBook(
  title: string,
  body: (book: OrderBook) => Generator<Effect.Effect<unknown, unknown>, void, never>,
): void {
  test(title, async () => void await withOrderBook(Effect.fnUntraced(body)));
}

/** Runs a test against a simulator of its own, on a clock that moves when a fiber sleeps. */
export function withOrderBook<A, E>(
  run: (book: OrderBook) => Effect.Effect<A, E>,
  clock: StillClock = makeStillClock(NOW_MS),
): Promise<A> {
  return runStill(clock, Effect.flatMap(makeOrderBook({ clock }), run));
}
