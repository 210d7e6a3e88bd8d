import { expect, test } from "bun:test";

test.each([
  ["ts", "app/client/typescript/bot.ts"],
  ["python", "app/client/python/bot.py"],
])("the bot in the README is the one in the repository: %s", async (language, path) => {
  const readme = await Bun.file("README.md").text();
  const bot = await Bun.file(path).text();
  const [, code = "nothing"] = new RegExp(`\`\`\`${language}\\n([^]*?)\\n\`\`\``).exec(readme) ??
    [];
  expect(bot).toEndWith(`\n${code}\n`);
});
