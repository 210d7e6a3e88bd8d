import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { dirname, join } from "node:path";

const FOLDER = "app/client/typescript/";
/** What a page loads of it, minified: of all, and of the stream alone. */
const BYTES_MAX = [["mod.ts", 27_300], ["stream/stream.ts", 15_720]] as const;

const files = [...new Glob("**/*.ts").scanSync(FOLDER)];
const sources = new Map(
  await Promise.all(
    files.map(async (file) => [file, await Bun.file(FOLDER + file).text()] as const),
  ),
);

describe("the client's folder", () => {
  test("imports nothing from outside it", () => {
    expect(files).toContain("mod.ts");
    for (const [file, text] of sources) {
      const imports = [...text.matchAll(/from "([^"]+)"/g)].map((match) => match[1] ?? "");
      const foreign = imports.filter((specifier) =>
        !specifier.startsWith(".") || !files.includes(join(dirname(file), specifier))
      );
      expect([file, foreign]).toEqual([file, file === "bot.ts" ? ["node:process"] : []]);
      const used = /\b(Bun|Deno|process|Buffer|require)\.\w+/.exec(text)?.[0];
      expect([file, used]).toEqual([file, file === "bot.ts" ? "process.env" : undefined]);
    }
  });

  test.each(BYTES_MAX)(
    "%s is bundled for a browser, in at most %i bytes",
    async (file, bytesMax) => {
      const { success, outputs } = await Bun.build({
        entrypoints: [FOLDER + file],
        target: "browser",
        minify: true,
      });
      expect(success).toBe(true);
      expect(outputs[0]?.size).toBeLessThanOrEqual(bytesMax);
    },
  );
});
