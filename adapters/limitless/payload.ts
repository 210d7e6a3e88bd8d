/**
 * Schemas of the markets that Limitless lists.
 *
 * Unknown values are omitted or null, and some numbers are text, so most fields are optional.
 * Unused fields are ignored.
 *
 * @module
 */
import { Schema } from "effect";

const Text = Schema.optional(Schema.NullOr(Schema.String));
const Id = Schema.Union([Schema.NonEmptyString, Schema.Int]);
const MaybeId = Schema.optional(Schema.NullOr(Id));
/** Lists of words; other items are ignored. */
const Words = Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown)));

/** A market's data about its match. */
export const MatchMetadata = Schema.Struct({
  /** The id of the match, shared by all its markets. */
  eventId: MaybeId,
  externalMatchId: MaybeId,
  homeTeam: Text,
  awayTeam: Text,
  /** Unix seconds; milliseconds and ISO 8601 have been seen too. */
  startMatchTimestampInUTC: Schema.optional(
    Schema.NullOr(Schema.Union([Schema.Finite, Schema.String])),
  ),
  leagueName: Schema.optional(Schema.Unknown),
  leagueKey: Schema.optional(Schema.Unknown),
  league: Schema.optional(Schema.Unknown),
  competition: Schema.optional(Schema.Unknown),
  tournament: Schema.optional(Schema.Unknown),
  /** Set for esports. */
  esportTitle: Text,
});
/** A market's data about its match. */
export type MatchMetadata = typeof MatchMetadata.Type;

/** One row of a listing: a market, or a group with its markets. */
export const ListedRow = Schema.Struct({
  slug: Schema.NonEmptyString,
  title: Text,
  automationType: Text,
  categories: Words,
  tags: Words,
  metadata: Schema.optional(Schema.NullOr(MatchMetadata)),
  /** The markets of a group. */
  markets: Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown))),
});
/** One row of a listing: a market, or a group with its markets. */
export type ListedRow = typeof ListedRow.Type;

/** `/markets/active`. Rows are decoded one by one, so that a bad one does not hide the others. */
export const ListingPage = Schema.Struct({
  data: Schema.Array(Schema.Unknown),
  /** The number of rows on all pages. */
  totalMarketsCount: Schema.Int,
});
/** `/markets/active`. */
export type ListingPage = typeof ListingPage.Type;
