import { describe, expect, mock, spyOn, test } from "bun:test";
import { Effect, Option } from "effect";
import { type ActionChange, ChainStore } from "../../../core/port/chain_store.ts";
import { StoreFailed } from "../../../core/port/store_failure.ts";
import { WAITING_MAX } from "../../../core/use_case/chain/mod.ts";
import { newPairAction } from "../../contract/chain_fixture.ts";
import { NOON_MS } from "../../contract/order_fixture.ts";
import { CONDITION, holding, resolved } from "./positions_client.ts";
import { STAGED_TX } from "../../stage/staged_chain.ts";
import { BOOKLESS, PLAIN } from "../order/order_world.ts";
import { claimsClient, NOWHERE } from "./claims_client.ts";

/** What a claim of the ten shares is told as. */
const CLAIMED = {
  kind: "claim",
  id: expect.any(String),
  condition_id: CONDITION,
  slug: "btc-up",
  state: "confirmed",
  usdc: 10,
  tx: STAGED_TX,
  why: null,
  automatic: false,
  requested_at: expect.any(String),
  ended_at: expect.any(String),
};

describe("POST /positions/claim", () => {
  test("claims once a key, and its repetition tells what has become of it", async () => {
    const { post, advance, resolve, chain, claims, ask } = await claimsClient();
    resolve();
    const first = await post("claim", { condition_id: CONDITION });
    expect(first.body).toEqual({
      ok: true,
      claims: [{ ...CLAIMED, state: "sent", usdc: null, tx: null, ended_at: null }],
    });
    await advance();
    await advance();
    const again = await post("claim", { condition_id: CONDITION });
    expect(again.body).toEqual({ ok: true, claims: [CLAIMED] });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(chain.sent).toHaveLength(1);
    expect(await claims()).toEqual([CLAIMED]);
    expect(await claims("&state=sent,failed")).toEqual([]);
    // The index knows nothing of it yet.
    expect((await ask("&status=closed")).data).toMatchObject([
      { shares: 0, realized_usdc: 4.7, status: "closed" },
    ]);
  });

  test("says that it may be under way where the store falls silent, and when to ask", async () => {
    const { post, resolve, claims, server } = await claimsClient();
    resolve();
    const store = await server.runPromise(ChainStore.use(Effect.succeed));
    const { requested } = store;
    const silent = new StoreFailed({ operation: "read claims", cause: new Error("gone") });
    // It is asked whether the key is known, and then, once all is stored, what became of it.
    spyOn(store, "requested").mockImplementationOnce(requested).mockReturnValue(
      Effect.fail(silent),
    );
    const { status, headers, body } = await post("claim", {});
    expect([status, headers.get("retry-after"), body["code"]]).toEqual([503, "2", "unavailable"]);
    expect(body["hint"]).toContain("with the same Idempotency-Key");
    mock.restore();
    const again = await post("claim", {});
    expect(again.body["claims"]).toEqual(await claims());
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  test("claims all that can be claimed, and nothing where nothing can be", async () => {
    const { post, advance, resolve, claims } = await claimsClient();
    expect((await post("claim", {}, "early")).body).toEqual({ ok: true, claims: [] });
    resolve();
    expect((await post("claim", {}, "late")).body["claims"]).toMatchObject([{ state: "sent" }]);
    await advance();
    await advance();
    expect((await post("claim", {}, "early")).body).toEqual({ ok: true, claims: [] });
    expect(await claims()).toEqual([CLAIMED]);
  });

  test("claims also what the index alone knows of, as it is listed", async () => {
    const { post, advance, resolve, chain, claims, index } = await claimsClient();
    // Of Up the ledger has a purchase; Down came from elsewhere, without a trade.
    index.holdings = [holding(10), holding(4, { tokenId: "12", outcomeIndex: Option.some(1) })];
    resolve(0n);
    chain.sharesE6.set("12", 4_000_000n);
    await post("claim", {});
    await advance();
    await advance();
    expect(await claims()).toEqual([{ ...CLAIMED, usdc: 4 }]);
  });

  test("claims what the index has beyond what the ledger says is gone", async () => {
    const { post, advance, chain, claims, index } = await claimsClient();
    const pairs = { slug: BOOKLESS.slug, size: 2 };
    for (const kind of ["split", "merge"] as const) {
      await post(kind, pairs, kind);
      await advance();
      await advance();
    }
    const conditionId = Option.getOrThrow(BOOKLESS.conditionId);
    index.holdings = [holding(10), holding(4, { tokenId: "51", conditionId, slug: pairs.slug })];
    index.asOfMs = NOON_MS * 2;
    index.resolutions.set(conditionId, resolved(1_000_000n, 0n));
    chain.sharesE6.set("51", 4_000_000n);
    await post("claim", {}, "all");
    await advance();
    await advance();
    expect(await claims()).toMatchObject([{ slug: pairs.slug, state: "confirmed", usdc: 4 }]);
  });

  test("of one market is one claim, by however many keys", async () => {
    const { post, advance, resolve, chain, claims } = await claimsClient();
    resolve();
    await post("claim", { condition_id: CONDITION }, "one");
    await post("claim", {}, "other");
    await advance();
    await advance();
    expect(chain.sent).toHaveLength(1);
    expect((await post("claim", {}, "other")).body).toEqual({ ok: true, claims: [CLAIMED] });
    expect(await claims()).toHaveLength(1);
  });

  test("is a success where nothing is left", async () => {
    const { post, advance, resolve, chain, claims } = await claimsClient();
    resolve();
    chain.sharesE6.clear();
    await post("claim", { condition_id: CONDITION });
    await advance();
    expect(await claims()).toMatchObject([
      { state: "nothing_left", usdc: null, tx: null, why: expect.stringContaining("before") },
    ]);
    expect(chain.sent).toEqual([]);
  });

  test("is refused where nothing is resolved, or nobody knows the market", async () => {
    const { post, claims } = await claimsClient();
    const open = await post("claim", { condition_id: CONDITION });
    expect([open.status, open.body]).toMatchObject([400, {
      error: `Cannot claim the condition "${CONDITION}": its market is not resolved`,
    }]);
    const unknown = await post("claim", { condition_id: NOWHERE });
    expect([unknown.status, unknown.body]).toMatchObject([404, {
      hint: expect.stringContaining("GET /api/v1/positions"),
    }]);
    expect(await claims()).toEqual([]);
  });

  test("needs a key, which is of one request", async () => {
    const { post, resolve } = await claimsClient();
    resolve();
    expect((await post("claim", {}, "")).status).toBe(400);
    await post("claim", {});
    const other = await post("claim", { condition_id: CONDITION });
    expect([other.status, other.body["error"]]).toEqual([
      409,
      `Cannot use the Idempotency-Key "key-1": it belongs to another request`,
    ]);
  });

  test("says what it waits for, and goes on when that is there", async () => {
    const { post, advance, resolve, chain, claims } = await claimsClient();
    resolve();
    await post("claim", {});
    chain.isUp = false;
    await advance();
    expect(await claims()).toMatchObject([{
      state: "sent",
      why: "Cannot get balances from the chain: it cannot be reached",
    }]);
    chain.isUp = true;
    await advance();
    await advance();
    expect(await claims()).toEqual([CLAIMED]);
  });

  test("is refused while as much waits as may, by a key that is good later", async () => {
    const { post, resolve, wallet, server, claims } = await claimsClient();
    resolve();
    const actions = Array.from({ length: WAITING_MAX }, () => newPairAction(wallet.id));
    const waiting = { walletId: wallet.id, idempotencyKey: "many", requestSha256: "", actions };
    await server.runPromise(ChainStore.use(({ request }) => request(waiting)));
    const refused = await post("claim", {});
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await claims()).toEqual([]);
    await server.runPromise(
      ChainStore.use(({ change }) => change(actions.slice(0, 1).map(({ id }) => over(id)))),
    );
    expect((await post("claim", {})).body["claims"]).toMatchObject([{ state: "sent" }]);
  });

  test("is refused beyond that also where many ask at the same time", async () => {
    const { post, wallet, server, chain } = await claimsClient();
    const actions = Array.from({ length: WAITING_MAX - 1 }, () => newPairAction(wallet.id));
    const waiting = { walletId: wallet.id, idempotencyKey: "many", requestSha256: "", actions };
    await server.runPromise(ChainStore.use(({ request }) => request(waiting)));
    const split = { slug: PLAIN.slug, size: 1 };
    const all = Promise.withResolvers<void>();
    let reading = 0;
    chain.beforeRead = Effect.promise(() => {
      if (++reading === 3) all.resolve();
      return all.promise;
    });
    const answers = await Promise.all(["a", "b", "c"].map((key) => post("split", split, key)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 503, 503]);
  });

  test("says what the wallet's road lacks, and works by that key once it is there", async () => {
    const { post, advance, resolve, chain, claims } = await claimsClient();
    resolve();
    chain.missing = "RELAYER_API_KEY";
    const refused = await post("claim", {});
    expect([refused.status, refused.body]).toMatchObject([503, {
      error: "Cannot reach the chain for this wallet: RELAYER_API_KEY is not set",
      hint: "The operator of this service turns it on with RELAYER_API_KEY",
    }]);
    chain.missing = undefined;
    await post("claim", {});
    await advance();
    await advance();
    expect(await claims()).toEqual([CLAIMED]);
  });
});

/** Ends what nothing was signed for. */
const over = (id: string): ActionChange => ({
  id,
  state: "failed",
  submissionId: Option.none(),
  why: Option.none(),
  moved: Option.none(),
  tx: Option.none(),
  endedMs: NOON_MS,
});
