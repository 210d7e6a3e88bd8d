/**
 * What this process knows of the markets that it trades lately, and which requests it works on.
 *
 * @module
 */
import { Context, Effect, Fiber, Layer, Option, Schema } from "effect";
import {
  EventCatalog,
  type MarketTerms,
  type NoOrderBook,
  NotListed,
  OrderVenue,
  type ProviderFailed,
} from "../port/mod.ts";
import { type MarketKind, marketKindOf } from "../order/mod.ts";
import {
  agreedProtocol,
  type ListedMarket,
  type Protocol,
  protocolOf,
  said,
} from "../venue/mod.ts";
import { type MachineClock, MachineTime } from "./machine_time.ts";

/** A market as the catalog lists it, with the rules that its order book states. */
export interface TradedMarket {
  readonly listed: ListedMarket;
  readonly terms: MarketTerms;
  /** By what it is traded, as everybody agrees. */
  readonly protocol: Protocol;
  readonly kind: MarketKind;
}

/** Nobody can say for sure by which protocol a market is traded, or it is one that is not known. */
export class ProtocolUnclear extends Schema.TaggedError<ProtocolUnclear>()("ProtocolUnclear", {
  slug: Schema.String,
  /** Who says what, to follow "the". */
  why: Schema.String,
}) {
  override get message(): string {
    return `Cannot trade "${this.slug}": the ${this.why}`;
  }
}

/** The catalog and the order book name other tokens for the outcomes of a market. */
export class TokensUnclear extends Schema.TaggedError<TokensUnclear>()("TokensUnclear", {
  slug: Schema.String,
}) {
  override get message(): string {
    return `Cannot trade "${this.slug}": the venue contradicts itself on its outcomes`;
  }
}

/** Why a market cannot be had. */
export type MarketFailure =
  | NotListed
  | NoOrderBook
  | ProtocolUnclear
  | TokensUnclear
  | ProviderFailed;

/** A request with this idempotency key is being worked on. */
export class KeyBusy extends Schema.TaggedError<KeyBusy>()("KeyBusy", { key: Schema.String }) {
  override get message(): string {
    return `Cannot do this yet: a request with the Idempotency-Key "${this.key}" is under way`;
  }
}

/** An idempotency key of an account. */
export interface DeskKey {
  readonly accountId: string;
  readonly key: string;
}

/** Where orders are prepared. */
export class OrderDesk extends Context.Service<OrderDesk, {
  /**
   * The market with this slug. One that was traded in the last ten minutes is there at once: what
   * may have changed since, the book and the venue's answer to an order say as well.
   */
  readonly market: (slug: string) => Effect.Effect<TradedMarket, MarketFailure>;

  /** The market with this slug asked for anew, as what is remembered of it may be over. */
  readonly askAnew: (slug: string) => Effect.Effect<TradedMarket, MarketFailure>;

  /** An order was sent to this market: its books are followed from now on. */
  readonly traded: (slug: string, market: TradedMarket) => Effect.Effect<void>;

  /** Works on one request of a key at a time, once what was put off for the key is done. */
  readonly once: <A, E, R>(
    key: DeskKey,
    work: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | KeyBusy, R>;

  /** Does what nobody waits for, but for the next request of the key. */
  readonly putOff: <R>(
    key: Option.Option<DeskKey>,
    work: Effect.Effect<void, never, R>,
  ) => Effect.Effect<void, never, R>;
}>()("core/use_case/OrderDesk") {}

/** How long a market is remembered after it was traded. */
export const MARKET_WARM_MS = 600_000;
/** What is remembered is asked for again, in the background, when it is older than this. */
const ASKED_MS_MAX = 60_000;
/** More markets than this are not remembered. */
const MARKETS_MAX = 500;
/**
 * What is put off waits so long, in machine time: whoever waits for the answer has it first, and
 * sends the next order perhaps, which is on its way by then.
 */
const PUT_OFF_MS = 10;

interface Remembered {
  readonly market: TradedMarket;
  readonly askedMs: number;
  readonly tradedMs: number;
}

/** The desk of this replica. */
export const layerOrderDesk: Layer.Layer<OrderDesk, never, EventCatalog | OrderVenue> = Layer
  .effect(
    OrderDesk,
    Effect.gen(function* () {
      const desk = makeOrderDesk({
        catalog: yield* EventCatalog,
        venue: yield* OrderVenue,
        time: yield* MachineTime,
      });
      // What was put off is done before the store is closed.
      yield* Effect.addFinalizer(() => desk.clear);
      return desk.service;
    }),
  );

function makeOrderDesk({ catalog, venue, time }: {
  readonly catalog: EventCatalog["Service"];
  readonly venue: OrderVenue["Service"];
  readonly time: MachineClock;
}): { readonly service: OrderDesk["Service"]; readonly clear: Effect.Effect<void> } {
  const bySlug = new Map<string, Remembered>();
  const asking = new Set<string>();
  const working = new Set<string>();
  const putOff = new Set<Fiber.Fiber<void>>();
  const putOffOfKey = new Map<string, Fiber.Fiber<void>>();

  const ask = Effect.fnUntraced(function* (slug: string) {
    const { value: listed } = yield* catalog.market(slug, "current");
    if (Option.isNone(protocolOf(listed.market.protocol))) {
      const why = `venue's catalog says ${said(listed.market.protocol)} of it`;
      return yield* new ProtocolUnclear({ slug, why });
    }
    const named = `slug "${slug}" and an order book`;
    const conditionId = yield* Effect.mapError(
      Effect.fromOption(listed.market.conditionId),
      () => new NotListed({ kind: "market", named }),
    );
    const terms = yield* venue.terms(conditionId);
    const tokenIds = tokenIdsOf(listed);
    const protocol = yield* Effect.mapError(
      Effect.fromResult(agreedProtocol({
        catalog: listed.market.protocol,
        orderBook: terms.protocol,
        conditionId,
        tokenIds,
      })),
      (why) => new ProtocolUnclear({ slug, why }),
    );
    // A market without any takes no orders yet.
    if (tokenIds.length > 0 && !isSameMarket(listed, terms)) {
      return yield* new TokensUnclear({ slug });
    }
    const kind = marketKindOf({ protocol, isNegRisk: terms.isNegRisk });
    return { listed, terms, protocol, kind } satisfies TradedMarket;
  });

  const remember = (slug: string, remembered: Remembered) => {
    bySlug.delete(slug);
    bySlug.set(slug, remembered);
    const [oldest] = bySlug.keys();
    if (bySlug.size > MARKETS_MAX && oldest !== undefined) bySlug.delete(oldest);
  };

  /** In the background: what is remembered serves meanwhile. */
  const askAgain = Effect.fnUntraced(function* (slug: string) {
    if (asking.has(slug)) return;
    asking.add(slug);
    const again = Effect.gen(function* () {
      const askedMs = yield* time.nowMs;
      const market = yield* ask(slug);
      const known = bySlug.get(slug);
      if (known !== undefined) bySlug.set(slug, { ...known, market, askedMs });
    });
    yield* again.pipe(
      Effect.catch((failure) =>
        Effect.logWarning("Cannot ask for a traded market again", failure).pipe(
          Effect.tap(() => failure._tag === "ProviderFailed" ? Effect.void : forget(slug)),
        )
      ),
      Effect.ensuring(Effect.sync(() => asking.delete(slug))),
      Effect.forkDetach,
    );
  });

  const forget = (slug: string) => Effect.sync(() => void bySlug.delete(slug));

  const service = OrderDesk.of({
    market: Effect.fnUntraced(function* (slug) {
      const known = bySlug.get(slug);
      const nowMs = yield* time.nowMs;
      if (known === undefined || nowMs - known.tradedMs >= MARKET_WARM_MS) return yield* ask(slug);
      if (nowMs - known.askedMs >= ASKED_MS_MAX) yield* askAgain(slug);
      return known.market;
    }),
    askAnew: (slug) => Effect.andThen(forget(slug), ask(slug)),
    traded: Effect.fnUntraced(function* (slug, market) {
      const nowMs = yield* time.nowMs;
      const askedMs = bySlug.get(slug)?.askedMs ?? nowMs;
      remember(slug, { market, askedMs, tradedMs: nowMs });
      yield* venue.follow(market.terms.tokens.map(({ tokenId }) => tokenId));
    }),
    once: <A, E, R>(key: DeskKey, work: Effect.Effect<A, E, R>) =>
      Effect.suspend((): Effect.Effect<A, E | KeyBusy, R> => {
        const name = nameOf(key);
        if (working.has(name)) return Effect.fail(new KeyBusy({ key: key.key }));
        working.add(name);
        const before = putOffOfKey.get(name);
        const inTurn = before === undefined ? work : Effect.andThen(Fiber.await(before), work);
        return Effect.ensuring(inTurn, Effect.sync(() => working.delete(name)));
      }),
    putOff: Effect.fnUntraced(function* (key, work) {
      const later = Effect.andThen(time.sleep(PUT_OFF_MS), work);
      const fiber = yield* Effect.forkDetach(Effect.uninterruptible(later));
      const name = Option.getOrUndefined(Option.map(key, nameOf));
      putOff.add(fiber);
      if (name !== undefined) putOffOfKey.set(name, fiber);
      fiber.addObserver(() => {
        putOff.delete(fiber);
        if (name !== undefined && putOffOfKey.get(name) === fiber) putOffOfKey.delete(name);
      });
    }),
  });
  const clear = Effect.suspend(() => Effect.forEach(putOff, Fiber.await, { discard: true }));
  return { service, clear };
}

function nameOf({ accountId, key }: DeskKey): string {
  return `${accountId} ${key}`;
}

/** By outcome, in the catalog's order. */
function tokenIdsOf({ market: { outcomes } }: ListedMarket): ReadonlyArray<string> {
  return outcomes.flatMap(({ tokenId }) => Option.toArray(tokenId));
}

/** A token of another outcome would be the wrong bet, so both sources must say the same. */
function isSameMarket({ market }: ListedMarket, { tokens }: MarketTerms): boolean {
  return market.outcomes.length === tokens.length &&
    market.outcomes.every(({ name, tokenId }) =>
      tokens.some((token) =>
        Option.contains(tokenId, token.tokenId) &&
        token.outcome.trim().toLowerCase() === name.trim().toLowerCase()
      )
    );
}
