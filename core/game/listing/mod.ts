/** The read model of games: rows, filters, pages and totals. @module */
export { filterText, type GameFilter } from "./game_filter.ts";
export type { GameListing } from "./game_listing.ts";
export { gamePage, gameTotals } from "./game_page.ts";
export { compareKeys, type GameKey } from "./game_rows.ts";
export { gamesBetween } from "./games_between.ts";
export { shownGames, withheldGames } from "./league_totals.ts";
export {
  isShown,
  type ListingSettings,
  REDISTRIBUTION_FILTERS,
  type RedistributionFilter,
} from "./listing_settings.ts";
export { emptyListing, patchListing } from "./patch_listing.ts";
export { type TeamFilter, teamFilterText, teamPage } from "./team_page.ts";
