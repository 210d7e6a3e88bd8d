/**
 * The probe of Limitless: the first page of its sports listing.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { ProviderQuestion } from "../../core/port/provider_question.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { type LimitlessOptions, makeLimitlessClient } from "./client.ts";
import { readSports, UNEXPECTED_FORMAT } from "./listing.ts";
import { LIMITLESS, unreadable } from "./http_failure.ts";

/** Makes the question. Needs the {@linkcode ProviderWatch}. */
export const makeLimitlessQuestion = Effect.fnUntraced(function* (options: LimitlessOptions) {
  const client = yield* makeLimitlessClient(options);
  return {
    name: LIMITLESS,
    asks: "first page of its sports markets, and the games on it",
    ask: Effect.gen(function* () {
      const { data, totalMarketsCount } = yield* client.sportsPage(1);
      const nowSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
      const { games, unread, otherLeagues } = readSports(data, nowSec);
      if (data.length === 0) return yield* unreadable("it lists no sports at all");
      const odd = unread.find(({ why }) => why === UNEXPECTED_FORMAT);
      if (odd !== undefined) return yield* unreadable(`${odd.id}: ${odd.why}`);
      if (games.length > 0 && games.every(({ kickoff }) => kickoff.kind === "unknown")) {
        return yield* unreadable("no game has a kickoff");
      }
      const leagues = [...new Set(games.map(({ league }) => league))].join(", ") || "none of ours";
      const others = otherLeagues.size === 0 ? "" : `; others: ${[...otherLeagues].join(", ")}`;
      const found = `${games.length} games of ${leagues}${others}`;
      return `${totalMarketsCount} listings; on the first page ${found}`;
    }),
  } satisfies ProviderQuestion;
});
