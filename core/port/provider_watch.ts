/**
 * Port: the recent health of each provider.
 *
 * @module
 */
import { Context, type Effect } from "effect";

/** The state of a provider. `off`: not set up. `down`: no call succeeds. `degraded`: some fail. */
export type ProviderState = "healthy" | "degraded" | "down" | "off" | "unknown";

/** One finished call to a provider. */
export interface ProviderCall {
  readonly provider: string;
  readonly ok: boolean;
  readonly atMs: number;
  readonly tookMs: number;
}

/** Connections to a provider, of which each is for something of its own, such as a wallet. */
export interface SocketCounts {
  readonly open: number;
  readonly wanted: number;
}

/** The status page's entry for one provider. Null where there was no call yet. */
export interface ProviderReport {
  readonly name: string;
  readonly state: ProviderState;
  readonly lastSuccessAtMs: number | null;
  /** Share of the calls of the last minutes that failed, 0 to 1. */
  readonly errorRate: number | null;
  /** Left out for a provider that is not told apart by connections. */
  readonly sockets?: SocketCounts;
}

/** Keeps the calls of the last minutes. */
export class ProviderWatch extends Context.Service<ProviderWatch, {
  readonly record: (call: ProviderCall) => Effect.Effect<void>;
  readonly reports: Effect.Effect<ReadonlyArray<ProviderReport>>;
}>()("core/port/ProviderWatch") {}
