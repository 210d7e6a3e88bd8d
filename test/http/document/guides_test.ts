import { describe, expect, test } from "bun:test";
import { guidePath, GUIDES } from "../../../adapters/http/document/guides.ts";
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
});
