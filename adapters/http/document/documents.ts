/**
 * The pages about the interface: the start page, the two documents, their readers and the guides.
 *
 * @module
 */
import { Effect } from "effect";
import readerScript from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import readerStyle from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import { Elysia } from "elysia";
import { EncodedBody } from "../edge/answer/answer.ts";
import type { OwnCommand } from "../edge/answer/hint.ts";
import { edge } from "../edge/edge.ts";
import type { Answering, AnswerOf, Gate } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { isCallerHere } from "../edge/request/local_caller.ts";
import { type LiveExamples } from "../edge/request/live_example.ts";
import { asyncApi } from "./asyncapi.ts";
import { type SideGroup } from "./docs_frame.ts";
import { DOCS_SCRIPT, requestsPage } from "./docs_page.ts";
import { guideListPage, guidePage } from "./guide_page.ts";
import { guidePath, GUIDES, llmsText, oneFileOf, writtenGuide } from "./guides.ts";
import { openApiOf } from "./openapi.ts";
import { webhookIdOf, WEBHOOKS_TAG } from "./openapi_webhooks.ts";
import type { Operation } from "./operation.ts";
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

/** Each route has options of its own. */
const unlimited = () => ({ access: "unlimited" as const, isHidden: true });

/** The routes. `described` is what the documents are about. */
export function documents<Ports>(
  gate: Gate<Ports>,
  described: ReadonlyArray<Operation>,
  sandbox?: SandboxHelp,
) {
  const groups = [...requestGroups(described), WEBHOOK_GROUP, STREAM_GROUP];
  const app = new Elysia({ name: "documents", tags: ["Documents"] }).use(edge(gate, "plain"));
  const page = (path: string, data: PageData, type: string) => {
    const handle = handlerOf(data, type);
    app.get(path, ({ answer }) => answer(handle()), unlimited());
  };
  /** One with commands, which are written otherwise for callers on this machine. */
  const commandPage = (path: string, dataOf: (command: OwnCommand) => PageData, type: string) => {
    const { ownCommand, publicCommand } = gate.options;
    const [here, elsewhere] = [
      handlerOf(dataOf(ownCommand), type),
      handlerOf(dataOf(publicCommand), type),
    ];
    app.get(
      path,
      ({ call, answer }) => answer(isCallerHere(call) ? here() : elsewhere()),
      unlimited(),
    );
  };
  commandPage(
    "/",
    (ownCommand) => () => startPage(described, { ownCommand, sandbox: sandbox?.introduction() }),
    HTML,
  );
  page("/llms.txt", { once: llmsText }, "text/plain; charset=utf-8");
  commandPage("/openapi.json", (ownCommand) => {
    const documentOf = (live?: LiveExamples) =>
      JSON.stringify(openApiOf(described, { live, ownCommand }));
    return sandbox === undefined
      ? { once: documentOf }
      : async () => documentOf(await sandbox.liveExamples());
  }, JSON_DOCUMENT);
  page("/asyncapi.json", { once: streamDocument }, JSON_DOCUMENT);
  page("/docs", { once: () => requestsPage(groups) }, HTML);
  page("/docs/start.js", { once: () => DOCS_SCRIPT }, SCRIPT);
  page("/docs/stream", { once: () => streamPage(groups) }, HTML);
  page("/docs/guide", { once: () => guideListPage(groups) }, HTML);
  const guidesFor = (command: OwnCommand) => GUIDES.map((guide) => writtenGuide(guide, command));
  commandPage("/docs/guide/all.md", (command) => ({
    once: () => oneFileOf(guidesFor(command)),
  }), MARKDOWN);
  for (const guide of GUIDES) {
    const path = guidePath(guide.name);
    const forWhom = (command: OwnCommand) => writtenGuide(guide, command);
    commandPage(path, (command) => ({ once: () => guidePage(forWhom(command), groups) }), HTML);
    commandPage(`${path}.md`, (command) => ({ once: () => forWhom(command).markdown }), MARKDOWN);
  }
  for (const [path, file, type] of ASSETS) page(path, Bun.file(file), type);
  return app.use(otherMethods);
}

function streamDocument(): string {
  return JSON.stringify(asyncApi(), null, 2);
}

/** The requests by their tags, as links into the reader. */
function requestGroups(operations: ReadonlyArray<Operation>): ReadonlyArray<SideGroup> {
  const shown = operations.filter(({ isHidden, tag }) => !isHidden && tag !== "Stream");
  return [...Map.groupBy(shown, ({ tag }) => tag)].map(([title, ofTag]) => ({
    title,
    links: ofTag.map(({ id, tag, path, method }) => ({
      href: `/docs#/${encodeURIComponent(tag)}/${id}`,
      text: path.replace("/api/v1", ""),
      mark: method,
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

function handlerOf(data: PageData, type: string): () => Answering<unknown, never> {
  const headers = {
    ...PAGE_HEADERS,
    "cache-control": data instanceof Blob ? "public, max-age=86400" : "no-cache",
  };
  const answer = (data: string | Blob) => ({ body: new EncodedBody(data, type), headers });
  if (typeof data !== "function") {
    let always: AnswerOf<unknown> | undefined;
    return () => always ??= answer("once" in data ? data.once() : data);
  }
  return () => {
    const text = data();
    return typeof text === "string" ? answer(text) : Effect.map(Effect.promise(() => text), answer);
  };
}
