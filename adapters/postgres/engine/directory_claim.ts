/**
 * Limits a directory on disk to one process at a time.
 *
 * Every process writes its own claim beside the directory and then looks for others, as in Dekker's
 * algorithm: two concurrent starts cannot miss each other. The claim of a dead process, for example
 * after `kill -9`, is void, so there is no lock to steal and no race.
 *
 * @module
 */
import { Effect, type Scope } from "effect";
import { isProcessAlive, processBegan } from "./process_mark.ts";
import { troubleOf } from "./store_trouble.ts";
import { firstLineOf, StoreUnavailable } from "./store_unavailable.ts";

/**
 * Two processes that see each other both step back; after this many tries the directory is in use.
 */
const TRIES = 4;

/** Directories held by this process, whose claims have our own process id. */
const held = new Set<string>();

/**
 * Holds `<parent>/<name>` until the scope closes. The claim is `<parent>/<name>.<pid>.lock`, and
 * contains the process id and the process's start time.
 *
 * Fails if a live process holds it, or if the parent is not writable.
 */
export function claimDirectory(
  given: {
    readonly parent: string;
    readonly name: string;
    /** What chooses the directory. Default: `DATA_DIR`. */
    readonly setting?: string;
  },
): Effect.Effect<void, StoreUnavailable, Scope.Scope> {
  // Absolute and without "..", so that one directory has one name.
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
          await Bun.write(claim, `${process.pid} ${await processBegan(process.pid)}\n`);
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
        ? `${directory} is in use by process ${cause.pid}; stop it, or set ` +
          `${given.setting ?? "DATA_DIR"} to another folder`
        : `cannot write to ${parent}: ${troubleOf(cause) ?? firstLineOf(cause)}`;
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

/** Returns another live process that holds a claim. Removes the claims of dead ones. */
async function otherHolder(
  { parent, name }: { readonly parent: string; readonly name: string },
): Promise<number | undefined> {
  for await (const file of new Bun.Glob(`${name}.*.lock`).scan({ cwd: parent })) {
    const pid = Number(file.split(".").at(-2));
    if (!Number.isSafeInteger(pid) || pid === process.pid) continue;
    const claim = Bun.file(`${parent}/${file}`);
    // A claim that is still being written says nothing of it yet, and counts.
    const [, began] = (await claim.text().catch(() => "")).trim().split(" ");
    if (await isProcessAlive(pid, began)) return pid;
    await claim.delete().catch(() => {});
  }
  return undefined;
}
