import { expect, test } from "bun:test";

const TYPESCRIPT = "app/client/typescript/bot.ts";

test.each([
  ["README.md", "ts", TYPESCRIPT],
  ["app/client/typescript/README.md", "ts", TYPESCRIPT],
  ["app/client/python/README.md", "python", "app/client/python/bot.py"],
])("the bot in %s is the one in the repository, in %s", async (readmePath, language, path) => {
  const readme = await Bun.file(readmePath).text();
  const bot = await Bun.file(path).text();
  const [, code = "nothing"] = new RegExp(`\`\`\`${language}\\n([^]*?)\\n\`\`\``).exec(readme) ??
    [];
  // Whoever has installed the package imports it by its name.
  expect(bot).toEndWith(`\n${code.replace("strikeline-client", "./mod.ts")}\n`);
});
