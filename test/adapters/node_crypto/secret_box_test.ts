import { describe, expect, test } from "bun:test";
import { Effect, Redacted } from "effect";
import { layerSecretBox, layerSecretBoxOff } from "../../../adapters/node_crypto/secret_box.ts";
import { SecretBox, SecretBoxOff } from "../../../core/port/secret_box.ts";
import { newWalletKey, secretBoxContract } from "../../contract/secret_box_contract.ts";

secretBoxContract({
  name: "node:crypto",
  layer: ({ key, previousKey }) =>
    layerSecretBox({
      key: Redacted.make(key),
      previousKey: previousKey && Redacted.make(previousKey),
    }),
});

describe("secret box of node:crypto", () => {
  test("is AES-256-GCM as another library reads it", async () => {
    const key = newWalletKey();
    const sealed = await Effect.runPromise(
      SecretBox.use(({ seal }) => seal(new TextEncoder().encode("a secret"), "at é")).pipe(
        Effect.provide(layerSecretBox({ key: Redacted.make(key) })),
      ),
    );
    const bytes = Buffer.from(sealed.box, "base64");
    expect(bytes[0]).toBe(1);
    expect(bytes.length).toBe(1 + 12 + 8 + 16);
    const raw = key as Uint8Array<ArrayBuffer>;
    const secretKey = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["decrypt"]);
    const opened = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: bytes.subarray(1, 13), additionalData: Buffer.from("at é") },
      secretKey,
      bytes.subarray(13),
    );
    expect(new TextDecoder().decode(opened)).toBe("a secret");
    const source = await crypto.subtle.importKey("raw", raw, "HKDF", false, ["deriveBits"]);
    const info = new TextEncoder().encode("strikeline: id of a wallet key");
    const algorithm = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
    const id = await crypto.subtle.deriveBits(algorithm, source, 64);
    expect(sealed.keyId).toBe(Buffer.from(id).toString("hex"));
  });

  test("refuses a key of another length", async () => {
    for (const length of [0, 16, 24, 31, 33]) {
      const key = Redacted.make(new Uint8Array(length));
      const built = SecretBox.pipe(Effect.provide(layerSecretBox({ key })));
      await expect(Effect.runPromise(built)).rejects.toThrow("32 bytes");
    }
  });

  test("is off if no key is set, and names the setting", async () => {
    const sealed = { keyId: "0123456789abcdef", box: "" };
    const failures = await Effect.runPromise(
      SecretBox.use((box) => {
        const asked = [
          box.keyId,
          box.seal(new Uint8Array(1), "x"),
          box.open(sealed, "x", () => Effect.void),
        ];
        return Effect.all(asked.map((effect) => Effect.flip(Effect.asVoid(effect))));
      }).pipe(Effect.provide(layerSecretBoxOff("WALLET_KEY"))),
    );
    expect(failures.length).toBe(3);
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(SecretBoxOff);
      expect(failure.message).toBe("Cannot seal or open secrets: WALLET_KEY is not set");
    }
  });
});
