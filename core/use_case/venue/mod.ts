/** The primary venue, as the operator has set it, and where it sees the service. @module */
export { Venue, type VenueChoice } from "./venue.ts";
export { venueRegion } from "./venue_region.ts";
