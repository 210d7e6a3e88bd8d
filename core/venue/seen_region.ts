/**
 * Where the primary venue sees this service, and whether it takes orders from there.
 *
 * @module
 */

/** The venue's own judgement, by the address that it is asked from. */
export interface SeenRegion {
  /** Whether it refuses orders from there. */
  readonly isBlocked: boolean;
  /** Its code, such as `US`. */
  readonly country: string;
  /** The code of a part of the country, such as `NY`; may be empty. */
  readonly region: string;
}

/** Says it in one clause, for operators. */
export function describeRegion({ isBlocked, country, region }: SeenRegion): string {
  return isBlocked
    ? `the venue refuses orders from here: it sees ${`${country} ${region}`.trimEnd()}`
    : `orders are taken from here (${country})`;
}
