import { describe, expect, test } from "bun:test";
import { Effect, Option, Schema } from "effect";
import { layerSecretBoxOff } from "../../../adapters/node_crypto/secret_box.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import { LISTED_STATES, REFUSAL_REASONS, UNSTATED_FILL } from "../../../core/order/mod.ts";
import { makeCursors } from "../../../core/page/mod.ts";
import { OrderStore, type StoredOrder } from "../../../core/port/order_store.ts";
import { WalletStore } from "../../../core/port/wallet_store.ts";
import { conditionOf } from "../../condition.ts";
import { newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { finalAs, NEVER_MS, newOrder, NOON_MS, refusedFor } from "../../contract/order_fixture.ts";
import { ACCOUNT, keyedServer } from "../account/keyed_server.ts";
import { orderClient } from "./order_client.ts";
import { makeOrderWorld, PLAIN } from "./order_world.ts";

type Item = Readonly<Record<string, unknown>>;

const itemsOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) =>
  body["data"] as ReadonlyArray<Item>;

/** A client, and a hand that stores orders of its wallet. */
async function historyClient(...parts: Parameters<typeof orderClient>) {
  const client = await orderClient(...parts);
  const { server, wallet, history } = client;
  const own = `walletId=${wallet.id}`;
  const store = async (
    fields: Parameters<typeof newOrder>[1],
    state?: (orderId: string) => StoredOrder["state"],
  ) => {
    const owner = { accountId: ACCOUNT.id, walletId: wallet.id };
    const added = newOrder(owner, fields);
    const { id, latencyMs, state: { orderId } } = added.order;
    await server.runPromise(OrderStore.use((orders) =>
      Effect.gen(function* () {
        yield* orders.add(added);
        if (state === undefined) return;
        yield* orders.note({ id, state: state(orderId), latencyMs, lookUpAtMs: NEVER_MS });
      })
    ));
    return added.order;
  };
  const ids = async (query = "") => itemsOf(await history(own + query)).map(({ id }) => id);
  return { ...client, own, store, ids };
}

describe("GET /orders/history", () => {
  test("has a placed order as its answer had it, to the last digit", async () => {
    const { place, history, own } = await historyClient();
    const placed = await place({ amount: "10.000000001" }, { "idempotency-key": "first" });
    const { status, exact, body, headers } = await history(own);
    expect([status, headers.get("x-cache"), body["next_cursor"]]).toEqual([200, "HIT", ""]);
    const answer = placed.exact as Record<string, unknown>;
    const [item, ...others] = (exact as Record<string, ReadonlyArray<Item>>)["data"] ?? [];
    expect(others).toEqual([]);
    expect(item).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      state: "matched",
      order: answer["order"],
      order_type: "FOK",
      market: Option.getOrThrow(PLAIN.conditionId),
      order_id: answer["orderId"],
      filled: answer["filled"],
      settled: { shares: new JsonNumber("0"), usdc: new JsonNumber("0"), averagePrice: null },
      notional_usdc: new JsonNumber("10"),
      refusal: null,
      why: null,
      latency_s: answer["latencyS"],
      idempotency_key: "first",
      reconciled: false,
    });
    expect(answer["order"]).toMatchObject({ amount: new JsonNumber("10.000000001") });
  });

  test("words a refused and an unknown order as the answers to them", async () => {
    const { place, fail, history, own } = await historyClient();
    const refusal = {
      reason: "market_closed",
      message: "closed",
      retryAfterSec: Option.none(),
    } as const;
    fail({ kind: "refused", refusal }, { kind: "lost_reply" });
    const refused = await place();
    const unknown = await place();
    expect([refused.status, unknown.status]).toEqual([400, 503]);
    const [later, earlier] = itemsOf(await history(own));
    expect(earlier).toMatchObject({
      state: "refused",
      refusal: {
        reason: "market_closed",
        message: refused.body["error"],
        hint: "Send the slug of a market that is open",
      },
      why: null,
      filled: null,
      reconciled: false,
      idempotency_key: null,
    });
    expect(later).toMatchObject({
      state: "unknown",
      refusal: null,
      why: unknown.body["error"],
      filled: null,
      reconciled: null,
    });
    expect(String(later?.["why"])).toContain(String(later?.["order_id"]));
  });

  test("has matched, reconciled, lowered and unfinished orders, and every refusal", async () => {
    const { store, history, own } = await historyClient();
    await store({ createdMs: 4 }, (orderId) => ({
      name: "unknown",
      orderId,
      sentMs: 1,
      why: "its amounts are missing",
      isAtVenue: true,
      isMatched: true,
      missingSinceMs: Option.none(),
    }));
    await store({ createdMs: 3, loweredToE6: Option.some(2_400_000n) }, (orderId) => ({
      name: "final",
      orderId,
      outcome: {
        kind: "matched",
        fill: { sharesE6: Option.some(10n ** 24n + 1n), usdcE6: Option.none() },
      },
      isReconciled: true,
    }));
    await store({ createdMs: 2, key: undefined });
    const { exact } = await history(own);
    const [unstated, matched, sent] = (exact as Record<string, ReadonlyArray<Item>>)["data"] ?? [];
    expect(unstated).toMatchObject({
      state: "matched",
      filled: { shares: null, usdc: null, averagePrice: null },
      why: null,
      reconciled: null,
    });
    expect(matched).toMatchObject({
      state: "matched",
      filled: {
        shares: new JsonNumber("1000000000000000000.000001"),
        usdc: null,
        averagePrice: null,
      },
      order: { loweredTo: new JsonNumber("2.4") },
      reconciled: true,
    });
    expect(sent).toMatchObject({ state: "sent", idempotency_key: null, reconciled: null });
    expect(String(sent?.["why"])).toEndWith("it is being sent");
    for (const reason of REFUSAL_REASONS) {
      await store({ createdMs: 5 }, (orderId) => finalAs(refusedFor(reason), orderId));
    }
    const reasons = itemsOf(await history(`${own}&state=refused`)).map(({ refusal }) =>
      (refusal as Item)["reason"]
    );
    expect(reasons.toSorted()).toEqual([...REFUSAL_REASONS].toSorted());
  });

  test("narrows by state and market, in both spellings of a condition", async () => {
    const { store, ids } = await historyClient();
    const conditionId = conditionOf((1n << 248n) + (0xcdn << 120n));
    const { instruction } = newOrder({ accountId: "a", walletId: "w" }).order;
    const sent = await store({ createdMs: 3 });
    const matched = await store(
      { createdMs: 2, instruction: { ...instruction, conditionId } },
      (orderId) => finalAs({ kind: "matched", fill: UNSTATED_FILL }, orderId),
    );
    expect(await ids()).toEqual([sent.id, matched.id]);
    expect(await ids("&state=refused,SENT")).toEqual([sent.id]);
    expect(await ids(`&market=${conditionId}`)).toEqual([matched.id]);
    expect(await ids(`&market=${conditionId.slice(0, -2)}&state=unknown,matched`))
      .toEqual([matched.id]);
    expect(await ids(`&market=${conditionId}&state=sent`)).toEqual([]);
  });

  test("has 50 orders on a page, at most 200, and none that was placed between pages", async () => {
    const { store, history, own, ids } = await historyClient();
    for (let at = 0; at < 51; at++) await store({ createdMs: NOON_MS });
    const first = await history(own);
    expect(itemsOf(first)).toHaveLength(50);
    await store({ createdMs: NOON_MS + 1 });
    const cursor = encodeURIComponent(String(first.body["next_cursor"]));
    const rest = await ids(`&cursor=${cursor}`);
    expect(rest).toHaveLength(1);
    expect(itemsOf(first).map(({ id }) => id)).not.toContain(rest[0]);
    expect(await ids("&limit=200")).toHaveLength(52);
    const whole = await history(`${own}&limit=52`);
    expect([itemsOf(whole).length, whole.body["next_cursor"]]).toEqual([52, ""]);
    // The same words in another order are the same filter.
    const named = await history(`${own}&state=sent,matched&limit=1`);
    const next = encodeURIComponent(String(named.body["next_cursor"]));
    expect((await history(`${own}&state=matched,sent&cursor=${next}`)).status).toBe(200);
  });

  test("refuses what it cannot read, and a cursor of other filters or another wallet", async () => {
    const { store, history, own, server } = await historyClient();
    for (let at = 0; at < 2; at++) await store({ createdMs: NOON_MS });
    const first = await history(`${own}&limit=1`);
    const cursor = `cursor=${encodeURIComponent(String(first.body["next_cursor"]))}`;
    const other = newWallet(ACCOUNT.id);
    const wallet = { wallet: other, secrets: newSecrets() };
    await server.runPromise(WalletStore.use(({ add }) => add(wallet)));
    // One that somebody has made up, of what no store takes as text.
    const madeUp = makeCursors("orders", Schema.Tuple([Schema.Int, Schema.String]))
      .write([1, "a\0"], JSON.stringify([own.slice("walletId=".length), LISTED_STATES, null]));
    const refused: ReadonlyArray<readonly [string, string]> = [
      [`${own}&cursor=${madeUp}`, "Send the next_cursor of the previous page unchanged"],
      [`${own}&state=sent&${cursor}`, "Use this cursor with the filters it was issued for"],
      [`${own}&market=${conditionOf(1)}&${cursor}`, "Use this cursor with the filters"],
      [`walletId=${other.id}&${cursor}`, "Use this cursor with the filters"],
      [`${own}&cursor=MTAw`, "Send the next_cursor of the previous page unchanged"],
      [`${own}&state=open`, "Send any of sent, unknown, delayed, live, matched, canceled, refused"],
      [
        `${own}&state=sent,`,
        "Send any of sent, unknown, delayed, live, matched, canceled, refused",
      ],
      [`${own}&limit=0`, "Send a whole number from 1 to 200"],
      [`${own}&limit=201`, "Send a whole number from 1 to 200"],
      [`${own}&market=1`, "Send the condition id of a market"],
      ["walletId=1", "Send the UUID with its hyphens"],
    ];
    for (const [query, hint] of refused) {
      const { status, body, headers } = await history(query);
      expect([query, status, headers.get("x-cache")]).toEqual([query, 400, "HIT"]);
      expect(body["hint"]).toStartWith(hint);
    }
  });

  test("needs no key to the wallets, no provisioned wallet and no venue", async () => {
    const orders = makeOrderWorld({ box: layerSecretBoxOff("WALLET_KEY") });
    orders.setDown(true);
    const server = await keyedServer({ orders });
    const { text: key } = await server.issue(["read"]);
    const wallet = newWallet(ACCOUNT.id);
    const added = newOrder({ accountId: ACCOUNT.id, walletId: wallet.id });
    await server.runPromise(server.wallets.add({ wallet, secrets: newSecrets() }));
    await server.runPromise(OrderStore.use(({ add }) => add(added)));
    const { status, body } = await server.ask(`/api/v1/orders/history?walletId=${wallet.id}`, key);
    expect([status, itemsOf({ body }).length]).toEqual([200, 1]);
  });
});
