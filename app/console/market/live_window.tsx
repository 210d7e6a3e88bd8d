/**
 * The window of a market that is open: its target, how far the price that settles it is from that,
 * the chance that the market gives it, and what is left.
 *
 * @module
 */
import type { Asset, Interval, LiveWindow as OpenWindow } from "../../client/typescript/mod.ts";
import { countdownText } from "../part/span_text.ts";
import { clockText, isoOf } from "../part/time_text.ts";
import { nowSec } from "../service/service_time.ts";
import { latestWindow, streamConnection } from "../service/stream_feed.ts";
import { type WindowState, windowStateOf } from "../service/stream_value.ts";
import { Awaited } from "./live_price.tsx";
import { chanceText, distanceOf, exactPrice, shortPrice } from "./price_text.ts";

/** A market. */
export interface MarketProps {
  readonly asset: Asset;
  readonly interval: Interval;
}

/** An open window, as parts of a page show it. */
export interface OpenWindowProps {
  readonly window: OpenWindow;
}

const ARROWS = { up: "\u25b2", down: "\u25bc", even: "=" };

/** Returns the window of a market that is open now. A component that calls it follows it. */
export function currentWindow({ asset, interval }: MarketProps): WindowState {
  return windowStateOf(latestWindow(asset, interval).value, nowSec.value);
}

/** The window in three lines. */
export function LiveWindow(market: MarketProps) {
  const state = currentWindow(market);
  if (state.kind !== "open") return <AwaitedWindow state={state} />;
  const { window } = state;
  return (
    // A new window is a new element, which shows for a moment that it is new.
    <span class="window fresh" key={window.start}>
      <TargetPrice window={window} />
      <TargetDistance window={window} />
      <Chance window={window} />
      <Countdown endSec={window.end} />
    </span>
  );
}

/** In the place of a window that has not arrived. */
export function AwaitedWindow(
  { state }: { readonly state: Exclude<WindowState, { readonly kind: "open" }> },
) {
  return state.kind === "loading"
    ? <Awaited what="window" />
    : <span class="soft">Waits for the window of {clockText(state.startSec)}</span>;
}

/** What a window has to beat. */
export function TargetPrice({ window: { start, target } }: OpenWindowProps) {
  const { price, state } = target;
  if (price === null) {
    return <span class="target soft">Waits for the target of {clockText(start)}</span>;
  }
  return (
    <span class="target">
      <span class="number" title={`${exactPrice(price)} since ${clockText(start)} UTC`}>
        {shortPrice(price)}
      </span>
      {state === "provisional"
        ? (
          <>
            {" "}
            <span class="mark warn" title="The venue may still correct it">provisional</span>
          </>
        )
        : null}
    </span>
  );
}

/** How far the price that settles a window is from its target. */
export function TargetDistance({ window: { target, price } }: OpenWindowProps) {
  if (target.price === null || price === null) {
    return <span class="distance soft">no price to compare</span>;
  }
  const { direction, amount, percent } = distanceOf(price.value, target.price);
  return (
    <span class={`distance number ${isCurrent() ? direction : "soft"}`}>
      {ARROWS[direction]} {amount} <small>{percent}</small>
    </span>
  );
}

/** What the market gives for Up, between its best prices. */
function Chance({ window }: OpenWindowProps) {
  const mid = window.mid("Up");
  return (
    <span class="chance">
      <span class="soft">Up</span> {mid === null
        ? <span class="soft" title="The market has no prices on both sides">-</span>
        : <strong class={`number ${isCurrent() ? "" : "soft"}`}>{chanceText(mid)}</strong>}
    </span>
  );
}

/** Whether prices may be shown as those of now. */
export function isCurrent(): boolean {
  return streamConnection.value.state === "open";
}

/** What is left of a window. */
export function Countdown({ endSec }: { readonly endSec: number }) {
  return (
    <time class="soft" dateTime={isoOf(endSec)} title={`Next window at ${clockText(endSec)} UTC`}>
      <span class="hidden">next window in</span> {countdownText(endSec - nowSec.value)}
    </time>
  );
}
