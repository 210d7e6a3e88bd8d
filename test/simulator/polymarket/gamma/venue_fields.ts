/**
 * Compares the simulated venue's objects with the real one's fields and types.
 *
 * @module
 */

/** The venue's objects by name, and the type of each of their fields. */
export type VenueTypes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns the fields of an object that the venue lacks, or has with another type. */
export function wrongFields(
  types: VenueTypes,
  name: string,
  object: unknown,
): ReadonlyArray<string> {
  return Object.entries(object as Readonly<Record<string, unknown>>).flatMap(([field, value]) => {
    const type = types[name]?.[field];
    if (type === undefined || !isOf(types, type, value)) return [`${name}.${field}`];
    if (type.startsWith("[]") && type.slice(2) in types) {
      return (value as ReadonlyArray<unknown>)
        .flatMap((each) => wrongFields(types, type.slice(2), each));
    }
    return type in types && value !== null ? wrongFields(types, type, value) : [];
  });
}

function isOf(types: VenueTypes, type: string, value: unknown): boolean {
  if (value === null) return true;
  if (type.startsWith("[]")) return Array.isArray(value);
  if (type === "bool") return typeof value === "boolean";
  if (/^(int64|float64|json\.Number)$/.test(type)) return typeof value === "number";
  return type in types ? typeof value === "object" : typeof value === "string";
}
