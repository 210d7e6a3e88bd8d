import { expect, test } from "bun:test";

test("the bot in the README is the one in the repository", async () => {
  const readme = await Bun.file("README.md").text();
  const bot = await Bun.file("app/client/bot.ts").text();
  const [, code = "nothing"] = /```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
  expect(bot).toEndWith(`\n${code}\n`);
});
