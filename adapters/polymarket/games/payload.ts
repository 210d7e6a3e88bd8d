/**
 * Schemas of sports and game events of the venue's metadata service (Gamma).
 *
 * Everything except ids may be missing or null; ids are numbers or text. Events are decoded one by
 * one, so that a bad one does not hide the others.
 *
 * @module
 */
import { Schema } from "effect";

const Text = Schema.optional(Schema.NullOr(Schema.String));
const Id = Schema.Union([Schema.NonEmptyString, Schema.Int]);
const MaybeId = Schema.optional(Schema.NullOr(Schema.Union([Schema.String, Schema.Int])));

const maybeList = <S extends Schema.Top>(item: S) =>
  Schema.optional(Schema.NullOr(Schema.Array(item)));

/** A sport, the venue's term for a league. `series` is a comma-separated list of ids. */
export const GammaSport = Schema.Struct({ sport: Text, ordering: Text, series: Text });
/** A sport, the venue's term for a league. `series` is a comma-separated list of ids. */
export type GammaSport = typeof GammaSport.Type;

const GammaTeam = Schema.Struct({ name: Text, abbreviation: Text, alias: Text, ordering: Text });
/** A side. `ordering` is `home` or `away`. */
export type GammaTeam = typeof GammaTeam.Type;

/** An event, with the fields that identify its game. */
export const GammaGameEvent = Schema.Struct({
  id: Id,
  slug: Text,
  title: Text,
  closed: Schema.optional(Schema.NullOr(Schema.Boolean)),
  /** The kickoff. */
  startTime: Text,
  /** The US Eastern day of the kickoff. */
  eventDate: Text,
  gameId: MaybeId,
  parentEventId: MaybeId,
  sport: Schema.optional(Schema.NullOr(Schema.Struct({ sport: Text, ordering: Text }))),
  teams: maybeList(GammaTeam),
  markets: maybeList(Schema.Struct({ id: Id, gameStartTime: Text, sportsMarketType: Text })),
});
/** An event, with the fields that identify its game. */
export type GammaGameEvent = typeof GammaGameEvent.Type;

/** The fields that identify an unreadable event. */
export const GammaNamed = Schema.Struct({ id: Id, title: Text });

/** A page of events. The last one has no cursor, or an empty one. */
export const GammaEventPage = Schema.Struct({
  events: Schema.Array(Schema.Unknown),
  next_cursor: Text,
});
/** A page of events. The last one has no cursor, or an empty one. */
export type GammaEventPage = typeof GammaEventPage.Type;
