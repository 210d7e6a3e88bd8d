/**
 * The operator's order to list what platforms have and no game is linked to.
 *
 * @module
 */
import { Effect, type ManagedRuntime, Schema } from "effect";
import { LEAGUES, type PlatformKickoff, PLATFORMS } from "../../core/game/mod.ts";
import type { GameStore } from "../../core/port/mod.ts";
import { toDayText, toIso } from "../../core/time/mod.ts";
import { type AuditFinding, auditGames } from "../../core/use_case/mod.ts";
import { type OrderTaken, takeOrder } from "./operator_order.ts";

/** A line of the report. */
export const AuditLine = Schema.Struct({
  source: Schema.String,
  league: Schema.String,
  key: Schema.String,
  title: Schema.String,
  /** As the platform says it: an instant, a US Eastern day, or nothing. */
  kickoff: Schema.NullOr(Schema.String),
  confidence: Schema.NullOr(Schema.String),
  gameId: Schema.NullOr(Schema.String),
  why: Schema.String,
  near: Schema.Array(Schema.String),
});
/** A line of the report. */
export type AuditLine = typeof AuditLine.Type;

/** What can be ordered. */
export const AUDIT_ORDER = {
  path: "/games/audit",
  order: Schema.Struct({
    days: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })),
    limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5_000 })),
    source: Schema.NullOr(Schema.Literals(PLATFORMS)),
    league: Schema.NullOr(Schema.Literals(LEAGUES)),
  }),
  answer: Schema.Struct({ lines: Schema.Array(AuditLine), total: Schema.Int }),
} as const;

/** The order as a service takes it. */
export function gamesOrder(runtime: ManagedRuntime.ManagedRuntime<GameStore, unknown>): OrderTaken {
  return takeOrder(AUDIT_ORDER, {
    runtime,
    carryOut: ({ days, limit, source, league }) =>
      Effect.map(
        auditGames({ days, limit, source: source ?? undefined, league: league ?? undefined }),
        ({ findings, total }) => ({ lines: findings.map(toLine), total }),
      ),
  });
}

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
