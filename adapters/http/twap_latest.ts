/**
 * `GET /api/v1/twap/latest`: the oracle's latest time-weighted average.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Result } from "effect";
import { RequestRejected } from "../../core/request.ts";
import { TWAP_WINDOW_SEC } from "../../core/stream/mod.ts";
import { LatestTwaps } from "../../core/use_case/mod.ts";
import { ASSET_PARAMETER } from "./price_parameters.ts";
import { readAsset } from "./price_request.ts";
import { type Call, declareRoute } from "./route.ts";
import { TWAP_EXAMPLE, TWAP_FIELDS, twapBody } from "./wire_twap.ts";

const PARAMETERS = [ASSET_PARAMETER, {
  name: "window",
  in: "query",
  required: false,
  schema: Type.Integer({ enum: [TWAP_WINDOW_SEC], default: TWAP_WINDOW_SEC }),
  description: "The look-back in seconds. Markets resolve on 60, and only 60 is given",
  example: "60",
}] as const;

const Body = Type.Object(TWAP_FIELDS, { $id: "Twap" });

const answer = Effect.fnUntraced(function* ({ query }: Call<typeof PARAMETERS>) {
  const asset = yield* Effect.fromResult(readAsset(query.asset));
  yield* Effect.fromResult(checkWindow(query.window));
  const { report, isCached } = yield* (yield* LatestTwaps).of(asset);
  return { body: twapBody(asset, report), isCached };
});

function checkWindow(value: string | undefined): Result.Result<void, RequestRejected> {
  if (value === undefined || value.trim() === String(TWAP_WINDOW_SEC)) return Result.void;
  const hint = `Use ${TWAP_WINDOW_SEC}, the look-back that markets resolve on`;
  return Result.fail(new RequestRejected({ parameter: "window", received: value, hint }));
}

/** The route. */
export const twapLatestRoute = declareRoute({
  method: "GET",
  path: "/api/v1/twap/latest",
  family: "plain",
  access: "public",
  tag: "Averages",
  summary: "The latest average",
  description: "The oracle's time-weighted average over 60 s as it was last published, exact to " +
    "the eighteenth decimal. It is the number that 5min, 15min and 4hour windows open at. 502 " +
    "where nothing was published within 60 s.",
  parameters: PARAMETERS,
  responses: {
    200: { description: "The average", schema: Body, example: TWAP_EXAMPLE },
    502: { description: "The provider failed, or has published nothing within 60 s" },
  },
  handle: answer,
});
