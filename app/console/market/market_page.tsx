/**
 * One asset: its price, its chart and how its windows ended.
 *
 * @module
 */
import { place, setQuery } from "../frame/location.ts";
import type { PageProps } from "../frame/pages.ts";
import { Waiting } from "../part/waiting.tsx";
import { isTimeKnown } from "../service/service_time.ts";
import { useStream } from "../service/stream_feed.ts";
import { LivePrice } from "./live_price.tsx";
import { LiveWindow } from "./live_window.tsx";
import { MarketHistory } from "./market_history.tsx";
import { ASSETS, INTERVALS, isOfExchange, parseAsset, parseInterval } from "./market_name.ts";
import { StreamNote } from "./stream_note.tsx";

/** The page. */
export function Page({ item }: PageProps) {
  useStream();
  const asset = parseAsset(item);
  const interval = parseInterval(place.value.query.get("interval"));
  const query = `?interval=${interval}`;
  const assets = (
    <nav class="row choices" aria-label="Assets">
      {ASSETS.map((one) => (
        <a
          key={one}
          class="button"
          href={`/console/market/${one}${query}`}
          aria-current={one === asset ? "page" : undefined}
        >
          {one.toUpperCase()}
        </a>
      ))}
    </nav>
  );
  if (asset === undefined) {
    return (
      <>
        <h1>No such market</h1>
        <p>
          {item === undefined ? "An asset is missing." : `There is no asset "${item}".`}{" "}
          Choose one of these.
        </p>
        {assets}
      </>
    );
  }
  return (
    <>
      <h1>{asset.toUpperCase()} in US dollars</h1>
      <StreamNote />
      {assets}
      <div class="row choices" role="group" aria-label="Length of window">
        {INTERVALS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === interval}
            onClick={() => setQuery({ interval: one, window: undefined })}
          >
            {one}
          </button>
        ))}
      </div>
      <dl class="facts now">
        <dt>Latest price</dt>
        <dd>
          <LivePrice asset={asset} isExact />
        </dd>
        <dt>Target of this window</dt>
        <dd>
          <LiveWindow asset={asset} interval={interval} />
        </dd>
      </dl>
      {isOfExchange(interval)
        ? (
          <p class="soft">
            ≈ windows of {interval}{" "}
            open and settle at the exchange's price. The price here is the oracle's average over 60
            s, so the distance is approximate. <a href="/docs/guide/prices">Prices and windows</a>
          </p>
        )
        : null}
      {isTimeKnown.value
        ? <MarketHistory key={`${asset} ${interval}`} asset={asset} interval={interval} />
        : <Waiting what="Waiting for the service" />}
    </>
  );
}
