/**
 * The pages about the interface: the start page, its two documents and their readers.
 *
 * @module
 */
import { EncodedBody } from "./answer.ts";
import { asyncApi } from "./asyncapi.ts";
import { DOCS_PAGE, DOCS_SCRIPT } from "./docs_page.ts";
import { openApiOf } from "./openapi.ts";
import { declareRoute, type Route } from "./route.ts";
import { startPage } from "./start_page.ts";
import { streamPage } from "./stream_page.ts";

const HTML = "text/html; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";

/** Pages may run only what this service sends, and nobody may frame them. */
const PAGE_HEADERS = {
  "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; " +
    "img-src 'self' data:; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** The reader's own files, which come with a package and change only with it. */
const ASSETS: ReadonlyArray<readonly [file: string, type: string]> = [
  ["swagger-ui.css", "text/css; charset=utf-8"],
  ["swagger-ui-bundle.js", SCRIPT],
];

/** The routes. `described` are the routes that the document is about. */
export function documentRoutes<Ports>(
  described: ReadonlyArray<Route<Ports>>,
): ReadonlyArray<Route<never>> {
  const document = JSON.stringify(openApiOf(described), null, 2);
  const streamDocument = JSON.stringify(asyncApi(), null, 2);
  const assetsAt = Bun.resolveSync("swagger-ui-dist/package.json", import.meta.dir)
    .replace(/package\.json$/, "");
  return [
    page("/", startPage(described), HTML),
    page("/openapi.json", document, "application/json"),
    page("/asyncapi.json", streamDocument, "application/json"),
    page("/docs", DOCS_PAGE, HTML),
    page("/docs/start.js", DOCS_SCRIPT, SCRIPT),
    page("/docs/stream", streamPage(), HTML),
    page("/favicon.ico", Bun.file(`${import.meta.dir}/favicon.ico`), "image/x-icon"),
    page("/favicon.svg", Bun.file(`${import.meta.dir}/favicon.svg`), "image/svg+xml"),
    ...ASSETS.map(([file, type]) => page(`/docs/${file}`, Bun.file(`${assetsAt}${file}`), type)),
  ];
}

function page(path: string, data: string | Blob, type: string): Route<never> {
  const body = new EncodedBody(data, type);
  const isAsset = typeof data !== "string";
  const headers = {
    ...PAGE_HEADERS,
    "cache-control": isAsset ? "public, max-age=86400" : "no-cache",
  };
  return declareRoute({
    method: "GET",
    path,
    family: "plain",
    access: "unlimited",
    tag: "Documents",
    summary: path,
    description: path,
    parameters: [],
    responses: { 200: { description: path, type } },
    isHidden: true,
    handle: () => ({ body, headers }),
  });
}
