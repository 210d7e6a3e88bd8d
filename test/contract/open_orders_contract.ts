/** The contract about open orders that every adapter of the `OrderVenue` port must meet. @module */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import type { OrderFilter } from "../../core/port/order_venue.ts";
import { PROTOCOLS } from "../../core/venue/mod.ts";
import {
  makeTrading,
  type OrderVenueWorld,
  run,
  type StagedWallet,
} from "./order_venue_staging.ts";

const NOTHING: OrderFilter = { conditionId: Option.none(), tokenId: Option.none() };

/** Declares the contract's tests for one adapter. */
export function openOrdersContract(name: string, start: () => Promise<OrderVenueWorld>): void {
  describe(`OrderVenue contract, open orders: ${name}`, () => {
    let world: OrderVenueWorld;
    beforeAll(async () => void (world = await start()));
    afterAll(() => world.stop());
    const { signOn, send, lookUp, liquid, stage } = makeTrading(() => world);

    const open = async (
      { holder }: StagedWallet,
      filter: Partial<OrderFilter> = {},
      cursor?: string,
    ) => {
      const { orders, nextCursor } = await run(world.venue.openOrders({
        holder,
        filter: { ...NOTHING, ...filter },
        cursor: Option.fromUndefinedOr(cursor),
      }));
      const ids = orders.map(({ raw }) => (raw as Record<string, unknown>)["id"]);
      return { ids, orders, nextCursor };
    };

    test("are listed without their API key's owner, and found by their id", async () => {
      const [market, wallet] = await stage();
      expect(await open(wallet)).toEqual({ ids: [], orders: [], nextCursor: Option.none() });
      const id = await world.rest(wallet, market.yes);
      const { orders: [order] } = await open(wallet);
      expect(order?.raw)
        .toMatchObject({ id, market: market.conditionId, asset_id: market.yes });
      expect(order?.raw).not.toHaveProperty("owner");
      const { holder } = wallet;
      expect(await run(world.venue.order({ holder, orderId: id }))).toEqual(
        Option.fromUndefinedOr(order),
      );
      const other = await world.wallet(0);
      expect(await run(world.venue.order({ holder: other.holder, orderId: id })))
        .toEqual(Option.none());
      expect(await run(world.venue.order({ holder, orderId: `0x${"1".repeat(64)}` })))
        .toEqual(Option.none());
      expect(await lookUp({ orderId: id }, wallet)).toEqual({ kind: "pending" });
    });

    test.each(PROTOCOLS)("are filtered by market and by token, also of %s", async (protocol) => {
      const [[one, wallet], other] = [await stage({ protocol }), await liquid()];
      const [yes, no] = [await world.rest(wallet, one.yes), await world.rest(wallet, one.no)];
      const third = await world.rest(wallet, other.yes);
      const ofMarket = { conditionId: Option.some(one.conditionId) };
      expect((await open(wallet)).ids.sort()).toEqual([yes, no, third].sort());
      expect((await open(wallet, ofMarket)).ids.sort()).toEqual([yes, no].sort());
      expect((await open(wallet, { tokenId: Option.some(one.no) })).ids).toEqual([no]);
      expect((await open(wallet, { ...ofMarket, tokenId: Option.some(one.yes) })).ids)
        .toEqual([yes]);
      expect((await open(wallet, { ...ofMarket, tokenId: Option.some(other.yes) })).ids)
        .toEqual([]);
    });

    test("come in pages, each once, and an invalid cursor is refused", async () => {
      const [market, wallet] = await stage();
      const ids = new Set<string>();
      for (let i = 0; i < 101; i += 1) ids.add(await world.rest(wallet, market.yes));
      const first = await open(wallet);
      expect(Option.isSome(first.nextCursor)).toBe(true);
      const second = await open(wallet, {}, Option.getOrThrow(first.nextCursor));
      expect(second.nextCursor).toEqual(Option.none());
      expect(first.ids.length + second.ids.length).toBe(101);
      expect(new Set([...first.ids, ...second.ids])).toEqual(ids as Set<unknown>);
      const question = { holder: wallet.holder, filter: NOTHING, cursor: Option.some("what") };
      expect(await run(Effect.flip(world.venue.openOrders(question))))
        .toMatchObject({ _tag: "VenueRefused" });
    }, 300_000);

    test.each(PROTOCOLS)("are cancelled: all, or those of a market or a token, also of %s", async (
      protocol,
    ) => {
      const [[one, wallet], other] = [await stage({ protocol }), await liquid()];
      const { holder } = wallet;
      const cancel = async (filter: Partial<OrderFilter>) =>
        (await run(world.venue.cancel({ holder, filter: { ...NOTHING, ...filter } }))).cancelled;
      const [yes, no] = [await world.rest(wallet, one.yes), await world.rest(wallet, one.no)];
      const third = await world.rest(wallet, other.yes);
      const stranger = await world.wallet(0);
      const kept = await world.rest(stranger, one.yes);
      const [conditionId, tokenId] = [Option.some(one.conditionId), Option.some(other.yes)];
      expect(await cancel({ conditionId, tokenId })).toEqual([]);
      expect(await cancel({ tokenId: Option.some(one.no) })).toEqual([no]);
      expect(await cancel({ conditionId: Option.some(other.conditionId) })).toEqual([third]);
      expect(await cancel({})).toEqual([yes]);
      expect(await cancel({})).toEqual([]);
      expect((await open(wallet)).ids).toEqual([]);
      expect((await open(stranger)).ids).toEqual([kept]);
      expect(await lookUp({ orderId: yes }, wallet))
        .toMatchObject({ kind: "refused", refusal: { reason: "killed" } });
    });

    test("that are delayed are kept, with the reason", async () => {
      const [market, wallet] = await stage({ delaySec: 2 });
      const signed = await signOn(market, wallet);
      await send(signed, wallet);
      const { holder } = wallet;
      const { cancelled, kept } = await run(world.venue.cancel({ holder, filter: NOTHING }));
      expect(cancelled).toEqual([]);
      expect([...kept]).toEqual([[signed.orderId, expect.stringContaining("cannot cancel")]]);
    });

    test("can be cancelled while no new ones are accepted, but not in a restart", async () => {
      const [market, wallet] = await stage();
      const { holder } = wallet;
      const id = await world.rest(wallet, market.yes);
      await world.setMode({ mode: "restarting", retryAfterSec: 30 });
      const failure = await run(Effect.flip(world.venue.cancel({ holder, filter: NOTHING })));
      await world.setMode({ mode: "cancel_only" });
      const { cancelled } = await run(world.venue.cancel({ holder, filter: NOTHING }));
      await world.setMode({ mode: "normal" });
      expect(failure).toMatchObject({ _tag: "ProviderFailed", reason: "limited" });
      expect(cancelled).toEqual([id]);
    });

    test("are hidden without the right API key", async () => {
      const { holder } = await world.wallet(0);
      const { holder: { credentials } } = await world.wallet(0);
      const wrong = { ...holder, credentials };
      const orderId = `0x${"1".repeat(64)}`;
      const asking = [
        world.venue.openOrders({ holder: wrong, filter: NOTHING, cursor: Option.none() }),
        world.venue.order({ holder: wrong, orderId }),
        world.venue.cancel({ holder: wrong, filter: NOTHING }),
        world.venue.lookUp({
          orderId,
          orderType: "FOK",
          sentSec: 0,
          holder: wrong,
        }),
      ];
      for (const each of asking) {
        expect(await run(Effect.flip<unknown, unknown, never>(each)))
          .toMatchObject({ _tag: "WalletRefused", address: holder.address });
      }
    });
  });
}
