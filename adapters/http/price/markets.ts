/**
 * The windows of a day on the primary venue.
 *
 * @module
 */
import { Effect, Result } from "effect";
import { Elysia } from "elysia";
import {
  type Asset,
  checkSeries,
  factsOf,
  type Interval,
  type MarketWindow,
} from "../../../core/market/mod.ts";
import { parseWhole } from "../../../core/page/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import { type CalendarDay, daysInMonth, parseDay, toDayText } from "../../../core/time/mod.ts";
import { dayWindows } from "../../../core/use_case/price/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { refuse } from "../wire/kind.ts";
import { oneOrByAsset } from "./by_asset.ts";
import { windowBody } from "./window_body.ts";
import { ASSET_DEFAULT } from "./wire_question.ts";
import { DayQuestion, type MarketWindows, MarketWindowsOfAssets } from "./wire_window.ts";

const SLUGS = [
  "The venue's own slugs, as in live mode: `hype-updown-5m-<unix start>` for 5min, and so",
  "for 15min (`15m`) and 4hour (`4h`); `bitcoin-up-or-down-july-27-2026-5pm-et` for the hour that",
  "opens then in US Eastern; `bitcoin-up-or-down-on-july-15-2026` for the day whose closing noon",
  "that is. HYPE is `hype-...` by the hour and `hyperliquid-...` by the day. The venue writes the",
  "year since the middle of March 2026: hours that open before 2026-03-15 and days that close",
  "before 2026-03-18 (both UTC) omit it. In November the two hours from 1am share a slug.",
].join(" ");

/** The routes. They need nothing of the world. */
export function markets<Ports>(gate: Gate<Ports>) {
  return new Elysia({ name: "markets", prefix: "/api/v1", tags: ["Markets"] })
    .use(edge(gate, "plain"))
    .get("/markets/timestamps", ({ query, call, answer }) => answer(windowsOf(query, call)), {
      access: "public",
      needsNoProvider: true,
      query: DayQuestion,
      response: answers("plain", { 200: MarketWindowsOfAssets }),
      detail: {
        operationId: "listDayWindows",
        summary: "All windows of a UTC day",
        description: "Every market window that starts on the UTC day, with its slug and event " +
          `page, and in \`running\` the one that is open now, if it began before the day. ${SLUGS}`,
      },
    })
    .use(otherMethods);
}

type Question = typeof DayQuestion.static;

const windowsOf = Effect.fnUntraced(function* (question: Question, { nowMs }: HandlerCall) {
  const { asset: assets = [ASSET_DEFAULT], interval: asked } = question;
  const day = yield* Effect.fromResult(readDay(question));
  const told = yield* Effect.forEach(
    assets,
    (asset) => windowsOfAsset({ asset, day, intervals: asked ?? factsOf(asset).intervals }),
  );
  return { body: { now: isoNow(nowMs), ...oneOrByAsset(told) }, isCached: true };
});

const windowsOfAsset = Effect.fnUntraced(function* ({ asset, day, intervals }: {
  readonly asset: Asset;
  readonly day: NamedDay;
  readonly intervals: ReadonlyArray<Interval>;
}) {
  for (const interval of intervals) {
    yield* Effect.fromResult(checkSeries({ asset, interval }, "interval"));
  }
  const venue = yield* Venue;
  const found = yield* dayWindows({ ...day, intervals });
  const bodyOf = (window: MarketWindow) => windowBody(venue, asset, window);
  const told: Omit<typeof MarketWindows.static, "now"> = {
    asset,
    utc_date: toDayText(day.day),
    day_start_unix: found.range.startSec,
    day_end_unix: found.range.endSec - 1,
    intervals: [...intervals],
    data: Object.fromEntries(found.intervals.map(({ interval, windows }) => [interval, {
      count: windows.length,
      chronological_order: windows.map(bodyOf),
    }])),
    running: Object.fromEntries(
      found.intervals.map(({ interval, running }) => [interval, running && bodyOf(running)]),
    ),
  };
  return told;
});

/** A day, and the parameter to name if it is refused. */
interface NamedDay {
  readonly day: CalendarDay;
  readonly parameter: string;
  readonly text: string;
}

/** Reads the day from `date`, or from its three parts. */
function readDay(question: Question): Result.Result<NamedDay, RequestRejected> {
  return Result.gen(function* () {
    const { date, day, month, year } = question;
    if ((day ?? month ?? year) === undefined) {
      const text = yield* sent("date", date, "2026-01-01");
      return { day: yield* parseDay(text, "date"), parameter: "date", text };
    }
    const text = yield* sent("year", year, "2009");
    const ofYear = yield* parseWhole("year", text, { min: 2009, max: 2100 });
    const ofMonth = yield* parseWhole("month", yield* sent("month", month, "1"), {
      min: 1,
      max: 12,
    });
    const max = daysInMonth(ofYear, ofMonth);
    const ofDay = yield* parseWhole("day", yield* sent("day", day, "1"), { min: 1, max });
    return { day: { year: ofYear, month: ofMonth, day: ofDay }, parameter: "year", text };
  });
}

function sent(name: string, value: string | undefined, example: string) {
  return value === undefined
    ? refuse({ name: "a request without" }, name, `Send ${name}, for example ${name}=${example}`)
    : Result.succeed(value);
}
