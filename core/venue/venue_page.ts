/**
 * The pages of the primary venue's site that name one event or one market.
 *
 * @module
 */
import { Option } from "effect";
import { decodedPart } from "../web_address.ts";
import { toVenueSlug } from "./venue_slug.ts";

/** The slugs in a page's path. An event's page has no market's. */
export interface PageSlugs {
  readonly event: Option.Option<string>;
  readonly market: Option.Option<string>;
}

/**
 * The shape of every path, after the language that any page may have before it. Pages of several
 * events, such as `/sports/nba/games`, have none.
 *
 * Source: addresses of the site in public code and posts, until November 2026.
 */
export const PAGE_SHAPES = [
  "/event/{event}",
  "/event/{event}/{market}",
  "/market/{market}",
  "/sports/{league}/{game}",
  "/sports/{sport}/{league}/{game}",
  "/sports/{league}/games/week/{week}/{game}",
  "/esports/{esport}/{game}",
  "/esports/{esport}/{league}/{game}",
  "/esports/{esport}/games/week/{week}/{game}",
] as const;

/** What stands for a part of a shape. A game is an event, and its slug contains its day. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ["{event}", "(?<event>[^/]+)"],
  ["{game}", String.raw`(?<event>[^/]*-\d{4}-\d{2}-\d{2}[^/]*)`],
  ["{market}", "(?<market>[^/]+)"],
  ["{week}", String.raw`\d+`],
]);

/** `/de`, `/pt-br`, `/zh-hant-tw`, `/es-419`. */
const LANGUAGE = "(?:/[a-z]{2}(?:[-_][a-z0-9]{2,4}){0,2})?";

const PATTERNS = PAGE_SHAPES.map((shape) =>
  new RegExp(
    `^${LANGUAGE}${shape.replace(/\{\w+\}/g, (part) => PARTS.get(part) ?? "[^/]+")}/*$`,
    "i",
  )
);

/** Reads the path of a page; none for other pages. Slugs are as the venue writes them. */
export function readVenuePage(path: string): Option.Option<PageSlugs> {
  for (const pattern of PATTERNS) {
    const { groups } = pattern.exec(path) ?? {};
    if (groups === undefined) continue;
    const parts = [groups["event"], groups["market"]].map(slugOf);
    const [event = Option.none(), market = Option.none()] = parts;
    const isWhole = parts.every((slug) => !Option.contains(slug, ""));
    return isWhole ? Option.some({ event, market }) : Option.none();
  }
  return Option.none();
}

/** Empty where the part is not validly encoded. */
function slugOf(part: string | undefined): Option.Option<string> {
  return Option.map(Option.fromUndefinedOr(part), (text) => toVenueSlug(decodedPart(text)));
}
