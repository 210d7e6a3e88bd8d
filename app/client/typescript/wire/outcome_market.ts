/**
 * What the service answers about markets of the secondary venue.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */

export interface ActiveOutcomeTargets {
  readonly now: string;
  /** The requested name, without its URL */
  readonly slug: string | null;
  readonly source: "hyperliquid";
  readonly results: ReadonlyArray<OutcomeTarget>;
}

/** A recurring market of the secondary venue */
export interface OutcomeTarget {
  /**
   * `exact`: the instant lies in the window, from its start up to, but without, its
   * expiry
   */
  readonly matchType: "exact" | "nearest";
  /**
   * To the nearest second inside the window: 0 if exact, and only then; 1 at the expiry
   * itself
   */
  readonly distanceSeconds: number;
  /** The venue's number of the market */
  readonly outcomeId: number;
  readonly marketSlug: string;
  readonly yesSlug: string;
  readonly noSlug: string;
  readonly tradeUrls: {
    readonly yes: string;
    readonly no: string;
  };
  /** The asset, as the venue writes it */
  readonly underlying: string;
  readonly marketClass: "priceBinary";
  /** How long the window is, as the venue writes it */
  readonly period: string;
  /** Expiry less period, unix seconds */
  readonly windowStart: number;
  readonly windowStartIso: string;
  /** Unix seconds */
  readonly expiry: number;
  readonly expiryIso: string;
  /** `outcomeMeta`: the venue lists it now. `stored`: it did, and this service kept it */
  readonly source: "outcomeMeta" | "stored";
  /** Target (opening) price in US dollars */
  readonly price: number;
  /** Middle price, 0 to 1. Null where the side has none, and once the market is settled */
  readonly yesPrice: number | null;
  /** Middle price, 0 to 1. Null where the side has none, and once the market is settled */
  readonly noPrice: number | null;
  readonly question: string;
}

export interface OutcomeTargetsAt {
  readonly now: string;
  /** The requested name, without its URL */
  readonly slug: string | null;
  readonly source: "hyperliquid";
  /** The requested instant, unix seconds */
  readonly requestedTimestamp: number;
  readonly requestedTimestampIso: string;
  readonly results: ReadonlyArray<OutcomeTarget>;
}

/** The requests about markets of the secondary venue: what each takes, and its answer. */
export interface OutcomeMarketOperations {
  /** Live markets of the secondary venue */
  readonly "GET venue2/targets/active": {
    readonly input: {
      /**
       * Only this market: its slug or a side's, a coin such as `%232430`, or its page's
       * address
       */
      readonly slug?: string;
    };
    readonly answer: ActiveOutcomeTargets;
  };
  /** Markets of the secondary venue at an instant */
  readonly "GET venue2/targets/timestamp": {
    readonly input: {
      /**
       * Only this market: its slug or a side's, a coin such as `%232430`, or its page's
       * address
       */
      readonly slug?: string;
      /** The instant; default: now */
      readonly timestamp?: string | number | Date;
    };
    readonly answer: OutcomeTargetsAt;
  };
}
