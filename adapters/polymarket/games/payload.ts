/**
 * What the venue's metadata service (Gamma) writes of sports and of events about games.
 *
 * Anything but an id may be missing or null; ids are numbers here and text there. Events are read
 * one by one, so that one of them cannot hide the others.
 *
 * @module
 */
import { Schema } from "effect";

const Text = Schema.optional(Schema.NullOr(Schema.String));
const Id = Schema.Union([Schema.NonEmptyString, Schema.Int]);
const MaybeId = Schema.optional(Schema.NullOr(Schema.Union([Schema.String, Schema.Int])));

const maybeList = <S extends Schema.Top>(item: S) =>
  Schema.optional(Schema.NullOr(Schema.Array(item)));

/** A sport: the venue's word for a league. `series` is a list of ids with commas. */
export const GammaSport = Schema.Struct({ sport: Text, ordering: Text, series: Text });
/** A sport: the venue's word for a league. `series` is a list of ids with commas. */
export type GammaSport = typeof GammaSport.Type;

const GammaTeam = Schema.Struct({ name: Text, abbreviation: Text, alias: Text, ordering: Text });
/** A side. `ordering` is `home` or `away`. */
export type GammaTeam = typeof GammaTeam.Type;

/** An event, as far as it tells which game it is about. */
export const GammaGameEvent = Schema.Struct({
  id: Id,
  slug: Text,
  title: Text,
  closed: Schema.optional(Schema.NullOr(Schema.Boolean)),
  /** The kickoff. */
  startTime: Text,
  /** Its US Eastern day. */
  eventDate: Text,
  gameId: MaybeId,
  parentEventId: MaybeId,
  sport: Schema.optional(Schema.NullOr(Schema.Struct({ sport: Text, ordering: Text }))),
  teams: maybeList(GammaTeam),
  markets: maybeList(Schema.Struct({ id: Id, gameStartTime: Text, sportsMarketType: Text })),
});
/** An event, as far as it tells which game it is about. */
export type GammaGameEvent = typeof GammaGameEvent.Type;

/** What says of an unreadable event which one it is. */
export const GammaNamed = Schema.Struct({ id: Id, title: Text });

/** A page of events. The last one has no cursor, or an empty one. */
export const GammaEventPage = Schema.Struct({
  events: Schema.Array(Schema.Unknown),
  next_cursor: Text,
});
/** A page of events. The last one has no cursor, or an empty one. */
export type GammaEventPage = typeof GammaEventPage.Type;
