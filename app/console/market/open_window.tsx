/**
 * The open window of a market as its page shows it: what each outcome costs, and what is left.
 *
 * @module
 */
import type { LiveWindow } from "../../client/typescript/mod.ts";
import type { WindowPrice, WindowToken } from "../../client/typescript/wire/window.ts";
import { Fact, Facts } from "../part/facts.tsx";
import { clockText, windowText } from "../part/time_text.ts";
import type { LegsByStart, WindowLegs } from "./leg_list.ts";
import { OtherTargets } from "./leg_target.tsx";
import {
  AwaitedWindow,
  Countdown,
  currentWindow,
  isCurrent,
  type MarketProps,
  type OpenWindowProps,
  TargetDistance,
  TargetPrice,
} from "./live_window.tsx";
import { isOfExchange } from "./market_name.ts";
import { outcomeMark } from "./outcome_mark.ts";
import { exactPrice, outcomePrice, shortPrice } from "./price_text.ts";

/** The window. */
export function OpenWindow(
  { known, ...market }: MarketProps & { readonly known: LegsByStart },
) {
  const state = currentWindow(market);
  return (
    <section class="panel open" aria-label="The open window">
      {state.kind === "open"
        ? (
          <Known
            key={state.window.start}
            window={state.window}
            elsewhere={known.get(state.window.start)}
          />
        )
        : <AwaitedWindow state={state} />}
    </section>
  );
}

function Known(
  { window, elsewhere }: OpenWindowProps & { readonly elsewhere: WindowLegs | undefined },
) {
  const { start, end, url, price, target } = window;
  // A distance from a target that has not arrived here would be from nothing that is shown.
  const basis = target.price === null ? [] : elsewhere?.basis ?? [];
  return (
    <>
      <div class="title">
        <h2>
          <a href={url} target="_blank" rel="noreferrer noopener">{windowText(start, end)}</a>{" "}
          <small>UTC</small>
        </h2>
        <Countdown endSec={end} />
      </div>
      <div class="outcomes fresh">
        <Outcome window={window} name="Up" />
        <Outcome window={window} name="Down" />
      </div>
      <Facts>
        <Fact name="Target">
          <TargetPrice window={window} />
        </Fact>
        <Fact name={priceName(window)}>
          <SettlingPrice price={price} />
        </Fact>
        <Fact name="Distance">
          <TargetDistance window={window} />
        </Fact>
      </Facts>
      <OtherTargets of={elsewhere && { ...elsewhere, basis }} />
    </>
  );
}

/** One outcome's prices, in USDC a share. */
function Outcome({ window, name }: OpenWindowProps & { readonly name: "Up" | "Down" }) {
  const { sign, colour } = outcomeMark(name === "Up" ? "up" : "down");
  const tick = window.market?.tick ?? null;
  const mid = window.mid(name);
  const { best_bid = null, best_ask = null, bid_size = null, ask_size = null } =
    window.outcome(name) ?? {};
  return (
    <div class={isCurrent() ? "" : "soft"}>
      <h3>
        <span class={colour} aria-hidden="true">{sign}</span> {name}
      </h3>
      <p class="mid number" title="The middle of the best prices, USDC a share">
        {mid === null ? <span class="soft">-</span> : outcomePrice(mid, tick, 1)}
      </p>
      <p class="sides">
        <Side name="bid" price={best_bid} size={bid_size} tick={tick} />
        <Side name="ask" price={best_ask} size={ask_size} tick={tick} />
      </p>
    </div>
  );
}

function Side({ name, price, size, tick }: {
  readonly name: "bid" | "ask";
  readonly price: WindowToken["best_bid"];
  readonly size: WindowToken["bid_size"];
  readonly tick: number | null;
}) {
  return (
    <span>
      <span class="soft">{name}</span> {price === null
        ? <span class="soft">-</span>
        : (
          <span class="number" title={size === null ? undefined : `${size} shares`}>
            {outcomePrice(price, tick)}
          </span>
        )}
    </span>
  );
}

function SettlingPrice({ price }: { readonly price: WindowPrice | null }) {
  if (price === null) return <span class="warn">none that is new</span>;
  const at = clockText(Math.floor(Date.parse(price.at) / 1000));
  return (
    <span
      class={isCurrent() ? "number" : "number soft"}
      title={`${exactPrice(price.value)} at ${at} UTC`}
    >
      {shortPrice(price.value)}
    </span>
  );
}

/** What the price is that settles windows of this length. */
function priceName({ interval }: LiveWindow): string {
  return isOfExchange(interval) ? "Exchange's trade" : "Oracle's average";
}
