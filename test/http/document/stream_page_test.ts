import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { inlineHtml, markdownHtml } from "../../../adapters/http/document/markdown.ts";
import { fieldTable } from "../../../adapters/http/document/schema_fields.ts";
import {
  STREAM_FRAMES,
  STREAM_OPERATIONS,
} from "../../../adapters/http/stream/stream_operations.ts";
import { testServer } from "../edge/test_server.ts";

const response = await testServer().get("/docs/stream");
const page = await response.text();

describe("the page of the stream", () => {
  test.each(STREAM_FRAMES.map((frame) => [frame.name, frame] as const))(
    "has every field and example of %s",
    (name, { summary, schema, examples }) => {
      const [, section = ""] = page.split(`<section id="message-${name}">`);
      const [part = ""] = section.split("</section>");
      expect(part).toContain(inlineHtml(summary));
      for (const field of Object.keys(schema.properties)) {
        expect(part).toContain(`<td><code>${field}</code>`);
      }
      for (const [shows, payload] of Object.entries(examples)) {
        expect(part).toContain(`<figcaption>${Bun.escapeHTML(shows)}</figcaption>`);
        expect(part).toContain(Bun.escapeHTML(JSON.stringify(payload, null, 2)));
      }
    },
  );

  test("states the direction of every operation, seen from the client", () => {
    for (const { name, action, answers } of STREAM_OPERATIONS) {
      const [, section = ""] = page.split(`<section id="operation-${name}">`);
      const [part = ""] = section.split("</section>");
      expect(part).toContain(action === "receive" ? "you send" : "you receive");
      for (const frame of answers ?? []) expect(part).toContain(`href="#message-${frame.name}"`);
    }
  });

  test("loads nothing from other hosts, and runs no script", () => {
    expect(page.match(/<script|<img|@import|url\(|(?:href|src)="(?![/#])[^"]*/g)).toBeNull();
    expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
  });

  test("names no anchor twice", () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("a table of fields", () => {
  test("shows types, bounds and optional fields, inside objects and lists too", () => {
    const table = fieldTable({
      required: ["a"],
      properties: {
        a: { type: "integer", minimum: 1, maximum: 9, description: "A `number`" },
        b: { anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }] },
        c: {
          type: "array",
          items: { type: "object", required: ["d"], properties: { d: { const: "<x>" } } },
        },
        e: { $ref: "#/components/schemas/Other" },
        f: { type: "string", enum: ["up", "down"] },
      },
    });
    expect(table).toContain(
      "<td><code>a</code></td><td>integer, from <code>1</code>, up to <code>9</code></td>" +
        "<td>A <code>number</code></td>",
    );
    expect(table).toContain("string, up to <code>3</code> characters or null");
    expect(table).toContain("<td><code>c[].d</code></td><td><code>&lt;x&gt;</code></td>");
    expect(table).toContain(`<a href="#schema-Other">Other</a>`);
    expect(table).toContain("<code>up</code>, <code>down</code>");
    expect(table.match(/optional/g)).toHaveLength(4);
  });

  test("is empty without fields", () => expect(fieldTable({ type: "object" })).toBe(""));
});

describe("Markdown", () => {
  test("is written as HTML", () => {
    expect(markdownHtml("### A & b\n\nSee [/docs](/docs), **now**.\n\n- `a**b**`\n- c")).toBe(
      `<h3 id="a-b">A &amp; b</h3>\n<p>See <a href="/docs">/docs</a>, <strong>now</strong>.</p>\n` +
        "<ul>\n<li><code>a**b**</code></li>\n<li>c</li>\n</ul>",
    );
  });

  test("escapes markup, and links no other host", () => {
    const piece = fc.constantFrom("<b>", "`", "**", "[a](", "javascript:x)", "/x)", '"', "&", "- ");
    fc.assert(fc.property(fc.array(piece), (pieces) => {
      const html = markdownHtml(pieces.join(""));
      expect(html.replaceAll(/<\/?(p|ul|li|code|strong)>|<a href="\/[\w./#-]*">|<\/a>/g, ""))
        .not.toMatch(/[<>"]/);
    }));
    expect(inlineHtml("[a](//elsewhere.example)")).not.toContain('href="//');
  });
});
