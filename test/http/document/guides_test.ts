import { describe, expect, test } from "bun:test";
import { guidePath, GUIDES } from "../../../adapters/http/document/guides.ts";
import { PAGE_SHAPES } from "../../../core/venue/mod.ts";
import { testServer } from "../edge/test_server.ts";

describe("the guides", () => {
  const { get } = testServer();

  test.each(["/docs/guide/all.md", "/llms.txt"])("%s has every guide", async (path) => {
    const text = await (await get(path)).text();
    for (const { title } of GUIDES) expect(text).toContain(title);
  });

  test.each(GUIDES.map((guide) => [guide.name, guide] as const))(
    "the guide %s is a page, and begins with a sentence on what it is about",
    async (name, { summary, markdown, title }) => {
      expect(summary).toMatch(/^\w.*\.$/);
      expect(await (await get(`${guidePath(name)}.md`)).text()).toBe(markdown);
      const page = await (await get(guidePath(name))).text();
      expect(page).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
      expect(page).toContain("<table>");
    },
  );

  test("the one of orders lists every shape of page that names a market, and no other", () => {
    const markdown = GUIDES.find(({ name }) => name === "orders")?.markdown ?? "";
    const [, section = ""] = /^### Pages of the venue\n(.*?)^### /ms.exec(markdown) ?? [];
    expect([...section.matchAll(/^\| `(\S+)`/gm)].map(([, shape]) => shape)).toEqual([
      ...PAGE_SHAPES,
    ]);
  });
});
