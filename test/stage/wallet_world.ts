/** Stores and a box in memory, and a venue whose answers are staged. @module */
import { Effect, Layer, Logger, ManagedRuntime, Option, Redacted } from "effect";
import { layerMemoryAccountStore } from "../memory/account_store.ts";
import { layerMemoryWebhookStore } from "../memory/webhook_store.ts";
import { layerMemoryPaperStore } from "../memory/paper_store.ts";
import { layerMemoryWalletStore } from "../memory/wallet_store.ts";
import { layerMemorySecretBox } from "../memory/secret_box.ts";
import { RIGHTS, type VenueWalletStatus } from "../../core/order/mod.ts";
import { EventCatalog, NotListed } from "../../core/port/event_catalog.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { SecretBox } from "../../core/port/secret_box.ts";
import { type OpenTokens, VenueAccount, WalletRefused } from "../../core/port/venue_account.ts";
import { VenueRegion } from "../../core/port/venue_region.ts";
import { secretLocation } from "../../core/port/wallet_store.ts";
import { importWallet, openAccount } from "../../core/use_case/account/mod.ts";
import { WalletBalances } from "../../core/use_case/order/mod.ts";
import type { ListedMarket } from "../../core/venue/mod.ts";
import { stagedMarket } from "./staged_event.ts";

/** 32 equal bytes. */
export function keyOf(byte: number): Uint8Array {
  return new Uint8Array(32).fill(byte);
}

/** A box that seals under one key and may open those of another. */
export const boxOf = layerMemorySecretBox;

/** A secret that must never be seen outside a box. */
export const CREDENTIALS = {
  apiKey: "9180014b-33c8-9240-a14b-bdca11c0a465",
  secret: "bWFya2VkLXZlbnVlLXNlY3JldA==",
  passphrase: "aa11bb22cc33dd44ee55ff66",
};
const SPENDER = "0xE111180000d2663C0091e4f400237545B87B996B";
/** Every approval there is, without a limit, and 1,234.5 USDC. */
export const VENUE_STATUS: VenueWalletStatus = {
  balanceE6: 1_234_500_000n,
  isClosedOnly: false,
  approvals: RIGHTS.map((right) => ({
    right,
    spenderAddress: SPENDER,
    amountE6: 2n ** 256n - 1n,
  })),
};

const unreachable = new ProviderFailed({ provider: "venue", reason: "unreachable", cause: "test" });

/** What the venue does, and what it was asked. */
export interface StagedVenue {
  status: VenueWalletStatus | "unreachable";
  credentials: "given" | "refused" | "unreachable";
  isRegionBlocked: boolean;
  catalog: "listed" | "unlisted" | "undeployed" | "unreachable";
  /** Slugs whose market differs from the catalog's: none at all, or a closed one. */
  readonly exceptions: Map<string, "unlisted" | "unreachable" | "closed">;
  /** The protocols of markets by their slugs, as the venue writes them; else V1. */
  readonly protocols: Map<string, string>;
  /** The signing keys it was lent: a copy each, and the bytes themselves. */
  readonly lent: Array<{ readonly copy: Uint8Array; readonly bytes: Uint8Array }>;
  readonly slugs: string[];
  readonly tokens: OpenTokens[];
}

/** The ports through which the venue is asked of wallets, and what they do. */
export function stagedVenue(
  approvalCall: VenueAccount["Service"]["approvalCall"] = (right) => `give(${right})`,
) {
  const venue: StagedVenue = {
    status: VENUE_STATUS,
    credentials: "given",
    isRegionBlocked: false,
    catalog: "listed",
    lent: [],
    slugs: [],
    exceptions: new Map(),
    protocols: new Map(),
    tokens: [],
  };
  const layer = Layer.mergeAll(
    Layer.succeed(VenueAccount, {
      deriveCredentials: ({ address }, bytes) => {
        venue.lent.push({ copy: bytes.slice(), bytes });
        if (venue.credentials === "unreachable") return Effect.fail(unreachable);
        if (venue.credentials === "refused") {
          return Effect.fail(new WalletRefused({ address, venueMessage: "address banned" }));
        }
        const { apiKey, secret, passphrase } = CREDENTIALS;
        return Effect.succeed({
          apiKey,
          secret: Redacted.make(secret),
          passphrase: Redacted.make(passphrase),
        });
      },
      status: ({ tokens }) => {
        venue.tokens.push(tokens);
        return venue.status === "unreachable"
          ? Effect.fail(unreachable)
          : Effect.succeed(venue.status);
      },
      approvalCall,
    }),
    Layer.succeed(WalletBalances, {
      balance: () =>
        venue.status === "unreachable"
          ? Effect.fail(unreachable)
          : Effect.succeed({ balanceE6: venue.status.balanceE6, atMs: 0, isCached: false }),
    }),
    Layer.succeed(VenueRegion, {
      seen: Effect.sync(() => ({ isBlocked: venue.isRegionBlocked, country: "US", region: "NY" })),
    }),
    Layer.succeed(EventCatalog, {
      event: () => Effect.fail(unreachable),
      market: (slug) => {
        venue.slugs.push(slug);
        const state = venue.exceptions.get(slug) ?? venue.catalog;
        if (state === "unreachable") return Effect.fail(unreachable);
        return state === "unlisted"
          ? Effect.fail(new NotListed({ kind: "market", named: `slug "${slug}"` }))
          : Effect.succeed({
            value: listed(slug, { state, protocol: venue.protocols.get(slug) ?? "v1" }),
            isCached: false,
          });
      },
    }),
  );
  return { venue, layer };
}

/** All ports that accounts and wallets need. The box is under key 1. */
export function walletWorld<Webhooks = never>({
  box = boxOf(1),
  webhooks = Layer.empty as unknown as Layer.Layer<Webhooks>,
  approvalCall,
}: {
  readonly box?: Layer.Layer<SecretBox>;
  readonly webhooks?: Layer.Layer<Webhooks>;
  readonly approvalCall?: VenueAccount["Service"]["approvalCall"];
} = {}) {
  const staged = stagedVenue(approvalCall);
  const layer = Layer.mergeAll(
    layerMemoryAccountStore,
    layerMemoryWalletStore,
    layerMemoryPaperStore,
    layerMemoryWebhookStore,
    staged.layer,
    box,
    webhooks,
    // What fails here fails on purpose.
    Logger.layer([]),
  );
  return { venue: staged.venue, runtime: ManagedRuntime.make(layer) };
}

/** Seals a signing key at its wallet's place. */
export function sealKey(id: string, signingKey: Uint8Array) {
  return SecretBox.use((box) => box.seal(signingKey, secretLocation(id, "signingKey")));
}

/** The tokens of a market begin with its slug. */
function listed(
  slug: string,
  { state, protocol }: {
    readonly state: "listed" | "undeployed" | "closed";
    readonly protocol: string;
  },
): ListedMarket {
  const tokenOf = (token: string) =>
    state === "undeployed" ? Option.none<string>() : Option.some(`${slug} ${token}`);
  return {
    market: {
      ...stagedMarket({}),
      slug,
      protocol: Option.some(protocol),
      outcomes: [
        { name: "Up", tokenId: tokenOf("up") },
        { name: "Down", tokenId: tokenOf("down") },
      ],
      isClosed: state === "closed",
    },
    event: Option.none(),
    tags: [],
  };
}

/** Of the key that wallets are imported with here; and of a contract. */
export const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
export const CONTRACT = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/** A wallet to import, its key sealed at its place. */
export const order = Effect.fnUntraced(function* (id: string, signingKey = keyOf(7)) {
  return {
    id,
    email: "a@b.c",
    address: ADDRESS,
    signatureType: 0 as const,
    funder: Option.none<string>(),
    signingKey: yield* sealKey(id, signingKey),
  };
});

/** Opens the account and imports wallets with these ids, each with a contract of its own. */
export const importAll = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  yield* openAccount({ id: "1", email: "a@b.c" });
  for (const [i, id] of ids.entries()) {
    const funder = Option.some(CONTRACT.slice(0, -1) + String(i));
    yield* importWallet({ ...(yield* order(id)), signatureType: 1, funder });
  }
});
