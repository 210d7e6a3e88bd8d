import { describe, expect, test } from "bun:test";
import { guidePath, GUIDES, writtenGuide } from "../../../adapters/http/document/guides.ts";
import { PAGE_SHAPES } from "../../../core/venue/mod.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { QUIET_EDGE } from "../edge/quiet_edge.ts";
import { testServer } from "../edge/test_server.ts";

describe("the guides", () => {
  const { get } = testServer();

  test.each(["/docs/guide/all.md", "/llms.txt"])("%s has every guide", async (path) => {
    const text = await (await get(path)).text();
    for (const { title } of GUIDES) expect(text).toContain(title);
  });

  test.each(GUIDES.map((guide) => [guide.name, guide] as const))(
    "the guide %s is a page, and begins with a sentence on what it is about",
    async (name, guide) => {
      const { summary, title } = guide;
      const { markdown } = writtenGuide(guide, QUIET_EDGE.ownCommand);
      expect(summary).toMatch(/^\w.*\.$/);
      expect(await (await get(`${guidePath(name)}.md`)).text()).toBe(markdown);
      const page = await (await get(guidePath(name))).text();
      expect(page).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
      expect(page).toContain("<table>");
    },
  );

  test("have the commands of the service as it was started, beside those of its sources", () => {
    const written = GUIDES.map((guide) =>
      writtenGuide(guide, (words) => `./own ${words}`).markdown
    );
    const commands = (prefix: string) =>
      new Set(
        [...written.join("\n").matchAll(new RegExp(`${prefix} ([a-z-]+)(?![\\w./])`, "g"))]
          .map(([, name = ""]) => name),
      );
    const scripts = new Map(Object.entries(packageJson.scripts));
    const isOfService = (name: string) => scripts.get(name)?.endsWith(`strikeline.ts ${name}`);
    const left = commands("bun(?:@[\\d.]+)? run");
    expect([...left].filter((name) => !scripts.has(name) || isOfService(name))).toEqual([]);
    const own = commands("\\./own");
    expect([...own].filter((name) => !isOfService(name))).toEqual([]);
    for (const name of ["account", "probe", "start"]) expect(own).toContain(name);
  });

  test.each([
    ["`bun run doctor` checks", "`strikeline doctor` checks"],
    [
      "npx -y bun@1.4.5 run account add a@b.c    # once\n",
      "strikeline account add a@b.c    # once\n",
    ],
    ["| `bun run games audit`   | Lists", "| `strikeline games audit`   | Lists"],
    ["bun run account wallet show <wallet id>", "strikeline account wallet show <wallet id>"],
    ["`npx -y bun@1.4.5 run test` and `bun run trials soak`", undefined],
    ["npx -y bun@1.4.5 run app/client/typescript/bot.ts", undefined],
    ["`npx -y bun@1.4.5 run ...`", undefined],
  ])("%j has the commands of the service: %j", (markdown, written = markdown) => {
    const guide = { name: "operations", title: "", summary: "", markdown } as const;
    expect(writtenGuide(guide, QUIET_EDGE.ownCommand).markdown).toBe(written);
  });

  test("the one of orders lists every shape of page that names a market, and no other", () => {
    const markdown = GUIDES.find(({ name }) => name === "orders")?.markdown ?? "";
    const [, section = ""] = /^### Pages of the venue\n(.*?)^### /ms.exec(markdown) ?? [];
    expect([...section.matchAll(/^\| `(\S+)`/gm)].map(([, shape]) => shape)).toEqual([
      ...PAGE_SHAPES,
    ]);
  });
});
