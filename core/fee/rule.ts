/**
 * The fee rules for event tags, as a table of dates.
 *
 * The rules are those of the legacy estimate, as the interface describes them; the dates come from
 * the venue's announcements. An estimate is a calculator, not a history: before the first date the
 * first rules apply.
 *
 * @module
 */
import { BigDecimal, Option } from "effect";
import { UnixSec } from "../time/mod.ts";
import type { VenueTag } from "../venue/mod.ts";

/** The group of events that a rule covers. */
export type RuleType = "crypto" | "sports";

/** The taker fee of events with certain tags. Tag names are in lower case. */
export interface FeeRule {
  readonly type: RuleType;
  /** The rule applies to an event with any of these tags. */
  readonly tags: ReadonlySet<string>;
  /** The rule applies to an event with any of these tags and the tag `crypto`. */
  readonly tagsWithCrypto: ReadonlySet<string>;
  readonly rate: BigDecimal.BigDecimal;
  /** A whole number >= 0. */
  readonly exponent: number;
  /** The share of fees paid back to makers, a fraction. */
  readonly rebateRate: BigDecimal.BigDecimal;
}

/** The rules in force from an instant on. The first matching rule applies. */
export interface DatedFeeRules {
  readonly validFromSec: UnixSec;
  readonly rules: ReadonlyArray<FeeRule>;
}

const at = (iso: string) => UnixSec(Date.parse(`${iso}T00:00:00Z`) / 1000);
const decimal = BigDecimal.fromStringUnsafe;

/** Oldest first. */
const DATED_RULES: ReadonlyArray<DatedFeeRules> = [
  {
    // Fees started for 15m on 2026-01-05, 5m on 02-12, NCAAB and Serie A on 02-18, and for all
    // crypto on this date.
    validFromSec: at("2026-03-06"),
    rules: [
      {
        type: "crypto",
        tags: new Set(["5m", "15m", "1h", "1hr", "hourly", "4h", "4hour"]),
        tagsWithCrypto: new Set(["daily", "weekly"]),
        rate: decimal("0.25"),
        exponent: 2,
        rebateRate: decimal("0.2"),
      },
      {
        type: "sports",
        tags: new Set(["sea", "seas", "ncaab"]),
        tagsWithCrypto: new Set(),
        rate: decimal("0.0175"),
        exponent: 1,
        rebateRate: decimal("0.25"),
      },
    ],
  },
];

/** Returns the newest rules in force at the instant, or the oldest if it precedes them all. */
export function rulesInForce(
  datedRules: ReadonlyArray<DatedFeeRules>,
  atSec: number,
): ReadonlyArray<FeeRule> {
  const inForce = datedRules.findLast(({ validFromSec }) => validFromSec <= atSec) ??
    datedRules[0];
  return inForce?.rules ?? [];
}

/** A rule, and the tag that matched it. */
export interface MatchedRule {
  readonly rule: FeeRule;
  /** The slug, in lower case, of the event's first tag that the rule names. */
  readonly matchedByTag: string;
}

/**
 * Returns the rule for an event with these tags, in the venue's order. None: no fee is known.
 *
 * A tag matches by its slug or its label, case-insensitively: the venue writes `5M`.
 */
export function feeRuleFor(
  tags: ReadonlyArray<VenueTag>,
  atSec: number,
): Option.Option<MatchedRule> {
  const named = tags.map(({ slug, label }) => [slug.toLowerCase(), label.toLowerCase()] as const);
  const isCrypto = named.some((names) => names.includes("crypto"));
  for (const rule of rulesInForce(DATED_RULES, atSec)) {
    const tag = named.find((names) =>
      names.some((name) => rule.tags.has(name) || isCrypto && rule.tagsWithCrypto.has(name))
    );
    if (tag !== undefined) return Option.some({ rule, matchedByTag: tag[0] });
  }
  return Option.none();
}
