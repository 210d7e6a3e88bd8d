/**
 * What the service answers about the same window at several venues.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { Asset, Interval } from "./names.ts";

/** The same window at one venue */
export interface Leg {
  /** `polymarket`, the first leg, or `kalshi` */
  readonly venue: string;
  readonly kind: "up_down";
  /** The venue's own: a condition id or a ticker. Null while there is none */
  readonly id: string | null;
  /** The venue's page */
  readonly url: string | null;
  /** In US dollars; null while it is not known */
  readonly target: number | null;
  /** The same with the market's own decimals */
  readonly target_text: string | null;
  /**
   * `not_listed`: the venue has no market on this window. `announced`: it has not opened.
   * `pending`: not known yet. `provisional`: what the window before was settled at, until
   * the market's own comes. `final`: the market's own. `never_set`: it ended without one
   */
  readonly target_state:
    | "not_listed"
    | "announced"
    | "pending"
    | "provisional"
    | "final"
    | "never_set";
  /** As of targets, or `<venue>_market`, `<venue>_previous_settlement` */
  readonly target_source: string | null;
  readonly rule: LegRule;
  /** The result as the venue has it, once it stands */
  readonly outcome: "up" | "down" | "tie" | null;
  /**
   * `open`: the window has not ended. `closed`: it has, and no result stands. `final`, or
   * `amended`: the venue has replaced a result by this one. `void`: no winner
   */
  readonly outcome_state: "open" | "closed" | "final" | "amended" | "void";
  /** The number that settled it, as its source has it */
  readonly settled_text: string | null;
  /** When this was first known so */
  readonly at: string | null;
  /**
   * How it compares with the first leg: by the same oracle, or on the same clock by
   * another index, whose number is never computed from this one's
   */
  readonly comparable: "same_oracle" | "same_clock_other_index";
  /** Whether the result contradicts the market's own target and settlement */
  readonly disputed: boolean;
  /** Whether the venue's numbers may be passed on; `unknown`: nobody says so */
  readonly redistributable: "yes" | "no" | "unknown";
}

/** What decides the market */
export interface LegRule {
  /** The index that is read, or the pair at `target_source` */
  readonly index: string;
  /** How a number is made of it */
  readonly method: "spot" | "twap" | "mean" | "first_trade" | "candle_open" | "candle_close";
  /** The look-back of an average; null for a single number */
  readonly seconds: number | null;
  /** How the number at the end compares with the target where the window is up */
  readonly comparison: "greater_or_equal" | "greater";
  /** Decimals of the numbers; null where they are not fixed, or not known yet */
  readonly digits: number | null;
  /** What equal numbers are */
  readonly tie: "up" | "split";
}

/** How far two targets are apart */
export interface LegBasis {
  /** `polymarket`, the first leg, or `kalshi` */
  readonly a: string;
  /** `polymarket`, the first leg, or `kalshi` */
  readonly b: string;
  /** The target of `b` less that of `a`, US dollars */
  readonly price: number;
  /** The same in hundredths of a percent of the target of `a`, to four decimals */
  readonly bps: number | null;
}

export interface WindowBasis {
  readonly now: string;
  /**
   * By how far the primary venue's close was from its target, in hundredths of a percent
   * of that
   */
  readonly data: ReadonlyArray<BasisGap>;
  readonly total: BasisTotal;
}

export interface BasisGap {
  /** Included */
  readonly gap_bps_from: number;
  /** Excluded; null: any */
  readonly gap_bps_to: number | null;
  /** Windows with the same winner at both venues */
  readonly agreed: number;
  /** Windows with another winner */
  readonly disagreed: number;
}

export interface BasisTotal {
  readonly agreed: number;
  readonly disagreed: number;
  /** The other venue named no winner */
  readonly void: number;
  /** One of both is not listed, or not known */
  readonly missing: number;
}

/** The requests about the same window at several venues: what each takes, and its answer. */
export interface LegOperations {
  /** How often another venue named the same winner */
  readonly "GET windows/basis": {
    readonly input: {
      /** The asset, in any case */
      readonly asset?: Asset;
      /** An interval that another venue has too */
      readonly interval?: Interval | "5m" | "15m" | "1h" | "1hr" | "4h" | "day";
      /** Only windows that start at this instant or later */
      readonly from?: string | number | Date;
      /** Only windows that start before this instant; default: now */
      readonly to?: string | number | Date;
    };
    readonly answer: WindowBasis;
  };
}
