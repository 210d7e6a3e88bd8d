/**
 * `PUT /__listing`: outcomes and questions in place of the world's.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readEach, readList, readObject } from "../control_body.ts";
import { type Control } from "../simulator.ts";
import { type AnyListing } from "./listed_outcome.ts";

/** Makes the control, which hands over what was put. Rows are served as they are. */
export function makeListingControl(put: (listing: AnyListing) => void): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readObject(body, ["outcomes", "questions"]);
      const outcomes = yield* readRows(yield* readList(fields, "outcomes"), "outcome");
      const questions = yield* readRows(yield* readList(fields, "questions"), "question");
      put({ outcomes, questions });
      return { outcomes: outcomes.length, questions: questions.length };
    });
}

function readRows(
  rows: ReadonlyArray<unknown>,
  id: "outcome" | "question",
): Read<ReadonlyArray<unknown>> {
  return readEach(rows, `${id}s`, (row) => {
    const isObject = typeof row === "object" && row !== null && !Array.isArray(row);
    const number = isObject ? new Map(Object.entries(row)).get(id) : undefined;
    return Number.isSafeInteger(number)
      ? Result.succeed(row)
      : Result.fail(`Send an object whose "${id}" is a whole number`);
  });
}
