/**
 * Schemas of Kalshi's events, markets and milestones.
 *
 * Unused fields are ignored; fields that Kalshi sometimes omits are optional.
 *
 * @module
 */
import { Schema } from "effect";

const Text = Schema.optional(Schema.NullOr(Schema.String));
const Rows = Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown)));
const Names = Schema.optional(Schema.NullOr(Schema.Array(Schema.String)));

/** A page of `GET /events`. An empty cursor marks the last page. */
export const EventsPage = Schema.Struct({
  events: Schema.Array(Schema.Unknown),
  milestones: Rows,
  cursor: Text,
});

/** A market of an event. The strike has ids of teams or players under a sport-specific key. */
export const MarketRow = Schema.Struct({
  ticker: Schema.NonEmptyString,
  title: Text,
  yes_sub_title: Text,
  status: Text,
  custom_strike: Schema.optional(
    Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown)),
  ),
});
/** A market of an event. */
export type MarketRow = typeof MarketRow.Type;

/** An event. One that was settled may come without its markets. */
export const EventRow = Schema.Struct({
  event_ticker: Schema.NonEmptyString,
  title: Text,
  markets: Schema.optional(Schema.NullOr(Schema.Array(MarketRow))),
});
/** An event. */
export type EventRow = typeof EventRow.Type;

/** A real-world occurrence with a start, and its events. */
export const MilestoneRow = Schema.Struct({
  id: Schema.NonEmptyString,
  title: Text,
  start_date: Text,
  primary_event_tickers: Names,
  details: Schema.optional(Schema.NullOr(Schema.Struct({
    home_team_id: Text,
    away_team_id: Text,
    main_game_event_ticker: Text,
  }))),
});
/** A milestone. */
export type MilestoneRow = typeof MilestoneRow.Type;
