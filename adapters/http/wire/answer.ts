/**
 * Values that many answers have.
 *
 * @module
 */
import { type TSchema, Type } from "@sinclair/typebox";

/** A schema that also allows null, for what is not known. */
export function nullable<S extends TSchema>(
  schema: S,
  options: Readonly<Record<string, unknown>> = {},
) {
  return Type.Union([schema, Type.Null()], options);
}

/** An instant in ISO 8601 UTC with milliseconds. */
export const IsoWire = Type.String({ format: "date-time" });
