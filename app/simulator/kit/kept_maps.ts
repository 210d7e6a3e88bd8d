/**
 * The maps in which simulators keep what was done to them, and which outlive the process, also one
 * that is killed.
 *
 * @module
 */
import { DatabaseSync } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import { BoundedMap } from "../../../core/bounded_map.ts";

/** Gives maps that are as they were when the process ended. */
export interface KeptMaps {
  /**
   * Returns the map of a name, which must be asked for once. It holds plain values: data, without
   * functions. One that is changed in place must be set again.
   */
  map<V>(name: string, sizeMax: number): BoundedMap<string, V>;
}

/** Keeps nothing beyond the process. */
export const UNKEPT: KeptMaps = { map: (_, sizeMax) => new BoundedMap(sizeMax) };

/** The numbers from 0 on: each call returns the next one, and never one that was returned. */
export function keptCount(kept: KeptMaps, name: string): () => number {
  const counts = kept.map<number>(name, 1);
  return () => {
    const next = counts.get(name) ?? 0;
    counts.set(name, next + 1);
    return next;
  };
}

/** Maps in a file. */
export interface KeptFile extends KeptMaps {
  /** Writes what has changed, and closes the file, which others may open then. */
  close(): void;
}

/**
 * Nothing waits for the disk: what is written survives the process, though not the machine. The
 * lock is the process's, and ends with it.
 */
const SETUP = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = OFF;
  CREATE TABLE IF NOT EXISTS kept (
    age INTEGER PRIMARY KEY, map TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,
    UNIQUE (map, key)
  );
`;
const READ = "SELECT key, value FROM kept WHERE map = ? ORDER BY age";
const REMOVE = "DELETE FROM kept WHERE map = ? AND key = ?";
const PUT = "INSERT INTO kept (map, key, value) VALUES (?, ?, ?) " +
  "ON CONFLICT DO UPDATE SET value = excluded.value";
/** After a failure to write, in machine time. */
const AGAIN_MS = 1_000;

/**
 * Opens the file of the maps, or makes it. Throws the driver's error if it cannot be had.
 *
 * What one synchronous step changes is written when it ends, all of it or nothing, and before the
 * process can answer anybody. What cannot be written is written later, as soon as it can be.
 * `failed` is told of the first failure in a row.
 */
export function openKeptFile(
  path: string,
  { failed }: { readonly failed: (cause: unknown) => void },
): KeptFile {
  const database = new DatabaseSync(path);
  try {
    database.exec(SETUP);
  } catch (cause) {
    database.close();
    throw cause;
  }
  const [read, remove, put] = [READ, REMOVE, PUT].map((text) => database.prepare(text));
  const changed = new Set<KeptMap<unknown>>();
  let [isDue, isFailing] = [false, false];
  const write = () => {
    database.exec("BEGIN");
    try {
      for (const map of changed) {
        for (const [key, isNewest] of map.changes) {
          if (isNewest) remove?.run(map.name, key);
          if (map.has(key)) put?.run(map.name, key, serialize(map.get(key)));
        }
      }
      database.exec("COMMIT");
    } catch (cause) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw cause;
    }
    for (const map of changed) map.changes.clear();
    changed.clear();
  };
  const writeDue = () => {
    isDue = false;
    if (!database.isOpen) return;
    try {
      write();
      isFailing = false;
    } catch (cause) {
      if (!isFailing) failed(cause);
      [isDue, isFailing] = [true, true];
      setTimeout(writeDue, AGAIN_MS).unref();
    }
  };
  const tell = (map: KeptMap<unknown>) => {
    changed.add(map);
    if (isDue) return;
    isDue = true;
    queueMicrotask(writeDue);
  };
  return {
    map<V>(name: string, sizeMax: number) {
      const rows = read?.all(name) ?? [];
      const entries = rows.map(({ key, value }): [string, V] => [
        String(key),
        deserialize(value as Uint8Array),
      ]);
      return new KeptMap<V>({ name, sizeMax, entries, tell });
    },
    close() {
      writeDue();
      database.close();
    },
  };
}

/** A map that tells of its changes. */
class KeptMap<V> extends BoundedMap<string, V> {
  readonly name: string;
  /** The changed keys, and whether each became the newest, or is gone; in the map's order. */
  readonly changes = new Map<string, boolean>();
  readonly #tell: (map: KeptMap<unknown>) => void;

  constructor({ name, sizeMax, entries, tell }: {
    readonly name: string;
    readonly sizeMax: number;
    readonly entries: ReadonlyArray<readonly [string, V]>;
    readonly tell: (map: KeptMap<unknown>) => void;
  }) {
    super(sizeMax);
    this.name = name;
    this.#tell = tell;
    for (const [key, value] of entries) super.set(key, value);
  }

  override set(key: string, value: V): void {
    const isNew = !this.has(key);
    super.set(key, value);
    this.#note(key, isNew);
  }

  override delete(key: string): boolean {
    const wasThere = super.delete(key);
    if (wasThere) this.#note(key, true);
    return wasThere;
  }

  override clear(): void {
    for (const [key] of this) this.#note(key, true);
    super.clear();
  }

  #note(key: string, isNewest: boolean): void {
    const before = this.changes.get(key) ?? false;
    if (isNewest) this.changes.delete(key);
    this.changes.set(key, isNewest || before);
    this.#tell(this as KeptMap<unknown>);
  }
}
