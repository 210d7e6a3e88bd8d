/**
 * What the service answers about fees.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { Side } from "./book.ts";

export interface EventFee {
  readonly now: string;
  readonly event: {
    /** The venue's id */
    readonly id: string;
    /** The venue's slug */
    readonly slug: string;
    /** What the event is called */
    readonly title: string;
  };
  /** Whether takers pay a fee, as far as is known */
  readonly hasTakerFees: boolean;
  /** What kind of market, such as `crypto` */
  readonly type: string | null;
  /** The rate of the formula, a fraction */
  readonly feeRate: number;
  /** The exponent of the formula */
  readonly exponent: number;
  /** The share of fees that makers get back: `20%` */
  readonly makerRebate: string;
  /** The slug of the event's tag that a rule names, in lower case */
  readonly matchedByTag?: string;
  /**
   * What the venue charges now, by the schedule of the event's markets. Null where one of
   * them carries none or cannot be read, or two differ
   */
  readonly published: PublishedFee | null;
}

/** The schedule that the venue publishes */
export interface PublishedFee {
  /** A fraction; 0 where the venue has turned fees off */
  readonly rate: number;
  /** The exponent of the formula: 1 in the flat one */
  readonly exponent: number;
  /** Whether makers pay nothing */
  readonly takerOnly: boolean;
  /** The venue's own record of its markets */
  readonly source: "venue_metadata";
  /** When the venue was asked for it */
  readonly at: string;
}

export interface LegacyFeeEstimate {
  readonly now: string;
  readonly event: {
    /** The venue's id */
    readonly id: string;
    /** The venue's slug */
    readonly slug: string;
  };
  readonly feeConfig: {
    /** Whether takers pay a fee, as far as is known */
    readonly hasTakerFees: boolean;
    /** What kind of market, such as `crypto` */
    readonly type: string | null;
    /** The rate of the formula, a fraction */
    readonly feeRate: number;
    /** The exponent of the formula */
    readonly exponent: number;
    /** The share of fees that makers get back: `20%` */
    readonly makerRebate: string;
    /** The slug of the event's tag that a rule names, in lower case */
    readonly matchedByTag?: string;
  };
  readonly side: Side;
  readonly inputs: {
    /** The amount given */
    readonly makingAmount: number;
    readonly makingAmountUnit: "usdc" | "shares";
    /** The amount received */
    readonly takingAmount: number;
    readonly takingAmountUnit: "usdc" | "shares";
  };
  /** USDC for one share, to 8 decimals */
  readonly averagePrice: number;
  readonly fee: {
    /** Shares in a BUY, USDC in a SELL */
    readonly chargedIn: "shares" | "usdc";
    /** The fee in that unit, to 8 decimals */
    readonly feeEquivalent: number;
    /** What the formula gives in USDC, to 8 decimals, however small */
    readonly feeInUsdcRaw: number;
    /** Below this exact fee in USDC, `feeEquivalent` is 0 */
    readonly minFeeThresholdUsdc: number;
  };
  readonly result: {
    /** To 8 decimals */
    readonly grossShares: number;
    /** In a BUY `grossShares` less the fee */
    readonly netShares: number;
    /** Only in a SELL, to 8 decimals */
    readonly grossUsdc?: number;
    /** Only in a SELL: less the fee */
    readonly netUsdc?: number;
  };
}

export interface FlatFeeEstimate {
  readonly now: string;
  readonly event: {
    /** The venue's id */
    readonly id: string;
    /** The venue's slug */
    readonly slug: string;
  };
  readonly feeConfig: {
    /**
     * `venue`: the schedule it publishes. `tag_rule`: a rule for the event's tags. Null
     * with neither, and then the fee is 0
     */
    readonly source: "venue" | "tag_rule" | null;
    /** Whether takers pay a fee, as far as is known */
    readonly hasTakerFees: boolean;
    /** What kind of market, such as `crypto` */
    readonly type: string | null;
    /** The rate of the formula, a fraction */
    readonly feeRate: number;
    /** The exponent of the formula */
    readonly exponent: number;
    /** The share of fees that makers get back: `20%` */
    readonly makerRebate: string;
    /** The slug of the event's tag that a rule names, in lower case */
    readonly matchedByTag?: string;
  };
  readonly side: Side;
  readonly inputs: {
    /** The amount given */
    readonly makingAmount: number;
    readonly makingAmountUnit: "usdc" | "shares";
    /** The amount received */
    readonly takingAmount: number;
    readonly takingAmountUnit: "usdc" | "shares";
  };
  /** USDC for one share, to 8 decimals */
  readonly averagePrice: number;
  /** Shares traded */
  readonly shares: number;
  readonly fee: FlatFee;
  readonly result: {
    /** Shares traded */
    readonly grossShares: number;
    /** The same: the fee does not touch shares */
    readonly netShares: number;
    /** USDC traded */
    readonly grossUsdc: number;
    /** What leaves the wallet in a BUY, fee on top, or reaches it in a SELL. Exact */
    readonly netUsdc: number;
  };
}

/** A fee by the flat formula */
export interface FlatFee {
  /** The fee, to 5 decimals; 0 if it is below 0.00001 */
  readonly usdc: number;
  /** The exact fee over the price, to 5 decimals; 0 if nothing is charged */
  readonly shares: number;
  /** Always USDC */
  readonly chargedIn: "usdc";
  /** The charged fee over the USDC traded: a fraction, to 8 decimals */
  readonly effectiveRate: number;
}

/** The requests about fees: what each takes, and its answer. */
export interface FeeOperations {
  /** Taker fee of an event, by its slug */
  readonly "GET fees/event/slug/{eventSlug}": {
    readonly input: {
      /**
       * The slug, in any case; or the address of the event's page, percent-encoded, which is
       * not fetched
       */
      readonly eventSlug: string;
    };
    readonly answer: EventFee;
  };
  /** Taker fee of an event, by its id */
  readonly "GET fees/event/id/{eventId}": {
    readonly input: {
      /** The venue's id of the event */
      readonly eventId: string;
    };
    readonly answer: EventFee;
  };
  /** The fee of a trade, by the formula with an exponent */
  readonly "POST fees/trade-estimate": {
    readonly input: {
      /** `BUY`: USDC for shares. `SELL`: shares for USDC */
      readonly side: "BUY" | "SELL";
      /** The amount given: USDC in a BUY, shares in a SELL */
      readonly makingAmount: number;
      /** The amount received: shares in a BUY, USDC in a SELL */
      readonly takingAmount: number;
      /** The event's slug or page; else `eventId` */
      readonly eventSlug?: string;
      /** The event's id; else `eventSlug` */
      readonly eventId?: string | number;
    };
    readonly answer: LegacyFeeEstimate;
  };
  /** The fee of a trade, by the flat formula */
  readonly "POST new_fees/trade-estimate": {
    readonly input: {
      /** The amount given: USDC in a BUY, shares in a SELL */
      readonly makingAmount: number;
      /** The amount received: shares in a BUY, USDC in a SELL */
      readonly takingAmount: number;
      /** The event's slug or page; else `eventId` */
      readonly eventSlug?: string;
      /** The event's id; else `eventSlug` */
      readonly eventId?: string | number;
      /** `BUY`: USDC for shares. `SELL`: shares for USDC */
      readonly side?: "BUY" | "SELL";
    };
    readonly answer: FlatFeeEstimate;
  };
}
