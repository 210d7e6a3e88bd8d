import { describe, expect, test } from "bun:test";
import { Effect, Option, Redacted, Result } from "effect";
import { readEnvironment } from "../../../app/settings/settings.ts";
import { demoWalletKey } from "../../../app/sandbox/demo_identity.ts";
import type { WorldName } from "../../../app/wiring/world_folder.ts";
import { readWalletKeys } from "../../../app/settings/storage_settings.ts";
import { layerWalletKeys } from "../../../app/wiring/store.ts";
import { SecretBox } from "../../../core/port/secret_box.ts";

const KEY = Buffer.alloc(32, 7);
const OTHER = Buffer.alloc(32, 9);

const read = (world: WorldName, environment: Record<string, string>) =>
  readEnvironment(environment, readWalletKeys(world));

/** The keys as hex, null without one. */
function keysOf(world: WorldName, environment: Record<string, string> = {}) {
  const { current, previous } = Result.getOrThrow(read(world, environment));
  return [current, previous].map((key) =>
    Option.getOrNull(Option.map(key, (key) => Redacted.value(key).toHex()))
  );
}

describe("readWalletKeys()", () => {
  test("has none in live mode until one is set", () => {
    expect(keysOf("live")).toEqual([null, null]);
    expect(keysOf("live", { WALLET_KEY: KEY.toString("base64") }))
      .toEqual([KEY.toString("hex"), null]);
  });

  test("has the seed's own in a sandbox, and still opens with it when another is set", () => {
    const own = (seed: number) => demoWalletKey(seed).toHex();
    expect(keysOf("sandbox_1")).toEqual([own(1), null]);
    expect(keysOf("sandbox_2")).toEqual([own(2), null]);
    const set = { WALLET_KEY: KEY.toString("base64url") };
    expect(keysOf("sandbox_1", set)).toEqual([KEY.toString("hex"), own(1)]);
    expect(keysOf("sandbox_1", { ...set, WALLET_KEY_PREVIOUS: OTHER.toString("base64") }))
      .toEqual([KEY.toString("hex"), OTHER.toString("hex")]);
  });

  test.each(["abc", KEY.toString("hex"), Buffer.alloc(31).toString("base64")])(
    "complains of %j without repeating it",
    (text) => {
      for (const name of ["WALLET_KEY", "WALLET_KEY_PREVIOUS"]) {
        const complaints = Result.getOrThrow(Result.flip(read("live", { [name]: text })));
        expect(complaints).toHaveLength(1);
        expect(complaints[0]).toStartWith(`Cannot use ${name}: it must be 32 random bytes`);
        expect(complaints.join()).not.toContain(text);
      }
    },
  );
});

test("a service without a key cannot seal, and names the setting", async () => {
  const none = { current: Option.none(), previous: Option.none() };
  const sealing = SecretBox.use((box) => box.seal(new Uint8Array(32), "a place"));
  const failure = await Effect.runPromise(
    Effect.flip(Effect.provide(sealing, layerWalletKeys(none))),
  );
  expect(failure.message).toBe("Cannot seal or open secrets: WALLET_KEY is not set");
});
