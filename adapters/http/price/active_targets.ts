/**
 * The targets of open windows, and the texts of answers about them.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { toIso } from "../../../core/time/mod.ts";
import { type ActiveTarget, activeTargets } from "../../../core/use_case/price/mod.ts";
import { Venue, type VenueChoice } from "../../../core/use_case/venue/mod.ts";
import { EncodedBody } from "../edge/answer/answer.ts";
import type { HandlerCall } from "../edge/gate.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { Refused } from "../edge/answer/refusal.ts";
import { oneOrByAsset } from "./by_asset.ts";
import { priceBody, refusalOfAll } from "./price_body.ts";
import { placeBody } from "./window_body.ts";
import { ASSET_DEFAULT } from "./wire_question.ts";
import type { ActiveQuestion, ActiveTargetsOfAssets, ActiveTargetWire } from "./wire_target.ts";

type Question = typeof ActiveQuestion.static;
type Body = typeof ActiveTargetsOfAssets.static;

/**
 * An encoded answer without its `now`, valid until its first window ends.
 *
 * Bots repeat the same few queries, and final targets never change.
 */
interface Encoded {
  /** When the last of its windows began: its `now` is no earlier, however long a caller waited. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly rest: string;
  /** With the last `now`: callers of one millisecond share it, and what it is compressed to. */
  body: EncodedBody;
  nowMs: number;
}

/** The maximum number of cached questions; the cache is cleared beyond it. */
const ENCODED_MAX = 1_000;

/** Makes what answers a question, with its cache of encoded answers. */
export function makeActiveTargets() {
  const encoded = new Map<string, Encoded>();

  const find = Effect.fnUntraced(function* (question: Question, { nowMs }: HandlerCall) {
    const { asset: assets = [ASSET_DEFAULT], types: intervals } = question;
    const venue = yield* Venue;
    const { targets, isCached } = yield* activeTargets({ assets, intervals });
    const refusal = refusalOfAll(targets.map(({ result }) => Option.some(result)));
    if (refusal !== undefined) return yield* new Refused(refusal);
    const told = assets.map((asset): Omit<Body, "now"> => ({
      asset,
      results: targets.filter((target) => target.asset === asset)
        .map((target) => itemBody(venue, target)),
    }));
    const rest = JSON.stringify(oneOrByAsset(told)).slice(1);
    const fromMs = Math.max(...targets.map(({ window }) => window.startSec)) * 1000;
    const atMs = Math.max(nowMs, fromMs);
    const body = bodyAt(atMs, rest);
    if (targets.every(({ result }) => Result.isSuccess(result))) {
      if (encoded.size >= ENCODED_MAX) encoded.clear();
      const untilMs = Math.min(...targets.map(({ window }) => window.endSec)) * 1000;
      encoded.set(keyOf(question), { fromMs, untilMs, rest, body, nowMs: atMs });
    }
    return { body: body.as<Body>(), isCached };
  });

  return (question: Question, call: HandlerCall) => {
    const known = encoded.get(keyOf(question));
    if (known === undefined || call.nowMs >= known.untilMs) return find(question, call);
    const body = currentBody(known, Math.max(call.nowMs, known.fromMs));
    return { body: body.as<Body>(), isCached: true };
  };
}

function keyOf({ asset = [ASSET_DEFAULT], types }: Question): string {
  return types === undefined ? asset.join() : `${asset}|${types}`;
}

function currentBody(known: Encoded, nowMs: number): EncodedBody {
  if (known.nowMs !== nowMs) {
    known.body = bodyAt(nowMs, known.rest);
    known.nowMs = nowMs;
  }
  return known.body;
}

function bodyAt(nowMs: number, rest: string): EncodedBody {
  return new EncodedBody(`{"now":"${isoNow(nowMs)}",${rest}`);
}

function itemBody(
  venue: VenueChoice,
  { asset, window, result }: ActiveTarget,
): typeof ActiveTargetWire.static {
  const { ok, ...price } = priceBody(window.interval, Option.some(result));
  return {
    marketType: window.interval,
    ok,
    ...placeBody(venue, asset, window),
    windowStartIso: toIso(window.startSec),
    ...price,
  };
}
