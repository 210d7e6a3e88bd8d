/**
 * The resolution that was asked for, from what the venue's data service writes.
 *
 * A failure is a sentence about the answer, for the log.
 *
 * @module
 */
import { Option, Result } from "effect";
import { type ConditionId, parseConditionId, type Resolution } from "../../../core/venue/mod.ts";
import type { ResolutionPayload, ResolutionsPayload } from "./payload.ts";

/** Reads the answer to a question for one condition; none where the venue has no such condition. */
export function readResolution(
  { data: [written, ...others] }: ResolutionsPayload,
  asked: ConditionId,
): Result.Result<Option.Option<Resolution>, string> {
  if (written === undefined) return Result.succeed(Option.none());
  if (others.length > 0) return Result.fail(`it has ${others.length + 1} resolutions of one`);
  const named = [written.condition, written.condition_id, written.conditionId];
  const other = named.find((name) => typeof name === "string" && !isSame(name, asked));
  if (other !== undefined) return Result.fail(`it is about "${String(other).slice(0, 80)}"`);
  return Result.map(toResolution(written), Option.some);
}

function isSame(name: string, asked: ConditionId): boolean {
  return Option.contains(parseConditionId(name), asked);
}

/** One that is open may say nothing more; one that is resolved says what it pays, and when. */
function toResolution(written: ResolutionPayload): Result.Result<Resolution, string> {
  const { status, payouts, resolved_at, reporter } = written;
  const isActive = status === "active";
  if (isActive && (payouts?.length ?? 0) > 0) return Result.fail("it is open and has payouts");
  if (!isActive && (payouts?.length ?? 0) === 0) {
    return Result.fail("it is resolved and has no payouts");
  }
  const resolvedAtMs = isActive ? Option.none<number>() : instantOf(resolved_at ?? "");
  if (!isActive && Option.isNone(resolvedAtMs)) {
    return Result.fail(`it was resolved at "${String(resolved_at).slice(0, 80)}"`);
  }
  return Result.succeed({
    status,
    payoutsE6: isActive
      ? Option.none()
      : Option.map(Option.fromNullishOr(payouts), (list) => list.map(BigInt)),
    reporter: Option.filter(Option.fromNullishOr(reporter), (name) => name !== ""),
    resolvedAtMs,
  });
}

/** RFC 3339 in UTC, as the service writes it; a time without an offset would be read as local. */
const UTC_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

function instantOf(text: string): Option.Option<number> {
  const atMs = UTC_INSTANT.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(atMs) ? Option.none() : Option.some(atMs);
}
