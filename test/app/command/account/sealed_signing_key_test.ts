import { describe, expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { sealSigningKey } from "../../../../app/command/account/sealed_signing_key.ts";
import { SecretBox } from "../../../../core/port/secret_box.ts";
import { boxOf } from "./wallet_world.ts";
import { ADDRESS, SIGNING_KEY } from "./operator_world.ts";

const walletId = "829b3d10-9821-4927-a831-4f874f2c70b0";
const typed = () => new TextEncoder().encode(SIGNING_KEY);

describe("sealing a signing key", () => {
  test("seals it so that it opens only for this wallet", async () => {
    const box = boxOf(1);
    const { address, signingKey } = await sealSigningKey(typed(), { walletId, box });
    expect(address).toBe(ADDRESS);
    const open = (place: string) =>
      Effect.runPromise(
        SecretBox.use((box) =>
          box.open(signingKey, place, (bytes) => Effect.succeed(bytes.toHex()))
        ).pipe(Effect.provide(box)),
      );
    expect(await open(`wallet:${walletId}:signingKey`)).toBe(SIGNING_KEY);
    await expect(open(`wallet:${walletId}:credentials`)).rejects.toThrow("it was changed");
  });

  test("leaves no bytes of it behind, even where it cannot be sealed", async () => {
    for (const isBroken of [false, true]) {
      const lent: Uint8Array[] = [];
      const box = Layer.mock(SecretBox, {
        seal: (secret) => {
          lent.push(secret);
          return isBroken ? Effect.die("broken") : Effect.succeed({ keyId: "", box: "" });
        },
      });
      const text = typed();
      await sealSigningKey(text, { walletId, box }).catch(() => undefined);
      expect(lent).toEqual([new Uint8Array(32)]);
      expect(text).toEqual(new Uint8Array(64));
    }
  });
});
