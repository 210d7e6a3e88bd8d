/** When a game ended and which score was last, by the times of observation. @module */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Game, observeGame, type ScheduledGame } from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { scheduledGame, seenGame, SOME_DAY_SEC } from "./arbitrary_game.ts";

/** An observation, seconds after the one before; the process may have been restarted for it. */
interface TimedLook {
  readonly afterSec: number;
  readonly isRestarted: boolean;
  readonly seen: ScheduledGame;
}

const SEEN_SEC_MAX = 300;

const observations = fc.array(
  fc.record<TimedLook>({
    afterSec: fc.constantFrom(1, 45, 150, 299, 300, 301, 7_200),
    isRestarted: fc.boolean(),
    seen: fc.tuple(scheduledGame, fc.constantFrom("live", "live", "finished", "scheduled")).map(
      ([game, status]): ScheduledGame => ({ ...game, eventId: "1", status }),
    ),
  }),
  { minLength: 1, maxLength: 10 },
);

/** The game after each accepted observation, and its time. */
function walk(steps: ReadonlyArray<TimedLook>, { forgets }: { readonly forgets: boolean }) {
  const taken: Array<{ readonly game: Game; readonly atSec: UnixSec }> = [];
  let [nowSec, known, lastLiveSec]: [UnixSec, Game | undefined, UnixSec | undefined] = [
    SOME_DAY_SEC,
    undefined,
    undefined,
  ];
  for (const { afterSec, isRestarted, seen } of steps) {
    nowSec = UnixSec(nowSec + afterSec);
    if (forgets && isRestarted) lastLiveSec = undefined;
    const observation = observeGame(seen, {
      source: "espn",
      redistributable: "unknown",
      nowSec,
      known,
      lastLiveSec,
    });
    if (observation.kind === "refused") continue;
    known = observation.game;
    lastLiveSec = known.status === "live" ? nowSec : undefined;
    taken.push({ game: known, atSec: nowSec });
  }
  return taken;
}

describe("the end of a game", () => {
  test("is the first observation as finished, shortly after one as live", () =>
    fc.assert(fc.property(observations, (steps) => {
      const taken = walk(steps, { forgets: false });
      for (const [at, { game, atSec }] of taken.entries()) {
        const before = taken[at - 1];
        if (game.status !== "finished") expect(game.actualEndSec).toBeNull();
        else if (before?.game.status === "finished") {
          expect(game.actualEndSec).toBe(before.game.actualEndSec);
        } else {
          const wasPlayed = before?.game.status === "live" && atSec - before.atSec <= SEEN_SEC_MAX;
          expect(game.actualEndSec).toBe(wasPlayed ? atSec : null);
        }
      }
    })));

  test("is the same after a restart, or null", () =>
    fc.assert(fc.property(observations, (steps) => {
      const kept = walk(steps, { forgets: false }).at(-1)?.game;
      const restarted = walk(steps, { forgets: true }).at(-1)?.game;
      expect([kept?.actualEndSec, null]).toContain(restarted?.actualEndSec);
    })));

  test("survives a restart if the score changed in the last minutes", () => {
    const play = (score: ScheduledGame["score"]) => ({ ...GAME, status: "live" as const, score });
    const ended = (afterSec: number) =>
      walk([
        { afterSec: 1, isRestarted: false, seen: play(SCORE) },
        { afterSec: 45, isRestarted: false, seen: play({ ...SCORE, clock: "89'" }) },
        { afterSec, isRestarted: true, seen: { ...GAME, status: "finished", score: SCORE } },
      ], { forgets: true }).at(-1)?.game;
    expect(ended(300)?.actualEndSec).toBe(UnixSec(SOME_DAY_SEC + 346));
    expect(ended(301)?.actualEndSec).toBeNull();
  });
});

describe("the last change of a score", () => {
  test("is null for a game that was already over when first seen", () =>
    fc.assert(fc.property(scheduledGame, fc.integer({ min: 1, max: 9_000 }), (seen, laterSec) => {
      const final = { ...seen, eventId: "1", status: "finished" as const };
      const steps = [1, laterSec].map((afterSec) => ({ afterSec, isRestarted: true, seen: final }));
      const [first, again] = walk(steps, { forgets: true });
      expect(first?.game.score?.updatedSec ?? null).toBeNull();
      expect(again?.game).toEqual(first?.game as Game);
    })));

  test("is not the observation of a finished game that was never observed live", () => {
    const [, found, corrected] = walk([
      { afterSec: 1, isRestarted: false, seen: GAME },
      { afterSec: 7_200, isRestarted: false, seen: { ...GAME, status: "finished", score: SCORE } },
      {
        afterSec: 600,
        isRestarted: false,
        seen: { ...GAME, status: "finished", score: { ...SCORE, home: 4 } },
      },
    ], { forgets: false });
    expect(found?.game.score).toEqual({ ...SCORE, updatedSec: null });
    expect(corrected?.game.score).toMatchObject({ home: 4, updatedSec: corrected?.atSec });
  });
});

const SCORE = { home: 3, away: 1, clock: "88'", period: 2, detail: null };
const GAME = seenGame();
