/**
 * `PUT /__listing`: recorded rows in the place of the world's.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readEach, readList, readNumber, readObject } from "../control_body.ts";
import { type Control } from "../simulator.ts";
import { type Row } from "./row.ts";

/** Rows as they were put, and how many the body says there are. */
export interface PutListing {
  readonly rows: ReadonlyArray<Row>;
  readonly total: number;
}

/** What was put last. */
export interface PutListings {
  readonly current: () => PutListing | undefined;
  readonly control: Control;
}

/** Nothing put yet. */
export function makePutListings(): PutListings {
  let current: PutListing | undefined;
  return {
    current: () => current,
    control: (body) =>
      Result.map(readListing(body), (listing) => {
        current = listing;
        return { rows: listing.rows.length };
      }),
  };
}

function readListing(body: unknown): Read<PutListing> {
  return Result.gen(function* () {
    // Whatever else the recorded answer had, is not looked at.
    const fields = yield* readObject(body, Object.keys(Object(body)));
    const rows = yield* readEach(yield* readList(fields, "data"), "data", readRow);
    const total = yield* readNumber(fields, "totalMarketsCount", {
      min: 0,
      max: 1e9,
      isWhole: true,
      fallback: rows.length,
    });
    return { rows, total };
  });
}

function readRow(value: unknown): Read<Row> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Result.succeed(value as Row)
    : Result.fail("must be an object");
}
