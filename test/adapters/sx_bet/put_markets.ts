/** Markets that tests put on the simulated SX Bet, and what is read of them. @module */
import { Effect } from "effect";
import { listingOf } from "../../contract/listing_platform.ts";
import { withSxBet } from "./sx_bet_world.ts";

/** A market of a fixture of the NFL. */
export const market = (marketHash: string, changes: Record<string, unknown> = {}) => ({
  status: "ACTIVE",
  marketHash,
  outcomeOneName: "Los Angeles Rams",
  outcomeTwoName: "San Francisco 49ers",
  teamOneName: "Los Angeles Rams",
  teamTwoName: "San Francisco 49ers",
  type: 226,
  gameTime: 1_789_086_900,
  sportXeventId: "L18870109",
  sportLabel: "Football",
  sportId: 8,
  leagueId: 243,
  leagueLabel: "NFL",
  ...changes,
});

/** The body of a list of markets. */
export const listing = (markets: ReadonlyArray<unknown>) => ({
  status: "success",
  data: { markets },
});

/** What is read of markets that were put. */
export const readOf = async (markets: ReadonlyArray<unknown>) =>
  listingOf(
    await withSxBet(({ put, scan }) => Effect.andThen(put(listing(markets)), scan(["nfl"]))),
  );
