/**
 * The claims about messages of windows: each is told once as it opens and once as it closes, with
 * the true prices.
 *
 * @module
 */
import { Effect } from "effect";
import { windowContaining } from "../../../core/market/mod.ts";
import { e18ToNumber } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { targetQuery } from "../../../core/use_case/price/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { siteE18, trueE18 } from "../../stage/truth.ts";
import type { ServiceHistory } from "./service_history.ts";

const venue = Effect.runSync(Venue.use(Effect.succeed));

/** What the webhooks of a history are told of: windows of btc of five minutes. */
const WINDOW_SEC = 300;
/** In service seconds: an outcome is final, what a dead process claimed is due again, and sent. */
const TOLD_AFTER_SEC = 2_400;

interface Told {
  readonly type: string;
  readonly data: {
    readonly seq: number;
    readonly price: number;
    readonly provisional?: boolean;
    readonly market: { readonly timestamp_start: number };
    readonly datapoint: { readonly price: number };
    readonly outcomeMeta: {
      readonly closePrice: number;
      readonly outcome: string;
      readonly final: boolean;
    };
  };
}

/** Returns a description of every claim that does not hold. */
export function brokenWindowMessages({ ground }: ServiceHistory): ReadonlyArray<string> {
  const { traffic, plan, nowSec } = ground;
  const told = traffic.messages.map(({ body, messageId, webhookId }) => ({
    ...JSON.parse(body) as Told,
    messageId,
    webhookId,
  })).filter(({ type }) => type.startsWith("window."));
  const startOf = ({ type, data }: Told) =>
    type === "window.opened" ? data.seq : data.market.timestamp_start;
  const byWindow = Map.groupBy(told, (each) => `${each.webhookId} ${each.type} ${startOf(each)}`);
  const twice = [...byWindow].filter(([, all]) =>
    new Set(all.map(({ messageId }) => messageId)).size > 1
  ).map(([name]) => `13 windows: told twice of ${name}`);
  const wrong = told.filter((each) => !isTrue(each, startOf(each)))
    .map((each) => `13 windows: told wrongly of ${startOf(each)}: ${JSON.stringify(each.data)}`);
  const missing = traffic.webhooks.filter(({ events }) => events.includes("window.closed"))
    .flatMap(({ webhookId }) => {
      const due: Array<string> = [];
      let startSec = Math.ceil(plan.startSec / WINDOW_SEC) * WINDOW_SEC;
      for (; startSec + WINDOW_SEC < nowSec - TOLD_AFTER_SEC; startSec += WINDOW_SEC) {
        due.push(
          `${webhookId} window.opened ${startSec}`,
          `${webhookId} window.closed ${startSec}`,
        );
      }
      return due.filter((name) => !byWindow.has(name));
    });
  return [...twice, ...wrong, ...missing.map((name) => `13 windows: never told of ${name}`)];
}

/** What is provisional may be what the venue's site shows. */
function isTrue({ type, data }: Told, startSec: number): boolean {
  const priceAt = (sec: number) => {
    const window = windowContaining(venue.profile.calendar, "5min", UnixSec(sec));
    return { true: trueE18(targetQuery(venue, "btc", window)), site: siteE18("btc", window) };
  };
  const open = priceAt(startSec);
  if (type === "window.opened") {
    return data.price === e18ToNumber(data.provisional === true ? open.site : open.true);
  }
  const close = priceAt(startSec + WINDOW_SEC);
  const { closePrice, outcome, final } = data.outcomeMeta;
  // What is not final is waited for, for longer than a history lasts.
  return final && data.datapoint.price === e18ToNumber(open.true) &&
    closePrice === e18ToNumber(close.true) &&
    outcome === (close.true >= open.true ? "up" : "down");
}
