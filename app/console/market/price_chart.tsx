/**
 * The chart of a market: the average over time, and the targets of its windows.
 *
 * No request gives past averages. The service replays the last minutes on the stream, and before
 * them a window of the oracle opened at the average of its first second: those targets are what
 * the line goes through, dashed in between.
 *
 * @module
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Leg } from "../../client/typescript/mod.ts";
import { theme } from "../frame/theme.ts";
import { useIsSlow } from "../part/waiting.tsx";
import { followAverages, streamTurn } from "../service/stream_feed.ts";
import type { Canvas } from "./chart_canvas.ts";
import {
  AverageLine,
  type Point,
  slotOf,
  type Slots,
  slotStarts,
  type Step,
  targetCorners,
} from "./chart_line.ts";
import { TargetLegend } from "./target_legend.tsx";
import { venueName } from "./leg_words.ts";
import type { MarketProps } from "./live_window.tsx";
import type { OrderMark } from "./order_mark.ts";
import { decimalsOf } from "./price_text.ts";

/** What the chart shows besides what arrives while it is shown. */
export interface PriceChartProps extends MarketProps {
  readonly slots: Slots;
  readonly past: ReadonlyArray<Point>;
  readonly targets: ReadonlyArray<Step>;
  readonly marks: ReadonlyArray<OrderMark>;
  readonly others: ReadonlyArray<OtherTargets>;
  /** The last window at each venue, where there are others. */
  readonly last: ReadonlyArray<Leg>;
}

/** The known targets at another venue. */
export interface OtherTargets {
  readonly venue: string;
  readonly steps: ReadonlyArray<Step>;
}

/** A chart is drawn so often at most. */
const DRAWN_EVERY_MS = 250;

/** The chart. The table of the windows says the same in text. */
export function PriceChart({ asset, interval, ...drawn }: PriceChartProps) {
  const { past, targets, marks, others, last } = drawn;
  const place = useRef<HTMLDivElement>(null);
  const [canvas, setCanvas] = useState<Canvas>();
  const [isFailed, setIsFailed] = useState(false);
  const isSlow = useIsSlow(canvas === undefined && !isFailed);
  const decimals = decimalsOf(targets[0]?.price ?? past[0]?.price ?? 1);

  useEffect(() => {
    let made: Canvas | undefined;
    let isOver = false;
    import("./chart_canvas.ts").then(({ makeCanvas }) => {
      if (isOver || place.current === null) return;
      made = makeCanvas(place.current, decimals);
      setCanvas(made);
    }, () => setIsFailed(true));
    return () => {
      isOver = true;
      made?.remove();
    };
  }, []);
  useRepainted(canvas);
  useDrawn(canvas, { asset, ...drawn });

  return (
    <figure class="chart">
      <TargetLegend legs={last} />
      <div
        ref={place}
        class="drawing"
        role="img"
        aria-label={`Chart of the average price of ${asset} and of the targets of its ` +
          `${interval} windows${
            marks.length === 0 ? "" : ", with your orders"
          }. The tables below ` +
          `have ${marks.length === 0 ? "the windows" : "both"} in text`}
      />
      {isSlow ? <progress aria-label="Loading the chart" /> : null}
      {isFailed ? <p class="warn">The chart's code did not arrive. Load the page again</p> : null}
      <figcaption class="soft">
        Steps: the targets{others.length === 0 ? "" : ", dotted at the other venue"}. Line: the
        oracle's average, dashed where it is known only at the openings of
        windows.{marks.length === 0
          ? ""
          : " Arrows: your orders."} Times are UTC.{" "}
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer noopener">
          TradingView Lightweight Charts™
        </a>{" "}
        Copyright (c) 2026 TradingView, Inc.
      </figcaption>
    </figure>
  );
}

/** Draws what is known when it changes, and the averages as they arrive. */
function useDrawn(
  canvas: Canvas | undefined,
  { asset, slots, past, targets, marks, others, last }: Omit<PriceChartProps, "interval">,
): void {
  const line = useRef(new AverageLine(slots));
  /** What has arrived since it was drawn. */
  const due = useRef<Array<Point>>([]);
  const draw = useRef(() => {});
  draw.current = () => {
    const live = line.current.points().filter(({ sec }) => sec >= slots.fromSec);
    const first = live[0];
    due.current = [];
    canvas?.draw({
      slotSecs: slotStarts(slots),
      past: [
        ...past.map((point) => ({ ...point, sec: slotOf(point.sec, slots) }))
          .filter(({ sec }) => sec >= slots.fromSec && sec < (first?.sec ?? Infinity)),
        ...(first === undefined ? [] : [first]),
      ],
      live,
      targets: targetCorners(targets, slots),
      name: last[0] === undefined ? "" : venueName(last[0].venue),
      others: others.map(({ venue, steps }) => ({
        name: venueName(venue),
        points: targetCorners(steps, slots),
        isCurrent: last.some((leg) => leg.venue === venue && leg.target !== null),
      })),
      marks,
    });
  };
  useEffect(() => draw.current(), [canvas, slots.fromSec, past, targets, marks, others, last]);

  const turn = streamTurn.value;
  useEffect(() => {
    if (canvas === undefined) return;
    const aborter = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The first have a place in the line of what was before.
    let isAllDue = true;
    const add = () => {
      timer = undefined;
      if (isAllDue) draw.current();
      else for (const point of due.current.splice(0)) canvas.add(point);
      isAllDue = false;
    };
    void followAverages(asset, {
      signal: aborter.signal,
      onAverage: ({ seq, value }) => {
        const taken = line.current.take(seq, Number(value));
        if (taken === undefined) return;
        const { point, isAfterGap } = taken;
        isAllDue ||= isAfterGap;
        if (due.current.at(-1)?.sec === point.sec) due.current.pop();
        due.current.push(point);
        timer ??= setTimeout(add, DRAWN_EVERY_MS);
      },
    });
    return () => {
      aborter.abort();
      clearTimeout(timer);
    };
  }, [asset, canvas, turn]);
}

/** Takes the colours of the page whenever they change. */
function useRepainted(canvas: Canvas | undefined): void {
  const chosen = theme.value;
  useEffect(() => {
    if (canvas === undefined) return;
    // After the choice was applied.
    const frame = requestAnimationFrame(() => canvas.paint());
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", canvas.paint);
    return () => {
      cancelAnimationFrame(frame);
      system.removeEventListener("change", canvas.paint);
    };
  }, [canvas, chosen]);
}
