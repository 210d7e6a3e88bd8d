/** Windows of a range, as answers carry them. @module */
interface Resolution {
  readonly status: string;
  readonly payouts: ReadonlyArray<number> | null;
  readonly agrees: boolean | null;
}

/** How a window ended. */
export interface OutcomeMeta {
  readonly closePrice: number | null;
  readonly outcome: string | null;
  readonly final: boolean;
  readonly resolution?: Resolution | null;
  readonly resolutionError?: string;
}

/** One window, as far as these tests look at it. */
export interface HistoryItem {
  readonly slug: string;
  readonly timestamp_start: number;
  readonly price: number;
  readonly outcomeMeta: OutcomeMeta;
}

/** A window that is open. */
export const OPEN: OutcomeMeta = { closePrice: null, outcome: null, final: false };
/** The windows of an answer. */
export const itemsOf = ({ body }: { readonly body: Record<string, unknown> }) =>
  body["history"] as ReadonlyArray<HistoryItem>;
