import { describe, expect, test } from "bun:test";
import { Effect, Redacted, Result } from "effect";
import { layerProviderWatch } from "../../../../adapters/process/provider_watch.ts";
import { makeRelayQuestion } from "../../../../adapters/polymarket/relay/provider_question.ts";
import type { RelayAccess } from "../../../../adapters/polymarket/relay/relay_link.ts";
import { makeSandboxClock } from "../../../../app/simulator/kit/clock.ts";
import { startSimulator } from "../../../../app/simulator/start_simulator.ts";
import { ProviderOff } from "../../../../core/port/mod.ts";
import { ORACLE_KEY } from "../../../simulator/kit/support.ts";
import { GOOD } from "./relay_world.ts";

/** Asks a relay, with these credentials. */
async function ask(credentials: RelayAccess["credentials"], wsUrl?: string) {
  const simulator = startSimulator("relay", {
    seed: 1,
    clock: makeSandboxClock(),
    oracleKey: ORACLE_KEY,
  });
  const access = { wsUrl: wsUrl ?? simulator.url.replace("http", "ws"), credentials };
  const asked = Effect.flatMap(makeRelayQuestion(access), ({ name, asks, ask }) => {
    expect([name, asks]).toEqual(["relay", "next point of btc"]);
    return Effect.result(ask);
  });
  const watch = layerProviderWatch({ providers: [], off: [] });
  try {
    return await Effect.runPromise(Effect.provide(asked, watch));
  } finally {
    await simulator.stop();
  }
}

describe("the probe's question to the relay", () => {
  test("is answered with a price and its second", async () => {
    expect(Result.getOrThrow(await ask(Effect.succeed(GOOD))))
      .toMatch(/^\d+\.\d+ at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
  });

  test.each([
    ["wrong", Effect.succeed({ ...GOOD, secret: Redacted.make("wrong") })],
    ["no", Effect.fail(new ProviderOff({ provider: "relay", setting: "POLYMARKET_API_KEY" }))],
  ])("is refused to %s credentials", async (_, credentials) => {
    expect(Result.getOrThrow(Result.flip(await ask(credentials)))).toMatchObject({
      provider: "relay",
      reason: "refused",
    });
  });

  test("reports that nothing answers", async () => {
    expect(Result.getOrThrow(Result.flip(await ask(Effect.succeed(GOOD), "ws://127.0.0.1:1"))))
      .toMatchObject({ reason: "unreachable" });
  });
});
