/**
 * Joins an object and the text of further fields to one body.
 *
 * @module
 */
import { type EncodedBody } from "../edge/answer.ts";
import { encodedBody } from "../edge/encoded_body.ts";

/** Returns the body of an object with further fields, given as texts that follow each other. */
export function withFields(object: object, fields: ReadonlyArray<string>): EncodedBody {
  return encodedBody([`${JSON.stringify(object).slice(0, -1)},`, ...fields, "}"]);
}
