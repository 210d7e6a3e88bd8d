/** Makers whose service is killed: their books against the ledger of the venue. @module */
import { afterAll, expect, test } from "bun:test";
import process from "node:process";
import { createClient } from "../../../app/client/typescript/mod.ts";
import { findPython, pythonEnvironment } from "../../app/client/python/python_interpreter.ts";
import { USER_SETTINGS, userEnvironment } from "../../app/client/python/python_service.ts";
import { RARE_GAMES } from "../../app/environment.ts";
import { control } from "../../simulator/kit/support.ts";
import { withReason } from "../../skip_reason.ts";
import { Chance } from "../../stage/chance.ts";
import { openGround } from "../../stage/process_ground.ts";
import { calmly } from "../calmly.ts";
import { option, sized, trialSeed } from "../size.ts";
import { tell } from "../tell.ts";
import { type Book, judgeBooks, NO_DIFFERENCES, type VenueOrder } from "./judge_books.ts";
import { startMaker } from "./started_maker.ts";

const { durationMs, ordersMax, turnsMin } = sized({
  short: { durationMs: 0, ordersMax: 3, turnsMin: 2 },
  whole: { durationMs: (option("TRIAL_MINUTES") ?? 60) * 60_000, ordersMax: 20, turnsMin: 4 },
});
/** How fast the service's time runs: a window takes five seconds. */
const SPEED = 60;
/** The venue of the sandbox remembers 10,000 orders: each of two makers places two in a round. */
const PAUSE_MS = Math.max(400, durationMs / 2_200);
/** Of the trades. They settle within a second of the machine. */
const SETTLEMENT = { failed: 0.05, retrying: 0.1, delay_ms: 1_000 };

const FOLDER = new URL("./", import.meta.url).pathname;
const python = findPython();
const MAKERS = [
  { language: "TypeScript", command: [process.execPath, "run", `${FOLDER}maker_bot.ts`] },
  {
    language: "Python",
    command: python && [python.path, `${FOLDER}maker_bot.py`],
    skip: "skipped: there is no Python here",
  },
];

/** Why orders ended, as the service says it. */
const CAUSES = [
  ["replaced", "another order replaced it"],
  ["lives over", "its lifeS had passed"],
  ["ended by the guard", "the guard of its wallet was not renewed"],
] as const;

/** What happened, once all makers have ended. */
interface Outcome {
  readonly books: ReadonlyArray<Book>;
  readonly ledger: ReadonlyArray<VenueOrder>;
  readonly kills: number;
  readonly freezes: number;
}

let outcome: Promise<Outcome> | undefined;

for (const [number, { language, command, skip }] of MAKERS.entries()) {
  test.skipIf(command === undefined)(
    withReason(
      `a maker in ${language} has traded, and its book is whole`,
      command ? undefined : skip,
    ),
    async () => {
      const { books } = await (outcome ??= letThemTrade());
      const book = books[number];
      expect(book?.placed).not.toEqual([]);
      expect(book?.fills.filter(({ state }) => !/^(confirmed|failed)$/.test(state))).toEqual([]);
    },
  );
}

test("the makers' books are the venue's ledger, and nothing rests that nobody wants", async () => {
  const { books, ledger, kills, freezes } = await (outcome ??= letThemTrade());
  const { lost, doubled, wrong } = judgeBooks(books, ledger);
  const orders = books.flatMap((book) => book.orders);
  const fills = ledger.flatMap((order) => order.fills);
  const wrongs = { lost: lost.length, doubled: doubled.length, wrong: wrong.length };
  tell({ done: "orders", count: orders.length, ...wrongs });
  tell({ done: "fills", count: fills.length });
  tell({ done: "failed fills", count: fills.filter(({ status }) => status === "FAILED").length });
  tell({ done: "kills", count: kills });
  tell({ done: "silent makers", count: freezes });
  for (const [done, cause] of CAUSES) {
    tell({ done, count: orders.filter(({ why }) => why?.includes(cause)).length });
  }
  expect({ lost, doubled, wrong }).toEqual(NO_DIFFERENCES);
  for (const count of [fills.length, kills, freezes]) expect(count).toBeGreaterThan(0);
});

/** Lets makers trade while their service is killed and they fall silent, and reads all books. */
async function letThemTrade(): Promise<Outcome> {
  const chance = new Chance(trialSeed());
  const { services: [service], simulators, stop } = await openGround({
    startIso: new Date().toISOString(),
    speed: SPEED,
    seed: 1,
    services: 1,
    settings: () => ({
      ...RARE_GAMES,
      VENUE2_EVERY_S: "86400",
      LOG_LEVEL: "error",
      RATE_LIMIT_PUBLIC: "0",
      RATE_LIMIT_KEYED: "0",
      ...USER_SETTINGS,
    }),
  });
  afterAll(stop);
  if (service === undefined) throw new Error("no service");
  const environment = {
    ...pythonEnvironment(userEnvironment({ url: service.url, markets: [] })),
    MAKER_PAUSE_S: String(PAUSE_MS / 1_000),
  };
  const venueUrl = simulators.urlOf("venue-orders");
  await provide(environment, venueUrl);
  await control(`${venueUrl}/__settlement`, "POST", SETTLEMENT);
  const ledger = async () =>
    (await control<{ orders: ReadonlyArray<VenueOrder> }>(`${venueUrl}/__orders`, "GET")).body
      .orders;
  const nothingRests = () =>
    calmly(async () => {
      await Bun.sleep(500);
      return (await ledger()).every(({ status }) => /^(matched|invalid|canceled)/.test(status));
    });
  const makers = MAKERS.flatMap(({ command }) =>
    command === undefined ? [] : [startMaker(command, environment)]
  );
  afterAll(() => makers.forEach((maker) => maker.signal("SIGKILL")));
  /** Waits until each of them has placed so many more. */
  const letPlace = async (count: number) => {
    for (const maker of makers) {
      const enough = maker.placed() + count;
      await calmly(() => maker.placed() >= enough || maker.isOver());
    }
  };
  const turns = { kills: 0, freezes: 0 };
  const kill = async () => {
    service.signal("SIGKILL");
    await service.ended();
    await service.start();
    turns.kills++;
  };
  /** Makers that are as good as dead: the guard of their wallet cancels what they left. */
  const freeze = async () => {
    makers.forEach((maker) => maker.signal("SIGSTOP"));
    if (chance.is(0.2)) await kill();
    await nothingRests();
    makers.forEach((maker) => maker.signal("SIGCONT"));
    turns.freezes++;
  };
  const endMs = performance.now() + durationMs;
  for (let turn = 0; turn < turnsMin || performance.now() < endMs; turn++) {
    await letPlace(chance.within(1, ordersMax));
    await Bun.sleep(chance.within(0, 400));
    await (turn % 3 === 1 ? freeze() : kill());
  }
  await calmly(async () => (await ledger()).some(({ fills }) => fills.length > 0));
  const books = await Promise.all(makers.map((maker) => maker.end()));
  await nothingRests();
  return { books, ledger: await ledger(), ...turns };
}

/** Gives the wallet more than all orders together can spend. */
async function provide(
  { STRIKELINE_URL = "", STRIKELINE_API_KEY = "" }: Readonly<Record<string, string>>,
  venueUrl: string,
): Promise<void> {
  const client = createClient(STRIKELINE_URL, { apiKey: STRIKELINE_API_KEY });
  const { wallets: [wallet] } = await client.account.details();
  const account = { address: wallet?.funder, balance: "1000000000" };
  const { status, body } = await control(`${venueUrl}/__account`, "PUT", account);
  if (status !== 200) throw new Error(JSON.stringify(body));
}
