/**
 * The market of a position.
 *
 * @module
 */
import { shortHex } from "../part/short_hex.ts";
import { clockText, dayOf } from "../part/time_text.ts";

/** How the slugs of windows go on after the asset's name. */
const WINDOW = /^[a-z]+-(updown|up-or-down|\d+[mhd])-/;

/** A slug that ends with when its window opens, unix seconds. */
const OPENING = /-updown-\w+-(\d{9,10})$/;

/**
 * The market, by its slug or else its condition id, or a series of windows, `btc:5min`. Windows
 * lead to their page; where a slug has their opening as a number, its day and time are beneath.
 */
export function MarketLink({ name }: { readonly name: string }) {
  const address = addressOf(name);
  const openedSec = OPENING.exec(name)?.[1];
  return (
    <>
      {address !== undefined
        ? <a href={address}>{name}</a>
        : name.startsWith("0x")
        ? <code title={name}>{shortHex(name)}</code>
        : name}
      {openedSec === undefined ? null : <small>{openingText(Number(openedSec))}</small>}
    </>
  );
}

function addressOf(name: string): string | undefined {
  const [asset, interval] = name.split(":");
  if (interval !== undefined) return `/console/market/${asset}?interval=${interval}`;
  return WINDOW.test(name) ? `/console/market/${name}` : undefined;
}

function openingText(sec: number): string {
  return `${dayOf(sec)} ${clockText(sec)} UTC`;
}
