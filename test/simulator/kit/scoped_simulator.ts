/** A simulator for the scope of a test, with its controls. @module */
import { Effect } from "effect";
import {
  type SimulatorName,
  type SimulatorOptions,
  startSimulator,
} from "../../../app/simulator/start_simulator.ts";
import { PROFILE_BY_NAME } from "../../../core/market/mod.ts";
import { control, ORACLE_KEY } from "./support.ts";

/** JSON as it is sent. */
type Written = Readonly<Record<string, unknown>>;

/**
 * Starts it for the life of the scope. A refused control call fails the test.
 *
 * `calls`: the default match of faults.
 */
export const scopedSimulator = Effect.fnUntraced(function* (
  start: () => { readonly url: string; readonly stop: () => Promise<unknown> },
  { calls = "GET /" }: { readonly calls?: string } = {},
) {
  const running = yield* Effect.acquireRelease(
    Effect.sync(start),
    ({ stop }) => Effect.promise(() => stop()),
  );
  const send = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
    const sent = yield* Effect.promise(() => control<Written>(running.url + path, method, body));
    return sent.status < 400 ? sent.body : yield* Effect.die(JSON.stringify(sent.body));
  });
  return {
    url: running.url,
    send,
    /** Affects every such call by default. */
    fault: (fault: Written) => send("POST", "/__faults", { match: calls, ...fault }),
    heal: send("DELETE", "/__faults"),
    /** Returns the requests so far: paths with their queries. */
    asked: Effect.map(
      send("GET", "/__log"),
      ({ requests }) =>
        (requests as ReadonlyArray<{ readonly path: string }>).map(({ path }) => path),
    ),
  };
});

/** Starts a simulator of seed 1 by its name, with the real venue's profile. */
export function scopedVenueSimulator(
  name: SimulatorName,
  options: Pick<SimulatorOptions, "clock" | "profile" | "published">,
) {
  const { polymarket: profile } = PROFILE_BY_NAME;
  return scopedSimulator(() =>
    startSimulator(name, { seed: 1, oracleKey: ORACLE_KEY, profile, ...options })
  );
}
