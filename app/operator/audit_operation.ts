/**
 * The operation that lists platform listings without a certain link to a game.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import { LEAGUES, type PlatformKickoff, PLATFORMS } from "../../core/game/mod.ts";
import { toDayText, toIso } from "../../core/time/mod.ts";
import { type AuditFinding, auditGames } from "../../core/use_case/game/mod.ts";
import { handleOperation } from "./operation.ts";

/** The schema of a line of the report. */
export const AuditLine = Schema.Struct({
  source: Schema.String,
  league: Schema.String,
  key: Schema.String,
  title: Schema.String,
  /** The platform's kickoff: an instant, a US Eastern day, or null. */
  kickoff: Schema.NullOr(Schema.String),
  confidence: Schema.NullOr(Schema.String),
  gameId: Schema.NullOr(Schema.String),
  why: Schema.String,
  near: Schema.Array(Schema.String),
});
/** A line of the report. */
export type AuditLine = typeof AuditLine.Type;

/** The operation, with its path and schemas. */
export const AUDIT_OPERATION = {
  path: "/games/audit",
  input: Schema.Struct({
    days: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })),
    limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5_000 })),
    source: Schema.NullOr(Schema.Literals(PLATFORMS)),
    league: Schema.NullOr(Schema.Literals(LEAGUES)),
  }),
  output: Schema.Struct({ lines: Schema.Array(AuditLine), total: Schema.Int }),
} as const;

/** The handler. */
export const auditHandler = handleOperation(
  AUDIT_OPERATION,
  ({ days, limit, source, league }) =>
    Effect.map(
      auditGames({ days, limit, source: source ?? undefined, league: league ?? undefined }),
      ({ findings, total }) => ({ lines: findings.map(toLine), total }),
    ),
);

function toLine({ record: { game, link, why }, near }: AuditFinding): AuditLine {
  return {
    source: game.source,
    league: game.league,
    key: game.key,
    title: game.events[0]?.title ?? "",
    kickoff: kickoffText(game.kickoff),
    confidence: link?.confidence ?? null,
    gameId: link?.gameId ?? null,
    why: why ?? "",
    near,
  };
}

function kickoffText(kickoff: PlatformKickoff): string | null {
  switch (kickoff.kind) {
    case "at":
      return `${toIso(kickoff.sec).slice(0, 16)}Z`;
    case "day":
      return toDayText(kickoff.day);
    case "unknown":
      return null;
  }
}
