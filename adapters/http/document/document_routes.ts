/**
 * The pages about the interface: the start page, the two documents, their readers and the guides.
 *
 * @module
 */
import { Effect } from "effect";
import readerScript from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import readerStyle from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import { type Answer, EncodedBody } from "../edge/answer.ts";
import { type LiveExamples } from "../edge/live_example.ts";
import { asyncApi } from "./asyncapi.ts";
import { type SideGroup } from "./docs_frame.ts";
import { DOCS_SCRIPT, requestsPage } from "./docs_page.ts";
import { guideListPage, guidePage } from "./guide_page.ts";
import { allGuides, guidePath, GUIDES, llmsText } from "./guides.ts";
import { openApiOf, operationIdOf } from "./openapi.ts";
import { webhookIdOf, WEBHOOKS_TAG } from "./openapi_webhooks.ts";
import { declareRoute, type Route } from "../edge/route.ts";
import { WEBHOOK_MESSAGES } from "../webhook/wire_webhook.ts";
import { type SandboxHelp, startPage } from "../service/start_page.ts";
import { STREAM_FRAMES } from "../stream/stream_operations.ts";
import { streamPage } from "./stream_page.ts";
import faviconIco from "./favicon.ico" with { type: "file" };
import faviconSvg from "./favicon.svg" with { type: "file" };

const HTML = "text/html; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";
const JSON_DOCUMENT = "application/json";
const MARKDOWN = "text/markdown; charset=utf-8";

/** Pages may run only what this service sends, and nobody may frame them. */
const PAGE_HEADERS = {
  "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; " +
    "img-src 'self' data:; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** Files that are sent as they are. Those of the reader come with a package. */
const ASSETS: ReadonlyArray<readonly [path: string, file: string, type: string]> = [
  ["/favicon.ico", faviconIco, "image/x-icon"],
  ["/favicon.svg", faviconSvg, "image/svg+xml"],
  ["/docs/swagger-ui.css", readerStyle, "text/css; charset=utf-8"],
  ["/docs/swagger-ui-bundle.js", readerScript, SCRIPT],
];

/** The routes. `described` are the routes that the document is about. */
export function documentRoutes<Ports>(
  described: ReadonlyArray<Route<Ports>>,
  sandbox?: SandboxHelp,
): ReadonlyArray<Route<never>> {
  const documentOf = (live?: LiveExamples) => JSON.stringify(openApiOf(described, live), null, 2);
  const groups = [...requestGroups(described), WEBHOOK_GROUP, STREAM_GROUP];
  return [
    page("/", () => startPage(described, sandbox?.introduction()), HTML),
    page("/llms.txt", { once: llmsText }, "text/plain; charset=utf-8"),
    sandbox === undefined
      ? page("/openapi.json", { once: documentOf }, JSON_DOCUMENT)
      : page("/openapi.json", async () => documentOf(await sandbox.liveExamples()), JSON_DOCUMENT),
    page("/asyncapi.json", { once: streamDocument }, JSON_DOCUMENT),
    page("/docs", { once: () => requestsPage(groups) }, HTML),
    page("/docs/start.js", { once: () => DOCS_SCRIPT }, SCRIPT),
    page("/docs/stream", { once: () => streamPage(groups) }, HTML),
    page("/docs/guide", { once: () => guideListPage(groups) }, HTML),
    page("/docs/guide/all.md", { once: allGuides }, MARKDOWN),
    ...GUIDES.flatMap((guide) => [
      page(guidePath(guide.name), { once: () => guidePage(guide, groups) }, HTML),
      page(`${guidePath(guide.name)}.md`, { once: () => guide.markdown }, MARKDOWN),
    ]),
    ...ASSETS.map(([path, file, type]) => page(path, Bun.file(file), type)),
  ];
}

function streamDocument(): string {
  return JSON.stringify(asyncApi(), null, 2);
}

/** The requests by their tags, as links into the reader. */
function requestGroups<Ports>(routes: ReadonlyArray<Route<Ports>>): ReadonlyArray<SideGroup> {
  const shown = routes.filter(({ isHidden, tag }) => isHidden !== true && tag !== "Stream");
  return [...Map.groupBy(shown, ({ tag }) => tag)].map(([title, ofTag]) => ({
    title,
    links: ofTag.map((route) => ({
      href: `/docs#/${encodeURIComponent(route.tag)}/${operationIdOf(route)}`,
      text: route.path.replace("/api/v1", ""),
      mark: route.method,
    })),
  }));
}

/** The reader lists webhooks under a tag of its own, whatever theirs is. */
const WEBHOOK_GROUP: SideGroup = {
  title: WEBHOOKS_TAG,
  links: Object.keys(WEBHOOK_MESSAGES).map((event) => ({
    href: `/docs#/webhooks/${webhookIdOf(event)}`,
    text: event,
    mark: "POST",
  })),
};

const STREAM_GROUP: SideGroup = {
  title: "Stream",
  links: [
    { href: "/docs/stream", text: "Connecting and order" },
    ...STREAM_FRAMES.map(({ name }) => ({ href: `/docs/stream#message-${name}`, text: name })),
  ],
};

/** What a page consists of, or how to write it: for its first request, or for each one. */
type PageData = Blob | { readonly once: () => string } | (() => string | Promise<string>);

function page(path: string, data: PageData, type: string): Route<never> {
  const isAsset = data instanceof Blob;
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
    handle: handlerOf(data, (text) => ({ body: new EncodedBody(text, type), headers })),
  });
}

function handlerOf(
  data: PageData,
  answer: (data: string | Blob) => Answer,
): () => Answer | Effect.Effect<Answer> {
  if (typeof data !== "function") {
    let always: Answer | undefined;
    return () => always ??= answer("once" in data ? data.once() : data);
  }
  return () => {
    const text = data();
    return typeof text === "string" ? answer(text) : Effect.map(Effect.promise(() => text), answer);
  };
}
