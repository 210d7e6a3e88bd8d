/**
 * The best prices of windows that somebody asks for, whose books are followed for a while then.
 *
 * @module
 */
import { Effect, Layer, Option, Schedule, Semaphore } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import { TokenQuotes } from "../../port/token_quotes.ts";
import { LiveBooks } from "../book/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import { repeatJob } from "../time/mod.ts";

/** For how long a book is followed after it was asked for, in machine time. */
const FOLLOWED_MS = 600_000;
const LOOK_EVERY_MS = 30_000;
/**
 * The most tokens: those of all open windows and the next ones. Whoever asks for others cannot take
 * the places of windows that are followed on the stream.
 */
export const ASKED_TOKENS_MAX = 140;

/** Provides the best prices of tokens, and follows those that are asked for, for its scope. */
export const layerAskedQuotes: Layer.Layer<never, never, LiveBooks> = Layer.effect(
  TokenQuotes,
  Effect.gen(function* () {
    const books = yield* LiveBooks;
    const { nowMs } = yield* MachineTime;
    const { setTokens } = yield* books.follow(() => {});
    /** Until when each is followed. */
    const untilMs = new BoundedMap<string, number>(ASKED_TOKENS_MAX);
    const alone = yield* Semaphore.make(1);
    const apply = alone.withPermits(1)(
      Effect.suspend(() => setTokens([...untilMs].map(([tokenId]) => tokenId))),
    );
    const leave = Effect.gen(function* () {
      const now = yield* nowMs;
      const over = [...untilMs].filter(([, until]) => until <= now);
      for (const [tokenId] of over) untilMs.delete(tokenId);
      if (over.length > 0) yield* apply;
    });
    yield* Effect.forkScoped(repeatJob(leave, { schedule: Schedule.spaced(LOOK_EVERY_MS) }));
    return {
      of: (tokenId) => Option.getOrNull(books.quoteNow(tokenId)),
      follow: Effect.fnUntraced(function* (tokenIds) {
        const until = (yield* nowMs) + FOLLOWED_MS;
        const isNew = tokenIds.some((tokenId) => untilMs.get(tokenId) === undefined);
        for (const tokenId of tokenIds) untilMs.setNewest(tokenId, until);
        if (isNew) yield* apply;
      }),
    };
  }),
);
