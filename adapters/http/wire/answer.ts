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

/** The cursor of the next page. */
export const NextCursorWire = nullable(
  Type.String({ description: "Send it as `cursor` for the next page; null on the last" }),
);

/** An instant in ISO 8601 UTC with milliseconds. */
export const IsoWire = Type.String({ format: "date-time" });

/** A value without marks of what may not be changed, as a schema's type is. */
type Mutable<T> = T extends ReadonlyArray<infer Item> ? Array<Mutable<Item>>
  : T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
  : T;

/** A value of the core that is answered as it is. */
export function asItIs<T>(value: T): Mutable<T> {
  return value as Mutable<T>;
}
