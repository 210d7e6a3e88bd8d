/**
 * The probe's question to the secondary venue's socket: does it take our subscriptions, and does it
 * bring prices of outcome markets among those of all coins.
 *
 * @module
 */
import { Deferred, Effect, References } from "effect";
import { ProviderFailed, type ProviderQuestion, ProviderWatch } from "../../core/port/mod.ts";
import { withinMachineTime } from "../outbound/mod.ts";
import { CHANGES } from "./market_desk.ts";
import { HYPERLIQUID_STREAM, runMarketStream } from "./market_stream.ts";
import { HYPERLIQUID } from "./status.ts";
import type { StreamNews } from "./stream_frame.ts";

/** Prices come within seconds. By the machine's clock. */
const PRICES_MS_MAX = 15_000;

/** Where the socket is. */
export interface StreamQuestionOptions {
  /** An origin, such as `wss://host`. */
  readonly wsUrl: string;
  /** Default: 15 s. */
  readonly pricesMsMax?: number;
}

/** Makes the question. Needs the {@linkcode ProviderWatch}. */
export const makeStreamQuestion = Effect.fnUntraced(function* (options: StreamQuestionOptions) {
  const watch = yield* ProviderWatch;
  return {
    name: HYPERLIQUID_STREAM,
    asks: "what changes in its list, and the next prices",
    // What goes wrong is in the answer.
    ask: firstPrices(options).pipe(
      Effect.provideService(ProviderWatch, watch),
      Effect.provideService(References.MinimumLogLevel, "None"),
    ),
  } satisfies ProviderQuestion;
});

const firstPrices = Effect.fnUntraced(function* (
  { wsUrl, pricesMsMax = PRICES_MS_MAX }: StreamQuestionOptions,
) {
  const answer = yield* Deferred.make<string, ProviderFailed>();
  const say = (said: Effect.Effect<string, ProviderFailed>) => Deferred.doneUnsafe(answer, said);
  const heard = { isTold: false, frames: 0, sides: 0 };
  const stream = runMarketStream({
    wsUrl,
    hear: (news) => {
      note(heard, news);
      if (news.kind === "unreadable") say(Effect.fail(failed("unreadable", "a frame of it")));
      if (news.kind === "refused") say(Effect.fail(failed("refused", news.text)));
      if (heard.isTold && heard.sides > 0) {
        say(Effect.succeed(`tells of changes; prices of ${heard.sides} sides`));
      }
      return true;
    },
    lost: ({ reason }) => say(Effect.fail(failed("unreachable", reason))),
  });
  return yield* withinMachineTime(Effect.raceFirst(Deferred.await(answer), stream), {
    timeoutMs: pricesMsMax,
    onTimeout: () => failed("unreadable", missing(heard)),
  });
});

/** What has come so far. */
interface Heard {
  isTold: boolean;
  frames: number;
  sides: number;
}

function note(heard: Heard, news: StreamNews): void {
  if (news.kind === "subscribed" && news.type === CHANGES) heard.isTold = true;
  if (news.kind !== "mids") return;
  heard.frames++;
  heard.sides = Math.max(heard.sides, news.mids.size);
}

function missing({ isTold, frames }: Heard): string {
  if (!isTold) return "it did not say that it tells of changes";
  return frames === 0 ? "it brought no prices" : "its prices are of no outcome market";
}

function failed(reason: ProviderFailed["reason"], why: string): ProviderFailed {
  return new ProviderFailed({ provider: HYPERLIQUID, reason, cause: new Error(why) });
}
