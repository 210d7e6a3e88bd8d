import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { makeFolder } from "../../../temporary_folder.ts";
import { openSandbox } from "../../open_sandbox.ts";

const CLIENT = new URL("../../../../app/client/typescript/", import.meta.url).pathname;
const folder = makeFolder();
afterAll(folder.remove);

test("the bot of the client's README follows windows of a sandbox", async () => {
  const SANDBOX_API_KEY = "sk_test_bots_of_the_readme";
  const { url } = await openSandbox({ SANDBOX_API_KEY });
  const readme = await Bun.file(`${CLIENT}README.md`).text();
  const [, code = "nothing"] = /```ts\n([^]*?)\n```/.exec(readme) ?? [];
  expect(code.split("\n").length).toBeLessThanOrEqual(18);
  const bot = join(folder.path, "bot.ts");
  await Bun.write(
    bot,
    code.replace("strikeline-client", `${CLIENT}mod.ts`).replace("http://127.0.0.1:3000", url),
  );
  const child = Bun.spawn([process.execPath, "run", bot], {
    env: { ...Bun.env, STRIKELINE_API_KEY: SANDBOX_API_KEY },
    stdout: "pipe",
    stderr: "pipe",
  });
  const errors = new Response(child.stderr).text();
  let printed = "";
  for await (const chunk of child.stdout) {
    printed += new TextDecoder().decode(chunk);
    if (printed.includes("\n")) break;
  }
  child.kill();
  await child.exited;
  const said = printed === "" ? await errors : printed;
  expect(said).toMatch(/^btc-updown-5m-\d+ (\d+(\.\d+)?|null) (-?\d+(\.\d+)?|null) [01]/);
}, 300_000);
