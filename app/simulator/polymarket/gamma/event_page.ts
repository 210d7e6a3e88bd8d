/**
 * The page of an event, as on the venue's site, for readers who follow the `url` of a window.
 *
 * @module
 */
import { decodedPart } from "../../../../core/web_address.ts";
import { type Answer } from "../../kit/answer.ts";
import { parseJson } from "../../kit/json.ts";
import { codeText, escaped, factList, pageAnswer } from "../../kit/page.ts";
import { type Catalog, type EventObject, marketsOf } from "./catalog.ts";
import { type WireObject } from "./wire_text.ts";

/** The path prefix of the pages, followed by a slug. */
export const EVENT_PAGES = "/event";

/** The slug of one of the event's markets may follow. */
const PATH = new RegExp(`^${EVENT_PAGES}/([^/]+)(?:/([^/]+))?/?$`);
/** Largest number of markets shown, because a staged event may have any number. */
const MARKETS_MAX = 100;

/** Returns the page of a path; undefined for a path without a page. */
export function eventPage(path: string, open: () => Catalog): Answer | undefined {
  const [, event, market] = PATH.exec(path) ?? [];
  if (event === undefined) return undefined;
  const slug = decoded(event);
  const found = open().event("slug", slug);
  if (found === undefined) return unknownPage(slug);
  const wanted = market === undefined ? undefined : decoded(market);
  const markets = marketsOf(found)
    .filter((market) => wanted === undefined || market["slug"] === wanted);
  return markets.length === 0 && wanted !== undefined
    ? unknownPage(`${slug}/${wanted}`)
    : pageAnswer({
      status: 200,
      title: textOf(found["title"] ?? slug),
      body: bodyOf(found, markets),
    });
}

function unknownPage(name: string): Answer {
  return pageAnswer({
    status: 404,
    title: "No such event",
    body: `<p>The simulated venue lists nothing under ${codeText(name)}. Events are listed from ` +
      "some hours or days before their window opens, and stay.</p>",
  });
}

function bodyOf(event: EventObject, markets: ReadonlyArray<WireObject>): string {
  const slug = textOf(event["slug"]);
  const tags = itemsOf(event["tags"]).map((tag) =>
    textOf(typeof tag === "object" && tag !== null && "label" in tag ? tag.label : tag)
  );
  const object = `/events/slug/${encodeURIComponent(slug)}`;
  const more = markets.length - MARKETS_MAX;
  return [
    factList([
      ["Slug", codeText(slug)],
      ["Id", codeText(textOf(event["id"]))],
      ...windowFacts(event),
      ["Status", escaped(stateOf(event))],
      ...fact("Version", event["version"]),
      ["Tags", escaped(tags.join(", ") || "none")],
      ["As an object", `<a href="${escaped(object)}">${escaped(object)}</a>`],
    ]),
    ...markets.slice(0, MARKETS_MAX).map(marketPart),
    ...(more > 0 ? [`<p>And ${more} more markets.</p>`] : []),
  ].join("\n");
}

function windowFacts(event: EventObject): ReadonlyArray<readonly [string, string]> {
  return [...fact("Starts", event["startTime"]), ...fact("Ends", event["endDate"])];
}

function marketPart(market: WireObject): string {
  const [prices, tokens] = [itemsOf(market["outcomePrices"]), itemsOf(market["clobTokenIds"])];
  const positions = itemsOf(market["positionIds"]);
  const rows = itemsOf(market["outcomes"]).map((outcome, at) =>
    `<tr><td>${escaped(textOf(outcome))}</td><td>${escaped(textOf(prices[at]))}</td>` +
    `<td>${
      [tokens[at], positions[at]].filter((id) => id !== undefined).map(textOf).map(codeText)
        .join("<br>")
    }</td></tr>`
  );
  return `<section>
<h2>${escaped(textOf(market["question"]))}</h2>
${
    factList([
      ["Slug", codeText(textOf(market["slug"]))],
      ["Id", codeText(textOf(market["id"]))],
      ["Condition", codeText(textOf(market["conditionId"]))],
      ["Status", escaped(stateOf(market))],
      ...fact("Version", market["version"]),
    ])
  }
<table>
<thead><tr><th>Outcome</th><th>Price</th><th>Token or position</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
</section>`;
}

/** Returns no fact if the venue states none. */
function fact(name: string, value: unknown): ReadonlyArray<readonly [string, string]> {
  return value === undefined || value === null ? [] : [[name, escaped(textOf(value))]];
}

function stateOf({ closed, active, acceptingOrders }: WireObject): string {
  if (closed === true) return "closed";
  if (active === false) return "not active";
  return acceptingOrders === true ? "open, takes orders" : "open";
}

/** A staged event may have any content. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "none" : JSON.stringify(value);
}

/** Reads a list, or a list written as text. */
function itemsOf(value: unknown): ReadonlyArray<unknown> {
  const items = typeof value === "string" ? parseJson(value) : value;
  return Array.isArray(items) ? items : [];
}

/** Text that cannot be decoded is returned unchanged; it is never a slug. */
function decoded(part: string): string {
  return decodedPart(part) || part;
}
