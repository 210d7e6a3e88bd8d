/**
 * Recurring markets among the rows that the venue lists.
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

/** Why a row is no market, and whose it is, as far as one can tell. */
export interface RowSkipped extends OutcomeSkipped {
  readonly id: string;
}

const decode = Schema.decodeUnknownResult(MarketRow);

/** Reads a row, or says why it is passed over. */
export function readMarketRow(row: unknown): Result.Result<OutcomeMarket, RowSkipped> {
  const decoded = decode(row);
  if (Result.isFailure(decoded)) {
    const why = "it is no outcome with a number, a name and sides";
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
