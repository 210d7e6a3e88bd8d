/**
 * The chart's drawing, with a library that only the page of a market loads.
 *
 * @module
 */
import {
  ColorType,
  createChart,
  LineSeries,
  LineStyle,
  LineType,
  type UTCTimestamp,
} from "lightweight-charts";
import type { Point } from "./chart_line.ts";

/** What is drawn. */
export interface Drawing {
  /** The start of every slot, so that times are evenly spaced. */
  readonly slotSecs: ReadonlyArray<number>;
  /** Averages from before the page was opened, few and far between. */
  readonly past: ReadonlyArray<Point>;
  readonly live: ReadonlyArray<Point>;
  readonly targets: ReadonlyArray<Point>;
}

/** A chart in an element. */
export interface Canvas {
  readonly draw: (drawing: Drawing) => void;
  /** Adds to the live line, or replaces its last point. */
  readonly add: (point: Point) => void;
  /** Takes the colours of the page again. */
  readonly paint: () => void;
  readonly remove: () => void;
}

/** Makes a chart. `decimals`: of prices. */
export function makeCanvas(element: HTMLElement, decimals: number): Canvas {
  const chart = createChart(element, {
    autoSize: true,
    layout: { attributionLogo: false, fontFamily: "system-ui, sans-serif" },
    timeScale: { timeVisible: true, rightOffset: 0, fixLeftEdge: true, fixRightEdge: true },
    rightPriceScale: { borderVisible: false },
    // The page scrolls over it.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  });
  const priceFormat = { type: "price", precision: decimals, minMove: 10 ** -decimals } as const;
  const quiet = { priceFormat, priceLineVisible: false, lastValueVisible: false } as const;
  const past = chart.addSeries(LineSeries, {
    ...quiet,
    lineWidth: 1,
    lineStyle: LineStyle.Dashed,
    crosshairMarkerVisible: false,
  });
  const targets = chart.addSeries(LineSeries, {
    ...quiet,
    lineWidth: 1,
    lineType: LineType.WithSteps,
    lastValueVisible: true,
  });
  const live = chart.addSeries(LineSeries, {
    ...quiet,
    lineWidth: 2,
    lastValueVisible: true,
  });

  const paint = () => {
    const { ink, line, average, target } = coloursOf(element);
    chart.applyOptions({
      layout: { background: { type: ColorType.Solid, color: "transparent" }, textColor: ink },
      grid: { vertLines: { color: line }, horzLines: { color: line } },
      timeScale: { borderColor: line },
    });
    past.applyOptions({ color: average });
    live.applyOptions({ color: average });
    targets.applyOptions({ color: target });
  };

  let isFirst = true;
  paint();
  return {
    draw: (drawing) => {
      const prices = new Map(drawing.past.map(({ sec, price }) => [sec, price]));
      past.setData(drawing.slotSecs.map((sec) => {
        const value = prices.get(sec);
        return value === undefined ? { time: timeOf(sec) } : { time: timeOf(sec), value };
      }));
      targets.setData(drawing.targets.map(barOf));
      live.setData(drawing.live.map(barOf));
      // Later the reader's own section stays.
      if (isFirst) chart.timeScale().fitContent();
      isFirst = false;
    },
    add: (point) => live.update(barOf(point)),
    paint,
    remove: () => chart.remove(),
  };
}

/** A point's own colour is that of the line which goes on from it. */
function barOf({ sec, price, isBeforeGap }: Point) {
  return {
    time: timeOf(sec),
    value: price,
    ...(isBeforeGap === true ? { color: "transparent" } : {}),
  };
}

/** The library brands its times, as unix seconds. */
function timeOf(sec: number): UTCTimestamp {
  return sec as UTCTimestamp;
}

/** The library reads no variables of the style, so that a colour is asked of an element. */
function coloursOf(element: HTMLElement) {
  const probe = document.createElement("span");
  element.append(probe);
  const [ink = "", line = "", average = "", target = ""] = ["soft", "line", "accent", "warn"].map(
    (name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    },
  );
  probe.remove();
  return { ink, line, average, target };
}
