/**
 * The chart's drawing, with a library that only the page of a market loads.
 *
 * @module
 */
import {
  ColorType,
  createChart,
  createSeriesMarkers,
  LineSeries,
  LineStyle,
  LineType,
  type UTCTimestamp,
} from "lightweight-charts";
import type { Point } from "./chart_line.ts";
import type { OrderMark } from "./order_mark.ts";

/** The line of the targets at another venue. */
export interface OtherLine {
  /** The venue's name. */
  readonly name: string;
  readonly points: ReadonlyArray<Point>;
  /** Whether it has the target of the last window, so that its end is the current one. */
  readonly isCurrent: boolean;
}

/** What is drawn. */
export interface Drawing {
  /** The start of every slot, so that times are evenly spaced. */
  readonly slotSecs: ReadonlyArray<number>;
  /** Averages from before the page was opened, few and far between. */
  readonly past: ReadonlyArray<Point>;
  readonly live: ReadonlyArray<Point>;
  readonly targets: ReadonlyArray<Point>;
  /** The primary venue's name, where there are others. */
  readonly name: string;
  readonly others: ReadonlyArray<OtherLine>;
  /** Oldest first. */
  readonly marks: ReadonlyArray<OrderMark>;
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
  /** By their names. */
  const others = new Map<string, ReturnType<typeof addOther>>();
  const addOther = (name: string) => {
    const added = chart.addSeries(LineSeries, {
      ...quiet,
      lineWidth: 2,
      lineStyle: LineStyle.Dotted,
      lineType: LineType.WithSteps,
    });
    others.set(name, added);
    return added;
  };
  const live = chart.addSeries(LineSeries, {
    ...quiet,
    lineWidth: 2,
    lastValueVisible: true,
  });

  // A mark is at a point of its series.
  const orders = chart.addSeries(LineSeries, {
    ...quiet,
    lineVisible: false,
    crosshairMarkerVisible: false,
  });
  const markers = createSeriesMarkers(orders, []);
  let marks: ReadonlyArray<OrderMark> = [];

  const paint = () => {
    const { ink, line, average, target, down, other } = coloursOf(element);
    chart.applyOptions({
      layout: { background: { type: ColorType.Solid, color: "transparent" }, textColor: ink },
      grid: { vertLines: { color: line }, horzLines: { color: line } },
      timeScale: { borderColor: line },
    });
    past.applyOptions({ color: average });
    live.applyOptions({ color: average });
    targets.applyOptions({ color: target });
    for (const one of others.values()) one.applyOptions({ color: other });
    markers.setMarkers(marks.map(({ sec, side, outcome, text }) => ({
      time: timeOf(sec),
      position: side === "BUY" ? "belowBar" : "aboveBar",
      shape: side === "BUY" ? "arrowUp" : "arrowDown",
      color: outcome === "Down" ? down : average,
      text,
    })));
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
      targets.applyOptions({ title: drawing.name });
      targets.setData(drawing.targets.map(barOf));
      for (const { name, points, isCurrent } of drawing.others) {
        const one = others.get(name) ?? addOther(name);
        one.applyOptions({ title: isCurrent ? name : "", lastValueVisible: isCurrent });
        one.setData(points.map(barOf));
      }
      live.setData(drawing.live.map(barOf));
      orders.setData(
        [...new Map(drawing.marks.map((mark) => [mark.sec, mark])).values()].map(barOf),
      );
      marks = drawing.marks;
      paint();
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
  const names = ["soft", "line", "accent", "warn", "down", "ink"];
  const [ink = "", line = "", average = "", target = "", down = "", other = ""] = names.map(
    (name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    },
  );
  probe.remove();
  return { ink, line, average, target, down, other };
}
