/**
 * Parses recurring markets from the rows of the venue's listing.
 *
 * @module
 */
import { Result, Schema } from "effect";
import {
  type OutcomeMarket,
  type OutcomeSkipped,
  readOutcomeMarket,
} from "../../core/venue2/mod.ts";
import { MarketRow } from "./payload.ts";

/** Why a row was skipped, and its id as far as it is readable. */
export interface RowSkipped extends OutcomeSkipped {
  readonly id: string;
}

const decode = Schema.decodeUnknownResult(MarketRow);

/** Parses a row, or returns why it is skipped. */
export function readMarketRow(row: unknown): Result.Result<OutcomeMarket, RowSkipped> {
  const decoded = decode(row);
  if (Result.isFailure(decoded)) {
    const why = "it is not an outcome with a number, a name and sides";
    return Result.fail({ id: numberOf(row), why, isNoise: false });
  }
  const { outcome, name, description, sideSpecs } = decoded.success;
  const reading = readOutcomeMarket({
    outcomeId: outcome,
    name,
    description: description ?? "",
    sideNames: sideSpecs.map((side) => side.name),
  });
  return Result.mapError(reading, (skipped) => ({ id: String(outcome), ...skipped }));
}

function numberOf(row: unknown): string {
  const outcome = typeof row === "object" && row !== null ? Reflect.get(row, "outcome") : undefined;
  return typeof outcome === "number" ? String(outcome) : "?";
}
