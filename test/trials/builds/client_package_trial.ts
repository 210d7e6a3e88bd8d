/** The package of the TypeScript client, installed. @module */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import process from "node:process";
import clientJson from "../../../app/client/typescript/package.json" with { type: "json" };
import { makeClientPackage } from "../../../app/ship/client_package.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { openSandbox } from "../../app/open_sandbox.ts";
import { isShort } from "../size.ts";
import { installPackage, node, npmSkip, titled } from "./installed_package.ts";

const { home, run, path: installed } = await installPackage("strikeline-client", makeClientPackage);
const sandbox = await openSandbox();

/** The exit code of the compiler, and what it says of a file. */
async function compiled(file: string, ...strictness: ReadonlyArray<string>) {
  const compiler = join(process.cwd(), "node_modules/.bin/tsc");
  const target = ["--module", "nodenext", "--target", "esnext", "--types", ""];
  const lib = ["--lib", "esnext,dom,dom.iterable,dom.asynciterable"];
  const { code, printed } = await run([
    ...[compiler, "--noEmit", ...strictness],
    ...[...target, ...lib, file],
  ]);
  return [code, printed];
}

describe.skipIf(npmSkip !== undefined)(titled("the client's package"), () => {
  test("has no dependency, the service's version, and everything that it exports", async () => {
    const manifest = await Bun.file(join(installed, "package.json")).json();
    expect(manifest).toEqual(clientJson);
    expect(manifest.version).toBe(packageJson.version);
    for (const field of ["dependencies", "peerDependencies", "optionalDependencies"]) {
      expect(manifest).not.toHaveProperty(field);
    }
    for (const file of [...Object.values(clientJson.exports["."]), "README.md", "LICENSE"]) {
      expect([file, await Bun.file(join(installed, file)).exists()]).toEqual([file, true]);
    }
  });

  test("has types for every request, without the sources", async () => {
    await Bun.write(
      join(home, "bot.ts"),
      `import { createClient, type ActiveTargets, type TargetEvent } from "strikeline-client";
       const client = createClient("http://127.0.0.1:1");
       const targets = await client.targets.active({ asset: "btc", types: ["5min"] });
       console.log((targets satisfies ActiveTargets).results[0]?.price?.toFixed(2));
       for await (const game of client.games.list.all({ league: ["nba"] })) console.log(game.id);
       for await (const event of client.stream.targets({ assets: ["btc"] })) {
         if (event.type === "target") console.log((event satisfies TargetEvent).price);
       }
       // @ts-expect-error: there is no such asset
       client.stream.targets({ assets: ["beos"] });
       // @ts-expect-error: an order has a side
       await client.orders.market({ walletId: "", slug: "", outcome: "Up", amount: 5 });
       // @ts-expect-error: averages have no pages
       client.twap.latest.all();`,
    );
    expect(await compiled("bot.ts", "--strict")).toEqual([0, ""]);
  });

  test.skipIf(isShort).each([
    ["its README", "app/client/typescript/README.md"],
    ["the guide", "adapters/http/document/guide/clients.md"],
  ])("has the types that %s uses, for the strictest compiler", async (_, path) => {
    const [, code = ""] = /```ts\n([^]*?)```/.exec(await Bun.file(path).text()) ?? [];
    expect(code).toContain("strikeline-client");
    await Bun.write(join(home, "example.ts"), code);
    await Bun.write(
      join(home, "process.d.ts"),
      `declare module "node:process" {
         const process: { env: { [name: string]: string | undefined }; argv: string[] };
         export default process;
       }`,
    );
    const strictest = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
    expect(await compiled("example.ts", "process.d.ts", ...strictest)).toEqual([0, ""]);
  });

  describe.each([
    ["Bun", [process.execPath, "run"]],
    ["Node", [node, "--experimental-websocket"]],
  ])("on %s", (_, command) => {
    test("asks, and follows the stream", async () => {
      await Bun.write(
        join(home, "bot.mjs"),
        `import { createClient } from "strikeline-client";
         const client = createClient("${sandbox.url}", { deadlineMs: 20_000.5 });
         console.log((await client.service.health()).ok);
         for await (const event of client.stream.targets({ assets: ["btc"] })) {
           if (event.type === "target") { console.log(event.asset); break; }
         }
         process.exit(0);`,
      );
      expect(await run([...command, "bot.mjs"])).toMatchObject({ code: 0, printed: "true\nbtc\n" });
    });
  });
});
