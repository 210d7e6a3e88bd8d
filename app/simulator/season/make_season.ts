/**
 * A season of simulated games, all year round in ten leagues.
 *
 * @module
 */
import { isInside, type TimeRange, type UnixSec } from "../../../core/time/mod.ts";
import { makeCache } from "../kit/cache.ts";
import { type Calendar, isListed, makeCalendar } from "./calendar.ts";
import { RETURN_DAYS } from "./course.ts";
import { dayIndexOf, easternDayIndexAt } from "./eastern_day.ts";
import { offerAt, offeredKickoffSec, type PlannedOffer } from "./offer.ts";
import { LEAD_DAYS_MAX, makeOfferPlans } from "./offer_plan.ts";
import { gameAt, stepAt } from "./planned_game.ts";
import { type Season, type SeasonGame } from "./season.ts";
import { isPlayed, PLAYED_LEAGUES, type PlayedLeague } from "./team/teams_of.ts";

/** The world begins with 2024; platforms list nothing earlier. */
const FIRST_DAY_INDEX = dayIndexOf({ year: 2024, month: 1, day: 1 });
/** The maximum distance of a game from its first planned day, in days. */
const RETURN_DAYS_MAX = Math.max(...RETURN_DAYS);

/** A process has one season; tests have some. */
const SEASONS_CACHED = 4;
const seasons = makeCache<number, Season>(SEASONS_CACHED);

/**
 * Returns the season of a seed: the same one while it is cached. It caches at most some thousand
 * games.
 */
export function makeSeason(seed: number): Season {
  return seasons(seed, () => buildSeason(seed));
}

function buildSeason(seed: number): Season {
  const calendar = makeCalendar(seed);
  const planOffer = makeOfferPlans(seed);
  return {
    leagues: PLAYED_LEAGUES,
    gamesOn(league, day, nowSec) {
      return isPlayed(league)
        ? gamesOn(calendar, { league, dayIndex: dayIndexOf(day) }, nowSec)
        : [];
    },
    game(number, nowSec) {
      const planned = calendar.byNumber(number);
      return planned && planned.announcedSec <= nowSec ? gameAt(planned, nowSec) : undefined;
    },
    offers(platform, { league, range }, nowSec) {
      if (!isPlayed(league)) return [];
      return offeredDays(range, nowSec)
        .flatMap((dayIndex) => calendar.day(league, dayIndex))
        .flatMap((planned): ReadonlyArray<PlannedOffer> => {
          const plan = planOffer(platform, planned);
          return plan === undefined ? [] : [{ platform, planned, plan }];
        })
        .filter((offered) =>
          offered.plan.listedSec <= nowSec && isInside(range, offeredKickoffSec(offered, nowSec))
        )
        .map((offered) => offerAt(offered, nowSec))
        .sort((a, b) => a.kickoffSec - b.kickoffSec || a.game.number - b.game.number);
    },
  };
}

function gamesOn(
  calendar: Calendar,
  { league, dayIndex }: { readonly league: PlayedLeague; readonly dayIndex: number },
  nowSec: UnixSec,
): ReadonlyArray<SeasonGame> {
  return [0, ...RETURN_DAYS]
    .flatMap((daysBefore) => calendar.day(league, dayIndex - daysBefore))
    .filter((planned) =>
      isListed(planned) && planned.announcedSec <= nowSec &&
      easternDayIndexAt(stepAt(planned, nowSec).kickoffSec) === dayIndex
    )
    .map((planned) => gameAt(planned, nowSec))
    .sort((a, b) => a.kickoffSec - b.kickoffSec || a.number - b.number);
}

/** Returns the planned days of games whose offered kickoff may be in the range. */
function offeredDays(range: TimeRange, nowSec: UnixSec): ReadonlyArray<number> {
  const first = easternDayIndexAt(range.startSec) - RETURN_DAYS_MAX;
  const last = Math.min(
    easternDayIndexAt(range.endSec),
    easternDayIndexAt(nowSec) + LEAD_DAYS_MAX + 1,
  );
  const from = Math.max(first, FIRST_DAY_INDEX);
  return Array.from({ length: Math.max(0, last - from + 1) }, (_, i) => from + i);
}
