/**
 * The schema of a window's outcome.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { RESOLUTION_STATUSES } from "../../../core/venue/mod.ts";
import { NOT_FETCHED } from "./price_body.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { words } from "../wire/text.ts";

/** The venue's own resolution of a window's market. */
const ResolutionWire = Type.Object({
  status: words(RESOLUTION_STATUSES, { description: "As the venue names it" }),
  payouts: nullable(
    Type.Array(Type.Integer({ minimum: 0, maximum: 1_000_000 }), {
      description: "Micro-USDC that a share pays, Up first; null until it is resolved",
    }),
  ),
  reporter: nullable(Type.String({ description: "The venue's source, such as `CHAINLINK`" })),
  resolvedAt: nullable(IsoWire),
  agrees: nullable(
    Type.Boolean({
      description: "Whether the payouts say the same as `outcome`; null while either is unknown",
    }),
  ),
}, { $id: "Resolution" });

/** The outcome of a window, as far as it is known. */
export const OutcomeMetaWire = Type.Object({
  closePrice: nullable(Type.Number({ description: "Closing price in US dollars" })),
  outcome: nullable(words(["up", "down", "tie"])),
  final: Type.Boolean({
    description: "False until `outcome` is known, and while a price behind it may be corrected",
  }),
  resolution: Type.Optional(nullable(ResolutionWire)),
  resolutionError: Type.Optional(
    Type.String({
      description: "Why there is no `resolution`; only if asking for it failed",
      examples: [NOT_FETCHED],
    }),
  ),
}, { $id: "OutcomeMeta" });

/** A window that ended above its target, resolved alike by the venue. */
export const OUTCOME_META_EXAMPLE = {
  closePrice: 87_702.55,
  outcome: "up",
  final: true,
  resolution: {
    status: "resolved",
    payouts: [1_000_000, 0],
    reporter: "CHAINLINK",
    resolvedAt: "2026-01-01T00:15:41.000Z",
    agrees: true,
  },
};
