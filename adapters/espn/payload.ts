/**
 * Schemas of the provider's scoreboards (ESPN's site API): events, competitions and sides.
 *
 * The interface is undocumented and changes without notice. So an optional field with an unexpected
 * type counts as missing, and list items are decoded one by one, so that a bad one does not hide
 * the rest. Unused fields are ignored.
 *
 * @module
 */
import { Effect, Schema } from "effect";

/** A field that may be missing, null or of another type: then it is null or undefined. */
function maybe<S extends Schema.Constraint>(schema: S) {
  return Schema.optional(
    Schema.NullOr(schema).pipe(Schema.catchDecoding(() => Effect.succeedSome(null))),
  );
}

const Text = maybe(Schema.String);
const Flag = maybe(Schema.Boolean);
/** Digits as text; a number in other parts of the provider's interface. */
const Id = Schema.Union([Schema.NonEmptyString, Schema.Int]);

/** A team on a scoreboard. */
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

/** A person instead of a team. The id is in the enclosing competitor. */
const EspnAthlete = Schema.Struct({
  id: maybe(Id),
  displayName: Text,
  fullName: Text,
  shortName: Text,
  abbreviation: Text,
});

/** One side. The score is text that is parsed only when needed. */
export const EspnCompetitor = Schema.Struct({
  id: maybe(Id),
  homeAway: Text,
  order: maybe(Schema.Finite),
  score: Schema.optional(Schema.Unknown),
  team: maybe(EspnTeam),
  athlete: maybe(EspnAthlete),
});
/** One side. The score is text that is parsed only when needed. */
export type EspnCompetitor = typeof EspnCompetitor.Type;

/** The status of a competition. */
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
/** The status of a competition. */
export type EspnStatus = typeof EspnStatus.Type;

/** A contest of two sides: a game, a bout or a match. Its times are UTC to the minute. */
export const EspnCompetition = Schema.Struct({
  id: Id,
  date: Text,
  startDate: Text,
  timeValid: Flag,
  /** In tennis the draw, in other sports the kind of game or bout. */
  type: maybe(Schema.Struct({ id: maybe(Id), slug: Text })),
  status: maybe(EspnStatus),
  competitors: Schema.Array(EspnCompetitor),
});
/** A contest of two sides: a game, a bout or a match. Its times are UTC to the minute. */
export type EspnCompetition = typeof EspnCompetition.Type;

const Competitions = Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown)));

/** An entry of a scoreboard: a game, or a card or tournament of many. It may be empty. */
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
/** An entry of a scoreboard: a game, or a card or tournament of many. It may be empty. */
export type EspnEvent = typeof EspnEvent.Type;

/** A scoreboard. `events` is required: without games the provider writes an empty list. */
export const EspnScoreboard = Schema.Struct({
  events: Schema.NullOr(Schema.Array(Schema.Unknown)),
});
/** A scoreboard. `events` is required: without games the provider writes an empty list. */
export type EspnScoreboard = typeof EspnScoreboard.Type;
