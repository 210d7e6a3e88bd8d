/**
 * A simulator that a test holds for a while, with its controls.
 *
 * @module
 */
import { Effect } from "effect";
import {
  type SimulatorName,
  type SimulatorOptions,
  startSimulator,
} from "../../app/sandbox/start_simulator.ts";
import { PROFILE_BY_NAME } from "../../core/market/mod.ts";
import { control, ORACLE_KEY } from "./support.ts";

/** JSON as it is sent. */
type Written = Readonly<Record<string, unknown>>;

/**
 * Starts it for as long as the scope lives. Controls that are refused end the test.
 *
 * `calls`: what a fault strikes that does not say it.
 */
export const holdSimulator = Effect.fnUntraced(function* (
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
    /** Strikes every such call, unless it says which or how often. */
    fault: (fault: Written) => send("POST", "/__faults", { match: calls, ...fault }),
    heal: send("DELETE", "/__faults"),
    /** What was asked so far: paths with their queries. */
    asked: Effect.map(
      send("GET", "/__log"),
      ({ requests }) =>
        (requests as ReadonlyArray<{ readonly path: string }>).map(({ path }) => path),
    ),
  };
});

/** Holds a simulator of seed 1 by its name. Its venue is called as the real one is. */
export function holdVenueSimulator(
  name: SimulatorName,
  options: Pick<SimulatorOptions, "clock" | "profile" | "published">,
) {
  const { polymarket: profile } = PROFILE_BY_NAME;
  return holdSimulator(() =>
    startSimulator(name, { seed: 1, oracleKey: ORACLE_KEY, profile, ...options })
  );
}
