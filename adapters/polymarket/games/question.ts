/**
 * The metadata service's question for the probe: under which series it files our leagues, and what
 * the first page of games looks like.
 *
 * @module
 */
import { Effect } from "effect";
import { LEAGUES, type PlatformGame } from "../../../core/game/mod.ts";
import type { ProviderFailed, ProviderQuestion } from "../../../core/port/mod.ts";
import { toIso } from "../../../core/time/mod.ts";
import { unreadable } from "../gamma/status.ts";
import { type GameListClient, type GameListOptions, makeGameListClient } from "./client.ts";
import { type FirstNamed, leagueSeries } from "./league_series.ts";
import { readGames } from "./read_games.ts";

/** Makes the question. Needs the `ProviderWatch`. */
export const makeGamesQuestion = Effect.fnUntraced(function* (options: GameListOptions) {
  const client = yield* makeGameListClient(options);
  return {
    name: "polymarket games",
    asks: "series of our leagues, and the first open games of one that has some",
    ask: askGames(client),
  } satisfies ProviderQuestion;
});

const askGames = Effect.fnUntraced(function* (client: GameListClient) {
  const sports = yield* client.sports;
  const filed = LEAGUES.map((league) => ({ league, ...leagueSeries(sports, league) }))
    .filter(({ seriesIds }) => seriesIds.length > 0);
  if (filed.length === 0) return yield* unreadable(`none of its ${sports.length} sports is ours`);
  const missing = LEAGUES.filter((league) => !filed.some((found) => found.league === league));
  const told = `series of ${filed.length} leagues` +
    (missing.length === 0 ? "" : ` (none of ${missing.join(", ")})`);
  for (const { league, seriesIds: [id = ""], firstNamed } of filed) {
    const { events } = yield* client.events({ series_id: id, closed: "false" });
    if (events.length === 0) continue;
    return `${told}; ${yield* describe(events, { league, firstNamed: firstNamed ?? "away" })}`;
  }
  return `${told}; none of them has an open event`;
});

/** What the page says, or what it lacks. */
function describe(
  events: ReadonlyArray<unknown>,
  options: { readonly league: (typeof LEAGUES)[number]; readonly firstNamed: FirstNamed },
): Effect.Effect<string, ProviderFailed> {
  const { games, unread, hasUnknownForm } = readGames(events, options);
  if (hasUnknownForm) return Effect.fail(unreadable("it writes events in another form"));
  if (games.length > 0 && games.every(({ kickoff }) => kickoff.kind === "unknown")) {
    return Effect.fail(unreadable("no game has a kickoff"));
  }
  const [first] = games;
  return Effect.succeed(
    `${options.league}: ${games.length} games in ${events.length} events, ${unread.length} unread` +
      (first === undefined ? "" : `, such as ${namedAt(first)}`),
  );
}

function namedAt({ home, away, kickoff }: PlatformGame): string {
  const at = kickoff.kind === "at" ? toIso(kickoff.sec) : "an unknown time";
  return `${away.names[0]} at ${home.names[0]}, ${at}`;
}
