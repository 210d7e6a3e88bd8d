/** A listener to a simulated relay, and what it received. @module */
import { Effect, Fiber, Logger, Random, Redacted, References } from "effect";
import { makePolymarketRelay } from "../../../../adapters/polymarket/relay/relay.ts";
import { layerClock, makeSandboxClock } from "../../../../app/simulator/kit/clock.ts";
import { makeApiKeys } from "../../../../app/simulator/polymarket/clob/api_keys.ts";
import { startSimulator } from "../../../../app/simulator/start_simulator.ts";
import type { LiveEvent } from "../../../../core/port/live_prices.ts";
import type { ProviderOff } from "../../../../core/port/provider_failure.ts";
import { ProviderWatch } from "../../../../core/port/provider_watch.ts";
import type { VenueCredentials } from "../../../../core/port/venue_account.ts";
import { control, ms, ORACLE_KEY } from "../../../simulator/kit/support.ts";
import { UNWATCHED } from "../../../still_run.ts";
import { type MovedTime, moveTime } from "../../outbound/moved_time.ts";

type Events = ReadonlyArray<LiveEvent>;
type Relay = Effect.Success<ReturnType<typeof makePolymarketRelay>>;

const SEED = 1;
const ADDRESS = "0x00000000000000000000000000000000000000aa";
const KEY = makeApiKeys(SEED).of(ADDRESS);
if (KEY === undefined) throw new Error("the venue gave no key");

/** Credentials that the simulated venue knows. */
export const GOOD: VenueCredentials = {
  apiKey: KEY.apiKey,
  secret: Redacted.make(KEY.secret),
  passphrase: Redacted.make(KEY.passphrase),
};

/** Secrets that must not be in a log. */
export const SECRETS = [KEY.secret, KEY.passphrase, "wrong words"];

/** What a listener received, and the relay that it listens to. */
export interface Listening {
  readonly events: Events;
  readonly relay: Relay;
  /** Lines of the log, with what they are annotated with. */
  readonly log: ReadonlyArray<string>;
  /** How the connections went, as reported to the watch. */
  readonly calls: ReadonlyArray<boolean>;
  readonly nowSec: () => number;
  /** Sends a control call to the simulator. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<void>;
  readonly fault: (fault: Readonly<Record<string, unknown>>) => Promise<void>;
  /** The connections that are open. */
  readonly sockets: () => Promise<number>;
  /** When handshakes were asked for, in unix milliseconds of the sandbox's clock. */
  readonly handshakes: () => Promise<ReadonlyArray<{ readonly atMs: number; status: number }>>;
  readonly until: (isTrue: (events: Events) => boolean) => Promise<number>;
  readonly pass: MovedTime["pass"];
  /** Runs an effect on the same clock. */
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>;
}

/** Waits before another attempt are drawn at random: here they are almost as short as may be. */
const SHORT: Random.Random = { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => 0.02 };

/** Much less than anything here waits, and much more than the simulator does. */
const STEP_MS = 100;

/** Listens in a time that is moved, while `body` runs. Every socket is closed after that. */
export async function listening(
  { credentials = Effect.succeed(GOOD), prepare }: {
    readonly credentials?: Effect.Effect<VenueCredentials, ProviderOff>;
    /** Done before the relay is asked for anything. */
    readonly prepare?: (world: Pick<Listening, "fault" | "nowSec">) => Promise<void>;
  },
  body: (world: Listening) => Promise<void>,
): Promise<void> {
  using time = moveTime({ stepMs: STEP_MS });
  const clock = makeSandboxClock({ speed: 1, startMs: ms("2026-11-10T12:00:00Z") });
  const simulator = startSimulator("relay", { seed: SEED, clock, oracleKey: ORACLE_KEY });
  const { url } = simulator;
  const [events, log, calls] = [Array<LiveEvent>(), Array<string>(), Array<boolean>()];
  const logger = Logger.make(({ message, logLevel, fiber }) => {
    const annotations = fiber.getRef(References.CurrentLogAnnotations);
    log.push(JSON.stringify([logLevel, message, annotations]));
  });
  const watch = Effect.map(ProviderWatch, (watch) => ({
    ...watch,
    record: (call: Parameters<typeof watch.record>[0]) => {
      calls.push(call.ok);
      return watch.record(call);
    },
  }));
  const ask = async <T>(method: string, path: string, body?: unknown) => {
    const answer = await control<T>(`${url}${path}`, method, body);
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
    return answer.body;
  };
  const nowSec = () => Math.floor(clock.nowMs() / 1000);
  const base = {
    nowSec,
    fault: async (fault: Readonly<Record<string, unknown>>) =>
      void await ask("POST", "/__faults", { match: "GET /ws", ...fault }),
  };
  const program = Effect.gen(function* () {
    yield* Effect.promise(async () => await prepare?.(base));
    const relay = yield* makePolymarketRelay({ wsUrl: url.replace("http", "ws"), credentials });
    const fiber = yield* Effect.forkChild(
      relay.stream.listen((event) => void events.push(event)),
    );
    const sockets = async () => (await ask<{ sockets: number }>("GET", "/__sockets")).sockets;
    yield* Effect.promise(() =>
      body({
        ...base,
        events,
        relay,
        log,
        calls,
        control: async (method, path, body) => void await ask(method, path, body),
        sockets,
        handshakes: async () => {
          type Line = { readonly at: string; readonly path: string; readonly status: number };
          const { requests } = await ask<{ requests: ReadonlyArray<Line> }>("GET", "/__log");
          return requests.filter(({ path }) => path === "/ws")
            .map(({ at, status }) => ({ atMs: ms(at), status }));
        },
        until: (isTrue) => time.untilTold(events, isTrue),
        pass: time.pass,
        run: (effect) => Effect.runPromise(Effect.provide(effect, layerClock(clock))),
      })
    );
    yield* Fiber.interrupt(fiber);
    yield* Effect.promise(() => time.until(async () => await sockets() === 0));
  });
  await Effect.runPromise(program.pipe(
    Effect.provideServiceEffect(ProviderWatch, watch),
    Effect.provide([UNWATCHED, layerClock(clock), Logger.layer([logger])]),
    Effect.provideService(Random.Random, SHORT),
    Effect.ensuring(Effect.promise(() => simulator.stop())),
  ));
}

/** What was published for one asset. Throws if a value is published twice. */
export function publishedOf(events: Events, asset = "btc") {
  const points = new Map<number, bigint>();
  const lost = new Set<number>();
  let beforeSec = 0;
  for (const event of events) {
    if (event.kind === "lost_reports" && event.asset === asset) {
      if (event.fromSec === 0) beforeSec = event.toSec;
      else for (let sec = event.fromSec; sec <= event.toSec; sec++) lost.add(sec);
    }
    if (event.kind !== "point" || event.asset !== asset) continue;
    const { observedSec, priceE18 } = event.point;
    if (points.get(observedSec) === priceE18) throw new Error(`${observedSec} is published twice`);
    points.set(observedSec, priceE18);
  }
  let completeSec = beforeSec;
  while (points.has(completeSec + 1) || lost.has(completeSec + 1)) completeSec += 1;
  return {
    points,
    /** Seconds that were published as lost, and how many of them arrived all the same. */
    lost,
    beforeSec,
    /** Up to here nothing is missing. */
    completeSec,
  };
}

/** The published states of the connection, in order. */
export function statesOf(events: Events): ReadonlyArray<boolean> {
  return events.flatMap((event) => event.kind === "stream_state" ? [event.isUp] : []);
}
