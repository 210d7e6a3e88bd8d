import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import { makeTradingQuestions } from "../../../../adapters/polymarket/clob/trading_question.ts";
import { startSimulators } from "../../../../app/simulator/start_simulators.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { control, get, makeStillClock, ms, ORACLE_KEY } from "../../../simulator/kit/support.ts";
import { runStill } from "../../../still_run.ts";
import { moveTime } from "../../outbound/moved_time.ts";

const clock = makeStillClock(ms("2026-11-20T12:33:20Z"));
const simulators = startSimulators({
  seed: 1,
  clock,
  oracleKey: ORACLE_KEY,
  profile: PROFILE_BY_NAME.polymarket,
  urls: new Map(),
  portBase: Option.none(),
});
afterAll(simulators.stop);
const metadataUrl = simulators.urlOf("venue-metadata");
const clobUrl = simulators.urlOf("venue-orders");

/** Asks both questions, while the order book has a trouble. */
async function ask(fault?: object) {
  if (fault !== undefined) await control(`${clobUrl}/__faults`, "POST", fault);
  const program = Effect.gen(function* () {
    const questions = yield* makeTradingQuestions({
      gammaUrl: simulators.urlOf("venue-metadata"),
      clobUrl,
      clobWsUrl: clobUrl.replace("http", "ws"),
    });
    return yield* Effect.forEach(questions, ({ ask }) => Effect.result(ask));
  });
  using time = moveTime();
  const answers = await time.during(runStill(clock, program));
  await control(`${clobUrl}/__faults`, "DELETE");
  return answers.map((answer) => Result.isSuccess(answer) ? answer.success : answer.failure.reason);
}

describe("the probe's questions to the order book", () => {
  test("report what is traded, and how deep the book is, both ways", async () => {
    const [asked, answer] = await ask();
    expect(asked).toMatch(/^protocol v2; Up or Down, with a fee; [1-9]\d* bids, [1-9]\d* asks$/);
    expect(asked).toEndWith(String(answer));
  });

  test("cry before orders fail, where the market is one that we could not trade", async () => {
    const recorded = await get<Readonly<Record<string, unknown>>>(
      `${simulators.urlOf("venue-metadata")}/events/slug/btc-updown-5m-1795177800`,
    );
    const [market] = recorded.body["markets"] as ReadonlyArray<Readonly<Record<string, unknown>>>;
    const withVersion = (version: unknown) => ({
      match: "GET /events/slug",
      kind: "status",
      status: 200,
      body: { ...recorded.body, markets: [{ ...market, version }] },
    });
    for (const version of ["v3", null, "v1"]) {
      await control(`${metadataUrl}/__faults`, "POST", withVersion(version));
      expect(await ask()).toContain("unreadable");
      await control(`${metadataUrl}/__faults`, "DELETE");
    }
    expect(await ask()).toEqual([expect.stringMatching(/^protocol v2/), expect.any(String)]);
  });

  const depth = expect.stringMatching(/bids/);
  test.each([
    [{ match: "GET /book", kind: "malformed" }, ["unreadable", depth]],
    [{ match: "GET /clob-markets", kind: "status", status: 404 }, ["unreadable", depth]],
    [{ match: "GET /ws/market", kind: "status", status: 503 }, [depth, "unreachable"]],
    [{ match: "GET /ws/market", kind: "malformed" }, [depth, "unreadable"]],
  ])("report what fails: %j", async (fault, answers) => {
    expect(await ask(fault)).toEqual(answers);
  });
});
