/**
 * One market: the prices of its open window, its order books, its chart and how its windows ended.
 *
 * @module
 */
import type { Asset, Interval } from "../../client/typescript/mod.ts";
import { place } from "../frame/location.ts";
import type { PageProps } from "../frame/pages.ts";
import { PlaceChoice } from "../part/place_choice.tsx";
import { Waiting } from "../part/waiting.tsx";
import { isTimeKnown } from "../service/service_time.ts";
import { useStream } from "../service/stream_feed.ts";
import { useOwnOrders } from "../wallets/use_own_orders.ts";
import type { MarketProps } from "./live_window.tsx";
import { MarketBooks } from "./market_books.tsx";
import { MarketHistory } from "./market_history.tsx";
import { MarketOfSlug } from "./market_of_slug.tsx";
import { MarketTrading } from "./market_trading.tsx";
import { INTERVALS, parseAsset, parseInterval, served } from "./market_name.ts";
import { OpenWindow } from "./open_window.tsx";
import { StreamNote } from "./stream_note.tsx";
import { useLegs } from "./use_legs.ts";

/** The page. Its item is an asset, or the slug of a window. */
export function Page({ item }: PageProps) {
  useStream();
  const asset = parseAsset(item);
  const interval = parseInterval(place.value.query.get("interval"));
  const assets = (
    <PlaceChoice
      label="Assets"
      options={served.value.map(({ asset: one }) => ({
        href: addressOf(one, interval),
        text: one.toUpperCase(),
        isChosen: one === asset,
      }))}
    />
  );
  if (item?.includes("-")) return <MarketOfSlug slug={item} />;
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
      <PlaceChoice
        label="Length of window"
        options={INTERVALS.map((one) => ({
          href: addressOf(asset, one),
          text: one,
          isChosen: one === interval,
        }))}
      />
      <Market key={`${asset} ${interval}`} asset={asset} interval={interval} />
    </>
  );
}

function Market(market: MarketProps) {
  const own = useOwnOrders();
  const legs = useLegs(market);
  return (
    <div class="market">
      <OpenWindow {...market} known={legs.known} />
      <aside aria-label="Order and books">
        <MarketTrading {...market} own={own} />
        <MarketBooks {...market} />
      </aside>
      <div>
        {isTimeKnown.value
          ? <MarketHistory {...market} own={own} legs={legs} />
          : <Waiting what="Waiting for the service" />}
      </div>
    </div>
  );
}

function addressOf(asset: Asset, interval: Interval): string {
  return `/console/market/${asset}?interval=${interval}`;
}
