/**
 * What the provider (ESPN's site API) writes on a scoreboard: events, competitions, and sides.
 *
 * The interface is undocumented and changes without notice. So a field that is not needed counts as
 * missing when it has another type than it used to, and what is in the lists is read one by one, so
 * that nothing in them can hide the rest. Fields that nobody uses are not looked at.
 *
 * @module
 */
import { Effect, Schema } from "effect";

/** A field that may be missing, null, or not what it was: then it is null, or undefined. */
function maybe<S extends Schema.Constraint>(schema: S) {
  return Schema.optional(
    Schema.NullOr(schema).pipe(Schema.catchDecoding(() => Effect.succeedSome(null))),
  );
}

const Text = maybe(Schema.String);
const Flag = maybe(Schema.Boolean);
/** Digits, in text; elsewhere in the provider's interface a number. */
const Id = Schema.Union([Schema.NonEmptyString, Schema.Int]);

/** A team as it is shown on a scoreboard. */
const EspnTeam = Schema.Struct({
  id: maybe(Id),
  displayName: Text,
  abbreviation: Text,
  location: Text,
  name: Text,
  nickname: Text,
  shortDisplayName: Text,
  logo: Text,
});

/** A person in the place of a team. The id stands beside it, with the competitor. */
const EspnAthlete = Schema.Struct({
  id: maybe(Id),
  displayName: Text,
  fullName: Text,
  shortName: Text,
  abbreviation: Text,
});

/** One side. The score is text; whether it is a number is seen when it is needed. */
export const EspnCompetitor = Schema.Struct({
  id: maybe(Id),
  homeAway: Text,
  order: maybe(Schema.Finite),
  score: Schema.optional(Schema.Unknown),
  team: maybe(EspnTeam),
  athlete: maybe(EspnAthlete),
});
/** One side. The score is text; whether it is a number is seen when it is needed. */
export type EspnCompetitor = typeof EspnCompetitor.Type;

/** Where a competition stands. */
export const EspnStatus = Schema.Struct({
  displayClock: Text,
  period: maybe(Schema.Finite),
  type: maybe(Schema.Struct({
    name: Text,
    state: Text,
    completed: Flag,
    description: Text,
    detail: Text,
    shortDetail: Text,
  })),
});
/** Where a competition stands. */
export type EspnStatus = typeof EspnStatus.Type;

/** What two sides play: a game, a bout, a match. Its times are UTC to the minute. */
export const EspnCompetition = Schema.Struct({
  id: Id,
  date: Text,
  startDate: Text,
  timeValid: Flag,
  /** In tennis which draw it is of, in other sports what kind of game or bout. */
  type: maybe(Schema.Struct({ id: maybe(Id), slug: Text })),
  status: maybe(EspnStatus),
  competitors: Schema.Array(EspnCompetitor),
});
/** What two sides play: a game, a bout, a match. Its times are UTC to the minute. */
export type EspnCompetition = typeof EspnCompetition.Type;

const Competitions = Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown)));

/** An entry of a scoreboard: a game, or a card or tournament of many. It may say nothing at all. */
export const EspnEvent = Schema.Struct({
  id: maybe(Id),
  uid: Text,
  date: Text,
  name: Text,
  season: maybe(Schema.Struct({ slug: Text })),
  status: maybe(EspnStatus),
  competitions: Competitions,
  /** A tournament's draws. */
  groupings: Schema.optional(Schema.NullOr(Schema.Array(Schema.Struct({
    grouping: maybe(Schema.Struct({ slug: Text })),
    competitions: Competitions,
  })))),
});
/** An entry of a scoreboard: a game, or a card or tournament of many. It may say nothing at all. */
export type EspnEvent = typeof EspnEvent.Type;

/** A scoreboard. One without events is not one: the provider writes an empty list. */
export const EspnScoreboard = Schema.Struct({
  events: Schema.NullOr(Schema.Array(Schema.Unknown)),
});
/** A scoreboard. One without events is not one: the provider writes an empty list. */
export type EspnScoreboard = typeof EspnScoreboard.Type;
