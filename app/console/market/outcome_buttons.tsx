/**
 * The outcomes of an open window to choose from, each with the price that an order would meet.
 *
 * @module
 */
import { latestWindow } from "../service/stream_feed.ts";
import { OUTCOMES } from "./book_request.ts";
import { isCurrent, type MarketProps } from "./live_window.tsx";
import { outcomeMark } from "./outcome_mark.ts";
import { outcomePrice } from "./price_text.ts";

/** The choice: a buyer sees the best asks, a seller the best bids. */
export function OutcomeButtons({ asset, interval, side, chosen, onChoose }: MarketProps & {
  readonly side: "BUY" | "SELL";
  readonly chosen: string;
  readonly onChoose: (outcome: string) => void;
}) {
  const window = latestWindow(asset, interval).value;
  return (
    <fieldset class="choice">
      <legend>Outcome</legend>
      {OUTCOMES.map((name) => {
        const { sign, colour } = outcomeMark(name === "Up" ? "up" : "down");
        const { best_ask = null, best_bid = null } = window?.outcome(name) ?? {};
        const price = side === "BUY" ? best_ask : best_bid;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={chosen === name}
            onClick={() => onChoose(name)}
          >
            <span class={colour} aria-hidden="true">{sign}</span> {name}{" "}
            <strong class={`number ${isCurrent() ? "" : "soft"}`}>
              {price === null ? "-" : outcomePrice(price, window?.market?.tick ?? null)}
            </strong>
          </button>
        );
      })}
    </fieldset>
  );
}
