/**
 * The page on which a person reads and tries every request. All that it loads is served from here.
 *
 * The reader of the document is Swagger UI: it comes without dependencies. Scalar's package, which
 * has more comfort, brings 267 others with it, 278 MB in all, to every machine that runs this.
 *
 * @module
 */
import { docsPage, type SideGroup } from "./docs_frame.ts";

const STYLE = `
main { padding: 0 0 4rem; }
html.dark-mode { background: #1c2022; }
`;

/** The page. `groups` are the requests by capability. */
export function requestsPage(groups: ReadonlyArray<SideGroup>): string {
  return docsPage({
    title: "Requests",
    path: "/docs",
    groups,
    head: `<link rel="stylesheet" href="/docs/swagger-ui.css">\n`,
    style: STYLE,
    main: `<div id="reader"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script type="module" src="/docs/start.js"></script>`,
  });
}

/**
 * Starts the reader, dark where the browser is, and opens the request that the list links to. Forms
 * are filled with what a request needs: parameters that exclude each other would be refused.
 * `validatorUrl: null`: it must not ask anyone else about our document.
 */
export const DOCS_SCRIPT = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
const spec = await (await fetch("/openapi.json")).json();
const operations = Object.values(spec.paths).flatMap(Object.values);
const own = operations.flatMap(({ parameters }) => parameters);
for (const parameter of [...own, ...Object.values(spec.components.parameters)]) {
  if (parameter.$ref || parameter.required || parameter["x-suggested"]) continue;
  parameter.description += ". Example: \`" + parameter.example + "\`";
  delete parameter.example;
}
SwaggerUIBundle({
  spec,
  dom_id: "#reader",
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
addEventListener("hashchange", () => {
  const [, tag = "", operation] = decodeURIComponent(location.hash).split("/");
  const block = document.getElementById(
    "operations-" + tag.replace(/ /g, "_") + "-" + operation,
  );
  if (block === null) return;
  const isOpen = block.classList.contains("is-open");
  if (!isOpen) block.querySelector(".opblock-summary-control")?.click();
  block.scrollIntoView();
});
`;
