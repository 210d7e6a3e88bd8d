/**
 * The page a person sees first: what this is, and where everything else is.
 *
 * @module
 */
import { KEY_PLACE } from "./key_place.ts";
import { PAGE_STYLE } from "./page_style.ts";
import { isKeyed, type Route } from "./route.ts";

const LINKS: ReadonlyArray<readonly [path: string, what: string]> = [
  ["/docs", "Read and try every request"],
  ["/openapi.json", "The same as a document, OpenAPI 3.1"],
  ["/docs/stream", "Read about the stream (WebSocket)"],
  ["/asyncapi.json", "The same as a document, AsyncAPI 3.0"],
  ["/health", "Whether the service can answer"],
  ["/api/v1/status", "How the providers are doing"],
  ["/metrics", "Counters, for the operator"],
];

const STYLE = `${PAGE_STYLE}
main { max-width: 46rem; margin: 0 auto; padding: 4rem 1.25rem; }
h1 { margin: 0; font-size: 2.4rem; letter-spacing: -0.03em; }
h1::after { content: ""; display: block; width: 4rem; border-top: 4px dashed var(--accent);
  margin-top: .6rem; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1rem; color: var(--soft); font-weight: 600; }
p { max-width: 38rem; }
ul { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
li { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .6rem 0;
  border-bottom: 1px solid var(--line); }
li a, li code { flex: 0 1 100%; }
@media (min-width: 40rem) { .where a { flex-basis: 11rem; } }
li span { color: var(--soft); }
a, code { overflow-wrap: anywhere; font-family: ui-monospace, "SF Mono", Menlo, monospace;
  font-size: .92rem; }
a { color: var(--accent); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
`;

/** The page. `described` gives the examples: the GET routes of the interface itself. */
export function startPage<Ports>(described: ReadonlyArray<Route<Ports>>): string {
  const keyed = described.filter((route) => isKeyed(route) && route.isHidden !== true);
  const examples = described
    .filter(({ method, path }) => method === "GET" && path.startsWith("/api/v1/"))
    .filter((route) => !isKeyed(route) && route.path !== "/api/v1/status")
    .filter(({ parameters }) => parameters.every(({ isLiveExample }) => isLiveExample !== true))
    // A socket is not opened by a link.
    .filter(({ responses }) => !(101 in responses));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Strikeline</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Strikeline</h1>
<p>The price to beat of every prediction-market window, and what bots need around it, over one
HTTP and WebSocket interface.</p>
<h2>Where to go</h2>
<ul class="where">
${LINKS.map(([path, what]) => item(path, path, what)).join("\n")}
</ul>
${examples.length === 0 ? "" : `<h2>Requests to try</h2>\n<ul>\n${exampleItems(examples)}\n</ul>`}
${keyed.length === 0 ? "" : keyedPart(keyed)}
</main>
</body>
</html>
`;
}

/** A link cannot send a key, so these are told and not linked. */
function keyedPart<Ports>(routes: ReadonlyArray<Route<Ports>>): string {
  const items = routes.map(({ method, path, summary }) =>
    `<li><code>${Bun.escapeHTML(`${method} ${path}`)}</code>` +
    `<span>${Bun.escapeHTML(summary)}</span></li>`
  );
  return `<h2>With an API key</h2>
<p>Send it in ${Bun.escapeHTML(KEY_PLACE)}. The operator of this service makes one with
<code>bun run account add &lt;email&gt;</code> and <code>bun run account key &lt;email&gt;</code>; a
sandbox prints one when it starts.</p>
<ul>
${items.join("\n")}
</ul>`;
}

function exampleItems<Ports>(routes: ReadonlyArray<Route<Ports>>): string {
  return routes.map((route) => {
    const path = exampleOf(route);
    return item(path, path, route.summary);
  }).join("\n");
}

/** A request that fits the declaration: required and suggested parameters with their examples. */
export function exampleOf<Ports>({ path, parameters }: Route<Ports>): string {
  const filled = parameters.filter((parameter) => parameter.in === "path")
    .reduce(
      (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(example)),
      path,
    );
  const query = parameters.filter((parameter) => parameter.in === "query")
    .filter(({ required, isSuggested }) => required || isSuggested === true)
    .map(({ name, example }) => `${name}=${encodeURIComponent(example)}`.replaceAll("%3A", ":"))
    .join("&");
  return query === "" ? filled : `${filled}?${query}`;
}

function item(href: string, text: string, what: string): string {
  return `<li><a href="${Bun.escapeHTML(href)}">${Bun.escapeHTML(text)}</a>` +
    `<span>${Bun.escapeHTML(what)}</span></li>`;
}
