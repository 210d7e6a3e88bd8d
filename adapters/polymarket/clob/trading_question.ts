/**
 * The probe's questions about trading: whether the terms and the book of a market decode, and
 * whether the market socket sends the same book.
 *
 * @module
 */
import { Effect, Option, References } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../../core/port/provider_question.ts";
import { ProviderWatch } from "../../../core/port/provider_watch.ts";
import {
  agreedProtocol,
  describeProtocol,
  type ProtocolClaims,
  protocolOf,
} from "../../../core/venue/mod.ts";
import { sleepMachineTime } from "../../outbound/mod.ts";
import { makeBookFollower, VENUE_STREAM } from "../book/book_follower.ts";
import { type ClobOptions, makeClobCall } from "./call.ts";
import { type ClobMarket, makeClobMarket } from "./market.ts";
import { clobFailed } from "./http_failure.ts";
import { type GammaClient, type GammaOptions, makeGammaClient } from "../gamma/client.ts";
import { currentWindowEvent } from "../gamma/question.ts";

/** The addresses of the venue's catalog, its order book and its market socket. */
export interface TradingQuestionOptions extends GammaOptions, ClobOptions {
  readonly clobWsUrl: string;
}

/** The venue sends a book when a client subscribes. In machine time. */
const BOOK_MS_MAX = 10_000;
const POLL_EVERY_MS = 50;

/** Makes both questions. Needs the {@linkcode ProviderWatch}. */
export const makeTradingQuestions = Effect.fnUntraced(function* (options: TradingQuestionOptions) {
  const client = yield* makeGammaClient(options);
  const market = makeClobMarket(yield* makeClobCall(options));
  return [
    {
      name: "venue books",
      asks: "protocol, terms and book of the current btc 5min market",
      ask: Effect.flatMap(currentMarket(client), (current) => describeBook(market, current)),
    },
    {
      name: VENUE_STREAM,
      asks: "the same book over the market socket",
      ask: Effect.flatMap(currentMarket(client), ({ tokenId }) => firstBook(options, tokenId)).pipe(
        // The answer reports every failure, so the log stays quiet.
        Effect.provideService(References.MinimumLogLevel, "None"),
      ),
    },
  ] satisfies ReadonlyArray<ProviderQuestion>;
});

interface CurrentMarket extends Pick<ProtocolClaims, "catalog" | "conditionId" | "tokenIds"> {
  readonly tokenId: string;
}

const currentMarket = Effect.fnUntraced(function* (
  client: GammaClient,
): Effect.fn.Return<CurrentMarket, ProviderFailed> {
  const { slug, markets: [market] } = yield* currentWindowEvent(client);
  if (market !== undefined && Option.isNone(protocolOf(market.protocol))) {
    return yield* failed(
      "unreadable",
      `its catalog says ${describeProtocol(market.protocol)} of ${slug}`,
    );
  }
  const tokenIds = Option.all((market?.outcomes ?? []).map(({ tokenId }) => tokenId));
  const found = Option.all({
    catalog: Option.some(market?.protocol ?? Option.none()),
    conditionId: market?.conditionId ?? Option.none(),
    tokenIds,
    tokenId: Option.flatMap(tokenIds, ([first]) => Option.fromUndefinedOr(first)),
  });
  return yield* Effect.mapError(
    Effect.fromOption(found),
    () => failed("unreadable", `${slug} has no market with tokens`),
  );
});

const describeBook = Effect.fnUntraced(function* (
  market: ClobMarket,
  { tokenId, ...claims }: CurrentMarket,
): Effect.fn.Return<string, ProviderFailed> {
  const { conditionId } = claims;
  const [terms, { book }] = yield* Effect.all([market.terms(conditionId), market.book(tokenId)])
    .pipe(
      // The catalog lists the market, so the order book must have it.
      Effect.catchTag("NoOrderBook", ({ message }) => Effect.fail(failed("unreadable", message))),
    );
  if (terms.tokens[0]?.tokenId !== tokenId) {
    return yield* failed("unreadable", "its tokens are not those of the catalog");
  }
  // Report it before orders fail: a current market that this service cannot trade.
  const protocol = yield* Effect.mapError(
    Effect.fromResult(agreedProtocol({ ...claims, orderBook: terms.protocol })),
    (why) => failed("unreadable", `the ${why}`),
  );
  if (Option.getOrElse(book.protocol, () => "v1") !== protocol) {
    return yield* failed(
      "unreadable",
      `its book says ${describeProtocol(book.protocol)} of a ${protocol} market`,
    );
  }
  const names = terms.tokens.map(({ outcome }) => outcome).join(" or ");
  const fee = Option.isSome(terms.fee.feeSchedule) ? "with a fee" : "without a fee";
  const depth = `${book.bids.length} bids, ${book.asks.length} asks`;
  return `protocol ${protocol}; ${names}, ${fee}; ${depth}`;
});

const firstBook = Effect.fnUntraced(
  function* ({ clobWsUrl }: TradingQuestionOptions, tokenId: string) {
    let isOpen = false;
    const watch = ProviderWatch.of({
      record: ({ ok }) => Effect.sync(() => void (isOpen ||= ok)),
      reports: Effect.succeed([]),
    });
    const follower = yield* Effect.provideService(
      makeBookFollower({ wsUrl: clobWsUrl }),
      ProviderWatch,
      watch,
    );
    yield* follower.follow([tokenId]);
    for (let waitedMs = 0; waitedMs < BOOK_MS_MAX; waitedMs += POLL_EVERY_MS) {
      const book = follower.bookNow(tokenId);
      if (Option.isSome(book)) {
        return `${book.value.bids.length} bids, ${book.value.asks.length} asks`;
      }
      yield* sleepMachineTime(POLL_EVERY_MS);
    }
    return yield* isOpen
      ? failed("unreadable", "it opened, but sent no book that could be read")
      : failed("unreachable", "could not connect to it");
  },
  Effect.scoped,
);

function failed(reason: ProviderFailed["reason"], because: string): ProviderFailed {
  return clobFailed({ wanted: "a book" }, { reason, because });
}
