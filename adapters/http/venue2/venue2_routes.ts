/**
 * Every route about the secondary venue's markets.
 *
 * @module
 */
import { venue2ActiveRoute } from "./venue2_active.ts";
import { venue2TimestampRoute } from "./venue2_timestamp.ts";

/** Returns the routes, in the order of the OpenAPI document. */
export function venue2Routes() {
  return [venue2ActiveRoute, venue2TimestampRoute];
}
