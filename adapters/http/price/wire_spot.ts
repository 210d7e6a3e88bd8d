/**
 * The schema of the exchange's newest trades in answers and frames.
 *
 * @module
 */
import { t } from "elysia";
import { formatE18, type Trade } from "../../../core/price/mod.ts";
import { IsoWire } from "../wire/answer.ts";
import { strict } from "../wire/kind.ts";
import { AssetWire } from "../wire/market.ts";
import { exactDigits, ExactNumber } from "../wire/number.ts";
import { OptionalAsset } from "./wire_question.ts";

/** The fields of a trade, for schemas that extend them. */
export const SPOT_FIELDS = {
  price: ExactNumber({ description: "Price of the trade in US dollars, with all its digits" }),
  at: { ...IsoWire, description: "When it was traded, by the exchange's clock" },
  source: t.Literal("aggTrades", {
    description:
      "Always the exchange's own trade: of its spot market, or of its futures where it " +
      "trades the asset only there",
  }),
};

/** What is asked of the newest trade. */
export const SpotQuestion = strict({ asset: OptionalAsset });

/** A trade. */
export const SPOT_EXAMPLE = {
  price: 87_648.21,
  at: "2026-01-01T00:00:01.482Z",
  source: "aggTrades",
} as const;

/** The newest trade of an answer. */
export const Spot = t.Object({ now: IsoWire, asset: AssetWire, ...SPOT_FIELDS }, {
  $id: "Spot",
  description: "The exchange's newest trade",
  examples: [{ now: "2026-01-01T00:00:01.700Z", asset: "btc", ...SPOT_EXAMPLE }],
});

/** Writes a trade. Its price never passes through a float. */
export function spotBody({ priceE18, tradedAtMs }: Pick<Trade, "priceE18" | "tradedAtMs">) {
  return {
    price: exactDigits(formatE18(priceE18)),
    at: new Date(tradedAtMs).toISOString(),
    source: "aggTrades" as const,
  };
}
