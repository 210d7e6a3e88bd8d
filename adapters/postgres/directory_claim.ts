/**
 * One process at a time for a directory on disk.
 *
 * Every process writes a claim of its own beside the directory and then looks for others, as in
 * Dekker's algorithm: of two that start at once, neither can miss the other. A claim whose process
 * is gone, after `kill -9` say, is worth nothing, so there is no lock to be stolen and no race.
 *
 * @module
 */
import { Effect, type Scope } from "effect";
import { firstLineOf, StoreUnavailable } from "./store_unavailable.ts";

/** Two that saw each other both step back; after this many tries the directory is in use. */
const TRIES = 4;

/** Directories this process holds, whose claims carry our own process id. */
const held = new Set<string>();

/**
 * Holds `<parent>/<name>` until the scope closes. The claim is `<parent>/<name>.<pid>.lock`, and
 * holds the process id and when that process began.
 *
 * Fails when a process that is alive holds it, and when the parent cannot be written.
 */
export function claimDirectory(
  given: { readonly parent: string; readonly name: string },
): Effect.Effect<void, StoreUnavailable, Scope.Scope> {
  // Absolute and without "..": the same directory by another name is the same directory.
  const parent = Bun.fileURLToPath(Bun.pathToFileURL(given.parent)).replace(/\/+$/, "");
  const place = { parent, name: given.name };
  const directory = `${parent}/${given.name}`;
  const claim = `${directory}.${process.pid}.lock`;
  const release = async () => {
    held.delete(directory);
    await Bun.file(claim).delete().catch(() => {});
  };
  const acquire = Effect.tryPromise({
    try: async () => {
      if (held.has(directory)) throw new InUse(process.pid);
      held.add(directory);
      try {
        for (let tried = 1;; tried++) {
          await Bun.write(claim, `${process.pid} ${await beganAt(process.pid)}\n`);
          const holder = await otherHolder(place);
          if (holder === undefined) return;
          await Bun.file(claim).delete();
          if (tried === TRIES) throw new InUse(holder);
          await Bun.sleep(20 + Math.random() * 150);
        }
      } catch (cause) {
        await release();
        throw cause;
      }
    },
    catch: (cause) => {
      const detail = cause instanceof InUse
        ? `${directory} is in use by process ${cause.pid}`
        : `cannot write to ${parent} (${firstLineOf(cause)})`;
      return new StoreUnavailable({ detail, cause });
    },
  });
  return Effect.asVoid(Effect.acquireRelease(acquire, () => Effect.promise(release)));
}

class InUse {
  readonly pid: number;
  constructor(pid: number) {
    this.pid = pid;
  }
}

/** Another process that holds a claim and is alive. Removes the claims of the dead. */
async function otherHolder(
  { parent, name }: { readonly parent: string; readonly name: string },
): Promise<number | undefined> {
  for await (const file of new Bun.Glob(`${name}.*.lock`).scan({ cwd: parent })) {
    const pid = Number(file.split(".").at(-2));
    if (!Number.isSafeInteger(pid) || pid === process.pid) continue;
    const claim = Bun.file(`${parent}/${file}`);
    const [, began] = (await claim.text().catch(() => "")).trim().split(" ");
    if (await isAlive(pid, began)) return pid;
    await claim.delete().catch(() => {});
  }
  return undefined;
}

/**
 * A process id is used again, in containers at every start, so a claim also says when its process
 * began. A claim that is being written says nothing yet, and counts.
 */
async function isAlive(pid: number, began = ""): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    // EPERM: it is there, and belongs to another user.
    if ((cause as { readonly code?: unknown }).code !== "EPERM") return false;
  }
  const begins = await beganAt(pid);
  return begins !== "gone" && (began === "" || begins === "unknown" || begins === began);
}

/**
 * Clock ticks from the machine's start to the process's, on Linux.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html (fields 3 and 22)
 */
async function beganAt(pid: number): Promise<string> {
  const stat = await Bun.file(`/proc/${pid}/stat`).text().catch(() => "");
  // The second field is the name in brackets, and may hold spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return "gone";
  return fields[19] ?? "unknown";
}
