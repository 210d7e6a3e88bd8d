/**
 * Reads the kickoff from the venue's events.
 *
 * Ignores `endDate` and `startDate`, which mean something else, and the day in a slug, which is
 * sometimes the UTC day and sometimes the Eastern one.
 *
 * @module
 */
import { Option } from "effect";
import type { PlatformKickoff } from "../../../core/game/mod.ts";
import type { UnixSec } from "../../../core/time/mod.ts";
import type { GammaGameEvent } from "./payload.ts";
import { readDay, readInstant } from "./wire_time.ts";

/** Returns `startTime`, else the time the markets agree on, else the Eastern day. */
export function readKickoff(event: GammaGameEvent): PlatformKickoff {
  const sec = Option.orElse(readInstant(event.startTime), () => ofMarkets(event));
  if (Option.isSome(sec)) return { kind: "at", sec: sec.value };
  return Option.match(readDay(event.eventDate), {
    onNone: () => ({ kind: "unknown" }),
    onSome: (day) => ({ kind: "day", day, gameNumber: null }),
  });
}

/** Returns the most precise kickoff among several events of one game. */
export function kickoffOf(events: ReadonlyArray<GammaGameEvent>): PlatformKickoff {
  const kickoffs = events.map(readKickoff);
  return kickoffs.find(({ kind }) => kind === "at") ??
    kickoffs.find(({ kind }) => kind === "day") ?? { kind: "unknown" };
}

/** Prefers the winner's market: the others may be about a part of the game. */
function ofMarkets({ markets }: GammaGameEvent): Option.Option<UnixSec> {
  const all = markets ?? [];
  const winner = all.filter(({ sportsMarketType }) => sportsMarketType === "moneyline");
  return Option.orElse(agreed(winner), () => agreed(all));
}

function agreed(markets: NonNullable<GammaGameEvent["markets"]>): Option.Option<UnixSec> {
  const starts = new Set(
    markets.flatMap(({ gameStartTime }) => Option.toArray(readInstant(gameStartTime))),
  );
  const [only] = starts;
  return starts.size === 1 ? Option.fromUndefinedOr(only) : Option.none();
}
