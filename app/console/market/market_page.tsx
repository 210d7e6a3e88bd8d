/**
 * One asset: its price, its chart and how its windows ended.
 *
 * @module
 */
import type { Asset, Interval } from "../../client/typescript/mod.ts";
import { place } from "../frame/location.ts";
import type { PageProps } from "../frame/pages.ts";
import { Fact, Facts } from "../part/facts.tsx";
import { PlaceChoice } from "../part/place_choice.tsx";
import { Waiting } from "../part/waiting.tsx";
import { isTimeKnown } from "../service/service_time.ts";
import { useStream } from "../service/stream_feed.ts";
import { LivePrice } from "./live_price.tsx";
import { LiveWindow } from "./live_window.tsx";
import { MarketHistory } from "./market_history.tsx";
import { INTERVALS, parseAsset, parseInterval, served } from "./market_name.ts";
import { StreamNote } from "./stream_note.tsx";

/** The page. */
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
      <Facts>
        <Fact name="Latest price">
          <LivePrice asset={asset} />
        </Fact>
        <Fact name="Target of this window">
          <LiveWindow asset={asset} interval={interval} />
        </Fact>
      </Facts>
      {isTimeKnown.value
        ? <MarketHistory key={`${asset} ${interval}`} asset={asset} interval={interval} />
        : <Waiting what="Waiting for the service" />}
    </>
  );
}

function addressOf(asset: Asset, interval: Interval): string {
  return `/console/market/${asset}?interval=${interval}`;
}
