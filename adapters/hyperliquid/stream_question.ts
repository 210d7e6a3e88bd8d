/**
 * The probe question for the secondary venue's socket: does it accept the subscriptions, and send
 * prices of outcome markets?
 *
 * @module
 */
import { Deferred, Effect, References } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../core/port/provider_question.ts";
import { ProviderWatch } from "../../core/port/provider_watch.ts";
import { withinMachineTime } from "../outbound/mod.ts";
import { CHANGES } from "./listing_state.ts";
import { HYPERLIQUID_STREAM, runMarketStream } from "./market_stream.ts";
import { HYPERLIQUID } from "./http_failure.ts";
import type { StreamNews } from "./stream_frame.ts";

/** Prices arrive within seconds. In machine time. */
const PRICES_MS_MAX = 15_000;

/** Where the socket is. */
export interface StreamQuestionOptions {
  /** An origin, such as `wss://host`. */
  readonly wsUrl: string;
}

/** Creates the question. Needs the {@linkcode ProviderWatch}. */
export const makeStreamQuestion = Effect.fnUntraced(function* (options: StreamQuestionOptions) {
  const watch = yield* ProviderWatch;
  return {
    name: HYPERLIQUID_STREAM,
    asks: "changes of its listing, and the next prices",
    // The failure is in the answer, so nothing is logged.
    ask: firstPrices(options).pipe(
      Effect.provideService(ProviderWatch, watch),
      Effect.provideService(References.MinimumLogLevel, "None"),
    ),
  } satisfies ProviderQuestion;
});

const firstPrices = Effect.fnUntraced(function* ({ wsUrl }: StreamQuestionOptions) {
  const answer = yield* Deferred.make<string, ProviderFailed>();
  const answerWith = (result: Effect.Effect<string, ProviderFailed>) =>
    Deferred.doneUnsafe(answer, result);
  const received = { isSubscribed: false, frames: 0, sides: 0 };
  const stream = runMarketStream({
    wsUrl,
    receive: (news) => {
      note(received, news);
      if (news.kind === "unreadable") answerWith(Effect.fail(failed("unreadable", "a frame")));
      if (news.kind === "refused") answerWith(Effect.fail(failed("refused", news.text)));
      if (received.isSubscribed && received.sides > 0) {
        answerWith(Effect.succeed(`sends changes; prices of ${received.sides} sides`));
      }
      return true;
    },
    lost: ({ reason }) => answerWith(Effect.fail(failed("unreachable", reason))),
  });
  return yield* withinMachineTime(Effect.raceFirst(Deferred.await(answer), stream), {
    timeoutMs: PRICES_MS_MAX,
    onTimeout: () => failed("unreadable", missing(received)),
  });
});

/** What has arrived so far. */
interface Received {
  isSubscribed: boolean;
  frames: number;
  sides: number;
}

function note(received: Received, news: StreamNews): void {
  if (news.kind === "subscribed" && news.type === CHANGES) received.isSubscribed = true;
  if (news.kind !== "mids") return;
  received.frames++;
  received.sides = Math.max(received.sides, news.mids.size);
}

function missing({ isSubscribed, frames }: Received): string {
  if (!isSubscribed) return "it did not confirm the subscription to changes";
  return frames === 0 ? "it sent no prices" : "its prices include no outcome market";
}

function failed(reason: ProviderFailed["reason"], why: string): ProviderFailed {
  return new ProviderFailed({ provider: HYPERLIQUID, reason, cause: new Error(why) });
}
