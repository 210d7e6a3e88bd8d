import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readEvents, writtenEvent, writtenSide, writtenStatus } from "./written_event.ts";

const IN = { name: "STATUS_SECOND_HALF", state: "in", shortDetail: "58'" };
const live = (changes = {}) =>
  writtenEvent({ status: writtenStatus(IN, { displayClock: "58'", period: 2, ...changes }) });

describe("the score", () => {
  const scoreOf = (event: unknown, league?: "mlb") =>
    readEvents([event], league === undefined ? {} : { league }).games[0]?.score;

  test("is there while a game is played, with period, clock and short text", () => {
    expect(scoreOf(live())).toEqual({ home: 0, away: 0, clock: "58'", period: 2, detail: "58'" });
  });

  /** The score of a game with these points of the home side. */
  const withPoints = (score: unknown) => {
    const competitors = [writtenSide("1", { score }), writtenSide("2", { homeAway: "away" })];
    return scoreOf(writtenEvent({ competitors, status: writtenStatus(IN) }));
  };

  test.each([["1.5"], ["-14"], [""], [null], [undefined], ["1e3"], [" 1"], ["12345"], [{}]])(
    "is not made of %j",
    (score) => expect(withPoints(score)).toBeNull(),
  );

  test("is whole, from text or from a number", () => {
    fc.assert(fc.property(fc.nat({ max: 9_999 }), fc.boolean(), (points, isText) => {
      const score = withPoints(isText ? String(points) : points);
      expect(score).toMatchObject({ home: points, away: 0 });
    }));
  });

  test("has the long text where there is no short one", () => {
    const status = writtenStatus({ ...IN, shortDetail: null, detail: "58 minutes" });
    expect(scoreOf(writtenEvent({ status }))).toMatchObject({ detail: "58 minutes" });
    const none = writtenStatus({ ...IN, shortDetail: " ", detail: "" });
    expect(scoreOf(writtenEvent({ status: none }))).toMatchObject({ detail: null });
  });

  test("has no period before the first one, and the clock that baseball shows", () => {
    expect(scoreOf(live({ period: 0 }))).toMatchObject({ period: null });
    expect(scoreOf(live({ period: 1.5 }))).toMatchObject({ period: null });
    expect(scoreOf(live({ displayClock: " " }))).toMatchObject({ clock: null });
    const event = { ...live({ displayClock: "0:00", period: 5 }), uid: "s:1~l:10~e:1" };
    expect(scoreOf(event, "mlb")).toMatchObject({ clock: "0:00", period: 5 });
  });
});
