/**
 * Plain HTML pages, in place of a venue's own site.
 *
 * @module
 */
import { type Answer } from "./answer.ts";

/** Escapes the markup in a text. */
export function escaped(text: string): string {
  return Bun.escapeHTML(text);
}

/** Returns an HTML page. `body` is markup; the caller must escape all external text. */
export function pageAnswer(
  { status, title, body }: {
    readonly status: number;
    readonly title: string;
    readonly body: string;
  },
): Answer {
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
        "frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} - simulated</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="note">A page of the sandbox: everything here is invented.</p>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`,
  };
}

/** Returns names with their values, one per line. Values are markup. */
export function factList(facts: ReadonlyArray<readonly [name: string, value: string]>): string {
  const rows = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${value}</dd>`);
  return `<dl>\n${rows.join("\n")}\n</dl>`;
}

/** Returns text meant for copying, as code. */
export function codeText(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #14213d; --soft: #5b6478; --line: #d9dee8;
  --page: #fbfcfe; --accent: #0b6e4f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf4; --soft: #98a2b6; --line: #2a3242; --page: #10141c; --accent: #4fd1a1; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 52rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { margin: .25rem 0 1.5rem; font-size: 1.7rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2.25rem 0 .5rem; font-size: 1.1rem; overflow-wrap: anywhere; }
.note { color: var(--soft); margin: 0; }
dl { margin: 0; display: grid; grid-template-columns: 10rem 1fr;
  border-top: 1px solid var(--line); }
dt, dd { margin: 0; padding: .4rem 0; border-bottom: 1px solid var(--line); min-width: 0; }
dt { color: var(--soft); }
table { width: 100%; border-collapse: collapse; margin: .5rem 0 0; table-layout: fixed; }
th, td { text-align: left; padding: .4rem .5rem .4rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
th { color: var(--soft); font-weight: 500; }
th:nth-child(1) { width: 25%; } th:nth-child(2) { width: 15%; }
code { font-family: ui-monospace, "SF Mono", Menlo, monospace; font-size: .88rem;
  overflow-wrap: anywhere; }
a { color: var(--accent); }
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; }
  dt { border-bottom: 0; padding-bottom: 0; } dd { padding-top: 0; } }
`;
