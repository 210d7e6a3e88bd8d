/** The read model of games: rows, filters, pages and totals. @module */
export * from "./game_filter.ts";
export * from "./game_listing.ts";
export * from "./game_page.ts";
export * from "./game_rows.ts";
export * from "./games_between.ts";
export * from "./league_totals.ts";
export * from "./listing_settings.ts";
export * from "./patch_listing.ts";
export * from "./team_page.ts";
