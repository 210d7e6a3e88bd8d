/**
 * Reads the values of the venue's metadata: lists, decimals, tags.
 *
 * A failure is a sentence about the field, for the log.
 *
 * @module
 */
import { BigDecimal, Option, Result, Schema } from "effect";
import type { VenueTag } from "../../../core/venue/mod.ts";

/** A description of an unusable value. */
export type Unreadable = string;

/** Missing, null and empty text all mean that there is no value. */
export type Maybe<A> = A | null | undefined;

/** Returns a value of the venue; none if it is missing. */
export function stated<A>(value: Maybe<A>): Option.Option<A> {
  return value === "" ? Option.none() : Option.fromNullishOr(value);
}

/** No rate, tick or size of the venue has this many digits; bounds the cost of computing. */
const DECIMAL = /^\d{1,9}(\.\d{1,24})?(e-?\d{1,2})?$/;
const SCALE_MAX = 24;
const LIMIT = BigDecimal.make(10n, -9);

/**
 * Reads an exact decimal, zero or more, from text or from a JSON number by the number's shortest
 * text, which is the venue's own for as many digits as it writes.
 */
export function readDecimal(
  name: string,
  value: string | number,
): Result.Result<BigDecimal.BigDecimal, Unreadable> {
  const text = String(value);
  const decimal = DECIMAL.test(text) ? BigDecimal.fromString(text) : Option.none();
  return Result.fromOption(
    Option.filter(
      Option.map(decimal, BigDecimal.normalize),
      (read) => read.scale <= SCALE_MAX && BigDecimal.isLessThan(read, LIMIT),
    ),
    () => `${name} is "${text.slice(0, 80)}"`,
  );
}

/** Same, but optional. */
export function readMaybeDecimal(
  name: string,
  value: Maybe<string | number>,
): Result.Result<Option.Option<BigDecimal.BigDecimal>, Unreadable> {
  return Option.match(stated(value), {
    onNone: () => Result.succeed(Option.none()),
    onSome: (text) => Result.map(readDecimal(name, text), Option.some),
  });
}

const decodeList = Schema.decodeUnknownResult(
  Schema.fromJsonString(Schema.NullOr(Schema.Array(Schema.String))),
);

/** Reads a list that is a JSON array inside a string, or an array; empty if missing. */
export function readTextList(
  name: string,
  value: Maybe<string | ReadonlyArray<string>>,
): Result.Result<ReadonlyArray<string>, Unreadable> {
  if (value === undefined || value === null || value === "") return Result.succeed([]);
  if (typeof value !== "string") return Result.succeed(value);
  return Result.mapBoth(decodeList(value), {
    onSuccess: (list) => list ?? [],
    onFailure: () => `${name} is "${value.slice(0, 80)}"`,
  });
}

/** Reads tags. A tag with only a slug or only a label uses it for both. */
export function readTags(
  tags: Maybe<ReadonlyArray<{ readonly slug?: Maybe<string>; readonly label?: Maybe<string> }>>,
): Result.Result<ReadonlyArray<VenueTag>, Unreadable> {
  return Result.all(
    (tags ?? []).map(({ slug, label }) =>
      Option.match(Option.orElse(stated(slug), () => stated(label)), {
        onNone: (): Result.Result<VenueTag, Unreadable> => Result.fail("a tag has no name"),
        onSome: (name) => Result.succeed({ slug: name, label: label || name }),
      })
    ),
  );
}
