/**
 * `GET /api/v1/twap/latest`: the oracle's latest time-weighted average.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import {
  parseTwapWindow,
  TWAP_WINDOW_SEC_DEFAULT,
  TWAP_WINDOWS_SEC,
} from "../../../core/price/mod.ts";
import { LatestTwaps } from "../../../core/use_case/live/mod.ts";
import { ASSET_PARAMETER } from "./price_parameters.ts";
import { readAsset } from "./price_request.ts";
import { type Call, declareRoute } from "../edge/route.ts";
import { TWAP_EXAMPLE, TWAP_FIELDS, twapBody } from "./wire_twap.ts";

const PARAMETERS = [ASSET_PARAMETER, {
  name: "window",
  in: "query",
  required: false,
  schema: Type.Integer({ enum: [...TWAP_WINDOWS_SEC], default: TWAP_WINDOW_SEC_DEFAULT }),
  description: "The look-back in seconds. Markets resolve on 60. Not every asset has a feed of 30",
  example: "60",
}] as const;

const Body = Type.Object(TWAP_FIELDS, { $id: "Twap" });

const answer = Effect.fnUntraced(function* ({ query }: Call<typeof PARAMETERS>) {
  const asset = yield* Effect.fromResult(readAsset(query.asset));
  const windowSec = query.window === undefined
    ? TWAP_WINDOW_SEC_DEFAULT
    : yield* Effect.fromResult(parseTwapWindow(query.window));
  const { report, isCached } = yield* (yield* LatestTwaps).of({ asset, windowSec });
  return { body: twapBody({ asset, windowSec }, report), isCached };
});

/** The route. */
export const twapLatestRoute = declareRoute({
  method: "GET",
  path: "/api/v1/twap/latest",
  family: "plain",
  access: "public",
  tag: "Averages",
  summary: "The latest average",
  description: "The oracle's time-weighted average over 60 or 30 s as last published, " +
    "exact to the eighteenth decimal. The one over 60 s is the number that 5min, 15min and 4hour " +
    "windows open at. 502 if nothing was published within 60 s, or if the oracle has no " +
    "feed with that look-back for the asset (today hype with 30).",
  parameters: PARAMETERS,
  responses: {
    200: { description: "The average", schema: Body, example: TWAP_EXAMPLE },
    502: {
      description: "The provider failed, has no such feed, or has published nothing within 60 s",
    },
  },
  handle: answer,
});
