/**
 * The operations that set a new service up. Its own process makes the keys and keeps the settings.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import {
  askRelayWith,
  makeWallet,
  makeWalletKey,
  refuseSealed,
  setupState,
} from "../../core/use_case/setup/mod.ts";
import type { AccountService } from "./account_operations.ts";
import { venueRegion } from "../../core/use_case/venue/mod.ts";
import { describeRegion } from "../../core/venue/mod.ts";
import { handleOperation } from "./operation.ts";
import { toWalletFacts, WalletFacts, WalletId } from "./wallet_facts.ts";

/** The operations, with their paths and schemas. */
export const SETUP_OPERATIONS = {
  show: {
    path: "/setup/show",
    /** Without an address: the oldest account. */
    input: Schema.Struct({ email: Schema.optionalKey(Schema.String) }),
    output: Schema.Struct({
      url: Schema.String,
      /** The `.env` that keeps what is chosen. */
      file: Schema.String,
      hasWalletKey: Schema.Boolean,
      /** Whether the oracle's own numbers are received. */
      hasOracle: Schema.Boolean,
      relayWalletId: Schema.NullOr(Schema.String),
      /** The account, and what it has. */
      email: Schema.NullOr(Schema.String),
      wallets: Schema.Array(WalletFacts),
      keyCount: Schema.Int,
    }),
  },
  /** Whether the venue takes orders from where the service runs, in a clause. */
  region: {
    path: "/setup/region",
    input: Schema.Struct({}),
    output: Schema.Struct({ isBlocked: Schema.Boolean, text: Schema.String }),
  },
  /** The service starts again by itself, unless it has a key. */
  makeWalletKey: { path: "/setup/key", input: Schema.Struct({}), output: Schema.Struct({}) },
  makeWallet: {
    path: "/setup/wallet",
    input: Schema.Struct({ email: Schema.String }),
    output: Schema.Struct({
      wallet: WalletFacts,
      /** The file with a copy of its signing key. */
      file: Schema.String,
    }),
  },
  /** The service starts again by itself. */
  askRelayWith: {
    path: "/setup/relay",
    input: Schema.Struct({ walletId: WalletId }),
    output: Schema.Struct({}),
  },
} as const;

/** Returns the handlers of a service that listens. */
export function setupHandlers({ url }: Pick<AccountService, "url">) {
  return [
    handleOperation(
      SETUP_OPERATIONS.show,
      ({ email }) =>
        Effect.map(
          Effect.andThen(refuseSealed(), setupState(email)),
          ({ chosen, account, wallets, keyCount }) => ({
            ...chosen,
            url: Option.getOrElse(url, () => ""),
            relayWalletId: Option.getOrNull(chosen.relayWalletId),
            email: Option.getOrNull(Option.map(account, ({ email }) => email)),
            wallets: wallets.map(toWalletFacts),
            keyCount,
          }),
        ),
    ),
    handleOperation(SETUP_OPERATIONS.region, () =>
      Effect.map(venueRegion(), (seen) => ({
        isBlocked: seen.isBlocked,
        text: describeRegion(seen),
      }))),
    handleOperation(SETUP_OPERATIONS.makeWalletKey, () => Effect.as(makeWalletKey(), {})),
    handleOperation(
      SETUP_OPERATIONS.makeWallet,
      ({ email }) =>
        Effect.map(makeWallet({ id: Bun.randomUUIDv7(), email }), ({ stored, file }) => ({
          wallet: toWalletFacts(stored.wallet),
          file,
        })),
    ),
    handleOperation(
      SETUP_OPERATIONS.askRelayWith,
      ({ walletId }) => Effect.as(askRelayWith(walletId), {}),
    ),
  ];
}
