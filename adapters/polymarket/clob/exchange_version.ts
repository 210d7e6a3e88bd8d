/**
 * Which version of the venue's exchange orders are signed for: asked once, and kept.
 *
 * @module
 */
import { Cache, Duration, Effect, Exit } from "effect";
import type { ProviderFailed } from "../../../core/port/mod.ts";
import type { ClobClient } from "./client.ts";
import { clobFailed } from "./status.ts";
import type { Exchange } from "./contracts.ts";

const VERSIONS: ReadonlyMap<number, Exchange["version"]> = new Map([[2, 2], [3, 3]]);

/** The version, from memory once it is known. */
export interface ExchangeVersion {
  readonly now: Effect.Effect<Exchange["version"], ProviderFailed>;
  /** Forgets it, and asks again. */
  readonly relearn: Effect.Effect<void, ProviderFailed>;
}

/** Makes the memory, and asks in the background, for as long as the scope lives. */
export const makeExchangeVersion = Effect.fnUntraced(
  function* ({ version }: Pick<ClobClient, "version">) {
    const wanted = "the version of its exchange";
    const ask = version.pipe(
      Effect.flatMap((told) => {
        const known = VERSIONS.get(told);
        const because = `it is ${told}, which we cannot sign for`;
        return known === undefined
          ? Effect.fail(clobFailed({ wanted }, { reason: "unreadable", because }))
          : Effect.succeed(known);
      }),
      Effect.catchTag(
        "ClobRefusal",
        (refusal) =>
          Effect.fail(clobFailed(refusal, { reason: "refused", because: refusal.message })),
      ),
    );
    const memory = yield* Cache.makeWith(() => ask, {
      capacity: 1,
      timeToLive: (exit: Exit.Exit<Exchange["version"], ProviderFailed>) =>
        Exit.isSuccess(exit) ? Duration.infinity : Duration.zero,
    });
    const now = Cache.get(memory, wanted);
    yield* Effect.forkScoped(Effect.ignore(now));
    return {
      now,
      relearn: Effect.andThen(Cache.invalidate(memory, wanted), Effect.asVoid(now)),
    } satisfies ExchangeVersion;
  },
);
