/** The command line as users type it. @module */
import { afterAll, describe, expect, test } from "bun:test";
import packageJson from "../../../package.json" with { type: "json" };
import { calledAs, COMMAND_LINE } from "../../app/command_line.ts";
import type { Settings } from "../../app/environment.ts";
import { startProcess } from "../../app/process.ts";
import { runToEnd } from "../../app/run_to_end.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { makeFolder } from "../../temporary_folder.ts";

const strikeline = (args: ReadonlyArray<string>, settings: Settings = {}) =>
  runToEnd([...COMMAND_LINE, ...args], { settings });

/** The commands that `bun run` has as scripts. */
const COMMANDS = Object.entries(packageJson.scripts).flatMap(([name, script]) =>
  script.endsWith(` && bun run app/strikeline.ts ${name}`) ? [name] : []
);

const GENERAL = `Usage: ${calledAs("<command>")}\n`;

describe("the command line", () => {
  test("lists the commands that bun run has, each of which explains itself", async () => {
    expect(COMMANDS.length).toBe(16);
    const { code, printed } = await strikeline(["help"]);
    const listed = [...printed.matchAll(/^ {2}([a-z]+) +\S/gm)].map(([, name]) => name);
    expect([code, listed]).toEqual([0, COMMANDS]);
    for (const name of COMMANDS) {
      expect(await strikeline([name, "--help"])).toMatchObject({
        code: 0,
        logged: "",
        printed: expect.stringContaining(`Usage: ${calledAs(name)}`),
      });
    }
  });

  test.each(["--version", "-v", "version"])("says which version it is: %s", async (word) => {
    expect((await strikeline([word])).printed)
      .toStartWith(`strikeline ${packageJson.version} (`);
  });

  test.each<[args: ReadonlyArray<string>, code: number, logged: string]>([
    [["sandbax"], 1, `Unknown command "sandbax"; did you mean sandbox?\n${GENERAL}`],
    [["constructor"], 1, `Unknown command "constructor"\n${GENERAL}`],
    [[], 1, GENERAL],
    [["start", "--port", "1"], 1, `Unknown option '--port'\nUsage: ${calledAs("start ")}`],
    [["sandbox", "--fast"], 1, "Unknown option '--fast'. Usage: "],
    [["sandbox", "--replay", "/no/btcusd.csv"], 1, 'Cannot read "/no/btcusd.csv": there is no'],
    [["simulate", "venue"], 1, 'Unknown provider "venue": use one of '],
    [["probe", "--jsn"], 64, "Unknown option '--jsn'"],
    [["probe", "kalshi"], 64, 'Cannot use "kalshi"'],
    [["doctor", "--jsn"], 64, "Unknown option '--jsn'"],
    [["account", "add", "a@b.c", "--sandbox"], 1, "Cannot find a running sandbox in .data/sandb"],
  ])(
    "refuses what it cannot do with an exit code, and says what to do instead: %j %d",
    async (args, code, logged) => {
      expect(await strikeline(args, { SANDBOX_SEED: "987654321" })).toEqual({
        code,
        printed: "",
        logged: expect.stringContaining(logged),
      });
    },
  );

  test("runs one simulator on the clock that it is given, until SIGTERM", async () => {
    const running = startProcess("simulate", { SANDBOX_START: "2027-01-01T00:00:00Z" }, [
      ...["exchange-spot", "--seed", "7"],
    ]);
    const url = await running.waitFor(/simulator on (http:\S+)/);
    const { serverTime } = await (await fetch(`${url}/api/v3/time`)).json() as {
      readonly serverTime: number;
    };
    expect(new Date(serverTime).toISOString()).toStartWith("2027-01-01T00:");
    running.kill("SIGTERM");
    expect(await running.exited).toBe(0);
  });

  test("fills the store with past targets until Ctrl-C, and says how far it came", async () => {
    const folder = makeFolder();
    const { simulators, settings } = startWorld({ startIso: "2026-11-20T12:00:00Z", speed: 1 });
    afterAll(async () => {
      await simulators.stop();
      folder.remove();
    });
    const backfill = (from: string, to: string) =>
      startProcess("backfill", {
        ...settings,
        DATA_DIR: folder.path,
        BINANCE_ARCHIVE_URL: `${simulators.urlOf("exchange-spot")}/archive`,
      }, ["--asset", "btc", "--type", "1hour", "--from", from, "--to", to]);
    // Half a minute of downloads at the archive's pace.
    const long = backfill("2024-02-01", "2024-10-01");
    await long.waitFor(/ ([1-9]\d*)\/5832 /);
    long.kill("SIGINT");
    expect(await long.exited).toBe(130);
    expect(long.printed()).toMatch(
      / klines \(archive\) +[1-9]\d*\n[^]*not tried +\d+\n[^]*Stopped: run the same command to re/,
    );
    expect(long.logged()).toBe("");
    const again = backfill("2024-02-01", "2024-02-11");
    expect(await again.exited).toBe(0);
    expect(again.printed()).toMatch(/240\/240 .* done[^]*stored before +240\n +missing +0\n$/);
  });
});
