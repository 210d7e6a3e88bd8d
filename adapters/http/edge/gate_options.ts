/**
 * What the application starts the edge with.
 *
 * @module
 */
import type { Metric, Option } from "effect";
import type { Quota } from "../../../core/access/mod.ts";
import type { QuotaStore } from "../../../core/port/quota_store.ts";
import type { OwnCommands } from "./answer/hint.ts";
import type { CheckKey } from "./limit/key_check.ts";
import type { RequestTracing } from "./request_trace.ts";
import type { Run } from "./run.ts";

/** The clocks of the edge, which never reads the machine's time itself. */
export interface EdgeClock {
  /** Unix milliseconds on the service's clock, which a sandbox may run faster. */
  readonly nowMs: () => number;
  /** Milliseconds from an arbitrary origin, to measure how long an answer took. */
  readonly stopwatchMs: () => number;
}

/** The dependencies and limits of the edge. */
export interface GateOptions<Ports> extends OwnCommands {
  /** The one bridge from Effects; it provides the ports of every handler. */
  readonly run: Run<Ports>;
  /** Traces requests; its `run` is the one above. Undefined: nothing is traced. */
  readonly tracing?: RequestTracing<Ports> | undefined;
  readonly clock: EdgeClock;
  /** The public quota, per client address. None disables it and its headers. */
  readonly quota: Option.Option<Quota>;
  /** The quota of each API key, and of callers without a key on routes that require one. */
  readonly keyedQuota: Option.Option<Quota>;
  readonly checkKey: CheckKey;
  /** Counts a request of an API key, for its owner; `isRefused`: it is over the key's quota. */
  readonly countKeyUse?: (keyId: string, nowMs: number, isRefused: boolean) => void;
  /** Counts every request. One that cannot be counted is let through. */
  readonly quotaStore: Pick<QuotaStore["Service"], "add">;
  /** The number of trusted proxies that write `X-Forwarded-For`. 0: the header is ignored. */
  readonly trustProxy: number;
  /** Adds `X-Sandbox: true` to every answer. */
  readonly isSandbox: boolean;
  /** Whether clients reach the service over TLS, which something before it ends. */
  readonly hasTlsInFront: boolean;
  /** Logs every answer at debug level. Answers of 500 and above are always logged. */
  readonly isAccessLogged: boolean;
  /** The time limit for a body to arrive, in milliseconds. */
  readonly bodyDeadlineMs: number;
  /** Creates request ids. Defaults to version 7 UUIDs. */
  readonly makeRequestId?: (() => string) | undefined;
  /** Where the counters of requests are registered. Default: a registry of the edge's own. */
  readonly metricRegistry?: Metric.MetricRegistry | undefined;
  /** Returns the address of the socket's peer. Defaults to Bun's answer; tests override it. */
  readonly peerAddressOf?: (request: Request, server: Bun.Server<unknown> | null) =>
    | string
    | undefined;
}
