/** A venue whose wire is torn at times, and services that trade at it. @module */
import { afterAll } from "bun:test";
import { Option } from "effect";
import { addressOf } from "../../../adapters/polymarket/clob/signing_key.ts";
import { demoIdentity } from "../../../app/sandbox/demo_identity.ts";
import { control } from "../../simulator/kit/support.ts";
import type { Settings } from "../environment.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { startWorld } from "../world_of_processes.ts";
import type { Orderer } from "./order_call.ts";
import { putMarkets } from "./put_markets.ts";

/** Whose wallet is traded with: the sandbox's demo user under these names. */
export const ORDERER: Orderer = {
  apiKey: "sk_test_orders_of_processes",
  walletId: "5f0c1c9e-6f0e-4a53-9d5a-0f5f6d1b7c11",
};

/**
 * What goes wrong on the way of an order. Some arrive after their sender has given up, or has died;
 * the last is a gateway that is no venue.
 */
const FAULTS = [
  { kind: "delay", delay_ms: 120, probability: 0.3 },
  { kind: "delay", delay_ms: 3_000, probability: 0.03 },
  { kind: "delay", delay_ms: 13_000, probability: 0.03 },
  { kind: "lost_reply", probability: 0.12 },
  { kind: "duplicate", probability: 0.1 },
  { kind: "drop", probability: 0.04 },
  { kind: "status", status: 500, probability: 0.03 },
  { kind: "status", status: 503, probability: 0.03 },
  { kind: "status", status: 503, body: "upstream connect error", probability: 0.03 },
];

/** Faults that no order is lost by, or comes later by than its sender waits. */
export const KIND_FAULTS = FAULTS.filter(({ kind, delay_ms = 0 }) =>
  kind !== "drop" && kind !== "status" && delay_ms <= 3_000
);

/** More shares of an outcome than all orders of a test can sell. */
const PLENTY = "100000";

/** Whom the shares of {@linkcode ORDERER} belong to. */
function addressOfOrderer(seed: number): string {
  const { signingKey } = demoIdentity({
    seed,
    apiKey: Option.some(ORDERER.apiKey),
    walletId: Option.some(ORDERER.walletId),
  });
  return Option.getOrThrow(addressOf(signingKey));
}

/**
 * Starts simulators, with markets, whose shares the orderer has, and with faults by the seed. They
 * stop after the tests.
 */
export async function startTornVenue(
  { seed, faults = FAULTS }: { readonly seed: number; readonly faults?: typeof FAULTS },
) {
  const world = startWorld({ startIso: new Date().toISOString(), speed: 1, seed });
  afterAll(world.simulators.stop);
  const markets = await putMarkets(world.simulators);
  const url = world.simulators.urlOf("venue-orders");
  const tokens = markets.flatMap(({ tokenIds: { Up, Down } }) => [Up, Down]);
  await control(`${url}/__account`, "PUT", {
    address: addressOfOrderer(seed),
    shares: Object.fromEntries(tokens.map((token) => [token, PLENTY])),
  });
  for (const fault of faults) {
    await control(`${url}/__faults`, "POST", { match: "POST /order", ...fault });
  }
  return {
    url,
    markets,
    /** Settings of a service that trades here, with a folder of its own. */
    settings: (): Settings => {
      const folder = makeFolder();
      afterAll(folder.remove);
      return {
        ...world.settings,
        DATA_DIR: folder.path,
        SANDBOX_API_KEY: ORDERER.apiKey,
        SANDBOX_WALLET_ID: ORDERER.walletId,
        RATE_LIMIT_KEYED: "0",
      };
    },
    mend: () => control(`${url}/__faults`, "DELETE"),
  };
}

/** What {@linkcode startTornVenue} starts. */
export type TornVenue = Awaited<ReturnType<typeof startTornVenue>>;
