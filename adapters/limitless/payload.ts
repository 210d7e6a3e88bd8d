/**
 * What Limitless writes of the markets that it lists.
 *
 * Fields are left out or null for what it does not know, and numbers are text here and there. So
 * a field that may be missing is missing here too. Fields that nobody uses are not looked at.
 *
 * @module
 */
import { Schema } from "effect";

const Text = Schema.optional(Schema.NullOr(Schema.String));
const Id = Schema.Union([Schema.NonEmptyString, Schema.Int]);
const MaybeId = Schema.optional(Schema.NullOr(Id));
/** Lists of words, in which anything else is passed over. */
const Words = Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown)));

/** What a market says of the match that it is about. */
export const MatchMetadata = Schema.Struct({
  /** The match, shared by all that is listed of it. */
  eventId: MaybeId,
  externalMatchId: MaybeId,
  homeTeam: Text,
  awayTeam: Text,
  /** Unix seconds; milliseconds and ISO 8601 have been seen written for it as well. */
  startMatchTimestampInUTC: Schema.optional(
    Schema.NullOr(Schema.Union([Schema.Finite, Schema.String])),
  ),
  leagueName: Schema.optional(Schema.Unknown),
  leagueKey: Schema.optional(Schema.Unknown),
  league: Schema.optional(Schema.Unknown),
  competition: Schema.optional(Schema.Unknown),
  tournament: Schema.optional(Schema.Unknown),
  /** Of games that are played on computers. */
  esportTitle: Text,
});
/** What a market says of the match that it is about. */
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

/** `/markets/active`. Rows are read one by one, as one that is odd says nothing of the others. */
export const ListingPage = Schema.Struct({
  data: Schema.Array(Schema.Unknown),
  /** How many rows there are on all pages. */
  totalMarketsCount: Schema.Int,
});
/** `/markets/active`. */
export type ListingPage = typeof ListingPage.Type;
