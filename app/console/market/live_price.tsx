/**
 * The latest price of an asset, or why there is none.
 *
 * @module
 */
import type { Asset } from "../../client/typescript/mod.ts";
import { useIsSlow } from "../part/waiting.tsx";
import { nowSec } from "../service/service_time.ts";
import { service } from "../service/session.ts";
import { latestAverage, streamConnection } from "../service/stream_feed.ts";
import { type PriceState, priceStateOf } from "../service/stream_value.ts";
import { exactPrice, shortPrice } from "./price_text.ts";
import { clockText } from "../part/time_text.ts";

/** Returns what may be said of an asset's price now. A component that calls it follows it. */
export function currentPrice(asset: Asset): PriceState {
  return priceStateOf(latestAverage(asset).value, {
    nowSec: nowSec.value,
    speed: service.value?.sandbox?.speed ?? 1,
    isOpen: streamConnection.value.state === "open",
  });
}

/** The price with some of its digits; its title has all. */
export function LivePrice({ asset }: { readonly asset: Asset }) {
  const price = currentPrice(asset);
  if (price.kind === "loading") return <Awaited what="price" />;
  if (price.kind === "missing") {
    return (
      <span class="warn">
        <strong>No price</strong>: {price.why}
      </span>
    );
  }
  const { value, atSec, lateSec, isStale } = price;
  return (
    <>
      <span class="number" title={`${exactPrice(value)} at ${clockText(atSec)} UTC`}>
        {shortPrice(value)}
      </span>{" "}
      {isStale ? <span class="mark warn">stale, {clockText(atSec)}</span> : null}
      {lateSec === undefined ? null : <span class="mark warn">{lateSec} s old</span>}
    </>
  );
}

/** The place of something that has not arrived yet; in words once that takes a second. */
export function Awaited({ what }: { readonly what: string }) {
  const isSlow = useIsSlow(true);
  return <span class="soft">{isSlow ? `waits for the ${what}` : "…"}</span>;
}
