/**
 * The window of a market that is open: its target, how far the price is from it, and what is left.
 *
 * @module
 */
import type { Asset, Interval } from "../../client/typescript/mod.ts";
import { nowSec } from "../service/service_time.ts";
import { latestTarget } from "../service/stream_feed.ts";
import { windowStateOf } from "../service/stream_value.ts";
import { Awaited, currentPrice } from "./live_price.tsx";
import { isOfExchange } from "./market_name.ts";
import { distanceOf, exactPrice, shortPrice } from "./price_text.ts";
import { countdownText } from "../part/span_text.ts";
import { clockText, isoOf } from "../part/time_text.ts";

/** A market. */
export interface MarketProps {
  readonly asset: Asset;
  readonly interval: Interval;
}

const ARROWS = { up: "\u25b2", down: "\u25bc", even: "=" };

/** The window in three lines. */
export function LiveWindow({ asset, interval }: MarketProps) {
  const window = windowStateOf(latestTarget(asset, interval).value, nowSec.value);
  switch (window.kind) {
    case "loading":
      return <Awaited what="target" />;
    case "waiting":
      return <span class="soft">Waits for the target of {clockText(window.startSec)}</span>;
    case "missing":
      return (
        <span class="warn">
          <strong>No target</strong> at {clockText(window.startSec)}: {window.why}
        </span>
      );
    case "open": {
      const { price, windowStart, windowEnd, provisional } = window.target;
      return (
        // A new window is a new element, which shows for a moment that it is new.
        <span class="window fresh" key={windowStart}>
          <span class="number" title={`${exactPrice(price)} since ${clockText(windowStart)} UTC`}>
            {shortPrice(price)}
          </span>
          {provisional === true
            ? <span class="mark warn" title="The venue may still correct it">provisional</span>
            : null}
          <LiveDistance asset={asset} interval={interval} target={price} />
          <Countdown endSec={windowEnd} />
        </span>
      );
    }
  }
}

/** How far the price is from a target. */
function LiveDistance(
  { asset, interval, target }: MarketProps & { readonly target: number },
) {
  const price = currentPrice(asset);
  if (price.kind !== "shown") return <span class="distance soft">no price to compare</span>;
  const { direction, amount, percent } = distanceOf(price.value, target);
  return (
    <span class={`distance number ${price.isStale ? "soft" : direction}`}>
      {isOfExchange(interval) ? <Approximate /> : null}
      {ARROWS[direction]} {amount} <small>{percent}</small>
    </span>
  );
}

/** Marks what would be exact only with the exchange's own price. */
export function Approximate() {
  return (
    <>
      <span aria-hidden="true">≈</span> <span class="hidden">approximately</span>
    </>
  );
}

/** What is left of a window. */
function Countdown({ endSec }: { readonly endSec: number }) {
  return (
    <time class="soft" dateTime={isoOf(endSec)} title={`Next window at ${clockText(endSec)} UTC`}>
      <span class="hidden">next window in</span>
      {countdownText(endSec - nowSec.value)}
    </time>
  );
}
