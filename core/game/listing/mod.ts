/** The read model of games: what is listed, in order, by page. @module */
export * from "./game_filter.ts";
export * from "./game_listing.ts";
export * from "./game_page.ts";
export * from "./game_rows.ts";
export * from "./games_between.ts";
export * from "./league_totals.ts";
export * from "./listing_settings.ts";
export * from "./patch_listing.ts";
export * from "./team_page.ts";
