/**
 * The answer about the state of the service, in words.
 *
 * @module
 */

/** How one provider is doing. */
export interface ProviderStatus {
  readonly name: string;
  readonly state: string;
  readonly last_success_at: string | null;
  readonly age_s: number | null;
  /** 0 to 1. */
  readonly error_rate: number | null;
}

interface EntryStatus {
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

/** What each state of a provider means, and how it is shown. */
export const STATES: ReadonlyMap<string, { readonly kind: string; readonly meaning: string }> =
  new Map([
    ["healthy", { kind: "up", meaning: "" }],
    ["degraded", { kind: "warn", meaning: "some calls fail" }],
    ["down", { kind: "down", meaning: "calls fail" }],
    ["off", { kind: "soft", meaning: "not set up" }],
    ["unknown", { kind: "soft", meaning: "no call yet" }],
  ]);

const UNITS = [["d", 86_400], ["h", 3_600], ["min", 60]] as const;

/** A duration in its largest unit, such as `3 min`. */
export function ageText(ageSec: number): string {
  const [unit, unitSec] = UNITS.find(([, unitSec]) => ageSec >= unitSec) ?? ["s", 1];
  return `${Math.floor(ageSec / unitSec)} ${unit}`;
}
