/**
 * A caller's reference to one market of the secondary venue: a slug, a coin or a page address.
 *
 * @module
 */
import { Option, Result } from "effect";
import { foldName } from "../fold_name.ts";
import { RequestRejected } from "../request.ts";
import { decodedPart, isLikeAddress, parseWebAddress } from "../web_address.ts";
import { type MarketSide, parseCoin } from "./side.ts";
import { parseTradeSlug, type TradeSlug } from "./trade_slug.ts";

/** The parsed reference, with the part of the caller's text that names the market. */
export type TradeReference =
  | { readonly by: "slug"; readonly text: string; readonly slug: TradeSlug }
  | { readonly by: "coin"; readonly text: string; readonly coin: MarketSide }
  /** A name that cannot be a recurring market, but may be another kind of market. */
  | { readonly by: "other"; readonly text: string };

/** The parameter name and the sites whose pages are accepted. */
export interface ReferenceContext {
  readonly parameter: string;
  /** The origin of the trading site, such as `https://app.hyperliquid.xyz`. */
  readonly tradeOrigin: string;
  /** The origin of another site whose pages are accepted too. */
  readonly otherOrigin?: string;
}

/** The characters in slugs of any market; a coin begins with `#` instead. */
const NAME = /^[a-z0-9.:_-]{1,200}$/;

/** The path of a market page, with a slug or a coin. */
const PAGE = /^\/(?:trade|outcomes)\/([^/]+)\/?$/i;

/** The path of a page whose fragment is the coin. */
const PAGE_OF_FRAGMENT = /^\/(?:trade|outcomes)\/?$/i;

/**
 * Parses the slug of a market or of a side, a coin such as `#2430`, or the address of either:
 * case-insensitively, with or without the scheme, a query, a fragment or a trailing slash.
 * Addresses are only parsed, never requested. Refuses addresses of other sites and invalid names.
 */
export function parseTradeReference(
  input: string,
  { parameter, tradeOrigin, otherOrigin = tradeOrigin }: ReferenceContext,
): Result.Result<TradeReference, RequestRejected> {
  const refuse = (hint: string) =>
    Result.fail(new RequestRejected({ parameter, received: input, hint }));
  const text = input.trim().replace(/\/+$/, "");
  const site = new URL(tradeOrigin).host;
  if (!text.includes("/")) return Option.getOrElse(named(decodedPart(text)), () => refuse(FORMS));
  if (!isLikeAddress(text)) {
    const page = `${tradeOrigin}/trade/...`;
    return refuse(`Send the slug alone, without slashes, or an address such as ${page}`);
  }
  const url = parseWebAddress(text);
  if (url === undefined) {
    return refuse(`Send a slug, or an address such as ${tradeOrigin}/trade/...`);
  }
  if (url.host !== site && url.host !== new URL(otherOrigin).host) {
    return refuse(`Send an address of ${site}`);
  }
  const { pathname, hash } = url;
  const [fragment = ""] = PAGE_OF_FRAGMENT.test(pathname) ? hash.split(/[?&/]/) : [];
  const [, segment = fragment] = PAGE.exec(pathname) ?? [];
  const name = decodedPart(segment);
  if (name === "") {
    return refuse(`Send the page of a market: ${tradeOrigin}/trade/..., a "#" in it as %23`);
  }
  return Option.getOrElse(named(name), () => refuse(FORMS));
}

const FORMS = "Send a slug such as btc-above-78213-yes-may-03-0600, or the address of its page";

function named(name: string): Option.Option<Result.Result<TradeReference, never>> {
  const text = foldName(name);
  const found = Option.firstSomeOf<TradeReference>([
    Option.map(parseCoin(text), (coin) => ({ by: "coin", text, coin })),
    Option.map(parseTradeSlug(text), (slug) => ({ by: "slug", text, slug })),
    NAME.test(text) ? Option.some({ by: "other", text }) : Option.none(),
  ]);
  return Option.map(found, Result.succeed);
}
