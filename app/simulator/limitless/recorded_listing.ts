/**
 * `PUT /__listing`: replaces the world's rows with recorded ones.
 *
 * @module
 */
import { Result } from "effect";
import {
  type Read,
  readEach,
  readFields,
  readList,
  readNumber,
  readObject,
} from "../kit/control_body.ts";
import { type Control } from "../kit/simulator.ts";
import { type Listing } from "./list_markets.ts";

/** The last recording. */
export interface RecordedListing {
  readonly current: () => Listing | undefined;
  readonly control: Control;
}

/** Makes an empty recording. */
export function makeRecordedListing(): RecordedListing {
  let current: Listing | undefined;
  return {
    current: () => current,
    control: (body) =>
      Result.map(readListing(body), (listing) => {
        current = listing;
        return { rows: listing.rows.length };
      }),
  };
}

function readListing(body: unknown): Read<Listing> {
  return Result.gen(function* () {
    // Other fields of the recorded answer are ignored.
    const fields = yield* readFields(body);
    const rows = yield* readEach(yield* readList(fields, "data"), "data", readObject);
    const total = yield* readNumber(fields, "totalMarketsCount", {
      min: 0,
      max: 1e9,
      isWhole: true,
      fallback: rows.length,
    });
    return { rows, total };
  });
}
