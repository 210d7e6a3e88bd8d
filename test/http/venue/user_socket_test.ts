import { expect, test } from "bun:test";
import { Effect, Layer, Logger, Option } from "effect";
import { KEY_SOCKETS_MAX, makeUserConversation } from "../../../adapters/http/venue/user_socket.ts";
import { layerVenueSignatures } from "../../../adapters/polymarket/venue_signatures.ts";
import { AccountStore } from "../../../core/port/account_store.ts";
import type { ToldOrder, WalletFrame } from "../../../core/port/wallet_frames.ts";
import { ordersTopic } from "../../../core/stream/mod.ts";
import { LiveStream, makePublisher, Publisher } from "../../../core/use_case/live/mod.ts";
import { finalAs, newOrder } from "../../contract/order_fixture.ts";
import { layerMemoryAccountStore } from "../../memory/account_store.ts";
import { layerMemoryPaperStore } from "../../memory/paper_store.ts";
import { layerMemorySecretBox } from "../../memory/secret_box.ts";
import { layerMemoryWalletStore } from "../../memory/wallet_store.ts";
import { connectClient } from "./door_client.ts";
import { KEY, openNamed, SECRETS } from "./door_world.ts";

const ACCOUNT_ID = "0199f2c4-7b1e-7000-8000-5a1e6b7c8d9e";

/** A client, and a wallet whose changes a test publishes. */
async function account(counts = new Map<string, number>()) {
  const publisher = makePublisher();
  const followed: Array<string> = [];
  const layer = Layer.mergeAll(
    layerMemoryAccountStore,
    layerMemoryPaperStore,
    layerMemoryWalletStore,
    layerMemorySecretBox(7),
    layerVenueSignatures,
    Layer.succeed(Publisher, publisher),
    Layer.mock(
      LiveStream,
      {
        followWallets: (ids) =>
          Effect.sync(() => {
            followed.push(...ids);
            return new Map([["", () => void followed.splice(0)]]);
          }),
      } as Pick<LiveStream["Service"], "followWallets"> as LiveStream["Service"],
    ),
    Logger.layer([]),
  );
  const client = connectClient(makeUserConversation(counts), layer);
  const { wallet } = await client.runtime.runPromise(Effect.gen(function* () {
    const account = { id: ACCOUNT_ID, email: "someone@example.com", createdMs: 0 };
    yield* (yield* AccountStore).addAccount(account);
    return yield* openNamed({ email: account.email, signingKey: KEY, usdcE6: 1n });
  }));
  const { id } = wallet;
  const apiKey = Option.getOrThrow(wallet.clobApiKey);
  let seq = 0;
  const publish = (...frames: ReadonlyArray<Omit<WalletFrame, "walletId" | "seq">>) => {
    for (const fields of frames) {
      seq += 1;
      const frame = { ...fields, walletId: id, seq } as WalletFrame;
      publisher.publishEvent({ kind: "wallet_frame", topic: ordersTopic(id), seq, frame });
    }
  };
  const { order: { body: _, ...order } } = newOrder({ accountId: ACCOUNT_ID, walletId: id }, {
    instruction: {
      slug: "btc-up",
      outcome: "Up",
      tokenId: "11",
      conditionId: `0x${"c".repeat(64)}` as never,
      side: "BUY",
      orderType: "GTC",
      amount: "3",
      isNegRisk: false,
      limit: Option.some({
        sizeE6: 10_000_000n,
        expiresSec: Option.none(),
        lifeSec: Option.none(),
        isPostOnly: false,
      }),
    },
    priceE6: Option.some(300_000n),
  });
  const { orderId, sentMs } = order.state;
  /** The order as it rests, with so many shares traded. */
  const live = (sharesE6 = 0n) => {
    const fill = { sharesE6: Option.some(sharesE6), usdcE6: Option.some(sharesE6 * 3n / 10n) };
    const state = { name: "live", orderId, sentMs, isDelayed: false, fill } as const;
    const told: ToldOrder = { ...order, state: { ...state, missingSinceMs: Option.none() } };
    return { kind: "order" as const, order: told };
  };
  const canceled = () => {
    const fill = { sharesE6: Option.some(0n), usdcE6: Option.some(0n) };
    const outcome = { kind: "canceled", fill, cause: "request", message: "" } as const;
    return { kind: "order" as const, order: { ...order, state: finalAs(outcome, orderId) } };
  };
  const auth = { apiKey, ...SECRETS };
  /** Waits until everything is read that was said. */
  const heard = async () => {
    client.say("nonsense");
    expect(await client.nextText()).toBe("INVALID OPERATION");
  };
  return { ...client, apiKey, auth, wallet, followed, order, publish, live, canceled, heard };
}

test("a key is told what becomes of its orders, each change once", async () => {
  const { say, next, auth, apiKey, wallet, order, publish, live, canceled, heard } =
    await account();
  say({ auth, type: "user" });
  await heard();
  publish(live(), live());
  expect(await next()).toMatchObject({
    event_type: "order",
    type: "PLACEMENT",
    status: "LIVE",
    id: order.state.orderId,
    owner: apiKey,
    maker_address: wallet.funder,
    asset_id: "11",
    side: "BUY",
    price: "0.3",
    original_size: "10",
    size_matched: "0",
    expiration: "0",
    outcome: "Up",
    order_type: "GTC",
  });
  publish(live(4_000_000n), canceled());
  expect(await next()).toMatchObject({ type: "UPDATE", status: "LIVE", size_matched: "4" });
  expect(await next()).toMatchObject({ type: "CANCELLATION", status: "CANCELED" });
});

test("and of its trades, whose side is the taker's", async () => {
  const { say, next, auth, apiKey, wallet, order, publish, heard } = await account();
  say({ auth, type: "user" });
  await heard();
  publish({
    kind: "fill",
    fill: {
      walletId: wallet.id,
      tradeId: "t-1",
      orderId: order.state.orderId,
      role: "maker",
      priceE6: 300_000n,
      sharesE6: 4_000_000n,
      state: "matched",
      tx: Option.none(),
      matchedMs: 1_790_000_000_000,
      instruction: order.instruction,
      feeRate: Option.none(),
      settledMs: Option.none(),
    },
  } as never);
  expect(await next()).toMatchObject({
    event_type: "trade",
    type: "TRADE",
    id: "t-1",
    status: "MATCHED",
    side: "SELL",
    size: "4",
    price: "0.3",
    trade_owner: apiKey,
    trader_side: "MAKER",
    match_time: "1790000000",
    maker_orders: [{ order_id: order.state.orderId, matched_amount: "4", side: "BUY" }],
  });
});

test("a filter of markets is kept to", async () => {
  const { say, next, auth, publish, live, heard, order } = await account();
  say({ auth, type: "user", markets: [`0x${"d".repeat(64)}`] });
  await heard();
  publish(live());
  await heard();
  say({ operation: "subscribe", markets: [order.instruction.conditionId] });
  await heard();
  publish(live(1_000_000n));
  expect(await next()).toMatchObject({ type: "UPDATE" });
});

test.each<[string, Record<string, unknown>]>([
  ["without a key", { type: "user" }],
  ["with another secret", { type: "user", auth: { secret: "b3RoZXI=" } }],
  ["with another passphrase", { type: "user", auth: { passphrase: "other" } }],
  ["with another key", { type: "user", auth: { apiKey: `paper-${crypto.randomUUID()}` } }],
])("a socket %s is closed", async (_, { auth: other, ...message }) => {
  const { say, closed, auth, followed } = await account();
  say(other === undefined ? message : { ...message, auth: { ...auth, ...other } });
  expect((await closed).code).toBe(1008);
  expect(followed).toEqual([]);
});

test("a key has so many sockets, and room again when one goes", async () => {
  const counts = new Map<string, number>();
  const { say, auth, wallet, leave, runtime, followed, heard } = await account(counts);
  say({ auth, type: "user" });
  await heard();
  expect([counts.get(wallet.id), followed]).toEqual([1, [wallet.id]]);
  leave();
  await runtime.dispose();
  expect([counts.size, followed]).toEqual([0, []]);
  const crowded = await account(counts);
  counts.set(crowded.wallet.id, KEY_SOCKETS_MAX);
  crowded.say({ auth: crowded.auth, type: "user" });
  expect((await crowded.closed).code).toBe(1008);
});
