/** What all replicas of a history of claims stand on. @module */
import { Effect, Option } from "effect";
import { signTransaction } from "../../../adapters/polymarket/chain/key_transaction.ts";
import type { SandboxClock } from "../../../app/simulator/kit/clock.ts";
import type { ClaimPolicy } from "../../../core/order/mod.ts";
import { SecretBox } from "../../../core/port/secret_box.ts";
import { secretLocation } from "../../../core/port/wallet_store.ts";
import { webhookSecretLocation } from "../../../core/port/webhook_store.ts";
import { newKey } from "../../contract/account_store_contract.ts";
import { newWallet } from "../../contract/new_wallet.ts";
import { newWebhook } from "../../contract/new_webhook.ts";
import { ALL_RIGHTS } from "../../contract/staged_rights.ts";
import { Ground } from "../history/ground.ts";
import { layerPlainBox } from "../history/plain_box.ts";
import { ACCOUNT_ID, type ClaimWallet, MARKETS, WALLETS } from "./holdings.ts";
import type { ClaimWorldPlan } from "./plan.ts";
import { type ClaimProvider, ClaimVenue } from "./venue.ts";
import { type CallFate, ClaimWire } from "./wire.ts";

/** How many times faster the service's clock runs than the machine's. */
const SPEED = 30;
/** The key of the account. */
export const API_KEY = "key-claims-";
const CREATED_MS = 1_767_225_600_000;
const GWEI = 1_000_000_000n;
/** With these a transaction takes the place of any that waits. */
const RICH = { gas: 50_000n, feeMaxWei: 20_000n * GWEI, tipWei: 10_000n * GWEI };

/** The ground of a history of claims. */
export class ClaimGround extends Ground {
  readonly world: ClaimWorldPlan;
  readonly simulated: ClaimVenue;
  readonly wire: ClaimWire;
  /** By wallet. */
  readonly policies: Array<ClaimPolicy>;
  /** What the first outcome of each market that is resolved pays, in millionths. */
  readonly resolutions = new Map<string, number>();
  /** What wallets whose policy claims had not claimed by themselves in the end, by their slugs. */
  readonly unclaimedByPolicy = new Map<string, ReadonlyArray<string>>();
  /** The lives of the replicas that ran at the end. */
  readonly lastReplicas = new Set<string>();
  readonly fates: Record<ClaimProvider, CallFate> = {
    node: "answers",
    relayer: "answers",
    index: "answers",
    catalog: "answers",
    book: "answers",
  };

  constructor(world: ClaimWorldPlan) {
    const { seed, replicas, startSec } = world;
    super({ seed, replicas, startSec, hasReports: false, isOfOrders: true, speed: SPEED });
    this.world = world;
    this.policies = [...world.policies];
    const clock: SandboxClock = {
      speed: SPEED,
      nowMs: () => Math.floor(this.time.nowMs),
      realMs: (ms) => ms / SPEED,
    };
    this.simulated = new ClaimVenue(clock);
    this.wire = new ClaimWire({
      venue: this.simulated,
      chance: this.chance,
      after: (ms, act) => void this.after(ms, act),
      nowMs: () => this.time.nowMs,
      fateOf: (provider) => this.fates[provider],
    });
    this.#openAccount();
    for (const wallet of WALLETS) this.#open(wallet);
  }

  /** Has the owner of a wallet execute something else, which takes the wallet's next number. */
  actElsewhere(at: number): void {
    const { simulated: { parts }, wire } = this;
    const wallet = WALLETS[at];
    if (wallet === undefined) return;
    const { address, funder, signatureType, signingKey } = wallet;
    if (signatureType !== 0) return parts.wallets.count(funder);
    const nonce = BigInt(parts.node.nonce(address));
    const call = { to: address, data: "0x" } as const;
    wire.sendByHand(signTransaction({ call, nonce, ...RICH }, signingKey).bytes);
  }

  #openAccount(): void {
    const { accounts } = this;
    const id = ACCOUNT_ID;
    Effect.runSync(accounts.addAccount({ id, email: `${id}@example.com`, createdMs: CREATED_MS }));
    const scopes = ["read", "trade"] as const;
    const key = newKey(id, { id: API_KEY, prefix: API_KEY, scopes, createdMs: CREATED_MS });
    Effect.runSync(accounts.addKey(key, API_KEY));
    const adding = Effect.gen({ self: this }, function* () {
      const box = yield* SecretBox;
      const place = webhookSecretLocation(`hook_${id}`);
      const current = yield* box.seal(new Uint8Array(32).fill(7), place);
      const fields = {
        id: `hook_${id}`,
        url: `https://${id}.example.com/`,
        events: ["claim.confirmed"],
        createdMs: Math.floor(this.machineMs),
        sinceMs: this.time.nowMs,
      } as const;
      yield* this.webhooks.add(newWebhook(id, fields, { current }));
    });
    Effect.runSync(Effect.provide(adding, layerPlainBox));
  }

  #open({ id, address, funder, signatureType, signingKey }: ClaimWallet): void {
    const at = WALLETS.findIndex((one) => one.id === id);
    const { apiKey, secret, passphrase } = this.simulated.apiKeyOf(address);
    const wallet = newWallet(ACCOUNT_ID, {
      id,
      address,
      funder,
      signatureType,
      clobApiKey: Option.some(apiKey),
      rights: ALL_RIGHTS,
      claimPolicy: this.policies[at] ?? "off",
      createdMs: CREATED_MS,
    });
    const adding = Effect.gen({ self: this }, function* () {
      const box = yield* SecretBox;
      const credentials = new TextEncoder().encode(JSON.stringify({ secret, passphrase }));
      const place = secretLocation(id, "credentials");
      const secrets = {
        signingKey: yield* box.seal(signingKey, secretLocation(id, "signingKey")),
        credentials: Option.some(yield* box.seal(credentials, place)),
      };
      yield* this.wallets.add({ wallet, secrets });
    });
    Effect.runSync(Effect.provide(adding, layerPlainBox));
    this.#give(funder, at);
  }

  #give(address: string, wallet: number): void {
    for (const [at, { tokenIds: [first, second] }] of MARKETS.entries()) {
      const given = this.world.given[wallet]?.[at];
      if (given === undefined || given.how === "nothing") continue;
      const { how, amount } = given;
      if (how === "given") {
        const shares = { [first]: amount, [second]: "1.25" };
        this.simulated.control("book", "PUT /__account", { address, shares });
      } else this.simulated.actByHand({ address, do: "split", token_id: first, amount });
    }
  }
}
