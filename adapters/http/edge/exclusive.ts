/**
 * Mutually exclusive parameters: a request may use one of a group.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../../../core/request.ts";
import { type QueryValues } from "./query.ts";

/** The parameter of the group that was sent. */
export interface GivenParameter {
  readonly name: string;
  readonly value: string;
}

/** Returns the parameter of `names` that was sent, if any. Refuses a request with two of them. */
export function atMostOneOf(
  query: QueryValues,
  names: ReadonlyArray<string>,
): Result.Result<GivenParameter | undefined, RequestRejected> {
  let given: GivenParameter | undefined;
  for (const name of names) {
    const value = query[name];
    if (value === undefined) continue;
    if (given !== undefined) {
      const hint = `Send either ${given.name} or ${name}, not both`;
      return Result.fail(new RequestRejected({ parameter: name, received: value, hint }));
    }
    given = { name, value };
  }
  return Result.succeed(given);
}

/**
 * Same as {@linkcode atMostOneOf}, but one is required. `example` is a valid value for the hint.
 */
export function exactlyOneOf(
  query: QueryValues,
  names: ReadonlyArray<string>,
  example: string,
): Result.Result<GivenParameter, RequestRejected> {
  return Result.flatMap(atMostOneOf(query, names), (given) => {
    if (given !== undefined) return Result.succeed(given);
    return Result.fail(
      new RequestRejected({
        parameter: "a request without",
        received: names.join(" or "),
        hint: `Send ${names[0]}, for example ${names[0]}=${example}`,
      }),
    );
  });
}
