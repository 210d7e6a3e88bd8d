/** The page of the console, and its files as browsers load them. @module */
import { describe, expect, test } from "bun:test";
import { pages } from "../../../adapters/http/console/pages.ts";
import { bundleConsole } from "../../../app/wiring/console_files.ts";
import { testServer } from "../edge/test_server.ts";

/** What a reader waits for; far less than this is loaded at once. */
const SCRIPT_BYTES_MAX = { board: 40_000, chart: 200_000 };

const bundle = await bundleConsole();
const load = () => Promise.resolve(bundle);
const { get } = testServer({ plugins: (gate) => pages(gate, load) });
const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  get(path, { headers });
const page = await (await ask("/console")).text();
const named = [...page.matchAll(/"(\/console\/files\/[^"]+)"/g)].map(([, path = ""]) => path);

/** The size of a script, as it is sent, and of those that it always loads with it. */
function loadedBytes(names: ReadonlyArray<string>): number {
  const loaded = new Set(names);
  for (const name of loaded) {
    const text = bundle.files.find((file) => file.name === name)?.text ?? "";
    for (const [, other = ""] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) loaded.add(other);
  }
  return [...loaded].reduce((bytes, name) => {
    const file = bundle.files.find((file) => file.name === name);
    return bytes + Bun.gzipSync(file?.text ?? expect.unreachable(name), { level: 9 }).length;
  }, 0);
}

/** The scripts with a text that only one source has. */
const scriptsWith = (text: string) =>
  bundle.files.filter((file) => file.kind === "script" && file.text.includes(text))
    .map(({ name }) => name);

describe("the page", () => {
  test("runs nothing inline, and nothing from elsewhere", async () => {
    const { headers } = await ask("/console");
    expect(headers.get("content-security-policy")?.split("; ").toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "require-trusted-types-for 'script'",
      "script-src 'self'",
      "style-src 'self'",
    ]);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    // It names the files of this version.
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(page).not.toMatch(/<style|style="|<script>|<script type="module">|\son\w+=|https?:/);
    expect(named).toHaveLength(2);
  });

  const PATHS = ["/console/", "/console/games?status=live&day=2026-01-01", "/console/nowhere"];
  const ITEMS = ["/console/market", "/console/market/btc?interval=5min", "/console/wallets/a-b"];
  const POSITIONS = ["/console/positions", "/console/positions/a-b"];
  for (const path of [...PATHS, ...ITEMS, ...POSITIONS]) {
    test(`is at ${path}`, async () => {
      const answer = await ask(path);
      expect([answer.status, await answer.text()]).toEqual([200, page]);
    });
  }

  test("and its files are for no page of another origin", async () => {
    for (const path of ["/console", "/console/games", ...named, "/console/files/main-0.js"]) {
      expect((await ask(path)).headers.has("access-control-allow-origin")).toBe(false);
    }
  });

  test("is not lost for ever when it cannot be bundled once", async () => {
    let tries = 0;
    const bundling = () => ++tries === 1 ? Promise.reject("full") : load();
    const flaky = testServer({ plugins: (gate) => pages(gate, bundling) });
    const statusOf = async () => (await flaky.get("/console")).status;
    expect([await statusOf(), await statusOf(), await statusOf(), tries]).toEqual([
      500,
      200,
      200,
      2,
    ]);
  });

  test("is not where a request of the console is mistyped", async () => {
    expect((await ask("/console/api/sesion")).status).toBe(404);
    expect((await ask("/console/games/x")).status).toBe(404);
  });
});

describe("a file", () => {
  test("is kept for ever, as its name has a digest of its contents", async () => {
    for (const path of named) {
      const answer = await ask(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(answer.headers.get("content-encoding")).toBeNull();
      expect(answer.headers.get("content-type"))
        .toBe(`text/${path.endsWith(".css") ? "css" : "javascript"}; charset=utf-8`);
      const { text } = bundle.files.find(({ name }) => path.endsWith(name)) ?? expect.unreachable();
      expect(await answer.text()).toBe(text);
    }
    expect((await bundleConsole()).files).toEqual(bundle.files);
  });

  test("is compressed for who can read that", async () => {
    for (const path of named) {
      const plain = await (await ask(path)).text();
      const answer = await ask(path, { "accept-encoding": "gzip, deflate" });
      expect(answer.headers.get("content-encoding")).toBe("gzip");
      expect(answer.headers.get("vary")).toBe("accept-encoding");
      const sent = Bun.gunzipSync(await answer.arrayBuffer());
      expect(new TextDecoder().decode(sent)).toBe(plain);
      expect((await ask(path, { "accept-encoding": "gzip;q=0" })).headers.has("content-encoding"))
        .toBe(false);
    }
  });

  test("that is not there is 404", async () => {
    expect((await ask("/console/files/main-0.js")).status).toBe(404);
    expect((await ask("/console/files/..%2f..%2fpackage.json")).status).toBe(404);
  });
});

describe("the scripts", () => {
  const entries = bundle.files.filter(({ isEntry, kind }) => isEntry && kind === "script")
    .map(({ name }) => name);

  test("of the board are few", () => {
    const board = scriptsWith("Live markets by asset");
    expect([entries.length, board.length]).toEqual([1, 1]);
    expect(loadedBytes([...entries, ...board])).toBeLessThan(SCRIPT_BYTES_MAX.board);
  });

  test("of a chart come with its page alone", () => {
    const chart = scriptsWith("Show older windows");
    const drawing = scriptsWith("addSeries");
    expect([chart.length, drawing.length]).toEqual([1, 1]);
    const all = loadedBytes([...entries, ...chart, ...drawing]);
    expect(all).toBeLessThan(SCRIPT_BYTES_MAX.chart);
    expect(loadedBytes([...entries, ...chart])).toBeLessThan(all / 2);
  });
});
