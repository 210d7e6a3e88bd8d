/**
 * The markets of one game: a question of three outcomes in soccer, and one market elsewhere.
 *
 * @module
 */
import { LEAGUE_FACTS } from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { toMinuteStamp } from "../../../core/venue2/mod.ts";
import { type Offer } from "../season/season.ts";
import {
  DEPLOYED,
  describeFacts,
  type OutcomeListing,
  type OutcomeRow,
  YES_NO,
} from "./outcome_row.ts";

/** Seconds from the kickoff to the deadline for the result, however long a game lasts. */
const DEADLINE_SEC = 86_400;
/** A game's market ids begin at its number times this. */
const IDS_PER_GAME = 10;
/** First id of the second deployer's markets. */
const SECOND_ID = 5;

/** Returns all markets of a game. If it offers more than the winner, two deployers list it. */
export function contestRows(offer: Offer): OutcomeListing {
  const firstId = offer.game.number * IDS_PER_GAME;
  const first = rowsOf(offer, firstId, "the league");
  if (offer.kinds.length < 2) return first;
  const second = rowsOf(offer, firstId + SECOND_ID, "ESPN");
  return {
    outcomes: [...first.outcomes, ...second.outcomes],
    questions: [...first.questions, ...second.questions],
  };
}

function rowsOf(offer: Offer, id: number, officialSource: string): OutcomeListing {
  const { sport } = LEAGUE_FACTS[offer.game.league];
  return sport === "soccer"
    ? resultRows(offer, id, officialSource)
    : { outcomes: [winnerRow(offer, id, officialSource)], questions: [] };
}

/** The side listed as the home side comes first. */
function sidesOf({ homeName, homeCode, awayName, awayCode, isSwapped }: Offer) {
  const home = { name: homeName, code: homeCode };
  const away = { name: awayName, code: awayCode };
  return isSwapped ? [away, home] as const : [home, away] as const;
}

function factsOf(offer: Offer) {
  const { game, kickoffSec, lacksKickoff } = offer;
  const { name, sport } = LEAGUE_FACTS[game.league];
  const [first, second] = sidesOf(offer);
  return {
    competition: name,
    contestType: sport === "soccer" ? "Match" : "game",
    participantA: first.name,
    participantB: second.name,
    resolutionDeadline: toMinuteStamp(UnixSec(kickoffSec + DEADLINE_SEC)),
    scheduledStart: lacksKickoff ? undefined : toMinuteStamp(kickoffSec),
    sport,
  };
}

function winnerRow(offer: Offer, outcome: number, officialSource: string): OutcomeRow {
  const [first, second] = sidesOf(offer);
  const codes = { shortNameA: first.code, shortNameB: second.code };
  return {
    outcome,
    name: "template:sportsContestWinner3",
    description: describeFacts({ ...factsOf(offer), ...codes, officialSource }),
    sideSpecs: [{ name: "template:{shortNameA}" }, { name: "template:{shortNameB}" }],
    ...DEPLOYED,
  };
}

function resultRows(offer: Offer, firstId: number, officialSource: string): OutcomeListing {
  const [first, second] = sidesOf(offer);
  const side = (participant: string) => ({
    name: "template:sportsContestParticipant",
    description: describeFacts({ participant }),
  });
  const rows = [
    { name: "template fallback", description: "" },
    side(first.name),
    { name: "template:sportsContestDraw", description: "" },
    side(second.name),
  ];
  const outcomes = rows.map((row, at) =>
    ({ outcome: firstId + at, ...row, sideSpecs: YES_NO, ...DEPLOYED }) satisfies OutcomeRow
  );
  return {
    outcomes,
    questions: [{
      question: firstId,
      name: "template:sportsContestResult",
      description: describeFacts({ ...factsOf(offer), officialSource }),
      fallbackOutcome: firstId,
      namedOutcomes: outcomes.slice(1).map(({ outcome }) => outcome),
      settledNamedOutcomes: [],
    }],
  };
}
