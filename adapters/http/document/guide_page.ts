/**
 * The page of a guide, and the page that lists all guides.
 *
 * @module
 */
import { docsPage, type SideGroup } from "./docs_frame.ts";
import { type Guide, guideHtml, guidePath, GUIDES } from "./guides.ts";

const STYLE = `
main { max-width: 62rem; }
h1 { margin: 0 0 1rem; font-size: 2rem; letter-spacing: -0.02em; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.35rem; }
h3 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
p, li { max-width: 46rem; }
main a { color: var(--accent); }
code { font-family: ui-monospace, "SF Mono", Menlo, monospace; font-size: .87em;
  overflow-wrap: anywhere; }
pre { padding: .8rem 1rem; background: var(--box); border-radius: .5rem; overflow-x: auto;
  line-height: 1.4; }
pre code { overflow-wrap: normal; }
table { display: block; overflow-x: auto; border-collapse: collapse; font-size: .94rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; min-width: 8rem;
  border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 500; }
`;

/** The page of one guide. */
export function guidePage(guide: Guide, groups: ReadonlyArray<SideGroup>): string {
  const { name, title } = guide;
  return docsPage({ title, path: guidePath(name), groups, main: guideHtml(guide), style: STYLE });
}

/** The page that lists the guides. */
export function guideListPage(groups: ReadonlyArray<SideGroup>): string {
  const items = GUIDES.map(({ name, title, summary }) =>
    `<li><a href="${guidePath(name)}">${Bun.escapeHTML(title)}</a>: ${Bun.escapeHTML(summary)}</li>`
  );
  const main = `<h1>Guides</h1>
<ul>
${items.join("\n")}
</ul>
<p>For programs that read: <a href="/docs/guide/all.md">all guides in one Markdown file</a> and
<a href="/llms.txt">/llms.txt</a>.</p>`;
  return docsPage({ title: "Guides", path: "/docs/guide", groups, main, style: STYLE });
}
