import { expect, test } from "bun:test";
import { linkGames, makeNameTable, mergeScans } from "../../../core/game/mod.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import { makeGame, makePlatformGame, makeTeam, named, sec } from "./made_games.ts";

const KICKOFF = "2026-09-20T17:00:00Z";
const [home, away] = [makeTeam("mlb", "Chicago Cubs"), makeTeam("mlb", "Cincinnati Reds")];

test.each([[2 * DAY_SEC, 1], [2 * DAY_SEC + 1, 0]])(
  "of a listing without a kickoff the markets count from 2 days before the game: %d s, %d",
  (beforeSec, expected) => {
    const nowSec = UnixSec(sec(KICKOFF) - beforeSec);
    const listed = makePlatformGame({
      league: "mlb",
      home: named("Chicago Cubs"),
      away: named("Cincinnati Reds"),
      kickoff: { kind: "unknown" },
      events: [{ id: "winner", title: "", markets: ["x"] }],
    });
    const { games } = linkGames({
      league: "mlb",
      names: makeNameTable([]),
      nowSec,
      sinceSec: UnixSec(0),
      records: [
        { game: makeGame({ id: "1", home, away, kickoff: KICKOFF }), platforms: [], maybeOn: [] },
      ],
      listed: mergeScans([], [{ atSec: nowSec, games: [listed] }]),
    });
    expect(games[0]?.platforms).toMatchObject([{ confidence: "high", marketsStored: expected }]);
  },
);
