/**
 * When an event of the venue says its game begins.
 *
 * `endDate` and `startDate` say when something else happens, and the day in a slug is sometimes the
 * UTC one and sometimes the Eastern one: none of them is looked at.
 *
 * @module
 */
import { Option } from "effect";
import type { PlatformKickoff } from "../../../core/game/mod.ts";
import type { UnixSec } from "../../../core/time/mod.ts";
import type { GammaGameEvent } from "./payload.ts";
import { readDay, readInstant } from "./wire_time.ts";

/** `startTime`, else what the markets agree on, else the Eastern day. */
export function readKickoff(event: GammaGameEvent): PlatformKickoff {
  const sec = Option.orElse(readInstant(event.startTime), () => ofMarkets(event));
  if (Option.isSome(sec)) return { kind: "at", sec: sec.value };
  return Option.match(readDay(event.eventDate), {
    onNone: () => ({ kind: "unknown" }),
    onSome: (day) => ({ kind: "day", day, gameNumber: null }),
  });
}

/** Of several events about one game, the first that says the most. */
export function kickoffOf(events: ReadonlyArray<GammaGameEvent>): PlatformKickoff {
  const kickoffs = events.map(readKickoff);
  return kickoffs.find(({ kind }) => kind === "at") ??
    kickoffs.find(({ kind }) => kind === "day") ?? { kind: "unknown" };
}

/** The winner's market goes before the others, which may be about a part of the game. */
function ofMarkets({ markets }: GammaGameEvent): Option.Option<UnixSec> {
  const all = markets ?? [];
  const winner = all.filter(({ sportsMarketType }) => sportsMarketType === "moneyline");
  return Option.orElse(agreed(winner), () => agreed(all));
}

function agreed(markets: NonNullable<GammaGameEvent["markets"]>): Option.Option<UnixSec> {
  const told = new Set(
    markets.flatMap(({ gameStartTime }) => Option.toArray(readInstant(gameStartTime))),
  );
  const [only] = told;
  return told.size === 1 ? Option.fromUndefinedOr(only) : Option.none();
}
