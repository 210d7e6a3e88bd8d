/**
 * The windows of one series as they come and go: which are looked at now, and which of what was
 * found is told, in what order.
 *
 * @module
 */
import {
  type Calendar,
  type MarketWindow,
  type Series,
  windowAfter,
  windowContaining,
} from "../../market/mod.ts";
import type { Leg } from "../../leg/mod.ts";
import { type WindowEvent, type WindowPhase, windowsTopic } from "../../stream/mod.ts";
import { UnixSec } from "../../time/mod.ts";
import type { WindowState } from "../../window/mod.ts";
import { NEXT_SEC } from "./active_windows.ts";

/** How many windows that ended are looked at for what is not known of them yet. */
const CLOSING_MAX = 12;
/** For how long after its end a window is looked at, in seconds. */
const RESOLVED_SEC_MAX = 7_200;
/** For how long later windows wait to be told closed for one whose close is not known. */
const CLOSE_SEC_MAX = 600;

/**
 * For how long after its end the close of a window may well be unknown, in seconds. Whoever begins
 * to follow by then is told of it.
 */
export const UNCLOSED_SEC_MAX = 120;

/** How long to wait before the next look, in seconds: while a close is awaited, or only a state. */
const CLOSING_EVERY_SEC = 1;
const EVERY_SEC = 15;

/** A window, and its markets at several venues. */
export interface LeggedState {
  readonly state: WindowState;
  /** The primary venue's first. */
  readonly legs: ReadonlyArray<Leg>;
  /** Whether the others are among them; if not, they are as they were told last. */
  readonly isWhole: boolean;
}

/** The windows of a series. */
export interface WindowRoll {
  /** Returns the windows to look at now, oldest first. */
  readonly due: (nowMs: number) => ReadonlyArray<MarketWindow>;
  /** Takes what was found of them, and returns the events that this makes, in order. */
  readonly take: (found: ReadonlyArray<LeggedState>, nowMs: number) => ReadonlyArray<WindowEvent>;
  /** Returns how long to wait for the next look, in milliseconds of the service's clock. */
  readonly waitMs: (nowMs: number) => number;
  /** The last event of the open window, and of the next one. */
  readonly current: (nowMs: number) => ReadonlyArray<WindowEvent>;
  /** The start of the last window that was told closed; 0 if none was. */
  readonly closedHead: () => number;
}

/** A window, and what was told of it. */
interface Told {
  readonly window: MarketWindow;
  event: WindowEvent | undefined;
  /** All of what was told but for prices and other venues. */
  key: string;
  /** What was told of other venues. */
  legKey: string;
}

/** Begins with the window that is open then. */
export function makeWindowRoll(calendar: Calendar, series: Series): WindowRoll {
  const topic = windowsTopic(series);
  /** By start, oldest first. */
  const known = new Map<number, Told>();
  let closedHead = 0;

  const phaseOf = ({ startSec, endSec }: MarketWindow, nowMs: number): WindowPhase =>
    nowMs < startSec * 1000 ? "next" : nowMs < endSec * 1000 ? "open" : "closed";
  const openAt = (nowMs: number) =>
    windowContaining(calendar, series.interval, UnixSec(Math.floor(nowMs / 1000)));
  const add = (window: MarketWindow) => {
    if (!known.has(window.startSec)) {
      known.set(window.startSec, { window, event: undefined, key: "", legKey: "" });
    }
  };

  /** Leaves windows of which nothing more is expected. */
  const forget = (nowMs: number) => {
    const closed = [...known.values()].filter(({ window }) => phaseOf(window, nowMs) === "closed");
    for (const [at, { window, event }] of closed.entries()) {
      const isResolved = event?.phase === "closed" && event.state.resolution !== null &&
        event.legs.every(({ outcomeState }) => outcomeState !== "closed");
      const isOld = nowMs - window.endSec * 1000 > RESOLVED_SEC_MAX * 1000;
      if (isResolved || isOld || at < closed.length - CLOSING_MAX) known.delete(window.startSec);
    }
  };

  /** Whether the end of a window is told: what is known of it, and in the order of windows. */
  const isEndDue = (state: WindowState, nowMs: number) => {
    if (state.close === null || state.outcome === null) return false;
    return [...known.values()].every(({ window, event }) =>
      window.startSec >= state.window.startSec || event?.phase === "closed" ||
      nowMs - window.endSec * 1000 > CLOSE_SEC_MAX * 1000
    );
  };

  return {
    due: (nowMs) => {
      forget(nowMs);
      const open = openAt(nowMs);
      // Those that were passed since the last look ended meanwhile.
      const last = [...known.values()].at(-1)?.window;
      if (last !== undefined) {
        for (let one = last; one.startSec < open.startSec; one = windowAfter(calendar, one)) {
          add(one);
        }
      }
      if (last === undefined && nowMs - open.startSec * 1000 < UNCLOSED_SEC_MAX * 1000) {
        add(windowContaining(calendar, series.interval, UnixSec(open.startSec - 1)));
      }
      add(open);
      if (open.endSec * 1000 - nowMs <= NEXT_SEC * 1000) add(windowAfter(calendar, open));
      return [...known.values()].map(({ window }) => window);
    },
    take: (found, nowMs) =>
      found.flatMap(({ state, legs: read, isWhole }) => {
        const told = known.get(state.window.startSec);
        if (told === undefined) return [];
        const legs = isWhole ? read : [...read, ...told.event?.legs.slice(1) ?? []];
        const phase = phaseOf(state.window, nowMs);
        const isKnown = phase === "closed"
          ? told.event?.phase === "closed" || isEndDue(state, nowMs)
          : phase === "open" || state.market !== null;
        const [key, legKey] = [keyOf(state, phase), JSON.stringify(legs.slice(1))];
        if (!isKnown || (key === told.key && legKey === told.legKey)) return [];
        const isOfLegs = key === told.key ? { isOfLegs: true } as const : {};
        [told.key, told.legKey] = [key, legKey];
        const seq = state.window.startSec;
        told.event = { kind: "window", topic, seq, phase, state, legs, ...isOfLegs };
        if (phase === "closed") closedHead = Math.max(closedHead, state.window.startSec);
        return [told.event];
      }),
    waitMs: (nowMs) => {
      const open = openAt(nowMs);
      const boundaries = [open.endSec - NEXT_SEC, open.endSec].map((sec) => sec * 1000)
        .filter((ms) => ms > nowMs);
      const isClosing = [...known.values()].some(({ window, event }) =>
        phaseOf(window, nowMs) === "closed" && event?.phase !== "closed" &&
        nowMs - window.endSec * 1000 <= CLOSE_SEC_MAX * 1000
      );
      const isIncomplete = [...known.values()].some(({ window, event }) =>
        phaseOf(window, nowMs) !== "closed" &&
        (event === undefined || event.phase !== phaseOf(window, nowMs) ||
          event.state.market === null ||
          (event.phase === "open" && event.state.target.priceE18 === null))
      );
      const everyMs = (isClosing || isIncomplete ? CLOSING_EVERY_SEC : EVERY_SEC) * 1000;
      return Math.min(everyMs, ...boundaries.map((ms) => ms - nowMs));
    },
    current: (nowMs) =>
      [...known.values()].flatMap(({ window, event }) =>
        event !== undefined && window.endSec * 1000 > nowMs ? [event] : []
      ),
    closedHead: () => closedHead,
  };
}

/** All of a state that is no price, as text. */
function keyOf(state: WindowState, phase: WindowPhase): string {
  const { secondsLeft: _left, price: _price, priceState: _state, market, ...rest } = state;
  const { outcomes = [], ...terms } = market ?? {};
  const tokens = outcomes.map(({ name, tokenId }) => ({ name, tokenId }));
  return JSON.stringify(
    { phase, rest, terms: market === null ? null : terms, tokens },
    (_, value) => typeof value === "bigint" ? `${value}n` : value,
  );
}
