/**
 * Markets that are neither recurring nor about a game: entries that list readers must tolerate.
 *
 * @module
 */
import { UnixSec } from "../../../core/time/mod.ts";
import { toMinuteStamp } from "../../../core/venue2/mod.ts";
import { makeCache } from "../kit/cache.ts";
import { DEPLOYED, describeFacts, type OutcomeListing, YES_NO } from "./outcome_row.ts";

const WEEK_SEC = 7 * 86_400;
const weeks = makeCache<number, OutcomeListing>(2);

/** Returns the same rows at every instant, except for deadlines, which advance weekly. */
export function customListing(nowSec: number): OutcomeListing {
  const week = Math.floor(nowSec / WEEK_SEC);
  return weeks(week, () => listingOf(toMinuteStamp(UnixSec((week + 2) * WEEK_SEC))));
}

function listingOf(deadline: string): OutcomeListing {
  return {
    outcomes: [
      {
        outcome: 9,
        name: "Who will win the sandbox's 100 meter dash?",
        description: "The race is yet to be scheduled: watch this space | or do not.",
        sideSpecs: [{ name: "Tortoise" }, { name: "Hare" }],
        quoteToken: "USDH",
      },
      {
        outcome: 11,
        name: "Will the sandbox be tidy by Sunday?",
        description: "other",
        sideSpecs: YES_NO,
        quoteToken: "USDC",
      },
      {
        outcome: 14,
        name: "template:binaryPrice",
        description: describeFacts({
          perp: "xyz:SILVER",
          priceDescription: "SILVER perp mark",
          seconds: "60",
          threshold: "34.5",
          time: deadline,
        }),
        sideSpecs: [{ name: "template:Yes" }, { name: "template:No" }],
        ...DEPLOYED,
      },
      {
        outcome: 15,
        name: "template:sportsContestWinner",
        description: describeFacts({
          competition: "Sandbox Race",
          contestType: "race",
          participantA: "Tortoise",
          participantB: "Hare",
          resolutionDeadline: deadline,
          terrain: "sand",
        }),
        sideSpecs: [{ name: "template:Yes" }, { name: "template:No" }],
        ...DEPLOYED,
      },
    ],
    questions: [],
  };
}
