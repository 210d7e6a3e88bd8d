/**
 * Port: how each provider has been doing lately.
 *
 * @module
 */
import { Context, type Effect } from "effect";

/** `off`: not set up. `down`: nothing succeeds. `degraded`: some calls fail. */
export type ProviderState = "healthy" | "degraded" | "down" | "off" | "unknown";

/** One call of a provider, as it ended. */
export interface ProviderCall {
  readonly provider: string;
  readonly ok: boolean;
  readonly atMs: number;
  readonly tookMs: number;
}

/** What the status page says of one provider. Null where there was no call yet. */
export interface ProviderReport {
  readonly name: string;
  readonly state: ProviderState;
  readonly lastSuccessAtMs: number | null;
  /** Share of the calls of the last minutes that failed, 0 to 1. */
  readonly errorRate: number | null;
}

/** Remembers the calls of the last minutes. */
export class ProviderWatch extends Context.Service<ProviderWatch, {
  readonly record: (call: ProviderCall) => Effect.Effect<void>;
  readonly reports: Effect.Effect<ReadonlyArray<ProviderReport>>;
}>()("core/port/ProviderWatch") {}
