/**
 * Chooses a provider's host by the past answers of each.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import { isTransient, limitedFor } from "./status_failure.ts";

/** How a call to a host ended. */
export interface CallEnd {
  readonly origin: string;
  readonly nowMs: number;
  readonly result: Result.Result<unknown, ProviderFailed>;
  /** Undefined without an answer. */
  readonly status: number | undefined;
}

/** The hosts that serve the same data. */
export interface Hosts {
  /** The origin to ask now, without a trailing slash; fails if none is available soon. */
  readonly open: Effect.Effect<string, ProviderFailed>;
  readonly learn: (end: CallEnd) => void;
  /** Whether a call that failed may succeed if it is repeated now. */
  readonly mayRetry: (failure: ProviderFailed, nowMs: number) => boolean;
}

/** What a failure means for a host. */
export interface HostTrouble {
  /** How long other hosts take precedence. */
  readonly avoidedMs: number;
  /** How long it is not asked, even if there is no other. Default: as before. */
  readonly bannedMs?: number;
  /** Whether it concerns every host. */
  readonly isOfAll?: boolean;
}

/** The hosts in order of preference. */
export interface HostsOptions {
  readonly provider: string;
  /** Without a trailing slash. */
  readonly origins: ReadonlyArray<string>;
  /** The longest wait of a call for a host; it fails if none is available by then. */
  readonly waitMsMax: number;
  /** `refusals` counts the host's bans since it last answered. */
  readonly troubleOf: (
    failure: ProviderFailed,
    context: { readonly status: number | undefined; readonly refusals: number },
  ) => HostTrouble | undefined;
}

/** Instants are unix milliseconds. */
interface Host {
  readonly origin: string;
  avoidedUntilMs: number;
  bannedUntilMs: number;
  refusals: number;
}

/** Makes hosts without any history. */
export function makeHosts({ provider, origins, waitMsMax, troubleOf }: HostsOptions): Hosts {
  const hosts = origins.map((origin): Host => ({ origin, ...UNKNOWN }));
  const availableMs = () => Math.min(...hosts.map(({ bannedUntilMs }) => bannedUntilMs));

  const open: Effect.Effect<string, ProviderFailed> = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis;
    const allowed = hosts.filter(({ bannedUntilMs }) => bannedUntilMs <= nowMs);
    const host = allowed.find(({ avoidedUntilMs }) => avoidedUntilMs <= nowMs) ?? allowed[0];
    if (host !== undefined) return host.origin;
    const waitMs = availableMs() - nowMs;
    if (waitMs > waitMsMax) {
      return yield* limitedFor({ provider, waitMs, why: "every host refuses us" });
    }
    yield* Effect.sleep(waitMs);
    return yield* open;
  });

  return {
    open,
    learn: ({ origin, nowMs, result, status }) => {
      for (const host of hosts) {
        const isOwn = host.origin === origin;
        if (Result.isSuccess(result)) {
          // An answer to an earlier call does not lift a ban.
          if (isOwn) Object.assign(host, { avoidedUntilMs: 0, refusals: 0 });
          continue;
        }
        const trouble = troubleOf(result.failure, { status, refusals: host.refusals });
        if (trouble === undefined || !(isOwn || trouble.isOfAll === true)) continue;
        host.avoidedUntilMs = nowMs + trouble.avoidedMs;
        if (trouble.bannedMs === undefined) continue;
        host.bannedUntilMs = nowMs + trouble.bannedMs;
        host.refusals += 1;
      }
    },
    mayRetry: ({ reason }, nowMs) =>
      reason !== "refused" && reason !== "unreadable" && availableMs() - nowMs <= waitMsMax,
  };
}

const UNKNOWN = { avoidedUntilMs: 0, bannedUntilMs: 0, refusals: 0 };

/** The only host, which is never avoided. */
export function oneHost(origin: string): Hosts {
  return { open: Effect.succeed(origin), learn: () => {}, mayRetry: isTransient };
}
