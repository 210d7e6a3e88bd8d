/**
 * The probe of the metadata service: the series of our leagues, and the first page of games.
 *
 * @module
 */
import { Effect } from "effect";
import { LEAGUES, type PlatformGame } from "../../../core/game/mod.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../../core/port/provider_question.ts";
import { toIso } from "../../../core/time/mod.ts";
import { unreadable } from "../gamma/http_failure.ts";
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
  const summary = `series of ${filed.length} leagues` +
    (missing.length === 0 ? "" : ` (none of ${missing.join(", ")})`);
  for (const { league, seriesIds: [id = ""], firstNamed } of filed) {
    const { events } = yield* client.events({ series_id: id, closed: "false" });
    if (events.length === 0) continue;
    return `${summary}; ${yield* describe(events, { league, firstNamed: firstNamed ?? "away" })}`;
  }
  return `${summary}; none of them has an open event`;
});

/** Describes the page, or fails with what is wrong with it. */
function describe(
  events: ReadonlyArray<unknown>,
  options: { readonly league: (typeof LEAGUES)[number]; readonly firstNamed: FirstNamed },
): Effect.Effect<string, ProviderFailed> {
  const { games, unread, hasUnknownForm } = readGames(events, options);
  if (hasUnknownForm) return Effect.fail(unreadable("its events have an unexpected format"));
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
