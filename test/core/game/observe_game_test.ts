import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Game, type GameStatus, mayBecome, observeGame } from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { gameOf, scheduledGame, seenGame, SOME_DAY_SEC } from "./arbitrary_game.ts";

const at = (sec: number) => UnixSec(SOME_DAY_SEC + sec);

const look = (known?: Game, nowSec = at(0), lastLiveSec?: UnixSec) => ({
  source: "espn" as const,
  redistributable: "unknown" as const,
  nowSec,
  known,
  lastLiveSec,
});

function taken(observation: ReturnType<typeof observeGame>): Game {
  if (observation.kind === "refused") throw new Error(`refused: ${observation.to}`);
  return observation.game;
}

const SCORE = { home: 3, away: 1, clock: "1:38", period: 2, detail: "1:38 - 2nd" };

describe("observeGame", () => {
  test("makes only allowed transitions, whatever the schedule reports", () =>
    fc.assert(fc.property(fc.array(scheduledGame, { maxLength: 12 }), (observed) => {
      let known: Game | undefined;
      for (const [i, one] of observed.entries()) {
        const observation = observeGame({ ...one, eventId: "1" }, look(known, at(i * 60)));
        if (observation.kind === "refused") continue;
        if (known !== undefined) {
          expect(mayBecome(known.status, observation.game.status)).toBe(true);
        }
        known = observation.game;
      }
    })));

  test("applies the same observation twice without a change", () =>
    fc.assert(fc.property(scheduledGame, (one) => {
      const first = observeGame(one, look());
      if (first.kind === "refused") return;
      expect(taken(observeGame(one, look(first.game, at(999))))).toEqual(first.game);
    })));

  test("has a score exactly if the schedule gave a live or finished game one", () =>
    fc.assert(fc.property(scheduledGame, (one) => {
      const first = observeGame(one, look());
      if (first.kind === "refused") return;
      const isPlayed = ["live", "finished"].includes(first.game.status);
      expect(first.game.score !== null).toBe(isPlayed && one.score !== null);
    })));

  test.each<[GameStatus, GameStatus]>([
    ["live", "scheduled"],
    ["finished", "scheduled"],
    ["finished", "postponed"],
    ["finished", "cancelled"],
    ["cancelled", "scheduled"],
    ["cancelled", "live"],
  ])("keeps %s from becoming %s", (from, to) => {
    const observation = observeGame(seenGame({ status: to }), look(gameOf("1", { status: from })));
    expect(observation).toEqual({ kind: "refused", from, to });
  });

  test("postpones a live game that is resumed on another day", () => {
    const live = gameOf("1", { status: "live", score: { ...SCORE, updatedSec: at(10) } });
    const resumed = seenGame({ kickoffSec: at(90_000) });
    const putOff = taken(observeGame(resumed, look(live, at(3_600))));
    expect(putOff).toMatchObject({
      status: "postponed",
      kickoffSec: at(90_000),
      score: null,
      previousKickoffs: [{ kickoffSec: at(0), changedSec: at(3_600) }],
    });
    expect(taken(observeGame(resumed, look(putOff, at(3_900)))).status).toBe("scheduled");
    expect(observeGame(resumed, look(live, at(90_000))).kind).toBe("refused");
    const delayed = (sec: number) =>
      observeGame(seenGame({ kickoffSec: at(sec) }), look(live, at(3_600))).kind;
    expect([delayed(28_799), delayed(28_800)]).toEqual(["refused", "accepted"]);
  });

  test("follows a game that is suspended, and goes on or is over on another day", () => {
    const live = gameOf("1", { status: "live", score: { ...SCORE, updatedSec: at(10) } });
    const putOff = taken(observeGame(seenGame({ status: "postponed" }), look(live, at(86_400))));
    expect(putOff).toMatchObject({ status: "postponed", kickoffSec: at(0), score: null });
    const goesOn = seenGame({ status: "live", score: SCORE });
    expect(taken(observeGame(goesOn, look(putOff, at(90_000)))))
      .toMatchObject({ status: "live", score: { ...SCORE, updatedSec: at(90_000) } });
    const over = seenGame({ status: "finished", score: SCORE });
    expect(taken(observeGame(over, look(putOff, at(99_000)))))
      .toMatchObject({ status: "finished", actualEndSec: null, score: SCORE });
  });

  test("keeps status and score if the schedule gives no status", () => {
    const live = gameOf("1", { status: "live", score: { ...SCORE, updatedSec: at(10) } });
    const game = taken(observeGame(seenGame({ status: null }), look(live, at(60))));
    expect(game).toMatchObject({ status: "live", score: { ...SCORE, updatedSec: at(10) } });
  });

  test("does not take a newcomer without a status", () =>
    expect(observeGame(seenGame({ status: null, statusText: "STATUS_ODD" }), look()))
      .toEqual({ kind: "refused", from: null, to: "STATUS_ODD" }));

  test("remembers each kickoff that was given up, oldest first", () => {
    const first = taken(observeGame(seenGame(), look()));
    const second = taken(observeGame(seenGame({ kickoffSec: at(900) }), look(first, at(-7_200))));
    const third = taken(observeGame(seenGame({ kickoffSec: at(9_000) }), look(second, at(-3_600))));
    expect(third.kickoffSec).toBe(at(9_000));
    expect(third.previousKickoffs).toEqual([
      { kickoffSec: at(0), changedSec: at(-7_200) },
      { kickoffSec: at(900), changedSec: at(-3_600) },
    ]);
  });

  test("records when any field of the score last changed", () => {
    const live = (clock: string) => seenGame({ status: "live", score: { ...SCORE, clock } });
    const first = taken(observeGame(live("1:38"), look(undefined, at(0))));
    const same = taken(observeGame(live("1:38"), look(first, at(45))));
    const other = taken(observeGame(live("0:59"), look(same, at(90))));
    expect([first, same, other].map(({ score }) => score?.updatedSec)).toEqual([
      at(0),
      at(0),
      at(90),
    ]);
  });
});
