/**
 * A caller's reference to a market or an event of the primary venue: a slug or a page address.
 *
 * @module
 */
import { Option, Result } from "effect";
import { RequestRejected } from "../request.ts";
import { decodedPart, parseWebAddress } from "../web_address.ts";

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

/** The language prefix of a path. */
const LANGUAGE = String.raw`(?:/[a-z]{2}(?:-[a-z]{2,4})?)?`;
/** The path of an event page, or of a market page inside it. */
const EVENT_PAGE = new RegExp(`^${LANGUAGE}/event/([^/]+)(?:/([^/]+))?$`, "i");
const MARKET_PAGE = new RegExp(`^${LANGUAGE}/market/([^/]+)$`, "i");
/** The path of a game page, whose event slug contains a day; some leagues add the week. */
const GAME_PAGE = new RegExp(
  String.raw`^${LANGUAGE}/sports/[^/]+/(?:games/week/\d+/)?([^/]*-\d{4}-\d{2}-\d{2}[^/]*)$`,
  "i",
);

/**
 * Parses the slug of a market, or the address of its page or of its event's page: with or without
 * the scheme, a query, a fragment or a trailing slash. Addresses are only parsed, never requested.
 * Refuses addresses of other sites and other pages. Returns slugs as written; the caller must
 * validate them.
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

/** Converts a path under the operator's base address to the path on the venue's site. */
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
