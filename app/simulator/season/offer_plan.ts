/**
 * A platform's plan for a game: whether and when it lists it, and with which errors.
 *
 * @module
 */
import { type PlatformCode, PLATFORMS } from "../../../core/game/mod.ts";
import { DAY_SEC } from "../../../core/time/mod.ts";
import { hash32, makeDraw, streamOf } from "../world/hash.ts";
import { type PlannedGame, stepAt } from "./planned_game.ts";
import { PLATFORM_HABITS, type PlatformName } from "./platform_habit.ts";
import { platformName, unknownName } from "./platform_names.ts";
import { type OfferKind } from "./season.ts";
import { makeReach } from "./reach.ts";
import { type TeamSheet } from "./team/team_sheet.ts";

/** The constant parts of an offer, apart from those that follow from the game. */
export interface OfferPlan {
  readonly listedSec: number;
  /** Delay before it learns of schedule changes after the listing. */
  readonly lagSec: number;
  /** Whether it ignores schedule changes. */
  readonly isStale: boolean;
  readonly lacksKickoff: boolean;
  readonly isSwapped: boolean;
  readonly home: PlatformName;
  readonly away: PlatformName;
  readonly kinds: ReadonlyArray<OfferKind>;
  /** Seconds from the game's end to the end of trading. */
  readonly settleSec: number;
}

const HOUR_SEC = 3_600;
const KALSHI_NBA_LEAD_DAYS = 60;
/** The longest of all leads. */
export const LEAD_DAYS_MAX = KALSHI_NBA_LEAD_DAYS;

/** Shares of all offers. */
const LISTED_LATE = 0.08;
const SWAPPED = 0.03;
/** Affects one of the sides, never both. */
const UNKNOWN_SIDE = 0.015;
/** More than the number of spellings of any name. */
const SPELLINGS = 1_000;
const NOT_MOVED = 0.3;
const NOT_PUT_OFF = 0.5;
const SHARE_OF_KIND: ReadonlyArray<readonly [OfferKind, number]> = [
  ["spread", 0.6],
  ["total", 0.6],
  ["props", 0.25],
];

/** Returns a platform's plan for a game; undefined if it never lists it. */
export type PlanOffer = (platform: PlatformCode, planned: PlannedGame) => OfferPlan | undefined;

/** Makes the plans of a seed. Each is cached as long as its game. */
export function makeOfferPlans(seed: number): PlanOffer {
  const reaches = makeReach(seed);
  const parts = new Map(PLATFORMS.map((code) => [code, {
    stream: streamOf(seed, `season offer ${code}`),
    plans: new WeakMap<PlannedGame, { readonly plan: OfferPlan | undefined }>(),
  }]));
  return (platform, planned) => {
    const part = parts.get(platform);
    if (part === undefined) return undefined;
    const known = part.plans.get(planned);
    if (known !== undefined) return known.plan;
    const plan = reaches(platform, planned)
      ? planOf(platform, planned, makeDraw(hash32(part.stream, planned.number)))
      : undefined;
    part.plans.set(planned, { plan });
    return plan;
  };
}

function planOf(
  platform: PlatformCode,
  planned: PlannedGame,
  draw: () => number,
): OfferPlan | undefined {
  const listedSec = listedSecOf(platform, planned, draw);
  if (listedSec === undefined) return undefined;
  const spelling = Math.floor(draw() * SPELLINGS);
  const unknown = draw();
  const nameOf = (sheet: TeamSheet, isUnknown: boolean) =>
    isUnknown ? unknownName(spelling) : platformName(platform, sheet, spelling);
  return {
    listedSec,
    lagSec: Math.floor((10 + draw() * 80) * 60),
    isStale: draw() < staleShare(platform, planned),
    lacksKickoff: draw() < PLATFORM_HABITS[platform].lacksKickoff,
    isSwapped: draw() < SWAPPED,
    home: nameOf(planned.home, unknown < UNKNOWN_SIDE),
    away: nameOf(planned.away, unknown >= UNKNOWN_SIDE && unknown < 2 * UNKNOWN_SIDE),
    kinds: [
      "winner",
      ...SHARE_OF_KIND.filter(([, share]) => draw() < share).map(([kind]) => kind),
    ],
    settleSec: Math.floor((10 + draw() * 110) * 60),
  };
}

/**
 * Returns the share of stale offers: one platform's events never leave their day; the others mostly
 * follow.
 */
function staleShare(platform: PlatformCode, { callOff, steps }: PlannedGame): number {
  if (callOff !== null) return platform === "kalshi" ? 1 : NOT_PUT_OFF;
  return steps.length > 1 && steps[0]?.isConfirmed === true ? NOT_MOVED : 0;
}

/** A game called off before its listing is listed with its new kickoff, or never. */
function listedSecOf(
  platform: PlatformCode,
  planned: PlannedGame,
  draw: () => number,
): number | undefined {
  const leadDays = platform === "kalshi" && planned.league === "nba"
    ? KALSHI_NBA_LEAD_DAYS
    : PLATFORM_HABITS[platform].leadDays;
  const isLate = draw() < LISTED_LATE;
  const part = draw();
  const leadSec = isLate ? (3 + part * 6) * HOUR_SEC : leadDays * DAY_SEC * (0.35 + part * 0.65);
  const { steps, callOff, announcedSec } = planned;
  const before = (kickoffSec: number) => Math.floor(kickoffSec - leadSec);
  // Listed before its kickoff even if the game moves forward, or its hour was a placeholder.
  const kickoffsSec = steps.filter(({ fromSec }) => callOff === null || fromSec < callOff.fromSec)
    .map(({ kickoffSec }) => kickoffSec);
  const first = Math.max(announcedSec + HOUR_SEC, before(Math.min(...kickoffsSec)));
  if (callOff === null || first < callOff.fromSec) return first;
  if (!Number.isFinite(callOff.untilSec)) return undefined;
  const { kickoffSec } = stepAt(planned, callOff.untilSec);
  return Math.max(callOff.untilSec + HOUR_SEC, before(kickoffSec));
}
