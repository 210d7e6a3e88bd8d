import { describe, expect, test } from "bun:test";
import { Clock, Effect, Result } from "effect";
import { makeHosts } from "../../../adapters/outbound/mod.ts";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { layerStillClock, makeStillClock } from "../../simulator/kit/support.ts";

const [FIRST, SECOND] = ["http://first", "http://second"] as const;
const failed = (reason: ProviderFailed["reason"]) =>
  new ProviderFailed({ provider: "lister", reason, cause: new Error("trouble") });

/** Hosts that are avoided for 10 s after a failure, and banned for 2 s a refusal after a limit. */
function makeWorld() {
  const clock = makeStillClock(0);
  const hosts = makeHosts({
    provider: "lister",
    origins: [FIRST, SECOND],
    waitMsMax: 3_000,
    troubleOf: ({ reason }, { status, refusals }) =>
      reason === "refused" ? undefined : {
        avoidedMs: 10_000,
        ...(reason === "limited" ? { bannedMs: 2_000 * (refusals + 1) } : {}),
        isOfAll: status === 429,
      },
  });
  return {
    clock,
    hosts,
    open: () =>
      Effect.runPromise(
        Effect.all([Effect.result(hosts.open), Clock.currentTimeMillis]).pipe(
          Effect.provide(layerStillClock(clock)),
        ),
      ),
    fail: (origin: string, reason: ProviderFailed["reason"], status?: number) =>
      hosts.learn({ origin, nowMs: clock.nowMs(), result: Result.fail(failed(reason)), status }),
    answer: (origin: string) =>
      hosts.learn({ origin, nowMs: clock.nowMs(), result: Result.succeed(""), status: 200 }),
  };
}

describe("makeHosts()", () => {
  test("prefers the first one that is not in trouble", async () => {
    const { clock, open, fail, answer } = makeWorld();
    expect(await open()).toMatchObject([{ success: FIRST }, 0]);
    fail(FIRST, "refused", 404);
    expect(await open()).toMatchObject([{ success: FIRST }, 0]);
    fail(FIRST, "unreachable");
    expect(await open()).toMatchObject([{ success: SECOND }, 0]);
    fail(SECOND, "timeout");
    expect(await open()).toMatchObject([{ success: FIRST }, 0]);
    answer(SECOND);
    expect(await open()).toMatchObject([{ success: SECOND }, 0]);
    clock.set(10_000);
    expect(await open()).toMatchObject([{ success: FIRST }, 10_000]);
  });

  test("waits for the end of a short ban of all, and not of a long one", async () => {
    const { clock, hosts, open, fail } = makeWorld();
    fail(FIRST, "limited", 429);
    expect(await open()).toMatchObject([{ success: FIRST }, 2_000]);
    fail(SECOND, "limited", 429);
    const [result, nowMs] = await open();
    expect(result).toMatchObject({ failure: { reason: "limited", retryAfterSec: 4 } });
    expect(nowMs).toBe(2_000);
    expect(hosts.mayRetry(failed("limited"), 2_999)).toBe(false);
    expect(hosts.mayRetry(failed("limited"), 3_000)).toBe(true);
    expect(hosts.mayRetry(failed("refused"), 3_000)).toBe(false);
    clock.set(6_000);
    expect(await open()).toMatchObject([{ success: FIRST }, 6_000]);
  });

  test("keeps a ban when an earlier call is answered, but forgets the refusals", async () => {
    const { clock, open, fail, answer } = makeWorld();
    fail(FIRST, "limited", 403);
    answer(FIRST);
    expect(await open()).toMatchObject([{ success: SECOND }, 0]);
    clock.set(2_000);
    expect(await open()).toMatchObject([{ success: FIRST }, 2_000]);
    fail(FIRST, "limited", 429);
    expect(await open()).toMatchObject([{ success: FIRST }, 4_000]);
  });
});
