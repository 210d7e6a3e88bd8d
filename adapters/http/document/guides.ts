/**
 * The guides: Markdown files in `guide/`, served as pages, as they are, and together in one file.
 *
 * @module
 */

import type { OwnCommand } from "../edge/answer/hint.ts";
import clients from "./guide/clients.md" with { type: "text" };
import console from "./guide/console.md" with { type: "text" };
import fees from "./guide/fees.md" with { type: "text" };
import games from "./guide/games.md" with { type: "text" };
import glossary from "./guide/glossary.md" with { type: "text" };
import howFast from "./guide/how_fast.md" with { type: "text" };
import mcp from "./guide/mcp.md" with { type: "text" };
import operations from "./guide/operations.md" with { type: "text" };
import orderBooks from "./guide/order_books.md" with { type: "text" };
import orders from "./guide/orders.md" with { type: "text" };
import outcomeMarkets from "./guide/outcome_markets.md" with { type: "text" };
import positions from "./guide/positions.md" with { type: "text" };
import prices from "./guide/prices.md" with { type: "text" };
import rehearsal from "./guide/rehearsal.md" with { type: "text" };
import stream from "./guide/stream.md" with { type: "text" };
import webhooks from "./guide/webhooks.md" with { type: "text" };
import windows from "./guide/windows.md" with { type: "text" };

/** The text of each guide by its name, in the order in which they are listed. */
const TEXTS = {
  prices,
  order_books: orderBooks,
  windows,
  fees,
  orders,
  positions,
  games,
  stream,
  webhooks,
  outcome_markets: outcomeMarkets,
  rehearsal,
  clients,
  mcp,
  console,
  operations,
  how_fast: howFast,
  glossary,
} as const;

/** The name of a guide. */
export type GuideName = keyof typeof TEXTS;

/** One guide. */
export interface Guide {
  readonly name: GuideName;
  /** Its first heading. */
  readonly title: string;
  /** Its first paragraph, in one line. */
  readonly summary: string;
  readonly markdown: string;
}

/** All guides. */
export const GUIDES: ReadonlyArray<Guide> = Object.entries(TEXTS).map(([name, markdown]) => {
  const [heading = "", paragraph = ""] = markdown.split(/\n{2,}/);
  const title = heading.replace(/^# /, "");
  return { name: name as GuideName, title, summary: paragraph.replaceAll("\n", " "), markdown };
});

/** Commands of the sources alone, which a running service need not have. */
const OF_SOURCES = ["bench", "binary", "client-types", "package", "test", "trials"];

const COMMANDS = new RegExp(
  `(?:npx -y bun@[\\d.]+|bun) run (?!(?:${OF_SOURCES.join("|")})\\b|[\\w-]*[./])` +
    "([a-z][^`#|\\n]*?)(?= *(?:[`#|\\n]|$))",
  "g",
);

/** Returns a guide with the commands of the running service in place of those of its sources. */
export function writtenGuide(guide: Guide, ownCommand: OwnCommand): Guide {
  const written = guide.markdown.replace(COMMANDS, (_, words: string) => ownCommand(words));
  return { ...guide, markdown: written };
}

/** The path of a guide's page. */
export function guidePath(name: GuideName): string {
  return `/docs/guide/${name}`;
}

/** A guide as HTML. Its headings have ids, and its links lead to the pages of other guides. */
export function guideHtml({ markdown }: Guide): string {
  // Links of the repository's files lead to pages here.
  const linked = markdown.replace(/\]\((\w+)\.md(#[\w-]*)?\)/g, "](/docs/guide/$1$2)");
  return Bun.markdown.html(linked, {
    headings: { ids: true },
    noHtmlBlocks: true,
    noHtmlSpans: true,
  });
}

/** Guides in one Markdown file, for programs that read. */
export function oneFileOf(guides: ReadonlyArray<Guide>): string {
  return guides.map(({ markdown }) => markdown.trim()).join("\n\n---\n\n") + "\n";
}

/** The list of documents for language models, in the form of llmstxt.org. */
export function llmsText(): string {
  const guides = GUIDES.map(({ name, title, summary }) =>
    `- [${title}](${guidePath(name)}.md): ${summary}`
  );
  return `# Strikeline

> Target prices of prediction-market windows, fees, market orders that are placed at most once,
> sports games and outcome markets, over one HTTP and WebSocket interface.

## Guides

${guides.join("\n")}
- [All guides in one file](/docs/guide/all.md)

## For programs that choose tools

- [Tools](/mcp): the Model Context Protocol over Streamable HTTP, with an API key

## Machine-readable documents

- [OpenAPI 3.1](/openapi.json): every request, with examples
- [AsyncAPI 3.0](/asyncapi.json): the messages of the WebSocket
`;
}
