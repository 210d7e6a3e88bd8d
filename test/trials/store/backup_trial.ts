/** Backups as an operator makes them: beside a service, and from storage to storage. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { writeBackup } from "../../../app/command/backup/write_backup.ts";
import { serverSkip } from "../../adapters/postgres/fresh_schema.ts";
import { insertRows } from "../../adapters/postgres/stored_rows.ts";
import { withReason } from "../../skip_reason.ts";
import {
  addTargets,
  contentOf,
  newSeed,
  type StorageKind,
  storedWorld,
} from "../../app/command/backup/stored_world.ts";
import { openSandbox } from "../../app/open_sandbox.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { calmly } from "../calmly.ts";
import { sized } from "../size.ts";
import { tell } from "../tell.ts";

const { path: files, remove } = makeFolder();
afterAll(remove);

/** What a service reads of a small store, it copies of a large one. */
const KINDS: ReadonlyArray<
  readonly [kind: StorageKind, other: StorageKind, size: "small" | "large"]
> = [
  ["embedded", "server", "small"],
  ["embedded", "server", "large"],
  ["server", "embedded", "large"],
];

// One of the two storages is the server's.
const testServer = test.skipIf(serverSkip.skip !== undefined);

describe.each(
  sized({ short: KINDS.slice(0, 2), whole: KINDS }),
)("of %s storage, to %s, %s", (kind, other, size) => {
  testServer(
    withReason(
      "a backup is made beside a service, and restored to the other kind",
      serverSkip.skip,
    ),
    async () => {
      const seed = newSeed();
      const own = storedWorld(kind, seed);
      await own.use(insertRows);
      if (size === "large") await own.use(addTargets(1_500, 8));
      // A service on a server is known by its lock, and nothing else of it matters here.
      const service = kind === "embedded" ? await openSandbox(own.settings) : await own.serve();
      const file = `${files}/${seed}`;
      const gone = Bun.spawn(["true"]);
      await gone.exited;
      mkdirSync(`${own.folder}/backup_${gone.pid}_1`, { recursive: true });
      const made = await own.run("backup", file);
      expect(made).toMatchObject({ code: 0, logged: "" });
      expect(made.printed).toMatch(/^Wrote \d+ rows of \d+ tables to \S+, \d+ KiB\n$/);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      if (kind === "embedded") {
        expect(readdirSync(own.folder).filter((name) => name.startsWith("backup_"))).toEqual([]);
      }
      expect(contentOf(file).some((line) => line.includes('"me@x.y"'))).toBe(true);
      const sent = await own.run("backup", "-");
      expect(sent.logged).toMatch(/^Wrote \d+ rows of \d+ tables to standard output\n$/);
      expect(sent.printed).not.toContain("Wrote");
      const refused = await own.run("restore", file, "--replace");
      expect(refused.code).toBe(1);
      expect(refused.logged).toMatch(
        kind === "embedded"
          ? /^Cannot open the store: a service is running on \S+; stop it, then restore\n$/
          : /^Cannot restore: a service or a command is running on the store\nStop every .*\n$/,
      );
      await service.stop();

      const target = storedWorld(other, seed);
      const restored = await target.run("restore", file);
      expect(restored.printed).toMatch(/^Restored \d+ rows of 20/);
      expect(await target.content()).toEqual(contentOf(file));
      const again = await target.run("restore", file);
      expect(again).toMatchObject({
        code: 1,
        logged: "Cannot restore: the store has data\n" +
          "Restore into an empty store, or add --replace to lose what is in this one\n",
      });
      await target.use((sql) => sql.query("delete from fills"));
      expect((await target.run("restore", file, "--replace")).code).toBe(0);
      expect(await target.content()).toEqual(contentOf(file));
      tell({ done: "backups beside a service", count: 1 });
    },
  );

  testServer(
    withReason(
      "a backup and its restore, both killed, leave everything as it was",
      serverSkip.skip,
    ),
    async () => {
      const seed = newSeed();
      const [source, own] = [storedWorld(kind, seed), storedWorld(other, seed)];
      await source.use(addTargets(1_500, 6));
      const half = `${files}/${seed}.half`;
      const unfinished = () => readdirSync(files).filter((name) => name.includes("half."));
      const backup = source.start("backup", half);
      await calmly(() => unfinished().some((name) => statSync(`${files}/${name}`).size > 0));
      backup.kill("SIGKILL");
      expect(await backup.exited).not.toBe(0);
      expect(existsSync(half)).toBe(false);
      expect(unfinished()).toHaveLength(1);
      await source.run("backup", half);
      expect(unfinished()).toEqual([]);
      const whole = await source.content();
      expect(contentOf(half)).toEqual(whole);

      await own.use(insertRows);
      const before = await own.content();
      await own.isRestoring();
      const restore = own.start("restore", half, "--replace");
      await calmly(own.isRestoring);
      // An interruption ends it in its own way, which must come to the same.
      restore.kill(kind === "embedded" ? "SIGKILL" : "SIGINT");
      expect(await restore.exited).not.toBe(0);
      expect(await own.content()).toEqual(before);
      expect((await own.run("restore", half, "--replace")).code).toBe(0);
      expect(await own.content()).toEqual(whole);
      tell({ done: "rows through killed backups", count: whole.length, lost: 0 });
    },
  );
});

describe("backup and restore", () => {
  const world = storedWorld("embedded", newSeed());
  const cases: ReadonlyArray<readonly [line: ReadonlyArray<string>, says: RegExp]> = [
    [["backup"], /^Cannot run without a file\n/],
    [["restore", "a", "b"], /^Cannot use "b" after the file\n/],
    [["backup", `${files}/none`], /^Cannot back up: nothing is stored of /],
    [["backup", "-"], /^Cannot back up: nothing is stored of /],
    [["backup", `${files}/no/x`], /^Cannot write \S+: the folder \S+\/no does not exist\nMake it/],
    [["restore", "-"], /^Cannot read standard input: it is empty\n/],
    [["backup", `${files}/taken`], /^Cannot write \S+: it exists\n.* --replace\n$/],
    [["restore", `${files}/nowhere`], /^Cannot read \S+: there is no such file\n/],
    [["restore", `${files}/foreign`], /^Cannot restore \S+: it is of live, and the store is of /],
    [["restore", `${files}/taken`], /^Cannot read \S+: it is not a backup of Strikeline\n/],
  ];
  test("refuse what they cannot do in one line and a hint", async () => {
    writeFileSync(`${files}/taken`, "of somebody");
    const header = { world: "live", at: "", migrations: [] };
    const rows = (async function* () {})();
    const { signal } = new AbortController();
    await writeBackup(`${files}/foreign`, { header, rows, signal });
    const ended = await Promise.all(cases.map(([line]) => world.run(...line)));
    for (const [index, { code, printed, logged }] of ended.entries()) {
      expect(logged).toMatch(cases[index]?.[1] ?? /never/);
      expect(logged.trimEnd().split("\n")).toHaveLength(2);
      expect([code, printed]).toEqual([1, ""]);
    }
    // Nothing was created on the way.
    expect(existsSync(world.folder)).toBe(false);
  });
});

test("a backup of many MiB is written and read in little memory", async () => {
  const script = `${import.meta.dir}/large_backup.ts`;
  const child = Bun.spawn([process.execPath, script, `${files}/large`, "150"], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const [isWhole, peakMib] = (await new Response(child.stdout).text()).trim().split(" ");
  expect(isWhole).toBe("true");
  // 80 MiB are the runtime's own.
  expect(Number(peakMib)).toBeLessThan(190);
  tell({ done: "MiB backed up", count: 150, lost: 0 });
});
