/**
 * How the service says that it, its providers and its jobs are.
 *
 * @module
 */
import { askApi } from "./api.ts";

/** The states of a provider of data. */
export type ProviderState = "healthy" | "degraded" | "down" | "off" | "unknown";

/** How one provider is doing. */
export interface ProviderStatus {
  readonly name: string;
  readonly state: ProviderState;
  readonly last_success_at: string | null;
  readonly age_s: number | null;
  /** 0 to 1. */
  readonly error_rate: number | null;
}

/** How many orders, or cancellations, the venue still takes. */
export interface EntryStatus {
  readonly lowest_remaining: number;
  readonly resting: number;
  readonly rest_s: number;
}

/** The answer of `GET /api/v1/status`. */
export interface ServiceStatus {
  readonly providers: ReadonlyArray<ProviderStatus>;
  readonly jobs: ReadonlyArray<
    { readonly name: string; readonly last_run_at: string; readonly ok: boolean }
  >;
  readonly limits: { readonly store: string };
  readonly fleet: { readonly state: string; readonly holds: ReadonlyArray<string> };
  readonly targets: {
    readonly provisional: number;
    readonly corrected: number;
    readonly disputed: number;
  };
  readonly venue_limits: ReadonlyArray<{
    readonly tier: string | null;
    readonly signers: number;
    readonly orders: EntryStatus;
    readonly cancels: EntryStatus;
  }>;
}

/** Asks how the service is. */
export function askStatus(signal: AbortSignal): Promise<ServiceStatus> {
  return askApi<ServiceStatus>({ path: "/api/v1/status", signal });
}

/** How each state is shown. Its name is always there too. */
export const STATE_COLOURS: Readonly<Record<ProviderState, string>> = {
  healthy: "up",
  degraded: "warn",
  down: "down",
  off: "soft",
  unknown: "soft",
};

/** What each state means, where its name does not say it. */
export const STATE_MEANINGS: Readonly<Record<ProviderState, string>> = {
  healthy: "",
  degraded: "some calls fail",
  down: "calls fail",
  off: "not set up",
  unknown: "no call yet",
};
