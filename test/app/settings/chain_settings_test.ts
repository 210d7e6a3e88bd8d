import { describe, expect, test } from "bun:test";
import { Option, Redacted, Result } from "effect";
import { readChainSettings } from "../../../app/settings/chain_settings.ts";
import { readEnvironment } from "../../../app/settings/settings.ts";

const read = (environment: Record<string, string>) =>
  readEnvironment(environment, readChainSettings);

const relayer = {
  RELAYER_API_KEY: "k3y",
  RELAYER_API_KEY_ADDRESS: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
};
const builder = {
  POLYMARKET_BUILDER_API_KEY: "b",
  POLYMARKET_BUILDER_API_SECRET: "c2VjcmV0",
  POLYMARKET_BUILDER_API_PASSPHRASE: "p",
};
/** A node whose address has a key where it may have one. */
const NODE = "https://polygon.example/v2/n0dekey?token=n0dekey";

describe("readChainSettings()", () => {
  test("has both roads off where nothing is set", () => {
    expect(read({})).toEqual(Result.succeed({
      rpcUrl: Option.none(),
      relayerUrl: "https://relayer-v2.polymarket.com",
      relayerAccess: Option.none(),
      missing: { rpc: "POLYGON_RPC_URL", relayer: "RELAYER_API_KEY" },
    }));
  });

  test("takes a node's address with its key", () => {
    const { rpcUrl } = Result.getOrThrow(read({ POLYGON_RPC_URL: NODE }));
    expect(Option.map(rpcUrl, Redacted.value)).toEqual(Option.some(NODE));
    expect(JSON.stringify(rpcUrl)).not.toContain("n0dekey");
  });

  test("takes a relayer's key, or a builder's", () => {
    expect(
      [relayer, builder].map((set) =>
        Option.getOrThrow(Result.getOrThrow(read(set)).relayerAccess)
      ),
    ).toMatchObject([
      { kind: "relayer_key", address: relayer.RELAYER_API_KEY_ADDRESS },
      { kind: "builder", credentials: { apiKey: "b" } },
    ]);
  });

  const { RELAYER_API_KEY_ADDRESS: address } = relayer;
  const wrong: ReadonlyArray<readonly [Record<string, string>, named: string]> = [
    [{ POLYGON_RPC_URL: "wss://polygon.example/n0dekey" }, "POLYGON_RPC_URL"],
    [{ POLYGON_RPC_URL: "n0dekey" }, "POLYGON_RPC_URL"],
    [{ POLYGON_RPC_URL: "https://me:n0dekey@polygon.example" }, "POLYGON_RPC_URL"],
    [{ POLYMARKET_RELAYER_URL: "relayer.example" }, "POLYMARKET_RELAYER_URL"],
    [{ RELAYER_API_KEY: "k3y" }, "RELAYER_API_KEY_ADDRESS"],
    [{ RELAYER_API_KEY_ADDRESS: address }, "RELAYER_API_KEY"],
    [{ ...relayer, RELAYER_API_KEY: "k3y k3y" }, "RELAYER_API_KEY"],
    [{ ...relayer, RELAYER_API_KEY_ADDRESS: address.toLowerCase() }, "RELAYER_API_KEY_ADDRESS"],
    [{ ...relayer, RELAYER_API_KEY_ADDRESS: address.slice(0, -1) }, "RELAYER_API_KEY_ADDRESS"],
    [{ POLYMARKET_BUILDER_API_KEY: "b" }, "POLYMARKET_BUILDER_API_SECRET"],
    [{ ...builder, POLYMARKET_BUILDER_API_SECRET: "$" }, "POLYMARKET_BUILDER_API_SECRET"],
    [{ ...relayer, ...builder }, "POLYMARKET_BUILDER_API_KEY"],
  ];
  test.each(wrong)("reports %p in one line, without secrets", (set, named) => {
    const [complaint = "", ...others] = Result.getOrThrow(Result.flip(read(set)));
    expect([complaint, others]).toEqual([expect.stringMatching(/^Cannot use /), []]);
    expect(complaint).toContain(named);
    expect(complaint).not.toMatch(/n0dekey|k3y|\$/);
  });
});
