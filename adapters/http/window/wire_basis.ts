/**
 * What is asked of how often venues agree on windows, and the answer.
 *
 * @module
 */
import { t } from "elysia";
import { IsoWire, nullable } from "../wire/answer.ts";
import { strict } from "../wire/kind.ts";
import { Interval } from "../wire/market.ts";
import { ExactNumber, whole } from "../wire/number.ts";
import { OptionalAsset } from "../price/wire_question.ts";
import { WINDOW_STARTS } from "./wire_windows.ts";

/** What is asked. */
export const WindowBasisQuestion = strict({
  asset: OptionalAsset,
  interval: t.Optional(Interval({
    default: "15min",
    description: "An interval that another venue has too",
    examples: ["15min"],
  })),
  ...WINDOW_STARTS,
});

const GapWire = t.Object({
  gap_bps_from: ExactNumber({ description: "Included" }),
  gap_bps_to: nullable(ExactNumber({}), { description: "Excluded; null: any" }),
  agreed: whole({ description: "Windows with the same winner at both venues" }),
  disagreed: whole({ description: "Windows with another winner" }),
}, { $id: "BasisGap" });

/** The answer. */
export const WindowBasis = t.Object({
  now: IsoWire,
  data: t.Array(GapWire, {
    description: "By how far the primary venue's close was from its target, in hundredths of a " +
      "percent of that",
  }),
  total: t.Object({
    agreed: whole({}),
    disagreed: whole({}),
    void: whole({ description: "The other venue named no winner" }),
    missing: whole({ description: "One of both is not listed, or not known" }),
  }, { $id: "BasisTotal" }),
}, {
  $id: "WindowBasis",
  description: "How often two venues named the same winner",
  examples: [{
    now: "2026-01-02T00:06:00.000Z",
    data: [
      { gap_bps_from: 0, gap_bps_to: 0.5, agreed: 5, disagreed: 3 },
      { gap_bps_from: 50, gap_bps_to: null, agreed: 2, disagreed: 0 },
    ],
    total: { agreed: 91, disagreed: 4, void: 0, missing: 1 },
  }],
});
