/**
 * The venue's side of orders that rest: who trades with them, how their trades settle, and what it
 * tells of them.
 *
 * @module
 */
import { Effect, Option, Queue } from "effect";
import { type FillRole, type FillState, isFinalFill } from "../../../core/order/mod.ts";
import type { OrderListener, OrderNews } from "../../../core/port/order_news.ts";
import type { OrderHolder } from "../../../core/port/order_venue.ts";
import type { Decision, ReceivedOrder } from "../../memory/staged_matching_engine.ts";
import type { StagedMatchingEngine } from "../../memory/staged_matching_engine.ts";
import type { Chance } from "../../stage/chance.ts";
import type { Enter, VirtualTime } from "../../stage/virtual_time.ts";
import type { Conditions } from "./conditions.ts";

/** The wallets whose orders may rest. They are of an account of their own. */
export const MAKERS = ["d", "e"].map((letter) => ({
  id: `${letter.repeat(8)}-0000-4000-8000-${letter.repeat(12)}`,
  address: `0x${letter.repeat(40)}`,
  accountId: "account-3",
}));

/** What the venue stands on. */
interface VenueGround {
  readonly chance: Chance;
  readonly conditions: Conditions;
  readonly time: VirtualTime;
  readonly venue: { readonly exchange: StagedMatchingEngine };
  /** Machine time, in milliseconds. */
  readonly machineMs: number;
  /** Calls `wake` after so much machine time. */
  readonly after: (ms: number, wake: () => void) => void;
}

/** What a trade is to an order of a maker. */
export interface VenueTrade {
  readonly tradeId: string;
  readonly orderId: string;
  readonly address: string;
  readonly role: FillRole;
  readonly priceE6: bigint;
  readonly sharesE6: bigint;
  /** By the service's clock. */
  readonly matchedMs: number;
  /** The same, by the machine's. */
  readonly listedMs: number;
  state: FillState;
}

/** A process that follows the news of a wallet. */
interface Listener {
  readonly address: string;
  readonly take: (work: Effect.Effect<void>) => void;
  readonly listener: OrderListener;
  /** The number of its connection; 0 while it has none. */
  connection: number;
}

/** All of these are machine milliseconds. */
const STEP_MS = { least: 200, most: 4_000 };
const TOLD_MS_MAX = 300;
/** Traders come to an order that rests within this time, if they do. */
const TAKEN_MS_MAX = 10_000;
const LATE_MS_MAX = 30_000;
/** Lists of trades lack what is newer, while the venue is blind. */
const LAG_MS = 2_500;

const CENT_E6 = 10_000n;
const NO_TX = Option.none<string>();

/** The orders of makers at the venue. */
export class MakerVenue {
  readonly trades: Array<VenueTrade> = [];
  /** Which orders of its wallet rested when an order came that was not refused. */
  readonly besides = new Map<string, ReadonlySet<string>>();
  readonly #ground: VenueGround;
  readonly #endsSec = new Map<string, number>();
  readonly #listeners = new Set<Listener>();
  #connections = 0;
  #isOver = false;
  #settled = (_address: string): void => {};

  constructor(ground: VenueGround) {
    this.#ground = ground;
  }

  /** Calls this whenever a trade of a wallet has come to its end. */
  onSettled(settled: (address: string) => void): void {
    this.#settled = settled;
  }

  /** Notes when the venue ends an order by itself, in unix seconds; 0 for never. */
  signed(orderId: string, endSec: number): void {
    this.#endsSec.set(orderId, endSec);
  }

  /** Which orders of a wallet rest. */
  resting(address: string): ReadonlySet<string> {
    const resting = this.#ground.venue.exchange.resting(address);
    return new Set(resting.map(({ orderId }) => orderId));
  }

  /** Decides on an order that has come, and lets what follows from it begin. */
  decide(entry: ReceivedOrder, apiKey: string): Decision {
    const { venue: { exchange } } = this.#ground;
    const { address, orderId, sent: { order: { tokenId, side } } } = entry;
    if (!isMaker(address)) return exchange.decide(entry, apiKey);
    const besides = this.resting(address);
    const offers = () => exchange.book(tokenId)?.[side === "BUY" ? "asks" : "bids"] ?? [];
    const before = offers();
    const decision = exchange.decide(entry, apiKey);
    if (decision.kind === "refused") return decision;
    this.besides.set(orderId, besides);
    const left = new Map(offers().map(({ priceE6, sizeE6 }) => [priceE6, sizeE6]));
    for (const { priceE6, sizeE6 } of before) {
      const sharesE6 = sizeE6 - (left.get(priceE6) ?? 0n);
      if (sharesE6 > 0n) this.#trade(entry, { role: "taker", priceE6, sharesE6 });
    }
    if (decision.kind === "live") this.#rest(entry);
    return decision;
  }

  /** Lets the world trade with an order that rests: of several, the one at a place. */
  hit({ place, sharesE6 }: { readonly place: number; readonly sharesE6: bigint }): void {
    const { exchange } = this.#ground.venue;
    const resting = MAKERS.flatMap(({ address }) => exchange.resting(address));
    const entry = resting[place % resting.length];
    if (entry !== undefined) this.#hit(entry, sharesE6);
  }

  #hit(entry: ReceivedOrder, sharesE6: bigint): void {
    if (this.#isOver || entry.status.kind !== "live") return;
    const { exchange } = this.#ground.venue;
    const before = filledE6(entry);
    exchange.hit(entry.orderId, sharesE6);
    const { side, makerAmountE6, takerAmountE6 } = entry.sent.order;
    const [usdcE6, sizeE6] = side === "BUY"
      ? [makerAmountE6, takerAmountE6]
      : [takerAmountE6, makerAmountE6];
    const priceE6 = usdcE6 * 1_000_000n / sizeE6;
    this.#trade(entry, { role: "maker", priceE6, sharesE6: filledE6(entry) - before });
  }

  /** Nobody in the world trades any more. */
  end(): void {
    this.#isOver = true;
  }

  /** Orders are gone. */
  cancelled(address: string, orderIds: ReadonlyArray<string>): void {
    for (const orderId of orderIds) {
      this.#tell(address, { kind: "order", orderId, isPlaced: false });
    }
  }

  /** Connections break or are there again. */
  newsChanged(): void {
    for (const listener of this.#listeners) this.#connect(listener);
  }

  /** The fills of a wallet since an instant, as the venue lists them. */
  fillsOf({ address }: OrderHolder, sinceSec: number) {
    const { conditions, machineMs } = this.#ground;
    const lagMs = conditions.venue === "blind" ? LAG_MS : 0;
    return this.trades.filter((trade) =>
      trade.address === address && trade.matchedMs >= sinceSec * 1_000 &&
      trade.listedMs + lagMs <= machineMs
    ).map((trade) => ({ ...trade, tx: NO_TX }));
  }

  #rest(entry: ReceivedOrder): void {
    const { orderId, address } = entry;
    const { time, venue: { exchange }, chance } = this.#ground;
    this.#tell(address, { kind: "order", orderId, isPlaced: true });
    while (chance.is(0.5)) {
      const sharesE6 = BigInt(chance.within(1, 600)) * CENT_E6;
      this.#ground.after(chance.within(1, TAKEN_MS_MAX), () => this.#hit(entry, sharesE6));
    }
    const endSec = this.#endsSec.get(orderId) ?? 0;
    if (endSec === 0) return;
    time.after(endSec * 1_000 - time.nowMs, () => {
      // The venue does not say whether it tells of these.
      if (exchange.cancel(orderId, address) === undefined && chance.is(0.5)) {
        this.cancelled(address, [orderId]);
      }
    });
  }

  #trade(
    { orderId, address }: ReceivedOrder,
    of: Pick<VenueTrade, "role" | "priceE6" | "sharesE6">,
  ): void {
    const ground = this.#ground;
    const { chance, conditions: { chain } } = ground;
    const tradeId = `trade-${this.trades.length}`;
    const matchedMs = Math.floor(ground.time.nowMs);
    const at = { matchedMs, listedMs: ground.machineMs };
    const trade: VenueTrade = { ...of, ...at, tradeId, orderId, address, state: "matched" };
    this.trades.push(trade);
    this.#tellFill(trade);
    this.#tell(address, { kind: "order", orderId, isPlaced: false });
    const often = chain === "fails" ? 0.5 : 0.1;
    const [fails, retries] = [chance.is(often), chance.is(often)];
    const states: ReadonlyArray<FillState> = [
      ...fails && !retries && chance.is(0.5) ? [] : ["mined" as const],
      ...retries ? ["retrying" as const, "mined" as const] : [],
      fails ? "failed" : "confirmed",
    ];
    let atMs = 0;
    for (const state of states) {
      atMs += chance.within(STEP_MS.least, STEP_MS.most);
      ground.after(atMs, () => {
        trade.state = state;
        this.#tellFill(trade);
        if (isFinalFill(state)) this.#settled(address);
      });
    }
  }

  #tellFill(trade: VenueTrade): void {
    this.#tell(trade.address, { kind: "fills", fills: [{ ...trade, tx: NO_TX }] });
  }

  /** Frames get lost, and come late, twice and in any order. */
  #tell(address: string, news: OrderNews): void {
    const { chance, conditions } = this.#ground;
    for (const one of this.#listeners) {
      if (one.address !== address || one.connection === 0) continue;
      if (conditions.news === "lost" && chance.is(0.5)) continue;
      const { connection } = one;
      for (let copy = 0; copy < (conditions.news === "twice" ? 2 : 1); copy++) {
        const lateMs = conditions.news === "late" ? LATE_MS_MAX : TOLD_MS_MAX;
        this.#ground.after(chance.within(1, lateMs), () => {
          if (one.connection === connection) one.take(one.listener.heard(news));
        });
      }
    }
  }

  /** Follows the news of a wallet, in the process that is entered. */
  follow({ address }: OrderHolder, listener: OrderListener, enter: Enter): Effect.Effect<never> {
    return Effect.gen({ self: this }, function* () {
      const waiting = yield* Queue.unbounded<Effect.Effect<void>>();
      const take = (work: Effect.Effect<void>) =>
        enter(() => void Queue.offerUnsafe(waiting, work));
      const one: Listener = { address, take, listener, connection: 0 };
      this.#listeners.add(one);
      this.#connect(one);
      const working = Effect.forever(Effect.flatten(Queue.take(waiting)));
      return yield* Effect.ensuring(
        working,
        Effect.sync(() => {
          one.connection = 0;
          this.#listeners.delete(one);
        }),
      );
    });
  }

  #connect(one: Listener): void {
    const isCut = this.#ground.conditions.news === "cut";
    if (isCut) one.connection = 0;
    if (isCut || one.connection > 0) return;
    one.connection = ++this.#connections;
    one.take(one.listener.opened);
  }
}

/** What an order has traded, what failed included. */
export function filledE6({ status }: ReceivedOrder): bigint {
  const fill = "fill" in status ? status.fill : undefined;
  return fill === undefined ? 0n : Option.getOrElse(fill.sharesE6, () => 0n);
}

/** Whether this is the address of a wallet that rests orders. */
export function isMaker(address: string): boolean {
  return MAKERS.some((maker) => maker.address === address);
}
