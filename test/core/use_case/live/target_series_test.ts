import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import { type MarketWindow, windowAfter } from "../../../../core/market/mod.ts";
import { type GapEvent, REPLAY_MAX, type TargetEvent } from "../../../../core/stream/mod.ts";
import {
  makeTargetSeries,
  missingTargets,
  takeAnswers,
  takeDue,
  takeTarget,
  type TargetLookup,
  type TargetSeries,
} from "../../../../core/use_case/live/mod.ts";
import { type KnownTarget } from "../../../../core/use_case/price/mod.ts";
import { asset, interval, profile, unixSec } from "../../../arbitrary.ts";

/** Windows are numbered from the one open at the start; far ones exceed the reach of a replay. */
const WINDOWS_MAX = 700;
const anyWindow = fc.oneof(fc.nat(14), fc.nat(WINDOWS_MAX - 1));

type Step =
  | { readonly kind: "known" | "corrected"; readonly window: number }
  | { readonly kind: "looked_up" }
  /** One for each window of the lookup, over and over. */
  | { readonly kind: "answered"; readonly isFound: ReadonlyArray<boolean> };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("known" as const, "corrected" as const), window: anyWindow }),
  fc.record({ kind: fc.constant("looked_up" as const) }),
  fc.record({
    kind: fc.constant("answered" as const),
    isFound: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
  }),
);

/** A series, what it was told, and what it published. */
function makeWorld(state: TargetSeries) {
  const windows: Array<MarketWindow> = [windowAfter(state.calendar, state.head)];
  while (windows.length < WINDOWS_MAX) {
    windows.push(windowAfter(state.calendar, windows.at(-1) ?? state.head));
  }
  const numbers = new Map<number, number>(windows.map(({ startSec }, at) => [startSec, at]));
  const published: Array<TargetEvent | GapEvent> = [];
  /** The price of each window that was published or waits. */
  const prices = new Map<number, bigint>();
  let lookup: TargetLookup | undefined;
  let priceE18 = 0n;

  const { asset, interval } = state;
  const numberOf = (seq: number) => numbers.get(seq) ?? NaN;
  const publish = (event: TargetEvent | GapEvent) => {
    published.push(event);
    const { startSec } = event.kind === "target" && event.corrects === undefined
      ? event.window
      : { startSec: event.kind === "gap" ? event.toSeq : state.head.startSec };
    // Whoever receives the event finds the head there.
    expect(state.head.startSec as number).toBe(startSec);
    if (event.kind === "target") expect(event.priceE18).toBe(prices.get(event.seq) ?? -1n);
  };
  const nextTarget = (): KnownTarget => ({ priceE18: ++priceE18, source: "oracle" });

  const take = (step: Step) => {
    switch (step.kind) {
      case "known":
      case "corrected": {
        const { startSec } = windows[step.window] ?? state.head;
        const target = nextTarget();
        const isTaken = startSec > state.head.startSec || step.kind === "corrected";
        if (isTaken) prices.set(startSec, target.priceE18);
        const change = step.kind === "known" ? "opened" : "corrected";
        let event = takeTarget(state, { id: { asset, interval, startSec }, target, change }, 0);
        for (; event !== undefined; event = takeDue(state, 0)) publish(event);
        return;
      }
      case "looked_up":
        lookup ??= missingTargets(state);
        return;
      case "answered": {
        if (lookup === undefined) return;
        const asked = lookup;
        lookup = undefined;
        const answers = asked.windows.map(({ startSec }, at) => {
          if (step.isFound[at % step.isFound.length] !== true) return Option.none();
          const target = nextTarget();
          // Published windows are dropped from the answers.
          if (startSec > state.head.startSec) prices.set(startSec, target.priceE18);
          return Option.some(Result.succeed(target));
        });
        for (const event of takeAnswers(state, asked, { answers, nowMs: 0 })) publish(event);
      }
    }
  };
  return {
    take,
    /** Looks up and gives up until nothing waits. */
    catchUp: () => {
      for (let turn = 0; lookup !== undefined || state.pending.size > 0; turn++) {
        expect(turn).toBeLessThan(WINDOWS_MAX);
        take({ kind: "looked_up" });
        take({ kind: "answered", isFound: [false] });
      }
    },
    /** The published windows: from, to, and whether with a target. */
    spans: () =>
      published.filter((event) => event.kind === "gap" || event.corrects === undefined).map(
        (event) =>
          event.kind === "gap"
            ? { from: numberOf(event.fromSeq), to: numberOf(event.toSeq), isTarget: false }
            : { from: numberOf(event.seq), to: numberOf(event.seq), isTarget: true },
      ),
    corrected: () =>
      published.flatMap((event) =>
        event.kind === "target" && event.corrects === true ? [numberOf(event.seq)] : []
      ),
    head: () => numberOf(state.head.startSec),
    knownWindows: () => [...prices.keys()].map(numberOf),
  };
}

function seriesOf(anyInterval: typeof interval): fc.Arbitrary<TargetSeries> {
  return fc.record({ profile, asset, interval: anyInterval, nowSec: unixSec })
    .map(({ profile: { calendar }, nowSec, ...series }) =>
      makeTargetSeries(calendar, series, nowSec)
    );
}

const anySeries = seriesOf(interval);
/** Its windows are equally long, whatever clocks change. */
const evenSeries = seriesOf(fc.constant("5min"));

describe("a series of targets", () => {
  test("accounts for every window once and in order, however arrivals and answers mix", () =>
    fc.assert(
      fc.property(anySeries, fc.array(anyStep, { maxLength: 30 }), (series, steps) => {
        const world = makeWorld(series);
        for (const step of steps) world.take(step);
        const inFlight = world.spans();
        world.catchUp();
        const spans = world.spans();
        // What was published stays.
        expect(spans.slice(0, inFlight.length)).toEqual(inFlight);
        expect(spans.map(({ from }) => from)).toEqual(
          [-1, ...spans.map(({ to }) => to)].slice(0, spans.length).map((to) => to + 1),
        );
        expect(world.head()).toBe(spans.at(-1)?.to ?? NaN);
        const last = Math.max(-1, ...world.knownWindows().filter((at) => at <= world.head()));
        expect(Math.max(-1, ...world.knownWindows())).toBe(last);
      }),
      { examples: [] },
    ));

  test("publishes a target that waits, whatever becomes of those before it", () =>
    fc.assert(fc.property(anySeries, fc.array(fc.nat(14)), fc.array(fc.boolean()), (...given) => {
      const [series, windows, isFound] = given;
      const world = makeWorld(series);
      for (const window of windows) world.take({ kind: "known", window });
      world.take({ kind: "looked_up" });
      world.take({ kind: "answered", isFound: [...isFound, true] });
      world.catchUp();
      const targets = world.spans().filter(({ isTarget }) => isTarget).map(({ from }) => from);
      expect(targets).toEqual([...new Set([...targets, ...windows])].toSorted((a, b) => a - b));
    })));

  test("corrects only what it has published", () =>
    fc.assert(fc.property(evenSeries, fc.array(anyStep, { maxLength: 30 }), (series, steps) => {
      const world = makeWorld(series);
      for (const step of steps) {
        const before = [world.head(), world.corrected().length] as const;
        world.take(step);
        const corrected = world.corrected().slice(before[1]);
        const isPast = step.kind === "corrected" && step.window <= before[0];
        expect(corrected).toEqual(
          isPast && before[0] - step.window <= REPLAY_MAX ? [step.window] : [],
        );
      }
    })));
});
