/** How much of the service a reader of one route has to load. @module */
import { expect, test } from "bun:test";
import { resolve } from "node:path";

const transpiler = new Bun.Transpiler({ loader: "ts", trimUnusedImports: true });

/** The files that are loaded with one: types load nothing. */
async function loadedWith(path: string): Promise<ReadonlySet<string>> {
  const loaded = new Set([resolve(path)]);
  for (const file of loaded) {
    if (!file.endsWith(".ts")) continue;
    for (const imported of transpiler.scanImports(await Bun.file(file).text())) {
      if (imported.path.startsWith(".")) loaded.add(resolve(file, "..", imported.path));
    }
  }
  return loaded;
}

test.each([
  ["fee/fees.ts", 150],
  ["venue2/outcome_targets.ts", 150],
  ["price/targets.ts", 200],
  ["order/orders.ts", 250],
  ["game/games.ts", 250],
])("%s loads its own rooms, which are fewer than %d files", async (path, filesMax) => {
  expect((await loadedWith(`adapters/http/${path}`)).size).toBeLessThan(filesMax);
});
