/** The recipes of CONTRIBUTING name every file that somebody has to touch. @module */
import { expect, test } from "bun:test";
import { Glob } from "bun";

/** One thing that was added by a recipe, and how the code names it. */
interface Recipe {
  readonly title: string;
  /** How files that know it name it; comments do not count. */
  readonly sample: RegExp;
  /** Where its own files are: one line of the recipe stands for all of them. */
  readonly own: RegExp;
  /** Files that have it as an example, and need no change. */
  readonly examples: ReadonlyArray<string>;
}

const RECIPES: ReadonlyArray<Recipe> = [
  {
    title: "Add an asset",
    sample: /(?<![\w:])["']?hype["']?(?=[:,\]]| *===)|"hype:|\| "hype"|\["hype"|\("hype"/,
    own: /^$/,
    examples: [
      "adapters/binance/archive/question.ts",
      "adapters/binance/provider_question.ts",
      "adapters/chainlink/provider_question.ts",
      "adapters/http/edge/answer/wire_error.ts",
      "adapters/http/stream/wire_answer_frame.ts",
      "app/settings/oracle_settings.ts",
      // Those that are served unless others are chosen, and how some move in a sandbox.
      "core/market/asset.ts",
      "app/simulator/world/asset_profile.ts",
      // What the simulated Kalshi lists, whatever is served.
      "app/simulator/kalshi/window_series.ts",
    ],
  },
  {
    title: "Add a platform",
    sample: /sx_bet|sxBet|SxBet|SX_BET/,
    own: /^(adapters|app\/simulator)\/sx_bet\//,
    examples: [],
  },
  {
    title: "Add a setting",
    sample: /\bSCORES_EVERY_S\b/,
    own: /^$/,
    examples: [],
  },
  {
    title: "Add a route",
    sample: /wallets\/balance|walletBalance|wallet_balance|WalletBalance/,
    own: /^$/,
    examples: [
      "app/console/wallets/wallet_request.ts",
      "app/console/wallets/money_panel.tsx",
      // The operator asks by a command as well.
      "app/operator/balance_operation.ts",
    ],
  },
];

const guide = await Bun.file("CONTRIBUTING.md").text();

/** The paths that a recipe lists: the first code of each of its points. */
function listedBy(title: string): ReadonlyArray<string> {
  const section = guide.split(`\n### ${title}\n`)[1]?.split(/\n##/)[0] ?? "";
  return [...section.matchAll(/^- `([^`]+)`/gm)].map(([, path = ""]) => path).toSorted();
}

const GENERATED = /^( \* )?Made by `bun run client-types`/m;

/** Files of sources and settings that a person writes, and whose code names the sample. */
async function filesNaming(sample: RegExp): Promise<ReadonlyArray<string>> {
  const paths = [
    ...new Glob("{core,adapters,app}/**/*.{ts,tsx,py}").scanSync("."),
    ".env.example",
  ];
  const named = await Promise.all(paths.map(async (path) => {
    const text = await Bun.file(path).text();
    const code = text.replace(/^ *(\/\/|\/?\*).*$/gm, "");
    return sample.test(code) && !GENERATED.test(text) ? [path] : [];
  }));
  return named.flat();
}

test.each(RECIPES)("the recipe $title names every file that knows the last one", async (recipe) => {
  const naming = await filesNaming(recipe.sample);
  const expected = naming.filter((path) =>
    !recipe.own.test(path) && !recipe.examples.includes(path)
  );
  const listed = listedBy(recipe.title);
  const isSource = (path: string) => /^(core|adapters|app)\/.*\.(tsx?|py)$|^\.env/.test(path);
  expect(listed.filter(isSource)).toEqual(expected.toSorted());
  const missing = await Promise.all(
    listed.map(async (path) => path.endsWith("/") || await Bun.file(path).exists() ? [] : [path]),
  );
  expect(missing.flat()).toEqual([]);
});
