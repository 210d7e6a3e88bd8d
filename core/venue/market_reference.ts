/**
 * How a caller names a market or an event of the primary venue: a slug, or the address of a page.
 *
 * @module
 */
import { Option, Result } from "effect";
import { RequestRejected } from "../request.ts";
import { decodedPart, parseWebAddress } from "../web_address.ts";

/** What is named. */
export type MarketReference =
  /** A market; its page may also say of which event it is. */
  | { readonly by: "slug"; readonly slug: string; readonly eventSlug: Option.Option<string> }
  /** The page of an event: its market, if it has just one. */
  | { readonly by: "event"; readonly eventSlug: string };

/** Where the name of a caller came from, and whose pages are meant. */
export interface PageContext {
  readonly parameter: string;
  /** Event pages live under this address, besides those of the venue: `{eventBaseUrl}/{slug}`. */
  readonly eventBaseUrl: string;
}

/** The venue's own site. */
const VENUE_HOSTS: ReadonlySet<string> = new Set(["polymarket.com", "www.polymarket.com"]);
const EXAMPLE = "https://polymarket.com/event/btc-updown-5m-1787414400";

/** The site in another language, as addresses have it. */
const LANGUAGE = String.raw`(?:/[a-z]{2}(?:-[a-z]{2,4})?)?`;
/** Pages of an event, and of a market in it. */
const EVENT_PAGE = new RegExp(`^${LANGUAGE}/event/([^/]+)(?:/([^/]+))?$`, "i");
const MARKET_PAGE = new RegExp(`^${LANGUAGE}/market/([^/]+)$`, "i");
/** Pages of games, whose events are named by a day; week by week in some leagues. */
const GAME_PAGE = new RegExp(
  String.raw`^${LANGUAGE}/sports/[^/]+/(?:games/week/\d+/)?([^/]*-\d{4}-\d{2}-\d{2}[^/]*)$`,
  "i",
);

/**
 * Reads the slug of a market, or the address of a page of it or of its event: with or without the
 * scheme, with a query, a fragment or a slash at its end. Addresses are only read: nobody asks for
 * what they name. Refuses those of other sites and of other pages. Names are given as they are
 * written; what they may be is for the caller to check.
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

/** As {@linkcode parseMarketReference}, of an event: its slug, or a page of it or of a market. */
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

/** What is no address. */
function bareName(input: string): Option.Option<string> {
  const text = input.trim();
  return text.includes("/") ? Option.none() : Option.some(text);
}

function readPage(
  input: string,
  context: PageContext,
): Result.Result<MarketReference, RequestRejected> {
  const url = parseWebAddress(input.trim());
  if (url === undefined) {
    return refuse({ ...context, received: input }, `Send a slug, or an address such as ${EXAMPLE}`);
  }
  const base = new URL(context.eventBaseUrl);
  if (!VENUE_HOSTS.has(url.host) && url.host !== base.host) {
    const sites = [...new Set(["polymarket.com", base.host])].join(" or ");
    return refuse({ ...context, received: input }, `Send an address of ${sites}`);
  }
  const path = url.pathname.replace(/\/+$/, "");
  return Option.match(pageOf(url.host === base.host ? withoutBase(path, base) : path), {
    onNone: () =>
      refuse(
        { ...context, received: input },
        `Send the page of an event or a market, such as ${EXAMPLE}`,
      ),
    onSome: Result.succeed,
  });
}

/** A page under the operator's own address, as the venue's site would have it. */
function withoutBase(path: string, { pathname }: URL): string {
  const folder = `${pathname.replace(/\/+$/, "")}/`;
  return path.startsWith(folder) ? `/event/${path.slice(folder.length)}` : path;
}

function pageOf(path: string): Option.Option<MarketReference> {
  const [, event = GAME_PAGE.exec(path)?.[1], market] = EVENT_PAGE.exec(path) ?? [];
  const slug = decodedPart(market ?? MARKET_PAGE.exec(path)?.[1] ?? "");
  if (event === undefined) {
    return slug === ""
      ? Option.none()
      : Option.some({ by: "slug", slug, eventSlug: Option.none() });
  }
  const eventSlug = decodedPart(event);
  if (eventSlug === "" || (market !== undefined && slug === "")) return Option.none();
  return Option.some(
    market === undefined
      ? { by: "event", eventSlug }
      : { by: "slug", slug, eventSlug: Option.some(eventSlug) },
  );
}

function refuse(
  { parameter, received }: { readonly parameter: string; readonly received: string },
  hint: string,
): Result.Result<never, RequestRejected> {
  return Result.fail(new RequestRejected({ parameter, received, hint }));
}
