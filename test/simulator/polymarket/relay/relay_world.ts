/**
 * A relay and its oracle, on a clock set by the test.
 *
 * @module
 */
import { afterAll, afterEach, beforeEach } from "bun:test";
import { DELAY_MS_MAX } from "../../../../app/simulator/polymarket/relay/publish_delay.ts";
import { makeSharedParts } from "../../../../app/simulator/shared_parts.ts";
import { startSimulator } from "../../../../app/simulator/start_simulator.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { control, makeStillClock, ms, ORACLE_KEY } from "../../kit/support.ts";
import { openAverages } from "./relay_client.ts";

const START_SEC = ms("2026-11-05T12:00:00Z") / 1_000;
const HOUR_SEC = 3_600;

/**
 * A point to record. `delayMs`: from its second to its publication; default: drawn by the relay.
 */
export interface WirePoint {
  readonly sec: number;
  readonly value: string;
  readonly delayMs?: number;
}

/** Starts both for the tests of a file, which may ask for them from their first line on. */
export function startRelayWorld() {
  const clock = makeStillClock(START_SEC * 1_000);
  const world = makeWorld(1);
  const options = { seed: 1, clock, oracleKey: ORACLE_KEY, ...makeSharedParts(world) };
  const relay = startSimulator("relay", options);
  const oracle = startSimulator("oracle", options);
  afterAll(() => Promise.all([relay.stop(), oracle.stop()]));

  // Each test has a separate hour, so that none sees another's recordings.
  let baseSec = START_SEC;
  beforeEach(() => {
    baseSec += HOUR_SEC;
    publish(baseSec);
  });
  afterEach(async () => {
    await control(`${relay.url}/__sockets`, "DELETE");
    await control(`${relay.url}/__faults`, "DELETE");
  });
  const publish = (sec: number) => clock.set(sec * 1_000 + DELAY_MS_MAX);
  return {
    clock,
    world,
    relay,
    oracle,
    /** The start of the test: the last published second. */
    baseSec: () => baseSec,
    /** Advances to where the points of a second, and of all before it, are published. */
    publish,
    open: (...symbols: string[]) => openAverages(relay, symbols),
    /** A second that the oracle does not miss: what is sent last, and can be waited for. */
    plainFrom(sec: number) {
      while (world.price("btc").isMissed(sec) || world.price("eth").isMissed(sec)) sec++;
      return sec;
    },
    put: (points: ReadonlyArray<WirePoint>, symbol = "btcusd") =>
      control(`${relay.url}/__points`, "PUT", {
        symbol,
        points: points.map(({ sec, value, delayMs }) => ({
          timestamp: sec * 1_000,
          full_accuracy_value: value,
          ...(delayMs === undefined ? {} : { delay_ms: delayMs }),
        })),
      }),
  };
}

/** Returns points whose value shows their second. */
export function plain(...seconds: ReadonlyArray<number>): ReadonlyArray<WirePoint> {
  return seconds.map((sec) => ({ sec, value: `${sec}.5` }));
}
