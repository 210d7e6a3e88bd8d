/**
 * The page a person sees first: what this is, and where everything else is.
 *
 * @module
 */
import { KEY_HEADERS } from "../edge/request/key_location.ts";
import { PAGE_STYLE } from "../document/page_style.ts";
import type { OwnCommand } from "../edge/answer/hint.ts";
import { type LiveExamples } from "../edge/request/live_example.ts";
import { isKeyed } from "../edge/edge_path.ts";
import type { Operation } from "../document/operation.ts";

const LINKS: ReadonlyArray<readonly [path: string, what: string]> = [
  ["/console", "See markets, games and wallets, and make an API key"],
  ["/docs", "Read and try every request"],
  ["/docs/guide", "Guides: prices, fees, orders, games, the stream"],
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
pre { padding: .7rem 1rem; background: var(--box); border-radius: .5rem; overflow-x: auto;
  user-select: all; }
pre code { overflow-wrap: normal; }
a:hover, a:focus-visible { text-decoration: underline; }
`;

/** What a sandbox adds to the documents, so that requests can be tried as they stand. */
export interface SandboxHelp {
  /** Undefined while the service starts. */
  readonly introduction: () => SandboxIntroduction | undefined;
  readonly liveExamples: () => Promise<LiveExamples>;
}

/** What the start page of a sandbox shows beside: its demo key, its clock and first commands. */
export interface SandboxIntroduction {
  readonly apiKey: string;
  /** The instant on its clock, as ISO 8601, and the seconds that pass in one second. */
  readonly nowIso: string;
  readonly speed: number;
  /** Commands to paste into a shell. */
  readonly commands: ReadonlyArray<string>;
}

/** The page. `described` gives the examples: the GET routes of the interface itself. */
export function startPage(
  described: ReadonlyArray<Operation>,
  { ownCommand, sandbox }: {
    readonly ownCommand: OwnCommand;
    readonly sandbox?: SandboxIntroduction | undefined;
  },
): string {
  const keyed = described.filter((one) => isKeyed(one) && !one.isHidden);
  const examples = described
    .filter(({ method, path }) => method === "GET" && path.startsWith("/api/v1/"))
    .filter((one) => !isKeyed(one) && one.path !== "/api/v1/status")
    // What only the running service knows is no link that is written once.
    .filter(({ parameters }) => parameters.every(({ liveExample }) => liveExample === undefined))
    // A socket is not opened by a link.
    .filter(({ answers }) => !(101 in answers));
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
${sandbox === undefined ? "" : sandboxPart(sandbox)}
<h2>Where to go</h2>
<ul class="where">
${LINKS.map(([path, what]) => item(path, path, what)).join("\n")}
</ul>
${examples.length === 0 ? "" : `<h2>Requests to try</h2>\n<ul>\n${exampleItems(examples)}\n</ul>`}
${keyed.length === 0 ? "" : keyedPart(keyed, ownCommand)}
</main>
</body>
</html>
`;
}

function sandboxPart({ apiKey, nowIso, speed, commands }: SandboxIntroduction): string {
  const boxes = commands.map((command) => `<pre><code>${Bun.escapeHTML(command)}</code></pre>`);
  return `<p>This is a sandbox: its prices are invented. Its clock shows
<code>${Bun.escapeHTML(nowIso)}</code> and runs at speed ${speed}. The demo API key is
<code>${Bun.escapeHTML(apiKey)}</code>.</p>
<h2>Try these</h2>
${boxes.join("\n")}`;
}

/** A link cannot send a key, so these are listed and not linked. */
function keyedPart(operations: ReadonlyArray<Operation>, ownCommand: OwnCommand): string {
  const command = (words: string) => `<code>${Bun.escapeHTML(ownCommand(words))}</code>`;
  const items = operations.map(({ method, path, summary }) =>
    `<li><code>${Bun.escapeHTML(`${method} ${path}`)}</code>` +
    `<span>${Bun.escapeHTML(summary)}</span></li>`
  );
  return `<h2>With an API key</h2>
<p>Send it in ${Bun.escapeHTML(KEY_HEADERS)}. Who has an account makes one in the
<a href="/console/keys">console</a>; the operator of this service makes accounts with
${command("account add <email>")} and keys with ${command("account key <email>")}; a sandbox prints
a key when it starts.</p>
<ul>
${items.join("\n")}
</ul>`;
}

function exampleItems(operations: ReadonlyArray<Operation>): string {
  return operations.map((operation) => {
    const path = exampleOf(operation);
    return item(path, path, operation.summary);
  }).join("\n");
}

/** A request that fits the declaration: required and suggested parameters with their examples. */
export function exampleOf({ path, parameters }: Operation): string {
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
