/**
 * Chooses a host of the provider based on the past answers of each.
 *
 * Since August 2026 the first host permanently refuses some clients that the second one serves.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { ProviderFailed } from "../../core/port/mod.ts";
import { SCHEDULE } from "./http_failure.ts";

/** How long other hosts take precedence after a host refused us. */
const AVOIDED_MS = 600_000;
/** How long other hosts take precedence after a host was unreachable. */
const DOWN_MS = 30_000;
/** Ban of a host that refused us; doubles with each further refusal, up to the maximum. */
const BANNED_MS_MIN = 1_000;
const BANNED_MS_MAX = 600_000;
/** Maximum wait of a caller for a host to become available; fails with the wait if longer. */
const WAIT_MS_MAX = 3_000;

/** The state of the hosts. */
export interface Hosts {
  /** The host to ask now, without a trailing slash; fails if none is available soon. */
  readonly open: Effect.Effect<string, ProviderFailed>;
  /** Whether a host is available, or will be within 3 seconds. */
  readonly areOpenSoon: (nowMs: number) => boolean;
  readonly answered: (url: string) => void;
  /** Records a failure. `isOfAll`: it applies to every host. */
  readonly failed: (
    failure: ProviderFailed,
    context: { readonly url: string; readonly nowMs: number; readonly isOfAll: boolean },
  ) => void;
}

/** Instants are unix milliseconds. */
interface Host {
  readonly url: string;
  /** Other hosts take precedence until then. */
  avoidedUntilMs: number;
  /** It is not asked until then, even if there is no other host. */
  bannedUntilMs: number;
  refusals: number;
}

/** Makes hosts without any history, in order of preference. */
export function makeHosts(urls: ReadonlyArray<string>): Hosts {
  const hosts = urls.map((url): Host => ({ url, ...UNKNOWN }));
  const availableMs = () => Math.min(...hosts.map(({ bannedUntilMs }) => bannedUntilMs));

  const pick = (nowMs: number): string | undefined => {
    const open = hosts.filter(({ bannedUntilMs }) => bannedUntilMs <= nowMs);
    return (open.find(({ avoidedUntilMs }) => avoidedUntilMs <= nowMs) ?? open[0])?.url;
  };

  const open: Effect.Effect<string, ProviderFailed> = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis;
    const url = pick(nowMs);
    if (url !== undefined) return url;
    const waitMs = availableMs() - nowMs;
    if (waitMs > WAIT_MS_MAX) return yield* allRefused(waitMs);
    yield* Effect.sleep(waitMs);
    return yield* open;
  });

  return {
    open,
    areOpenSoon: (nowMs) => availableMs() - nowMs <= WAIT_MS_MAX,
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

const UNKNOWN = { avoidedUntilMs: 0, bannedUntilMs: 0, refusals: 0 };

function afterFailure(
  { reason, retryAfterSec }: ProviderFailed,
  { refusals, nowMs }: Host & { readonly nowMs: number },
): Partial<Host> {
  if (reason === "unreachable" || reason === "timeout") return { avoidedUntilMs: nowMs + DOWN_MS };
  if (reason !== "limited") return {};
  const waitMs = retryAfterSec === undefined ? BANNED_MS_MIN * 2 ** refusals : retryAfterSec * 1000;
  return {
    avoidedUntilMs: nowMs + AVOIDED_MS,
    bannedUntilMs: nowMs + Math.min(waitMs, BANNED_MS_MAX),
    refusals: refusals + 1,
  };
}

/** The failure of a call that is not made. */
function allRefused(waitMs: number): ProviderFailed {
  return new ProviderFailed({
    provider: SCHEDULE,
    reason: "limited",
    retryAfterSec: Math.ceil(waitMs / 1000),
    cause: new Error("every host has refused us"),
  });
}
