/** A fresh machine on which somebody sets a live service up. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { COMMAND_LINE } from "../../app/command_line.ts";
import { keyStatus } from "../../app/key_status.ts";
import { startProgram } from "../../app/process.ts";
import { runToEnd } from "../../app/run_to_end.ts";
import { startLiveWorld } from "../../stage/live_world.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);
const [cwd, settings] = [folder.path, startLiveWorld()];
const setup = (line: string, stdin = "") =>
  runToEnd([...COMMAND_LINE, "setup", ...line.split(" ")], { settings, stdin, cwd });
const ownFiles = () => readdirSync(cwd).toSorted();
const chosen = () => readFileSync(`${cwd}/.env`, "utf8");

describe("setting a live service up", () => {
  test("goes on where it was stopped, and writes what a start reads", async () => {
    const { code, printed, logged } = await setup("--no-start", "me@x.y\n");
    expect([code, ownFiles()]).toEqual([1, []]);
    expect(printed).toContain("Opened the account me@x.y");
    expect(printed).toContain("Asked about orders: orders are taken from here");
    expect(logged).toContain('Cannot ask "make, import or none"');
    const next = await setup("--yes --no-start");
    expect(next.printed).toContain("The account me@x.y is there");
    const address = /Made the wallet (0x\w{40})/.exec(next.printed)?.[1];
    expect(next.printed).toMatch(/^ {2}sk_live_\w{49}$/m);
    expect([next.code, ownFiles()]).toEqual([0, [".env", `wallet-${address}.key`]]);
    expect(chosen()).toMatch(/^WALLET_KEY=[\w+/]{43}=\nPOLYMARKET_RELAY_WALLET=[\w-]{36}\n$/);
    expect(ownFiles().map((name) => statSync(`${cwd}/${name}`).mode & 0o777)).toEqual([
      0o600,
      0o600,
    ]);

    const before = chosen();
    const link = await runToEnd([...COMMAND_LINE, "account", "link", "me@x.y"], { settings, cwd });
    expect(link.logged).toContain("The service is not running: start it first");
    const live = startProgram([...COMMAND_LINE, "start"], { settings, cwd });
    const url = await live.waitFor(/answers on (http:\S+)/);
    expect(live.printed()).toMatch(/^relay +on /m);
    expect(live.printed()).not.toContain("No account exists yet");
    const beside = await setup("--yes --no-start --key read,trade");
    expect([beside.code, chosen(), ownFiles().length]).toEqual([0, before, 2]);
    expect(beside.printed).toMatch(/The wallet 0x\w{40} is there/);
    expect(beside.printed).toContain(`The service at ${url} runs with it`);
    expect(await keyStatus(url, /sk_live_\w{49}/.exec(beside.printed)?.[0] ?? "")).toBe(200);

    const { printed: probed } = await runToEnd([...COMMAND_LINE, "probe"], { settings, cwd });
    expect(probed).toMatch(/^relay +ok .*the running service says: (healthy|unknown)$/m);

    const limited = await setup("--yes --no-start --max-order-usdc 5 --key none");
    expect(limited.printed).toContain("An order: 5 USDC; all of a UTC day: 200 USDC");
    const second = "--yes --no-start --email second@x.y --key none";
    const imported = await setup(`${second} --wallet import`, `${"1".repeat(64)}\n`);
    const walletId = /^ {2}wallet +(\S+)/m.exec(imported.printed)?.[1] ?? "";
    expect(imported.printed).toContain("An order: 50 USDC; all of a UTC day: 200 USDC");
    const show = `account wallet show ${walletId}`.split(" ");
    const { printed: shown } = await runToEnd([...COMMAND_LINE, ...show], { settings, cwd });
    expect(shown).toMatch(/^venue API key +set$/m);
    live.kill("SIGTERM");
    expect(await live.exited).toBe(0);
    expect(shown).toMatch(/^order limit +50\.00 USDC\ndaily limit +200\.00 USDC$/m);

    rmSync(`${cwd}/.env`);
    const lost = await setup("--yes --no-start");
    expect([lost.code, lost.printed]).toEqual([1, expect.not.stringContaining("All is set up")]);
    expect(lost.logged).toContain("2 wallets and 0 webhooks are sealed under a WALLET_KEY that is");
  });
});
