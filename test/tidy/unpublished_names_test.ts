/** No text has anybody install a package by a name that no registry has. @module */
import { expect, test } from "bun:test";
import { Glob } from "bun";
import packageJson from "../../package.json" with { type: "json" };

/** Programs that fetch packages. */
const FETCHES = [
  "npx|bunx|uvx|pipx run",
  "npm (i|install|exec|add)",
  "(bun|deno|pnpm|yarn|uv) (add|x|dlx)",
  "(uv )?pip3? install",
].join("|");
/** One of them with the name of a package of ours, and not with a file or folder. */
const BY_NAME = new RegExp(
  `\\b(${FETCHES})( -\\S+)* ["']?(npm:)?strikeline(-client)?(?!-?[\\w./]*\\d)\\b`,
);
/** A page of a registry. */
const PAGE = /(npmjs\.com|pypi\.org|jsr\.io)\/\S*strikeline/;
/** The name of a file that is built. */
const FILE = /\bstrikeline(?:-client)?-(\d[\w.]*)\.tgz/g;

const paths = [
  ...new Glob("*.md").scanSync("."),
  ...new Glob("{app,adapters}/**/*.{md,py,ts,tsx,toml}").scanSync("."),
].filter((path) => path !== "CHANGELOG.md" && path !== "app/wiring/own_command.ts");
const texts = await Promise.all(
  paths.map(async (path) => [path, await Bun.file(path).text()] as const),
);

test("no text installs a package by a name that no registry has", () => {
  const named = texts.flatMap(([path, text]) =>
    text.split("\n").filter((line) => BY_NAME.test(line) || PAGE.test(line))
      .map((line) => `${path}: ${line.trim()}`)
  );
  expect(named).toEqual([]);
});

test("texts name the files that are built, of this version", () => {
  const named = texts.flatMap(([, text]) => [...text.matchAll(FILE)].map(([, found]) => found));
  expect(named.length).toBeGreaterThan(3);
  expect(new Set(named)).toEqual(new Set([packageJson.version]));
});

test.each([
  ["npx strikeline start", true],
  ["npx -y strikeline@latest start", true],
  ["npm install strikeline-client", true],
  ["pip install 'strikeline[stream]'", true],
  ["npm install ./strikeline-client-0.1.0.tgz", false],
  ["npm install path/to/strikeline-0.1.0.tgz", false],
  ["pip install './app/client/python[stream]'", false],
  ["node_modules/.bin/strikeline start", false],
])("%s: by name %p", (line, isByName) => {
  expect(BY_NAME.test(line)).toBe(isByName);
});
