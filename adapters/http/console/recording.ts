/**
 * Which seconds the recording of this service has, day by day.
 *
 * @module
 */
import { Effect } from "effect";
import { Elysia } from "elysia";
import type { DayReading, RecordedDays } from "../../../core/port/recorded_days.ts";
import { answers } from "../edge/answer/answers.ts";
import { Refused } from "../edge/answer/refusal.ts";
import { edge } from "../edge/edge.ts";
import type { Gate } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { ofPage } from "./console_access.ts";
import type { ConsoleOptions } from "./console_options.ts";
import type { ConsolePorts } from "./console_ports.ts";
import { iso, withSession } from "./page_session.ts";
import { ByDay, DayCoverageItem, DayList } from "./wire_recording.ts";

const NOTHING = "Nothing is recorded, or not of this day";

/** The routes. */
export function recording<Ports>(gate: Gate<Ports | ConsolePorts>, options: ConsoleOptions) {
  return new Elysia({ name: "recording", prefix: "/console/api" })
    .use(edge(gate, "coded"))
    .get(
      "/recording",
      ({ call, answer }) => answer(withSession(options, call, () => listed(options, call.nowMs))),
      { ...ofPage(), response: answers("coded", { 200: DayList }) },
    )
    .get(
      "/recording/:day",
      ({ params, call, answer }) =>
        answer(withSession(options, call, () => one(options, params.day, call.nowMs))),
      {
        ...ofPage(),
        params: ByDay,
        response: answers("coded", { 200: DayCoverageItem, 404: NOTHING }),
      },
    )
    .use(otherMethods);
}

const OFF = new Refused({
  status: 404,
  error: "Cannot show a recording: this service does not record",
  hint: "Set RECORD_DIR, as the guide at /docs/guide/rehearsal says",
});

const recordedBy = ({ recordedDays }: ConsoleOptions): Effect.Effect<RecordedDays, Refused> =>
  recordedDays === undefined ? Effect.fail(OFF) : Effect.succeed(recordedDays);

const listed = Effect.fnUntraced(function* ({ recordedDays }: ConsoleOptions, nowMs: number) {
  const days = recordedDays === undefined ? null : [...yield* recordedDays.days];
  const body: typeof DayList.static = { now: iso(nowMs), days };
  return { body };
});

const one = Effect.fnUntraced(function* (options: ConsoleOptions, day: string, nowMs: number) {
  const recorded = yield* recordedBy(options);
  const days = yield* recorded.days;
  if (!days.includes(day)) {
    return yield* new Refused({
      status: 404,
      error: `Cannot find the day "${day}" in the recording`,
      hint: days.length === 0 ? "Nothing is recorded yet" : `Use one of ${days.join(", ")}`,
    });
  }
  return { body: itemOf(day, yield* recorded.reading(day), nowMs) };
});

function itemOf(day: string, reading: DayReading, nowMs: number): typeof DayCoverageItem.static {
  const nothing = { why: null, read_at: null, coverage: null };
  const item = { now: iso(nowMs), day, state: reading.kind, ...nothing };
  if (reading.kind === "failed") return { ...item, why: reading.why };
  if (reading.kind === "reading") return item;
  const { coverage: { from, until, topics, feeds }, atMs } = reading;
  return {
    ...item,
    read_at: iso(atMs),
    coverage: {
      from,
      until,
      topics: topics.map(({ ranges, ...topic }) => ({ ...topic, ranges: [...ranges] })),
      feeds: feeds.map(({ hashBreaks, ...figures }) => ({ ...figures, hash_breaks: hashBreaks })),
    },
  };
}
