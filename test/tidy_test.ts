/**
 * The rules of this repository that a compiler does not check.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Glob } from "bun";

const COLUMNS_MAX = 100;
const LINES_MAX = 300;

/** What each place may import besides its own files, most particular place first. */
const MAY_IMPORT: ReadonlyArray<readonly [place: string, specifiers: RegExp]> = [
  ["core/use_case/", /^(effect|core\/.*)$/],
  ["core/port/", /^(effect|core\/(?!use_case\/).*)$/],
  ["core/", /^(effect|core\/(?!(port|use_case)\/).*)$/],
  ["adapters/http/", /^(effect(\/observability)?|elysia|@sinclair\/typebox|core\/.*)$/],
  ["adapters/postgres/", /^(effect|postgres|@electric-sql\/pglite|core\/.*)$/],
  ["adapters/redis/", /^(effect|bun|core\/.*|adapters\/outbound\/.*)$/],
  [
    "adapters/polymarket/",
    new RegExp(
      "^(effect(/http)?|viem/(accounts|utils)|tiny-secp256k1|node:crypto|core/.*" +
        "|adapters/outbound/.*)$",
    ),
  ],
  ["adapters/binance/", /^(effect|node:crypto|fflate|core\/.*|adapters\/outbound\/.*)$/],
  // What every provider adapter stands on: calling out with a deadline, a pace and a watch.
  ["adapters/outbound/", /^(effect(\/http)?|core\/.*)$/],
  ["adapters/memory/", /^(effect(\/persistence)?|core\/.*)$/],
  ["adapters/", /^(effect(\/http)?|node:crypto|core\/.*|adapters\/outbound\/.*)$/],
  [
    "app/sandbox/",
    /^(effect(\/http)?|fflate|viem\/utils|node:\w+(\/\w+)?|(core|adapters)\/.*)$/,
  ],
  ["app/", /^(effect(\/http)?|elysia|node:\w+(\/\w+)?|(core|adapters)\/.*)$/],
  ["test/", /./],
];

/** The world must come in through a port, so that a test can replace it. */
const BANNED_IN_CORE = [
  "Date.now",
  "new Date()",
  "Math.random",
  "process.",
  "Bun.",
  "fetch(",
  "console.",
  "await ",
];
const BANNED_NAMES = /(^|\/)(utils?|helpers?|common|misc|shared|index|types)(\.ts|\/)/;

interface Source {
  readonly path: string;
  readonly text: string;
}

const sources: ReadonlyArray<Source> = await Promise.all(
  [...new Glob("{core,adapters,app,test}/**/*.ts").scanSync(".")].map(async (path) => ({
    path,
    text: await Bun.file(path).text(),
  })),
);

function importsOf({ text }: Source): ReadonlyArray<string> {
  const specifiers = text.matchAll(/^(?:(?:import|export|\}).* from|import) "([^"]+)"/gm);
  return [...specifiers].map((match) => match[1] ?? "");
}

/** A relative specifier as a path from the root; a package name as it is. */
function resolve(source: Source, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  return new URL(specifier, `file:///${source.path}`).pathname.slice(1);
}

/** A package of the core or an adapter is a place of its own; `app/` and `test/` are one each. */
function ownFolder(path: string): string {
  const depth = /^(core|adapters)\//.test(path) ? 2 : 1;
  return path.split("/").slice(0, depth).join("/") + "/";
}

const byPath = new Map(sources.map((source) => [source.path, source]));
/** Paths from which no cycle can be reached; each is looked at once. */
const acyclic = new Set<string>();

/** The first import cycle that can be reached from a path, or nothing. */
function cycleFrom(path: string, trail: ReadonlyArray<string> = []): ReadonlyArray<string> {
  if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
  const source = byPath.get(path);
  if (source === undefined || acyclic.has(path)) return [];
  for (const specifier of importsOf(source)) {
    const cycle = cycleFrom(resolve(source, specifier), [...trail, path]);
    if (cycle.length > 0) return cycle;
  }
  acyclic.add(path);
  return [];
}

describe("tidy", () => {
  test("there are files to check", () => expect(sources.length).toBeGreaterThan(5));

  describe.each([...sources])("$path", (source) => {
    test("imports only what its place may", () => {
      const specifiers = importsOf(source).map((specifier) => resolve(source, specifier));
      const [, allowed] = MAY_IMPORT.find(([place]) => source.path.startsWith(place)) ?? [];
      const own = ownFolder(source.path);
      expect(specifiers.filter((to) => !to.startsWith(own) && !allowed?.test(to))).toEqual([]);
    });

    test("is in no import cycle", () => expect(cycleFrom(source.path)).toEqual([]));

    test("spells out the extension of every file it imports", () => {
      expect(importsOf(source).filter((s) => s.startsWith(".") && !s.endsWith(".ts"))).toEqual([]);
    });

    test("enters a package of the core through its mod.ts", () => {
      const sidestepped = importsOf(source)
        .map((specifier) => resolve(source, specifier))
        .filter((to) => /^core\/\w+\/(?!mod\.ts$)/.test(to))
        .filter((to) => to.split("/")[1] !== source.path.split("/")[1]);
      expect(sidestepped).toEqual([]);
    });

    test("says what it is for in its first comment", () => {
      expect(source.path.endsWith("_test.ts") || source.text.startsWith("/**")).toBe(true);
    });

    test("has a name that says what is inside", () =>
      expect(source.path).not.toMatch(BANNED_NAMES));

    test("keeps the world out of the core", () => {
      const found = BANNED_IN_CORE.filter((banned) => source.text.includes(banned));
      expect(source.path.startsWith("core/") ? found : []).toEqual([]);
    });

    test("fits the page", () => {
      const lines = source.text.split("\n");
      expect(lines.length).toBeLessThanOrEqual(LINES_MAX);
      expect(lines.filter((line) => line.length > COLUMNS_MAX)).toEqual([]);
    });
  });
});
