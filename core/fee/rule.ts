/**
 * Which fee an event has by its tags: a table of dates.
 *
 * The rules are those of the legacy estimate, as the interface describes them; the dates are the
 * venue's announcements. An estimate is a calculator and no history: before the first date the
 * first rules apply.
 *
 * @module
 */
import { BigDecimal, Option } from "effect";
import { UnixSec } from "../time/mod.ts";
import type { VenueTag } from "../venue/mod.ts";

/** Which group of events a rule is about. */
export type RuleType = "crypto" | "sports";

/** What takers pay for events with certain tags. Names of tags are in lower case. */
export interface FeeRule {
  readonly type: RuleType;
  /** A tag of these suffices. */
  readonly tags: ReadonlySet<string>;
  /** A tag of these suffices beside a tag `crypto`. */
  readonly tagsWithCrypto: ReadonlySet<string>;
  readonly rate: BigDecimal.BigDecimal;
  /** Whole, from 0 on. */
  readonly exponent: number;
  /** The share of fees that makers get back. */
  readonly rebateRate: BigDecimal.BigDecimal;
}

/** The rules in force from an instant on. The first that matches counts. */
export interface FeeRuleBook {
  readonly validFromSec: UnixSec;
  readonly rules: ReadonlyArray<FeeRule>;
}

const at = (iso: string) => UnixSec(Date.parse(`${iso}T00:00:00Z`) / 1000);
const decimal = BigDecimal.fromStringUnsafe;

/** Oldest first. */
const RULE_BOOKS: ReadonlyArray<FeeRuleBook> = [
  {
    // Fees came to 15m on 2026-01-05, 5m on 02-12, NCAAB and Serie A on 02-18, all crypto here.
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

/** The newest rules that are not younger than the instant; the oldest where all are. */
export function rulesInForce(
  books: ReadonlyArray<FeeRuleBook>,
  atSec: number,
): ReadonlyArray<FeeRule> {
  const book = books.findLast(({ validFromSec }) => validFromSec <= atSec) ?? books[0];
  return book?.rules ?? [];
}

/** A rule, and what made it the one. */
export interface MatchedRule {
  readonly rule: FeeRule;
  /** The slug, in lower case, of the event's first tag that the rule names. */
  readonly matchedByTag: string;
}

/**
 * The rule for an event with these tags, in the venue's order. None: no fee is known.
 *
 * A tag is matched by its slug and by its label, in any case: the venue writes `5M`.
 */
export function feeRuleFor(
  tags: ReadonlyArray<VenueTag>,
  atSec: number,
): Option.Option<MatchedRule> {
  const named = tags.map(({ slug, label }) => [slug.toLowerCase(), label.toLowerCase()] as const);
  const isCrypto = named.some((names) => names.includes("crypto"));
  for (const rule of rulesInForce(RULE_BOOKS, atSec)) {
    const tag = named.find((names) =>
      names.some((name) => rule.tags.has(name) || isCrypto && rule.tagsWithCrypto.has(name))
    );
    if (tag !== undefined) return Option.some({ rule, matchedByTag: tag[0] });
  }
  return Option.none();
}
