/** How much memory large backups take. @module */
import { afterAll, expect, test } from "bun:test";
import process from "node:process";
import { makeFolder } from "../../temporary_folder.ts";
import { tell } from "../tell.ts";

const { path, remove } = makeFolder();
afterAll(remove);

test("a backup of many MiB is written and read in little memory", async () => {
  const script = `${import.meta.dir}/large_backup.ts`;
  const child = Bun.spawn([process.execPath, script, `${path}/large`, "150"], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const [isWhole, peakMib] = (await new Response(child.stdout).text()).trim().split(" ");
  expect(isWhole).toBe("true");
  // 80 MiB are the runtime's own.
  expect(Number(peakMib)).toBeLessThan(190);
  tell({ done: "MiB backed up", count: 150, lost: 0 });
});
