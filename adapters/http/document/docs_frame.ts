/**
 * What all pages of the documents share: the head, the bar at the top and the list at the side.
 *
 * @module
 */
import { guidePath, GUIDES } from "./guides.ts";
import { PAGE_STYLE } from "./page_style.ts";

/** A link of the list. */
export interface SideLink {
  readonly href: string;
  readonly text: string;
  /** Such as GET. */
  readonly mark?: string;
}

/** Links under one heading. */
export interface SideGroup {
  readonly title: string;
  readonly links: ReadonlyArray<SideLink>;
}

/** One page. */
export interface DocsPage {
  readonly title: string;
  /** Its own path, which the list marks. */
  readonly path: string;
  readonly groups: ReadonlyArray<SideGroup>;
  /** HTML. */
  readonly main: string;
  /** Further elements of the head. */
  readonly head?: string;
  /** Further CSS. */
  readonly style?: string;
}

const STYLE = `${PAGE_STYLE}
.bar { display: flex; flex-wrap: wrap; gap: 1.25rem; align-items: baseline; padding: .6rem 1.25rem;
  border-bottom: 1px solid var(--line); }
.bar strong { letter-spacing: -0.02em; }
.bar a, .side a { color: var(--ink); text-decoration: none; }
.bar a:hover, .side a:hover { color: var(--accent); }
.docs { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 90rem;
  margin: 0 auto; }
.side { border-right: 1px solid var(--line); padding: 1rem 1rem 3rem 1.25rem; font-size: .88rem;
  position: sticky; top: 0; max-height: 100vh; overflow-y: auto; }
.side summary { font-weight: 600; cursor: pointer; padding: .3rem 0; }
.side a { display: block; padding: .15rem 0 .15rem .75rem; overflow-wrap: anywhere; }
.side a[aria-current] { color: var(--accent); font-weight: 600; }
.side small { color: var(--soft); font-size: .7rem; margin-right: .35rem; }
main { padding: 1.5rem 2rem 5rem; min-width: 0; }
@media (max-width: 52rem) {
  .docs { grid-template-columns: minmax(0, 1fr); }
  /* The list follows the page: on a small screen it would stand before every first line. */
  .side { order: 1; position: static; max-height: none; border-right: 0;
    border-top: 1px solid var(--line); }
  main { padding: 1rem 1.25rem 4rem; } }
`;

/** The page's HTML. */
export function docsPage({ title, path, groups, main, head = "", style = "" }: DocsPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${Bun.escapeHTML(title)} - Strikeline</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
${head}<style>${STYLE}${style}</style>
</head>
<body>
<header class="bar"><strong><a href="/">Strikeline</a></strong> <a href="/docs">Requests</a>
<a href="/docs/stream">Stream</a> <a href="/docs/guide">Guides</a>
<a href="/console">Console</a></header>
<div class="docs">
<nav class="side" aria-label="Documents">
${[...groups, guideGroup()].map((group) => groupHtml(group, path)).join("\n")}
</nav>
<main>
${main}
</main>
</div>
</body>
</html>
`;
}

function guideGroup(): SideGroup {
  const links = GUIDES.map(({ name, title }) => ({ href: guidePath(name), text: title }));
  return { title: "Guides", links };
}

function groupHtml({ title, links }: SideGroup, path: string): string {
  const items = links.map(({ href, text, mark }) =>
    `<a href="${Bun.escapeHTML(href)}"${href === path ? ' aria-current="page"' : ""}>` +
    `${mark === undefined ? "" : `<small>${Bun.escapeHTML(mark)}</small>`}` +
    `${Bun.escapeHTML(text)}</a>`
  );
  return `<details open><summary>${Bun.escapeHTML(title)}</summary>\n${items.join("\n")}</details>`;
}
