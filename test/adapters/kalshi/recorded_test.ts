import { describe, expect } from "bun:test";
import { Effect, Result } from "effect";
import { makeKalshiPlatformSource } from "../../../adapters/kalshi/platform_source.ts";
import type { LeagueCode, PlatformGame } from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import { ms } from "../../simulator/kit/support.ts";
import { type Row, withKalshi } from "./kalshi_world.ts";

/** The game of a recorded event, as it is read from a server that lists it. */
function read(
  league: LeagueCode,
  listed: { readonly events: ReadonlyArray<Row>; readonly milestones?: ReadonlyArray<Row> },
): Promise<PlatformGame> {
  return withKalshi(
    Effect.fnUntraced(function* (kalshi) {
      yield* kalshi.put(listed);
      const { scan } = yield* makeKalshiPlatformSource({ url: kalshi.url });
      const startSec = UnixSec(ms("2026-09-15T00:00:00Z") / 1000);
      const window = { startSec, endSec: UnixSec(startSec + 40 * 86_400) };
      const [found] = yield* scan({ leagues: [league], window });
      if (found === undefined) throw new Error("no league was looked at");
      const { games: [game, ...others] } = Result.getOrThrow(found.outcome);
      if (game === undefined || others.length > 0) throw new Error("not one game");
      return game;
    }),
    { now: "2026-09-17T12:00:00Z" },
  );
}

const at = (iso: string) => ({ kind: "at", sec: ms(iso) / 1000 });

describe("recorded events", () => {
  const NFL = "platforms/nfl_ind_at_kc_2026-09-20_kalshi_and_polymarket.json";
  testWithShared([NFL], "a night game of football, with its milestone", async () => {
    const { kalshi_event: event, kalshi_milestone: milestone } = await Bun.file(sharedPath(NFL))
      .json();
    const game = await read("nfl", { events: [event], milestones: [milestone] });
    expect<unknown>(game.kickoff).toEqual(at("2026-09-21T00:20:00Z"));
    expect([game.home, game.away]).toEqual([
      { names: ["Kansas City", "KC Chiefs", "Chiefs"], codes: ["KC"] },
      { names: ["Indianapolis", "IND Colts", "Colts"], codes: ["IND"] },
    ]);
    expect(game.events.map(({ id }) => id)).toEqual(milestone.primary_event_tickers);
  });

  const NBA = "platforms/kalshi_nba_bos_at_det_2026-10-20.json";
  testWithShared([NBA], "a game of basketball whose markets have no labels", async () => {
    const { event, milestone } = await Bun.file(sharedPath(NBA)).json();
    const game = await read("nba", {
      events: [event],
      milestones: [{ id: "1", primary_event_tickers: [event.event_ticker], ...milestone }],
    });
    expect<unknown>(game.kickoff).toEqual(at("2026-10-20T19:00:00Z"));
    expect([game.home, game.away]).toEqual([
      { names: ["Detroit"], codes: ["DET"] },
      { names: ["Boston"], codes: ["BOS"] },
    ]);
  });

  const BUNDESLIGA = "platforms/kalshi_bundesliga_bmu_uni_2026-09-18.json";
  testWithShared([BUNDESLIGA], "a game of soccer, with a tie and no milestone", async () => {
    const { event } = await Bun.file(sharedPath(BUNDESLIGA)).json();
    const game = await read("bundesliga", { events: [event] });
    expect<unknown>(game.kickoff)
      .toEqual({ kind: "day", day: { year: 2026, month: 9, day: 18 }, gameNumber: null });
    expect([game.home, game.away]).toEqual([
      { names: ["Bayern Munich"], codes: ["BMU"] },
      { names: ["Union Berlin"], codes: ["UNI"] },
    ]);
  });
});
