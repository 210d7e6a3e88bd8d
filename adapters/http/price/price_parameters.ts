/**
 * The parameters shared by the price routes.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { ASSETS, INTERVAL_NAMES } from "../../../core/market/mod.ts";
import { RESOLUTIONS_MAX } from "../../../core/use_case/price/mod.ts";
import { wordSchema } from "./wire_target.ts";

const INSTANT = Type.String({
  description:
    "Unix seconds, unix milliseconds or ISO 8601, where a space may stand for the `T`; a " +
    "time without offset is UTC",
});

/** `asset`; defaults to btc. */
export const ASSET_PARAMETER = {
  name: "asset",
  in: "query",
  required: false,
  schema: wordSchema(ASSETS, { default: "btc" }),
  description: "The asset, in any case",
  example: "btc",
} as const;

/** `asset`, required. */
export const ASSET_REQUIRED_PARAMETER = {
  ...ASSET_PARAMETER,
  required: true,
  schema: wordSchema(ASSETS),
} as const;

/** `type`: one interval. */
export const TYPE_PARAMETER = {
  name: "type",
  in: "query",
  required: true,
  schema: wordSchema(INTERVAL_NAMES),
  description: "The market interval or an alias of it, in any case",
  example: "15min",
} as const;

/** `timestamp`: any instant inside the wanted window. */
export const TIMESTAMP_PARAMETER = {
  name: "timestamp",
  in: "query",
  required: true,
  schema: INSTANT,
  description: "Any instant inside the window",
  example: "2026-01-01T00:07:00Z",
} as const;

/** `start` of a range, inclusive. */
export const START_PARAMETER = {
  name: "start",
  in: "query",
  required: true,
  schema: INSTANT,
  description: "Start of the range, included",
  example: "2026-01-01T00:00:00Z",
} as const;

/** `end` of a range, exclusive. */
export const END_PARAMETER = {
  name: "end",
  in: "query",
  required: true,
  schema: INSTANT,
  description: "End of the range, not included; must be after the start",
  example: "2026-01-01T06:00:00Z",
} as const;

/** `evidence`: whether to include the evidence of the price. */
export const EVIDENCE_PARAMETER = {
  name: "evidence",
  in: "query",
  required: false,
  schema: wordSchema(["true", "false"], { default: "false" }),
  description:
    "Adds `evidence`: the signed report, the relayed point, the published price, the trade or " +
    "the candle that the price comes from",
  example: "true",
} as const;

/** `includeOutcomeMeta`: whether to include the outcome of each window. */
export const OUTCOME_PARAMETER = {
  name: "includeOutcomeMeta",
  in: "query",
  required: false,
  schema: wordSchema(["true", "false"], { default: "false" }),
  description: "Adds `outcomeMeta` to each window: its closing price and outcome",
  example: "true",
} as const;

/** `includeResolution`: whether to include the venue's resolution of each window. */
export const RESOLUTION_PARAMETER = {
  name: "includeResolution",
  in: "query",
  required: false,
  schema: wordSchema(["true", "false"], { default: "false" }),
  description: "Adds the venue's own `resolution` to `outcomeMeta`; requires " +
    `\`includeOutcomeMeta=true\`, and for at most ${RESOLUTIONS_MAX} windows`,
  example: "true",
} as const;
