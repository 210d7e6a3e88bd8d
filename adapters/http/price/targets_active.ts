/**
 * `GET /api/v1/targets/active`: the targets of the windows that are open now.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option, Result } from "effect";
import { INTERVALS, parseInterval } from "../../../core/market/mod.ts";
import { toIso } from "../../../core/time/mod.ts";
import { type ActiveTarget, activeTargets } from "../../../core/use_case/price/mod.ts";
import { isoNow } from "../edge/iso_now.ts";
import { EncodedBody } from "../edge/answer.ts";
import { ASSET_PARAMETER } from "./price_parameters.ts";
import { priceBody, refusalOfAll } from "./price_body.ts";
import { readAsset, readList } from "./price_request.ts";
import { Refused } from "../edge/refusal.ts";
import { type Call, declareRoute } from "../edge/route.ts";
import {
  ACTIVE_TARGET_EXAMPLE,
  ACTIVE_TARGET_FAILED_EXAMPLE,
  ActiveTargetWire,
  AssetWire,
  IsoWire,
} from "./wire_target.ts";

const PARAMETERS = [ASSET_PARAMETER, {
  name: "types",
  in: "query",
  required: false,
  schema: Type.String({ default: INTERVALS.join(",") }),
  description: "Comma-separated intervals or aliases; default: all five",
  example: "5min,1hour",
}] as const;

const Body = Type.Object({
  now: IsoWire,
  asset: AssetWire,
  results: Type.Array(ActiveTargetWire),
}, { $id: "ActiveTargets" });

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

/** The maximum number of cached queries; the cache is cleared beyond it. */
const ENCODED_MAX = 1_000;

/** Creates the route with its cache of encoded answers. */
export function targetsActiveRoute() {
  const encoded = new Map<string, Encoded>();

  const answer = Effect.fnUntraced(function* ({ query, nowMs }: Call<typeof PARAMETERS>) {
    const asset = yield* Effect.fromResult(readAsset(query.asset));
    const intervals = query.types === undefined
      ? INTERVALS
      : yield* Effect.fromResult(readList(query.types, "types", parseInterval));
    const { targets, isCached } = yield* activeTargets({ asset, intervals });
    const refusal = refusalOfAll(targets.map(({ result }) => Option.some(result)));
    if (refusal !== undefined) return yield* new Refused(refusal);
    const rest = JSON.stringify({ asset, results: targets.map(itemBody) }).slice(1);
    const fromMs = Math.max(...targets.map(({ window }) => window.startSec)) * 1000;
    const atMs = Math.max(nowMs, fromMs);
    const body = bodyAt(atMs, rest);
    if (targets.every(({ result }) => Result.isSuccess(result))) {
      if (encoded.size >= ENCODED_MAX) encoded.clear();
      const untilMs = Math.min(...targets.map(({ window }) => window.endSec)) * 1000;
      encoded.set(spellingOf(query), { fromMs, untilMs, rest, body, nowMs: atMs });
    }
    return { body, isCached };
  });

  return declareRoute({
    method: "GET",
    path: "/api/v1/targets/active",
    family: "plain",
    access: "public",
    tag: "Targets",
    summary: "Targets of the open windows",
    description: "The target (opening) price of every interval's current window. One that is not " +
      "published yet, or whose provider fails, is `ok: false`; 502 only if all of them are.",
    parameters: PARAMETERS,
    responses: {
      200: {
        description: "One result per interval, in the order requested",
        schema: Body,
        example: {
          now: "2026-01-01T00:07:00.000Z",
          asset: "btc",
          results: [ACTIVE_TARGET_FAILED_EXAMPLE, ACTIVE_TARGET_EXAMPLE],
        },
      },
      502: { description: "No target is available" },
    },
    handle: (call) => {
      const known = encoded.get(spellingOf(call.query));
      return known !== undefined && call.nowMs < known.untilMs
        ? { body: currentBody(known, Math.max(call.nowMs, known.fromMs)), isCached: true }
        : answer(call);
    },
  });
}

function spellingOf(query: Call<typeof PARAMETERS>["query"]): string {
  return `${query.asset ?? ""}|${query.types ?? ""}`;
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

function itemBody({ window, result }: ActiveTarget) {
  const { ok, ...price } = priceBody(window.interval, Option.some(result));
  return {
    marketType: window.interval,
    ok,
    windowStart: window.startSec,
    windowStartIso: toIso(window.startSec),
    ...price,
  };
}
