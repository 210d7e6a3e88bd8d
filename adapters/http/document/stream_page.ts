/**
 * The page that reads the stream's AsyncAPI document to a person.
 *
 * It is written once, from the document itself, and runs nothing in the browser: the reader that
 * exists for such documents weighs 3 MB and takes the right to evaluate text, which our pages
 * do not give.
 *
 * @module
 */
import { asyncApi } from "./asyncapi.ts";
import { docsPage, type SideGroup } from "./docs_frame.ts";
import { headingId, inlineHtml, markdownHtml } from "./markdown.ts";
import { fieldTable } from "./schema_fields.ts";
import { type PlainSchema } from "./openapi_schema.ts";
import { STREAM_PAGE_STYLE } from "./stream_page_style.ts";

type Document = ReturnType<typeof asyncApi>;

interface Message {
  readonly name: string;
  readonly summary: string;
  readonly payload: { readonly $ref?: string };
  readonly examples: ReadonlyArray<{ readonly name: string; readonly payload: unknown }>;
}

interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly action: "send" | "receive";
  readonly summary: string;
  readonly messages: ReadonlyArray<Reference>;
  readonly reply?: { readonly messages: ReadonlyArray<Reference> };
}

/** The page of a document; `groups` are the links of the list at its side. */
export function streamPage(
  groups: ReadonlyArray<SideGroup>,
  document: Document = asyncApi(),
): string {
  const { info, channels: { stream }, components } = document;
  const operations: ReadonlyArray<readonly [string, Operation]> = Object.entries(
    document.operations,
  );
  const messages = Object.values<Message>(components.messages);
  const schemas = new Map(Object.entries<PlainSchema>(components.schemas));
  const ofMessages = new Set(messages.map(({ payload }) => lastOf(payload.$ref)));
  const others = [...schemas].filter(([name]) => !ofMessages.has(name));
  const headings = [...info.description.matchAll(/^### (.+)$/gm)].map(([, name = ""]) => name);
  const main = `<h1>The stream</h1>
<p>A WebSocket at <code>${Bun.escapeHTML(stream.address)}</code>. As a document for machines,
AsyncAPI ${Bun.escapeHTML(document.asyncapi)}: <a href="/asyncapi.json">/asyncapi.json</a>.</p>
<nav class="parts" aria-label="This page">
${navPart("About", headings.map((name) => [headingId(name), name]))}
${navPart("Operations", operations.map(([name]) => [`operation-${name}`, name]))}
${navPart("Messages", messages.map(({ name }) => [`message-${name}`, name]))}
${navPart("Schemas", others.map(([name]) => [`schema-${name}`, name]))}
</nav>
${markdownHtml(info.description)}
<h2>Operations</h2>
<p>On the channel <code>${Bun.escapeHTML(stream.address)}</code>: ${
    inlineHtml(stream.description)
  }.</p>
${operations.map(operationPart).join("\n")}
<h2>Messages</h2>
${messages.map((message) => messagePart(message, schemas)).join("\n")}
<h2>Schemas</h2>
${others.map(schemaPart).join("\n")}`;
  return docsPage({
    title: info.title,
    path: "/docs/stream",
    groups,
    main,
    style: STREAM_PAGE_STYLE,
  });
}

function navPart(title: string, links: ReadonlyArray<readonly [id: string, text: string]>): string {
  const items = links.map(([id, text]) => `<a href="#${id}">${Bun.escapeHTML(text)}</a>`);
  return `<p><strong>${title}</strong> ${items.join(" ")}</p>`;
}

/** The page is the client's: what the service sends is received. */
function operationPart([name, { action, summary, messages, reply }]: readonly [
  string,
  Operation,
]): string {
  const answered = reply === undefined
    ? ""
    : `<p>Answered by ${reply.messages.map(messageLink).join(" or ")}.</p>`;
  return `<section id="operation-${name}">
<h3><span class="tag ${action}">${
    action === "send" ? "you receive" : "you send"
  }</span> ${name}</h3>
<p>${inlineHtml(summary)}: ${messages.map(messageLink).join(", ")}.</p>
${answered}</section>`;
}

function messageLink({ $ref }: Reference): string {
  const name = lastOf($ref);
  return `<a href="#message-${name}">${Bun.escapeHTML(name)}</a>`;
}

function messagePart(
  { name, summary, payload, examples }: Message,
  schemas: ReadonlyMap<string, PlainSchema>,
): string {
  const schema = schemas.get(lastOf(payload.$ref)) ?? payload;
  return `<section id="message-${name}">
<h3>${Bun.escapeHTML(name)}</h3>
<p>${inlineHtml(summary)}. ${descriptionOf(schema)}</p>
${fieldTable(schema)}
${examples.map(examplePart).join("\n")}
</section>`;
}

function examplePart({ name, payload }: Message["examples"][number]): string {
  return `<figure><figcaption>${Bun.escapeHTML(name)}</figcaption>
<pre><code>${Bun.escapeHTML(JSON.stringify(payload, null, 2))}</code></pre></figure>`;
}

function schemaPart([name, schema]: readonly [string, PlainSchema]): string {
  return `<section id="schema-${name}">
<h3>${Bun.escapeHTML(name)}</h3>
${"description" in schema ? `<p>${descriptionOf(schema)}</p>` : ""}
${fieldTable(schema)}
</section>`;
}

function descriptionOf(schema: PlainSchema): string {
  const { description } = schema;
  return typeof description === "string" ? `${inlineHtml(description)}.` : "";
}

function lastOf(reference = ""): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
