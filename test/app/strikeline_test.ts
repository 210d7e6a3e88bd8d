import { describe, expect, test } from "bun:test";
import process from "node:process";
import packageJson from "../../package.json" with { type: "json" };
import { runToEnd } from "./run_to_end.ts";

/** Runs it from its sources, as users do: other tests run it from one file. */
const strikeline = (...args: ReadonlyArray<string>) =>
  runToEnd([process.execPath, "run", "app/strikeline.ts", ...args]);

/** The commands that `bun run` has as scripts. */
const COMMANDS = Object.entries(packageJson.scripts).flatMap(([name, script]) =>
  script.endsWith(` && bun run app/strikeline.ts ${name}`) ? [name] : []
);

describe("the command line", () => {
  test("lists the commands that bun run has", async () => {
    expect(COMMANDS.length).toBe(11);
    const { code, printed } = await strikeline("help");
    const listed = [...printed.matchAll(/^ {2}([a-z]+) +\S/gm)].map(([, name]) => name);
    expect([code, listed]).toEqual([0, COMMANDS]);
  }, 300_000);

  test.each(COMMANDS)("%s explains itself", async (name) => {
    const { code, printed, logged } = await strikeline(name, "--help");
    expect([code, logged]).toEqual([0, ""]);
    expect(printed).toStartWith(`Usage: bun run ${name}`);
  }, 300_000);

  test.each(["--version", "-v", "version"])("%s says which version it is", async (word) => {
    const { code, printed } = await strikeline(word);
    const { version } = packageJson;
    expect([code, printed]).toEqual([
      0,
      `strikeline ${version} (from its sources), bun ${Bun.version}\n`,
    ]);
  }, 300_000);

  test.each([
    [["sandbax"], 'Unknown command "sandbax"\nUsage: strikeline <command>\n'],
    [["constructor"], 'Unknown command "constructor"\nUsage: strikeline <command>\n'],
    [[], "Usage: strikeline <command>\n"],
    [["start", "--port", "1"], 'Unknown argument "--port"\nUsage: bun run start\n'],
  ])("%j is refused, with what to do instead", async (args, text) => {
    const { code, printed, logged } = await strikeline(...args);
    expect([code, printed]).toEqual([1, ""]);
    expect(logged).toStartWith(text);
  }, 300_000);
});
