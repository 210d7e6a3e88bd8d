/**
 * A small disk of its own for a test, which can be filled, emptied and made read-only. Needs the
 * right to mount.
 *
 * @module
 */
import { afterAll } from "bun:test";
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A mounted disk. */
export interface SmallDisk {
  readonly path: string;
  /** Takes all space but so many bytes. */
  readonly fill: (freeBytes?: number) => void;
  /** Gives the space back. */
  readonly empty: () => void;
  /** Makes it read-only, or not; no file may be open for writing. */
  readonly setReadOnly: (isReadOnly: boolean) => void;
}

function run(...command: ReadonlyArray<string>): boolean {
  try {
    return Bun.spawnSync([...command], { stdout: "ignore", stderr: "ignore" }).exitCode === 0;
  } catch {
    return false;
  }
}

function mount(path: string, bytes: number): boolean {
  return run("mount", "-t", "tmpfs", "-o", `size=${bytes},mode=0700`, "tmpfs", path);
}

function canMount(): boolean {
  const path = mkdtempSync(join(tmpdir(), "strikeline-mount-"));
  const isMounted = mount(path, 1_048_576);
  if (isMounted) run("umount", "-l", path);
  rmSync(path, { recursive: true, force: true });
  return isMounted;
}

/** Why tests of small disks are skipped here, if they are. */
export const diskSkip = canMount() ? undefined : "skipped: this user may not mount a disk";

/** Mounts a disk, which is gone after the file's tests. */
export function makeSmallDisk(bytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), "strikeline-disk-"));
  if (!mount(path, bytes)) throw new Error("cannot mount");
  afterAll(() => {
    run("umount", "-l", path);
    rmSync(path, { recursive: true, force: true });
  });
  const filler = `${path}/filler`;
  return {
    path,
    fill: (freeBytes = 0) => {
      const block = Buffer.alloc(4096);
      const file = openSync(filler, "a");
      try {
        for (;;) writeSync(file, block);
      } catch {
        // The disk is full.
      }
      ftruncateSync(file, Math.max(0, fstatSync(file).size - freeBytes));
      closeSync(file);
    },
    empty: () => rmSync(filler, { force: true }),
    setReadOnly: (isReadOnly) => {
      const option = `remount,${isReadOnly ? "ro" : "rw"}`;
      if (!run("mount", "-o", option, path)) throw new Error("cannot remount");
    },
  };
}
