/** Backups and restores that are killed in the middle. @module */
import { afterAll, expect, test } from "bun:test";
import { existsSync, readdirSync, statSync } from "node:fs";
import { serverSkip } from "../../adapters/postgres/fresh_schema.ts";
import { insertRows } from "../../adapters/postgres/stored_rows.ts";
import {
  addTargets,
  contentOf,
  newSeed,
  type StorageKind,
  storedWorld,
} from "../../app/backup/stored_world.ts";
import { withReason } from "../../skip_reason.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { calmly } from "../calmly.ts";
import { sized } from "../size.ts";
import { tell } from "../tell.ts";

const { path: files, remove } = makeFolder();
afterAll(remove);

const KINDS: ReadonlyArray<readonly [kind: StorageKind, other: StorageKind]> = [
  ["embedded", "server"],
  ["server", "embedded"],
];

// One of the two storages is the server's.
for (const [kind, other] of sized({ short: KINDS.slice(0, 1), whole: KINDS })) {
  const title = withReason(
    `a backup of ${kind} storage and its restore, both killed, leave everything as it was`,
    serverSkip.skip,
  );
  test.skipIf(serverSkip.skip !== undefined)(title, async () => {
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
  });
}
