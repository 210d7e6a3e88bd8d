/** The primary venue, as the operator has set it. @module */
export { Venue, type VenueChoice } from "./venue.ts";
