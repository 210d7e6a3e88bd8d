import { Effect } from "effect";
import { makePolymarketPlatformSource } from "../../../adapters/polymarket/platform_source.ts";
import { platformSourceContract } from "../../contract/platform_source_contract.ts";
import { writtenGame } from "./games/game_sample.ts";
import { makeGames } from "./games/game_world.ts";

platformSourceContract({
  name: "polymarket",
  gamesOverPage: 101,
  startPlatform: (games, clock) =>
    Effect.gen(function* () {
      const gamma = yield* makeGames(clock);
      yield* Effect.forEach(games.flatMap(writtenGame), gamma.put);
      return gamma.url;
    }),
  makeSource: (gammaUrl) => makePolymarketPlatformSource({ gammaUrl, callsPerSec: 1_000 }),
  isLaterPage: ({ target }) => target.includes("after_cursor="),
  isAbout: ({ target }, league) =>
    target.includes(`series_id=${league === "nba" ? 10345 : 10188}&`),
});
