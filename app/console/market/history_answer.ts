/**
 * The windows of a market as the service's history has them.
 *
 * @module
 */

/** The outcome of a window, as far as it is known. */
export interface WindowOutcome {
  readonly closePrice: number | null;
  readonly outcome: "up" | "down" | "tie" | null;
  readonly final: boolean;
  readonly resolution?: {
    readonly status: string;
    /** Micro-USDC of a share, Up first. */
    readonly payouts: ReadonlyArray<number> | null;
    readonly reporter: string | null;
    readonly resolvedAt: string | null;
    readonly agrees: boolean | null;
  } | null;
  readonly resolutionError?: string;
}

/** A window of a range. Instants are unix seconds; the last second is inside. */
export interface HistoryWindow {
  readonly timestamp_start: number;
  readonly timestamp_end: number;
  readonly slug: string;
  readonly url: string;
  readonly source: string;
  readonly price: number | null;
  readonly provisional?: true;
  readonly error?: string;
  readonly outcomeMeta?: WindowOutcome;
}

/** What proves a price: its kind and the fields that go with it. */
export type Evidence = { readonly kind: string } & Readonly<Record<string, unknown>>;

/** One window with all that is known of it. */
export interface WindowHistory {
  readonly market: { readonly slug: string; readonly url: string };
  readonly datapoint: {
    readonly source: string;
    readonly price: number;
    readonly provisional?: true;
  };
  readonly outcomeMeta: WindowOutcome;
  readonly evidence: Evidence | null;
}
