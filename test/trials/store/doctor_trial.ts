/** The doctor as a command, alone and beside a running service. @module */
import { afterAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { Result } from "effect";
import type { DoctorRow } from "../../../app/command/doctor/doctor_report.ts";
import { checkPort } from "../../../app/command/doctor/port_check.ts";
import { checkStore } from "../../../app/command/doctor/store_check.ts";
import { readEnvironment, readSettings } from "../../../app/settings/settings.ts";
import { COMMAND_LINE } from "../../app/command_line.ts";
import { addSealed } from "../../app/command/doctor/add_sealed.ts";
import type { Settings } from "../../app/environment.ts";
import { startProcess } from "../../app/process.ts";
import { runToEnd } from "../../app/run_to_end.ts";
import { startLiveWorld } from "../../stage/live_world.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { tell } from "../tell.ts";

const world = startLiveWorld();
const run = (settings: Settings, ...args: ReadonlyArray<string>) =>
  runToEnd([...COMMAND_LINE, "doctor", ...args], { settings });
const readAll = (settings: Settings) => Result.getOrThrow(readEnvironment(settings, readSettings));

test("the doctor prints a table, and exits with 0 where there is no trouble", async () => {
  const { code, printed, logged } = await run(world);
  expect({ code, logged, printed }).toMatchObject({ code: 0, logged: "" });
  expect(printed).toMatch(/^check +state +finding$/m);
  expect(printed).toMatch(/^settings +ok +every setting can be used$/m);
  expect(printed).toContain("\nNo trouble found\n");
});

test("the doctor exits with 1 if a running service has another key", async () => {
  const { path, remove } = makeFolder();
  afterAll(remove);
  const walletKey = () => randomBytes(32).toString("base64");
  const settings = { ...world, DATA_DIR: path, WALLET_KEY: walletKey() };
  await addSealed(readAll(settings));
  const live = startProcess("start", settings);
  const url = await live.waitFor(/answers on (http:\S+)/);
  const atPort = { ...settings, PORT: new URL(url).port };
  const { rows: same, ownUrl } = await checkStore(readAll(atPort));
  expect(ownUrl).toBe(url);
  expect(same).toMatchObject([
    {
      state: "ok",
      finding: expect.stringMatching(
        /^embedded PostgreSQL 18\.\d+, \d+ MiB, all migrations applied$/,
      ),
    },
    { state: "ok" },
    { state: "ok", finding: "opens 1 wallets and 1 webhooks" },
    { state: "ok", finding: expect.stringMatching(/^\d+ messages wait$/) },
  ]);
  const other = await run({ ...atPort, WALLET_KEY: walletKey() }, "--json");
  expect([other.code, other.logged]).toEqual([1, ""]);
  const rows = JSON.parse(other.printed) as ReadonlyArray<DoctorRow>;
  const findingOf = (check: string) => rows.find((row) => row.check === check)?.finding;
  expect(findingOf("wallet key")).toMatch(
    /^the running service has the key \w{16}, and this command the key \w{16}$/,
  );
  expect(findingOf("port")).toBe(`the running service answers on ${url}`);
  // A service of other data has the port.
  const { finding } = await checkPort(readAll(atPort).server, null);
  expect(finding).toMatch(/is in use by Strikeline \(\w+, pid \d+\), which stores elsewhere$/);
  live.kill("SIGTERM");
  expect(await live.exited).toBe(0);
  tell({ done: "visits of the doctor", count: 2 });
});
