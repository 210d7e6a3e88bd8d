/** A simulated oracle for the adapter's tests, and a feed that is pointed at it. @module */
import { Effect, Redacted } from "effect";
import { type FeedTable, MAINNET_FEEDS } from "../../../adapters/chainlink/feed_table.ts";
import { makeChainlinkAccount } from "../../../adapters/chainlink/account.ts";
import { makeChainlinkPriceFeed } from "../../../adapters/chainlink/price_feed.ts";
import { makeSandboxClock, type SandboxClock } from "../../../app/simulator/kit/clock.ts";
import { startSimulator } from "../../../app/simulator/start_simulator.ts";
import { scopedSimulator } from "../../simulator/kit/scoped_simulator.ts";
import { ORACLE_KEY } from "../../simulator/kit/support.ts";

/** A report to put into the simulator. Seconds are both included. */
export interface ReportFact {
  readonly feedID: string;
  readonly validFromSec: number;
  readonly observedSec: number;
  readonly price: string;
}

/** The id of a stream in the table. */
export function feedId(key: string): string {
  return MAINNET_FEEDS.get(key) ?? "";
}

/** Starts a simulator that lives as long as the scope. */
export const makeOracle = Effect.fnUntraced(function* (
  { clock = makeSandboxClock(), feeds = MAINNET_FEEDS }: {
    readonly clock?: SandboxClock;
    readonly feeds?: FeedTable;
  } = {},
) {
  const simulator = yield* scopedSimulator(() =>
    startSimulator("oracle", { seed: 1, clock, oracleKey: ORACLE_KEY })
  );
  const { send } = simulator;
  const account = yield* makeChainlinkAccount({
    url: simulator.url,
    feeds,
    callsPerSec: 9,
    credentials: {
      apiKey: ORACLE_KEY.apiKey,
      apiSecret: Redacted.make(ORACLE_KEY.apiSecret),
    },
  });
  return {
    ...simulator,
    account,
    feed: makeChainlinkPriceFeed(account),
    put: (facts: ReadonlyArray<ReportFact>) =>
      Effect.forEach(
        [...Map.groupBy(facts, (fact) => fact.feedID)],
        ([feedID, reports]) =>
          send("PUT", "/__reports", {
            feedID,
            reports: reports
              .toSorted((a, b) => a.observedSec - b.observedSec)
              .map(({ validFromSec, observedSec, price }) => ({
                validFromTimestamp: validFromSec,
                observationsTimestamp: observedSec,
                price,
              })),
          }),
      ),
    /** The requests so far: paths with their queries, and what they were answered. */
    log: Effect.map(
      send("GET", "/__log"),
      ({ requests }) => requests as ReadonlyArray<{ readonly path: string; status: number }>,
    ),
  };
});
