/** A bot of the venue's own client, unchanged, that trades a recorded sandbox on paper. @module */
import { afterAll, expect, test } from "bun:test";
import { Chain, ClobClient, OrderType, Side } from "@polymarket/clob-client-v2";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { readMarketFrame } from "../../../adapters/polymarket/book/market_frame.ts";
import { recordedDays } from "../../../adapters/recording/day_folder.ts";
import { readDay, recordedSpan } from "../../../adapters/recording/reading.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { calmly } from "../calmly.ts";
import { sized } from "../size.ts";
import { tell } from "../tell.ts";
import { beginReplay, recordSandbox } from "./recorded_sandbox.ts";

/** How fast the recorded sandbox and its replay run, and for how long of the machine's time. */
const SPEED = 30;
const RECORDED_SEC = sized({ short: 12, whole: 60 });
const REPLAY_SPEED = 20;
/** By then the recorder has asked for all that an order needs. */
const BEGIN_MS = 120_000;
const ROUNDS = sized({ short: 8, whole: 60 });

const folders = makeFolder();
afterAll(folders.remove);

type Options = ConstructorParameters<typeof ClobClient>[0];
type Amounts = Readonly<Record<"shares" | "usdc", number>>;

/** An order as the service's own history has it. */
interface OwnOrder {
  readonly order_id: string;
  readonly created_at: string;
  readonly order_type: string;
  readonly order: { readonly price?: number };
  readonly state: string;
  readonly filled: Amounts | null;
  readonly estimates?: Readonly<Record<"pessimistic" | "likely" | "optimistic", Amounts>>;
}

test("the venue's own client trades a recorded day, within the estimates", async () => {
  const day = `${folders.path}/day`;
  await recordSandbox(day, { speed: SPEED, seconds: RECORDED_SEC });
  const { fromMs } = await recordedSpan(day) ?? expect.unreachable();
  const { running, bot } = await beginReplay(day, { SANDBOX_SPEED: String(REPLAY_SPEED) }, [
    ...["--from", new Date(fromMs + BEGIN_MS).toISOString()],
  ]);
  const account = privateKeyToAccount(generatePrivateKey());
  const signer = { account, signTypedData: account.signTypedData } as unknown as NonNullable<
    Options["signer"]
  >;
  const base = { host: `${bot.url}/venue`, chain: Chain.POLYGON, signer };
  const creds = await new ClobClient(base).createOrDeriveApiKey();
  const client = new ClobClient({ ...base, creds });
  const own = async <Data>(path: string) => {
    const answer = await fetch(`${bot.url}/api/v1${path}`, {
      headers: { "x-api-key": bot.apiKey },
    });
    return (await answer.json() as { readonly data: ReadonlyArray<Data> }).data;
  };
  interface Window {
    readonly market: { readonly outcomes: ReadonlyArray<{ readonly token_id: string }> } | null;
  }
  let tokenID = "";
  await calmly(async () => {
    const [window] = await own<Window>("/windows/active?asset=btc&interval=1hour");
    tokenID = window?.market?.outcomes[0]?.token_id ?? "";
    return tokenID !== "";
  });

  const placed = new Set<string>();
  const keep = ({ orderID }: { readonly orderID?: string }) => orderID && placed.add(orderID);
  for (let round = 0; round < ROUNDS; round++) {
    const { bids } = await client.getOrderBook(tokenID);
    const price = Number(bids.at(-1)?.price ?? "0.02");
    keep(await client.createAndPostOrder({ tokenID, price, side: Side.BUY, size: 20 }, {}));
    keep(
      await client.createAndPostMarketOrder(
        { tokenID, amount: 5, side: Side.BUY, orderType: OrderType.FAK },
        {},
        OrderType.FAK,
      ),
    );
    await Bun.sleep(100);
  }
  await client.cancelAll();
  const walletId = creds.key.replace(/^paper-/, "");
  const orders = await own<OwnOrder>(`/orders/history?walletId=${walletId}&limit=200`);
  running.kill("SIGTERM");
  await running.exited;

  const known = new Set(orders.map(({ order_id }) => order_id));
  const lost = [...placed].filter((orderId) => !known.has(orderId));
  const wrong = orders.filter(({ estimates, state }) =>
    state !== "refused" && (estimates === undefined ||
      estimates.pessimistic.shares > estimates.likely.shares ||
      estimates.likely.shares > estimates.optimistic.shares)
  );
  const doubled = orders.length - known.size;
  const tape = await recordedTape(day, tokenID);
  const better = orders.filter((order) => isBetterThan(tape, order));
  tell({
    done: "orders of the venue's client",
    count: placed.size,
    ...{ lost: lost.length, doubled, wrong: wrong.length + better.length },
  });
  expect({ lost, doubled, wrong, better })
    .toEqual({ lost: [], doubled: 0, wrong: [], better: [] });
  expect(orders.filter(({ filled }) => (filled?.shares ?? 0) > 0).length).toBeGreaterThan(0);
}, 300_000);

type Tape = ReadonlyArray<{ readonly atMs: number; readonly price: number; readonly size: number }>;

/** What sellers traded in a book, as the recording has it. */
async function recordedTape(folder: string, tokenId: string): Promise<Tape> {
  const tape: Array<Tape[number]> = [];
  for (const day of await recordedDays(folder)) {
    for await (const { atMs, text } of readDay({ folder, day, feeds: ["books"] })) {
      for (const event of readMarketFrame(text) ?? []) {
        if (event.kind !== "trade" || event.tokenId !== tokenId) continue;
        const { trade } = event;
        if (trade?.side !== "SELL") continue;
        tape.push({ atMs, price: Number(trade.priceE6) / 1e6, size: Number(trade.sizeE6) / 1e6 });
      }
    }
  }
  return tape;
}

/** Whether an order that rested has pessimistically more than what traded through its price. */
function isBetterThan(tape: Tape, { order_type, order, created_at, estimates }: OwnOrder): boolean {
  if (order_type !== "GTC" || estimates === undefined) return false;
  const through = tape.filter(({ atMs, price }) =>
    atMs >= Date.parse(created_at) && price < (order.price ?? 0)
  );
  return estimates.pessimistic.shares > through.reduce((sum, { size }) => sum + size, 0) + 1e-6;
}
