/**
 * Where the venue sees its callers: one region for all of them.
 *
 * @module
 */
import { type Read, readChoice } from "../../kit/control_body.ts";
import { type Fields } from "../../kit/json.ts";

const REGIONS = ["open", "blocked", "firewall"] as const;

/**
 * In a blocked region, the venue refuses orders, or the edge server in front of the order book
 * refuses all requests.
 */
export type Region = (typeof REGIONS)[number];

/** Changes with a control of the order book or of the site. */
export interface CallerRegion {
  region: Region;
}

/** Makes the region in which the venue takes orders. */
export function makeCallerRegion(): CallerRegion {
  return { region: "open" };
}

const REGION_BY_NAME: ReadonlyMap<unknown, Region> = new Map(
  REGIONS.map((region) => [region, region]),
);

/** Reads the field `region` of a control. */
export function readRegion(fields: Fields): Read<Region> {
  return readChoice(fields, "region", REGION_BY_NAME);
}
