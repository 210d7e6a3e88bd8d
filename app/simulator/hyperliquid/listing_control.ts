/**
 * `PUT /__listing`: replaces the world's outcomes and questions.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readEach, readFields, readList } from "../kit/control_body.ts";
import { fieldsOf } from "../kit/json.ts";
import { type Control } from "../kit/simulator.ts";
import { type AnyListing } from "./listed_outcome.ts";

/** Makes the control, which passes the rows on. They are served unchanged. */
export function makeListingControl(put: (listing: AnyListing) => void): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, ["outcomes", "questions"]);
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
    return Number.isSafeInteger(fieldsOf(row).get(id))
      ? Result.succeed(row)
      : Result.fail(`Send an object whose "${id}" is a whole number`);
  });
}
