/**
 * The hosts of the provider: which of them to ask, from how each has behaved.
 *
 * Since August 2026 the first host turns some clients away for good that the second one serves.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { ProviderFailed } from "../../core/port/mod.ts";
import { SCHEDULE } from "./status.ts";

/** Another host is asked for so long in the place of one that turned us away. */
const DISLIKED_MS = 600_000;
/** The same, for one that was not reached. */
const DOWN_MS = 30_000;
/** Turned away, a host is left alone for this long, and twice as long each time it is again. */
const BARRED_MS_MIN = 1_000;
const BARRED_MS_MAX = 600_000;
/** Who asks waits no longer than this for a host to open: it is told how long it takes. */
const WAIT_MS_MAX = 3_000;

/** What is known of each host. */
export interface Hosts {
  /** The host to ask now, without a slash at its end; fails while none is open soon. */
  readonly open: Effect.Effect<string, ProviderFailed>;
  /** Whether a host is open, or will be within a moment. */
  readonly areOpenSoon: (nowMs: number) => boolean;
  readonly answered: (url: string) => void;
  /** `isOfAll`: the other hosts would have said the same. */
  readonly failed: (
    failure: ProviderFailed,
    told: { readonly url: string; readonly nowMs: number; readonly isOfAll: boolean },
  ) => void;
}

/** Instants are unix milliseconds. */
interface Host {
  readonly url: string;
  /** Others go before it until then. */
  avoidedUntilMs: number;
  /** It is not asked until then, whether there are others or not. */
  barredUntilMs: number;
  timesTurnedAway: number;
}

/** Hosts nothing is known of yet, in the order in which they are asked. */
export function makeHosts(urls: ReadonlyArray<string>): Hosts {
  const hosts = urls.map((url): Host => ({ url, ...UNKNOWN }));
  const opensMs = () => Math.min(...hosts.map(({ barredUntilMs }) => barredUntilMs));

  const pick = (nowMs: number): string | undefined => {
    const open = hosts.filter(({ barredUntilMs }) => barredUntilMs <= nowMs);
    return (open.find(({ avoidedUntilMs }) => avoidedUntilMs <= nowMs) ?? open[0])?.url;
  };

  const open: Effect.Effect<string, ProviderFailed> = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis;
    const url = pick(nowMs);
    if (url !== undefined) return url;
    const waitMs = opensMs() - nowMs;
    if (waitMs > WAIT_MS_MAX) return yield* turnedAway(waitMs);
    yield* Effect.sleep(waitMs);
    return yield* open;
  });

  return {
    open,
    areOpenSoon: (nowMs) => opensMs() - nowMs <= WAIT_MS_MAX,
    answered: (url) => {
      for (const host of hosts.filter((host) => host.url === url)) Object.assign(host, UNKNOWN);
    },
    failed: (failure, { url, nowMs, isOfAll }) => {
      for (const host of hosts.filter((host) => isOfAll || host.url === url)) {
        Object.assign(host, afterFailure(failure, { ...host, nowMs }));
      }
    },
  };
}

const UNKNOWN = { avoidedUntilMs: 0, barredUntilMs: 0, timesTurnedAway: 0 };

function afterFailure(
  { reason, retryAfterSec }: ProviderFailed,
  { timesTurnedAway, nowMs }: Host & { readonly nowMs: number },
): Partial<Host> {
  if (reason === "unreachable" || reason === "timeout") return { avoidedUntilMs: nowMs + DOWN_MS };
  if (reason !== "limited") return {};
  const waitMs = retryAfterSec === undefined
    ? BARRED_MS_MIN * 2 ** timesTurnedAway
    : retryAfterSec * 1000;
  return {
    avoidedUntilMs: nowMs + DISLIKED_MS,
    barredUntilMs: nowMs + Math.min(waitMs, BARRED_MS_MAX),
    timesTurnedAway: timesTurnedAway + 1,
  };
}

/** The failure of a call that is not made. */
function turnedAway(waitMs: number): ProviderFailed {
  return new ProviderFailed({
    provider: SCHEDULE,
    reason: "limited",
    retryAfterSec: Math.ceil(waitMs / 1000),
    cause: new Error("every host has turned us away"),
  });
}
