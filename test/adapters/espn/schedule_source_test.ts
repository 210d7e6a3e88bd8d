import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import type { ScheduleTerms } from "../../../adapters/espn/schedule_source.ts";
import { type LeagueCode, LEAGUES, SCHEDULE_LICENSE_NOTES } from "../../../core/game/mod.ts";
import { moveTime } from "../outbound/moved_time.ts";
import { withSchedule } from "./espn_world.ts";
import { writtenEvent } from "./written_event.ts";

const DAY = "2026-11-20";

describe("what is asked", () => {
  /** What is asked about these leagues on one day, and what came of it. */
  const askAll = (leagues: ReadonlyArray<LeagueCode>) =>
    withSchedule(
      {},
      ({ day, asked }) =>
        Effect.all([Effect.forEach(leagues, (league) => day(league, DAY)), asked]),
    );

  test("one US Eastern day of a league, with a limit that the provider keeps", async () => {
    const [, asked] = await askAll(["nba"]);
    expect(asked).toEqual([
      "/apis/site/v2/sports/basketball/nba/scoreboard?dates=20261120&limit=500",
    ]);
  });

  test("every league by a path that the provider has", async () => {
    const [results, asked] = await askAll(LEAGUES);
    expect(results).toEqual(
      LEAGUES.map(() => Result.succeed({ games: [], troubles: [], isWhole: true })),
    );
    expect(new Set(asked).size).toBe(LEAGUES.length + 2);
  });

  test("colleges by their whole division", async () => {
    const [, asked] = await askAll(["ncaab", "ncaaf"]);
    expect(asked.map((target) => new URLSearchParams(target.split("?")[1]).get("groups")))
      .toEqual(["50", "80"]);
  });

  test("the qualifying rounds of a cup too, whose failure is only reported", async () => {
    const qualifier = writtenEvent({}, { uid: "s:600~l:19483~e:740902" });
    const [whole, part] = await withSchedule({}, ({ put, fault, day }) =>
      Effect.gen(function* () {
        yield* put("soccer/uefa.champions_qual", "20261121", { events: [qualifier] });
        const whole = yield* day("ucl", "2026-11-21");
        yield* fault({
          match: "GET /apis/site/v2/sports/soccer/uefa.champions_qual",
          kind: "status",
          status: 400,
          times: 99,
        });
        return [whole, yield* day("ucl", "2026-11-21")] as const;
      }));
    expect(whole).toMatchObject({ success: { games: [{ eventId: "740902", league: "ucl" }] } });
    expect(part).toMatchObject({
      success: { games: [], troubles: [expect.stringContaining("uefa.champions_qual")] },
    });
  });

  test("a game on both lists of a cup is one, as the cup's own list has it", async () => {
    const game = (state: string) =>
      writtenEvent({ status: { type: { name: "STATUS_X", state } } }, {
        uid: "s:600~l:5~e:740902",
      });
    const [own, qualifying] = [{ events: [game("in")] }, { events: [game("pre")] }];
    const result = await withSchedule({}, ({ fault, day }) =>
      Effect.gen(function* () {
        const match = "GET /apis/site/v2/sports/soccer/uefa.champions";
        const served = { kind: "status", status: 200, times: 1 };
        yield* fault({ ...served, match: `${match}_qual`, body: qualifying });
        yield* fault({ ...served, match: `${match}/`, body: own });
        return yield* day("ucl", "2026-11-21");
      }));
    expect(result).toMatchObject({ success: { games: [{ status: "live" }] } });
    expect(Result.getOrThrow(result).games.length).toBe(1);
  });

  test("what is as long as it may be is said to be cut, perhaps", async () => {
    const events = Array.from({ length: 501 }, (_, at) => ({
      ...writtenEvent({ id: String(at + 1) }),
      id: String(at + 1),
    }));
    const read = (count: number) =>
      withSchedule({}, ({ put, day }) =>
        Effect.andThen(
          put("soccer/eng.1", "20261121", { events: events.slice(0, count) }),
          day("epl", "2026-11-21"),
        ));
    expect(Result.getOrThrow(await read(499)).troubles).toEqual([]);
    expect(Result.getOrThrow(await read(501))).toMatchObject({
      games: { length: 500 },
      troubles: ["500 events: there may be more"],
    });
  });

  test("no more calls a second than its options say, however many days are wanted", async () => {
    const tookMs = await withSchedule(
      { options: { callsPerSec: 0.5 } },
      ({ day, clock }) =>
        Effect.gen(function* () {
          const startMs = clock.nowMs();
          const days = Array.from({ length: 3 }, () => day("nba", DAY));
          yield* Effect.all(days, { concurrency: "unbounded" });
          return clock.nowMs() - startMs;
        }),
    );
    expect(tookMs).toBe(4_000);
  });

  test("no more than four requests in flight, however slow the responses", async () => {
    using time = moveTime();
    const open: Array<() => void> = [];
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: async () => {
        await new Promise<void>((answer) => open.push(answer));
        return Response.json({ events: [] });
      },
    });
    const day = { year: 2026, month: 11, day: 20 };
    const asking = withSchedule(
      { options: { url: `http://127.0.0.1:${server.port}` } },
      ({ source }) =>
        Effect.forEach(Array.from({ length: 20 }), () => source.day({ league: "nba", day }), {
          concurrency: "unbounded",
        }),
    );
    for (let answered = 0; answered < 20; answered += 4) {
      await time.settle();
      expect(open).toHaveLength(4);
      for (const answer of open.splice(0)) answer();
    }
    await asking;
    await server.stop(true);
  });
});

describe("what may be passed on", () => {
  test("is unknown unless the options say otherwise", async () => {
    const terms: ScheduleTerms = {
      redistributable: (league) => league === "nba" ? "yes" : "no",
      licenseNote: (league) => `Says so of ${league}`,
    };
    const [unsaid, said] = await Promise.all(
      [{}, { terms }].map((options) =>
        withSchedule({ options }, ({ source: { redistributable, licenseNote } }) =>
          Effect.succeed({
            permits: [...new Set(LEAGUES.map(redistributable))].toSorted(),
            notes: new Set(LEAGUES.map(licenseNote)),
          }))
      ),
    );
    expect(unsaid).toEqual({ permits: ["unknown"], notes: new Set([SCHEDULE_LICENSE_NOTES.espn]) });
    expect(said?.permits).toEqual(["no", "yes"]);
    expect(said?.notes).toContain("Says so of nba");
  });
});
