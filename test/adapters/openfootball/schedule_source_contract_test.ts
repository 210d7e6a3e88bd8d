import { Effect } from "effect";
import { LEAGUE_FILES } from "../../../adapters/openfootball/league_file.ts";
import { makeOpenfootballScheduleSource } from "../../../adapters/openfootball/schedule_source.ts";
import { scheduleSourceContract } from "../../contract/schedule_source_contract.ts";
import type { ScheduledFact } from "../../contract/scheduled_fact.ts";
import { makeCheckout } from "./checkout.ts";

scheduleSourceContract({
  name: "openfootball",
  stage: Effect.fnUntraced(function* (facts) {
    const checkout = yield* Effect.acquireRelease(
      Effect.sync(() => makeCheckout({ isEmpty: true })),
      ({ remove }) => Effect.sync(remove),
    );
    for (const league of ["epl", "laliga"] as const) {
      const { code } = fileOf(league);
      const ofLeague = facts.filter((fact) => fact.league === league);
      checkout.write(`2026-27/${code}`, ofLeague.map(toMatch));
    }
    return yield* makeOpenfootballScheduleSource({ folder: checkout.path });
  }),
  skip: [{
    reason: "openfootball has fixtures and results, of men",
    tests: [
      "reports the score of a live game",
      "reports postponed and cancelled games without a score",
      "does not take women's sides for the men's of the same name",
    ],
  }],
});

function fileOf(league: ScheduledFact["league"]) {
  const file = LEAGUE_FILES.get(league);
  if (file === undefined) throw new Error(`no file of ${league}`);
  return file;
}

function toMatch({ league, home, away, kickoffSec, isKickoffConfirmed, score }: ScheduledFact) {
  const shown = new Intl.DateTimeFormat("sv-SE", {
    timeZone: fileOf(league).zone.name,
    dateStyle: "short",
    timeStyle: "short",
  });
  const [date, time] = shown.format(kickoffSec * 1000).split(" ");
  return {
    round: "Matchday 12",
    date,
    ...(isKickoffConfirmed ? { time } : {}),
    team1: home,
    team2: away,
    score: score === null ? {} : { ft: [score.home, score.away] },
  };
}
