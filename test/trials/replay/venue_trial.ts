/** A bot of the venue's own client, unchanged, that trades a recorded sandbox on paper. @module */
import { afterAll, expect, test } from "bun:test";
import { Chain, ClobClient, OrderType, Side } from "@polymarket/clob-client-v2";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { makeFolder } from "../../temporary_folder.ts";
import { sized } from "../size.ts";
import { tell } from "../tell.ts";
import { beginReplay, recordSandbox } from "./recorded_sandbox.ts";

/** How fast the recorded sandbox and its replay run, and for how long of the machine's time. */
const SPEED = 30;
const RECORDED_SEC = sized({ short: 12, whole: 60 });
const REPLAY_SPEED = 20;
const ROUNDS = sized({ short: 8, whole: 60 });

const folders = makeFolder();
afterAll(folders.remove);

type Options = ConstructorParameters<typeof ClobClient>[0];
type Amounts = Readonly<Record<"shares" | "usdc", number>>;

/** An order as the service's own history has it. */
interface OwnOrder {
  readonly order_id: string;
  readonly state: string;
  readonly filled: Amounts | null;
  readonly estimates?: Readonly<Record<"pessimistic" | "likely" | "optimistic", Amounts>>;
}

test("the venue's own client trades a recorded day, within the estimates", async () => {
  const day = `${folders.path}/day`;
  await recordSandbox(day, { speed: SPEED, seconds: RECORDED_SEC });
  const { running, bot } = await beginReplay(day, { SANDBOX_SPEED: String(REPLAY_SPEED) });
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
    readonly market: { readonly outcomes: ReadonlyArray<{ readonly token_id: string }> };
  }
  const [window] = await own<Window>("/windows/active?asset=btc&interval=1hour");
  const tokenID = window?.market.outcomes[0]?.token_id ?? expect.unreachable();

  const placed = new Set<string>();
  const keep = ({ orderID }: { readonly orderID?: string }) => orderID && placed.add(orderID);
  for (let round = 0; round < ROUNDS; round++) {
    // At the begin of a recording no book was sent yet.
    const book: { readonly bids?: ReadonlyArray<{ readonly price: string }> } = await client
      .getOrderBook(tokenID);
    const price = Number(book.bids?.at(-1)?.price ?? "0.02");
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
  tell({
    done: "orders of the venue's client",
    count: placed.size,
    ...{ lost: lost.length, doubled, wrong: wrong.length },
  });
  expect({ lost, doubled, wrong }).toEqual({ lost: [], doubled: 0, wrong: [] });
  expect(orders.filter(({ filled }) => (filled?.shares ?? 0) > 0).length).toBeGreaterThan(0);
}, 300_000);
