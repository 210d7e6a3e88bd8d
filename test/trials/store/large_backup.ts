/**
 * Writes a backup of so many MiB and reads it again, in a process whose memory can be measured.
 *
 * `bun large_backup.ts <file> <MiB>` prints whether all rows came back, and the most memory that it
 * took, in MiB. Not `maxRSS`, which includes what its parent had when it was forked.
 *
 * @module
 */
import type { TableRows } from "../../../adapters/postgres/engine/snapshot.ts";
import { checkBackup } from "../../../app/command/backup/read_backup.ts";
import { writeBackup } from "../../../app/command/backup/write_backup.ts";

const [path = "", size = "1"] = Bun.argv.slice(2);
const ROW = JSON.stringify({ text: "0123456789".repeat(100) });
const BATCH = 200;

async function* rows(): AsyncGenerator<TableRows> {
  yield { table: "t", rows: [] };
  for (let bytes = 0; bytes < Number(size) * 2 ** 20; bytes += BATCH * ROW.length) {
    yield { table: "t", rows: Array.from({ length: BATCH }, () => ROW) };
  }
}

const header = { world: "live", at: "", migrations: [] };
await writeBackup(path, { header, rows: rows(), signal: new AbortController().signal });
const backup = await checkBackup(path);
let count = 0;
for await (const batch of backup.rows()) count += batch.rows.length;
const status = await Bun.file("/proc/self/status").text().catch(() => "");
const peakKib = Number(
  /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? process.memoryUsage.rss() / 1024,
);
process.stdout.write(`${count === backup.rowCount} ${Math.round(peakKib / 1024)}\n`);
