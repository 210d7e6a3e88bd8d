/** The rules of this repository that a compiler does not check. @module */
import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { importsOf, offenders, resolve, resolvedImports, type Source, sources } from "./sources.ts";

const COLUMNS_MAX = 100;
const LINES_MAX = 300;

/** What each place may import besides its own files, most particular place first. */
const MAY_IMPORT: ReadonlyArray<readonly [place: string, specifiers: RegExp]> = [
  ["core/use_case/", /^(effect|core\/.*)$/],
  ["core/port/", /^(effect|core\/(?!use_case\/).*)$/],
  ["core/", /^(effect(\/encoding)?|core\/(?!(port|use_case)\/).*)$/],
  [
    "adapters/http/",
    new RegExp(
      "^(effect(/observability)?|elysia|@sinclair/typebox|swagger-ui-dist/.*|node:zlib" +
        "|core/.*)$",
    ),
  ],
  [
    "adapters/postgres/",
    new RegExp(
      "^(effect|postgres|node:fs(/promises)?|@electric-sql/pglite(/pglite\\.(data|wasm))?" +
        "|node_modules/@electric-sql/.*\\.tgz|core/.*)$",
    ),
  ],
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
  [
    "adapters/process/",
    new RegExp(
      "^(effect(/persistence)?|node:(fs(/promises)?|perf_hooks|process)|core/.*" +
        "|adapters/outbound/.*)$",
    ),
  ],
  [
    "adapters/recording/",
    /^(effect|hyparquet-writer|node:(fs(\/promises)?|path|util|zlib)|core\/.*)$/,
  ],
  ["adapters/webhook/", /^(effect|node:(crypto|dns\/promises|https?)|core\/.*)$/],
  ["adapters/otlp/", /^effect(\/(http|observability))?$/],
  ["adapters/", /^(effect(\/http)?|node:crypto|core\/.*|adapters\/outbound\/.*)$/],
  // Simulators stand in for providers: they know neither the adapters nor what these serve.
  [
    "app/simulator/",
    /^(effect(\/http)?|fflate|viem\/utils|node:\w+(\/\w+)?|core\/(?!port|use_case).*)$/,
  ],
  ["app/client/", /^node:process$/],
  // What runs in a browser.
  ["app/console/", /^(preact(\/hooks)?|@preact\/signals|lightweight-charts|app\/client\/.*)$/],
  [
    "app/ship/",
    new RegExp(
      "^(effect|bun|node:[\\w/]+|package\\.json|core/(game|market)/mod\\.ts" +
        "|adapters/postgres/engine/prepared_cluster\\.ts" +
        "|app/command/command_line\\.ts|app/wiring/console_files\\.ts)$",
    ),
  ],
  ["app/wiring/version.ts", /^package\.json$/],
  [
    "app/",
    /^(effect(\/http)?|elysia|fflate|node:\w+(\/\w+)?|(core|adapters|app\/simulator)\/.*)$/,
  ],
  // What proves the core stands on nothing around it.
  ["test/core/", /^(?!adapters\/|test\/(http|adapters|app|console|system)\/)./],
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
const BANNED_NAMES = /(^|\/)(utils?|helpers?|common|misc|shared|index|types)(\.tsx?|\/)/;

/** The names in braces that a file imports, or exports, from each specifier. */
function namedOf({ text }: Source, keyword: "import" | "export") {
  const clauses = text.matchAll(
    new RegExp(`^${keyword} (?:type )?\\{([^}]*)\\} from "([^"]+)"`, "gm"),
  );
  return [...clauses].map(([, names = "", specifier = ""]) => ({
    specifier,
    names: names.split(",").map((name) => name.trim().replace(/^type | as .*$/g, ""))
      .filter((name) => name !== ""),
  }));
}

/** What files outside the folder of each `mod.ts` take from it, as `path name`. */
const taken = new Set(
  sources.flatMap((source) =>
    (["import", "export"] as const).flatMap((keyword) => namedOf(source, keyword))
      .map(({ specifier, names }) => ({ names, to: resolve(source, specifier) }))
      .filter(({ to }) => !source.path.startsWith(to.replace(/mod\.ts$/, "")))
      .flatMap(({ names, to }) => names.map((name) => `${to} ${name}`))
  ),
);

/**
 * A package of the core, an adapter, the client and the simulators are places of their own; the
 * rest of `app/` is one, and so is `test/`.
 */
function ownFolder(path: string): string {
  const depth = /^(core|adapters|app\/(client|console|simulator))\//.test(path) ? 2 : 1;
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

/** What is too long in a file. */
function tooLong({ text }: Source): ReadonlyArray<string> {
  const lines = text.split("\n");
  // A path cannot be broken.
  const long = lines.findIndex((line) => line.length > COLUMNS_MAX && !/ from "/.test(line));
  return [
    ...(lines.length > LINES_MAX ? [`${lines.length} lines`] : []),
    ...(long < 0 ? [] : [`line ${long + 1} has more than ${COLUMNS_MAX} columns`]),
  ];
}

describe("every file", () => {
  test("is read by these rules", () => expect(sources.length).toBeGreaterThan(1_000));

  test("imports only what its place may", () => {
    expect(offenders((source) => {
      const [, allowed] = MAY_IMPORT.find(([place]) => source.path.startsWith(place)) ?? [];
      const own = ownFolder(source.path);
      return resolvedImports(source).filter((to) => !to.startsWith(own) && !allowed?.test(to));
    })).toEqual([]);
  });

  test("is in no import cycle", () => {
    expect(offenders((source) => {
      const cycle = cycleFrom(source.path);
      return cycle.length === 0 ? [] : [cycle.join(" -> ")];
    })).toEqual([]);
  });

  test("spells out the extension of every file it imports", () => {
    expect(
      offenders((source) =>
        importsOf(source).filter((to) => to.startsWith(".") && !/\.[a-z]+$/.test(to))
      ),
    ).toEqual([]);
  });

  test("enters a package of the core through its mod.ts", () => {
    expect(offenders((source) =>
      resolvedImports(source)
        .filter((to) =>
          // Each port is a door of its own.
          /^core\/(?!use_case\/|port\/)\w+\/(?!mod\.ts$)|^core\/use_case\/(?!\w+\/mod\.ts$)/
            .test(to)
        )
        .filter((to) => to.split("/")[1] !== source.path.split("/")[1])
    )).toEqual([]);
  });

  test("exports from a mod.ts of the core what others use, and nothing else", () => {
    expect(offenders((source) => {
      if (!/^core\/.*\bmod\.ts$/.test(source.path)) return [];
      const names = namedOf(source, "export").flatMap(({ names }) => names);
      return [
        ...(source.text.includes("export *") ? ["exports everything of a file"] : []),
        ...names.filter((name) => !taken.has(`${source.path} ${name}`)),
      ];
    })).toEqual([]);
  });

  test("says what it is for in its first comment", () => {
    expect(
      offenders(({ path, text }) =>
        /_(test|trial)\.ts$/.test(path) || text.startsWith("/**") ? [] : ["no first comment"]
      ),
    ).toEqual([]);
  });

  test("has a name that says what is inside", () => {
    expect(offenders(({ path }) => BANNED_NAMES.test(path) ? ["says nothing"] : [])).toEqual([]);
  });

  test("keeps the world out of the core", () => {
    expect(
      offenders(({ path, text }) =>
        path.startsWith("core/") ? BANNED_IN_CORE.filter((banned) => text.includes(banned)) : []
      ),
    ).toEqual([]);
  });

  test("traces what it exports under its own name", () => {
    expect(
      offenders(({ path, text }) =>
        /^(core|adapters\/http)\//.test(path)
          ? [...text.matchAll(/^export const (\w+) = Effect\.fn\("([^"]+)"\)/gm)]
            .filter(([, name, span]) => name !== span)
            .map(([declaration]) => declaration)
          : []
      ),
    ).toEqual([]);
  });

  test("reads and writes what is sent as one declaration of it says", () => {
    const isServed = ({ path }: Source) => path.startsWith("adapters/http/");
    const served = sources.filter(isServed).map(({ text }) => text.replace(/^import [^;]*;/gm, ""));
    const isUsed = (schema: string) => {
      const use = new RegExp(`(typeof |[:.([] ?|^ *)${schema}\\b(?!:)`, "m");
      return served.some((text) => use.test(text));
    };
    expect(offenders((source) => {
      const { path, text } = source;
      if (!isServed(source)) return [];
      const isReader = /\/(wire|edge\/request)\//.test(path);
      // JSON-RPC declares its own messages.
      const isProtocol = path.endsWith("/json_rpc.ts");
      return [
        ...isReader ? [] : text.match(/\b(fields|sent|args)\.(get|has)\("\w+/g) ?? [],
        ...isReader ? [] : text.match(/RequestRejected\(\{\s*parameter: "\w+/g) ?? [],
        ...isProtocol ? [] : text.match(/JSON\.stringify\(\s*\{(?![^;]* satisfies )/g) ?? [],
        ...[...text.matchAll(/^export const (\w+) = (?:t\.Object|strict|frameSchema)\(/gm)]
          .filter(([, schema = ""]) => !isUsed(schema)).map(([declaration]) => declaration),
      ];
    })).toEqual([]);
  });

  test("has at most 300 lines of 100 columns", () => {
    expect(offenders(tooLong)).toEqual([]);
  });

  test("of Python too, and says what it is for in its first line", async () => {
    const paths = [...new Glob("{app,test}/**/*.py").scanSync(".")];
    const findings = await Promise.all(paths.map(async (path) => {
      const text = await Bun.file(path).text();
      const isSaid = text.startsWith('"""');
      return [...tooLong({ path, text }), ...(isSaid ? [] : ["no first comment"])]
        .map((finding) => `${path}: ${finding}`);
    }));
    expect(paths.length).toBeGreaterThan(50);
    expect(findings.flat()).toEqual([]);
  });
});
