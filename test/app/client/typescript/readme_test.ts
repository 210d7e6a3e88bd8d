import { expect, test } from "bun:test";

test.each([
  ["README.md", "ts", "app/client/typescript/bot.ts"],
  ["app/client/python/README.md", "python", "app/client/python/bot.py"],
])("the bot in %s is the one in the repository, in %s", async (readmePath, language, path) => {
  const readme = await Bun.file(readmePath).text();
  const bot = await Bun.file(path).text();
  const [, code = "nothing"] = new RegExp(`\`\`\`${language}\\n([^]*?)\\n\`\`\``).exec(readme) ??
    [];
  expect(bot).toEndWith(`\n${code}\n`);
});
