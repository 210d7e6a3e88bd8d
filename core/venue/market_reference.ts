/**
 * A caller's reference to a market or an event of the primary venue: a slug or a page address.
 *
 * @module
 */
import { Option, Result } from "effect";
import { RequestRejected } from "../request.ts";
import { isLikeAddress, parseWebAddress } from "../web_address.ts";
import { type PageSlugs, readVenuePage } from "./venue_page.ts";
import { toVenueSlug } from "./venue_slug.ts";

/** A market or an event, as the caller named it. */
export type MarketReference =
  /** A market; its page address may also name its event. */
  | { readonly by: "slug"; readonly slug: string; readonly eventSlug: Option.Option<string> }
  /** The page of an event: means its market, if it has only one. */
  | { readonly by: "event"; readonly eventSlug: string };

/** The parameter name and the site whose pages are accepted. */
export interface PageContext {
  readonly parameter: string;
  /** Event pages under this address are accepted besides the venue's: `{eventBaseUrl}/{slug}`. */
  readonly eventBaseUrl: string;
}

/** The hosts of the venue's site. */
const VENUE_HOSTS: ReadonlySet<string> = new Set(["polymarket.com", "www.polymarket.com"]);
const EXAMPLE = "https://polymarket.com/event/btc-updown-5m-1787414400";

/**
 * Parses the slug of a market, or the address of its page or of its event's page: with or without
 * the scheme, a query, a fragment or a trailing slash. Addresses are only parsed, never requested.
 * Refuses addresses of other sites and other pages. Returns slugs as the venue writes them; the
 * caller must validate them.
 */
export function parseMarketReference(
  input: string,
  context: PageContext,
): Result.Result<MarketReference, RequestRejected> {
  return Option.match(bareName(input), {
    onNone: () => readPage(input, context),
    onSome: (slug) => Result.succeed({ by: "slug", slug, eventSlug: Option.none() }),
  });
}

/**
 * Parses the slug of an event, or the address of its page or of a page of one of its markets. See
 * {@linkcode parseMarketReference}.
 */
export function parseEventReference(
  input: string,
  context: PageContext,
): Result.Result<string, RequestRejected> {
  const bare = bareName(input);
  if (Option.isSome(bare)) return Result.succeed(bare.value);
  return Result.flatMap(readPage(input, context), (reference) => {
    if (reference.by === "event") return Result.succeed(reference.eventSlug);
    const hint = `Send the page of an event, such as ${EXAMPLE}`;
    return Option.match(reference.eventSlug, {
      onNone: () => refuse({ ...context, received: input }, hint),
      onSome: Result.succeed,
    });
  });
}

/** Returns text that is not an address. */
function bareName(input: string): Option.Option<string> {
  const text = toVenueSlug(input);
  return text.includes("/") ? Option.none() : Option.some(text);
}

function readPage(
  input: string,
  context: PageContext,
): Result.Result<MarketReference, RequestRejected> {
  const refused = (hint: string) => refuse({ ...context, received: input }, hint);
  const text = input.trim();
  const base = new URL(context.eventBaseUrl);
  if (!isLikeAddress(text) && text.split("/", 1)[0] !== base.host) {
    return refused(
      `Send the slug alone, without slashes, or the whole address of its page, such as ${EXAMPLE}`,
    );
  }
  const url = parseWebAddress(text);
  if (url === undefined) return refused(`Send a slug, or an address such as ${EXAMPLE}`);
  if (!VENUE_HOSTS.has(url.host) && url.host !== base.host) {
    const sites = [...new Set(["polymarket.com", base.host])].join(" or ");
    return refused(`Send an address of ${sites}`);
  }
  const path = url.host === base.host ? withoutBase(url.pathname, base) : url.pathname;
  return Option.match(Option.flatMap(readVenuePage(path), referenceTo), {
    onNone: () => refused(`Send the page of an event or a market, such as ${EXAMPLE}`),
    onSome: Result.succeed,
  });
}

/** Converts a path under the operator's base address to the path on the venue's site. */
function withoutBase(path: string, { pathname }: URL): string {
  const folder = `${pathname.replace(/\/+$/, "")}/`;
  return path.startsWith(folder) ? `/event/${path.slice(folder.length)}` : path;
}

function referenceTo({ event, market }: PageSlugs): Option.Option<MarketReference> {
  return Option.orElse(
    Option.map(market, (slug) => ({ by: "slug", slug, eventSlug: event })),
    () => Option.map(event, (eventSlug) => ({ by: "event", eventSlug })),
  );
}

function refuse(
  { parameter, received }: { readonly parameter: string; readonly received: string },
  hint: string,
): Result.Result<never, RequestRejected> {
  return Result.fail(new RequestRejected({ parameter, received, hint }));
}
