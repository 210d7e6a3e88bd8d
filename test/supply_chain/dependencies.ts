/**
 * The packages that the service runs with, as the lock file and the installed files have them.
 *
 * @module
 */
import { existsSync } from "node:fs";

/** The project's folder. */
export const ROOT = new URL("../../", import.meta.url).pathname;

/** One package of the lock file that production needs. */
export interface Dependency {
  /** Its place in the lock file: its name, or that of a package that has its own copy of it. */
  readonly place: string;
  readonly name: string;
  readonly version: string;
  /** SHA-512 of the package as it was published, in base64. */
  readonly sha512: string;
  /** The licence that the package states, an SPDX expression; undefined if it is not installed. */
  readonly licence: string | undefined;
  /** The places of what it needs. */
  readonly needs: ReadonlyArray<string>;
}

/** What a package needs, or the project. */
interface Needs {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalPeers?: ReadonlyArray<string>;
}

type LockedPackage = readonly [id: string, registry: string, needs: Needs, integrity: string];

interface Lock {
  readonly workspaces: { readonly "": Needs };
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** What production needs, directly and through others, by place. `direct`: the project's own. */
export interface DependencyTree {
  readonly direct: ReadonlyArray<string>;
  readonly all: ReadonlyMap<string, Dependency>;
}

/** Reads what production needs from the lock file, and its licences from what is installed. */
export async function readDependencies(root = ROOT): Promise<DependencyTree> {
  const lock = Bun.JSONC.parse(await Bun.file(`${root}bun.lock`).text()) as Lock;
  const packages = new Map(Object.entries(lock.packages));
  const { dependencies = {} } = lock.workspaces[""];
  const direct = Object.keys(dependencies);
  const all = new Map<string, Dependency>();
  const waiting = [...direct];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (all.has(place)) continue;
    const locked = packages.get(place);
    if (locked === undefined) throw new Error(`bun.lock has no package at "${place}"`);
    const needs = placesOf(locked[2], place, packages);
    all.set(place, await dependencyAt(place, locked, { needs, root }));
    waiting.push(...needs);
  }
  return { direct, all };
}

async function dependencyAt(
  place: string,
  [id, , , integrity]: LockedPackage,
  { needs, root }: { readonly needs: ReadonlyArray<string>; readonly root: string },
): Promise<Dependency> {
  const at = id.lastIndexOf("@");
  const licence = await licenceAt(`${root}node_modules/${installedAt(place)}`);
  return {
    place,
    name: id.slice(0, at),
    version: id.slice(at + 1),
    sha512: integrity.replace(/^sha512-/, ""),
    licence,
    needs,
  };
}

/** The packages that a package gets: its own copies, those of what it is in, or the common ones. */
function placesOf(
  { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, optionalPeers = [] }:
    Needs,
  place: string,
  packages: ReadonlyMap<string, LockedPackage>,
): ReadonlyArray<string> {
  const peers = Object.keys(peerDependencies).filter((name) => !optionalPeers.includes(name));
  const names = [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
  return names.flatMap((name) => {
    for (let inside = namesOf(place); inside.length > 0; inside = inside.slice(0, -1)) {
      const own = [...inside, name].join("/");
      if (packages.has(own)) return [own];
    }
    return packages.has(name) ? [name] : [];
  });
}

/** The names in a place: `a/@b/c` is `a` and `@b/c`. */
function namesOf(place: string): ReadonlyArray<string> {
  return place.match(/@[^/]+\/[^/]+|[^/]+/g) ?? [];
}

function installedAt(place: string): string {
  return namesOf(place).join("/node_modules/");
}

async function licenceAt(folder: string): Promise<string | undefined> {
  if (!existsSync(`${folder}/package.json`)) return undefined;
  const { license } = await Bun.file(`${folder}/package.json`).json() as {
    readonly license?: string | { readonly type: string };
  };
  return typeof license === "object" ? license.type : license ?? "none";
}
