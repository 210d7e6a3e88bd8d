/**
 * Parameters that say the same thing: a request may use one of them.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../../core/request.ts";
import { type QueryValues } from "./query.ts";

/** The one that was sent. */
export interface GivenParameter {
  readonly name: string;
  readonly value: string;
}

/** The one parameter of `names` that was sent, if any. Two of them are refused. */
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

/** As {@linkcode atMostOneOf}, where one must be sent. `example` is a value to send. */
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
