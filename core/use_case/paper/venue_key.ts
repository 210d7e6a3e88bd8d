/**
 * The API keys of paper wallets for the venue's own clients: asked for with the key of an address,
 * as at the venue, and used from then on.
 *
 * @module
 */
import { Effect, Option, Order } from "effect";
import { isPaperWallet, paperWalletId } from "../../order/mod.ts";
import { MessageAuth } from "../../port/message_auth.ts";
import { SecretBox } from "../../port/secret_box.ts";
import { secretLocation, WalletStore } from "../../port/wallet_store.ts";
import { orderHolder, type TradingWallet } from "../order/trading_wallet.ts";
import { paperWalletOfKey } from "./on_paper.ts";
import { openPaperWallet } from "./open_paper_wallet.ts";

/** What an address gets that signs in for the first time. */
export interface WalletOnSignIn {
  /** The account that its wallet is of. */
  readonly email: string;
  /** USDC times 10^6. */
  readonly usdcE6: bigint;
}

/**
 * Returns the paper wallet of an address that has proven its key: the oldest one, or a new one
 * where whoever comes gets one. None where nobody has named the address.
 */
export const signInToVenue = Effect.fn("signInToVenue")(function* (
  address: string,
  welcome: Option.Option<WalletOnSignIn>,
) {
  const known = yield* walletOfAddress(address);
  if (Option.isSome(known) || Option.isNone(welcome)) return known;
  yield* openFor(address, welcome.value);
  // Of two requests at once, one has opened it.
  return yield* walletOfAddress(address);
});

/** Returns the wallet of an API key. None where it is no paper wallet's. */
export const walletOfVenueKey = Effect.fn("walletOfVenueKey")(function* (apiKey: string) {
  const found = yield* (yield* WalletStore).find(paperWalletOfKey(apiKey));
  const own = Option.filter(
    found,
    ({ wallet }) => isPaperWallet(wallet.id) && Option.contains(wallet.clobApiKey, apiKey),
  );
  return Option.isNone(own) ? Option.none<TradingWallet>() : Option.some(yield* trading(own.value));
});

const trading = Effect.fnUntraced(function* (stored: Parameters<typeof orderHolder>[0]) {
  const holder = yield* orderHolder(stored);
  return { ...stored, holder, owner: holder.credentials.apiKey } satisfies TradingWallet;
});

const walletOfAddress = Effect.fnUntraced(function* (address: string) {
  const store = yield* WalletStore;
  const ids = (yield* store.idsOfAddress(address)).filter(isPaperWallet);
  const found = (yield* Effect.forEach(ids, store.find)).flatMap(Option.toArray)
    .toSorted(Order.mapInput(Order.Number, ({ wallet }) => wallet.createdMs));
  const [oldest] = found;
  return oldest === undefined ? Option.none<TradingWallet>() : Option.some(yield* trading(oldest));
});

/** Opens a wallet whose id and secrets follow from its address and the operator's key. */
const openFor = Effect.fnUntraced(function* (
  address: string,
  { email, usdcE6 }: WalletOnSignIn,
) {
  const auth = yield* MessageAuth;
  const codeOf = (what: string) =>
    auth.codeOf(address.toLowerCase(), `${what} of a paper wallet that signed in`);
  const id = paperWalletId(uuidOf(bytesOf(yield* codeOf("id"))));
  const signingKey = yield* (yield* SecretBox).seal(
    bytesOf(yield* codeOf("signing key")),
    secretLocation(id, "signingKey"),
  );
  return yield* openPaperWallet({
    ...{ id, email, usdcE6, address, signingKey },
    funder: address,
    signatureType: 0,
    secret: `${yield* codeOf("secret")}=`,
    passphrase: bytesOf(yield* codeOf("passphrase")).toHex(),
    latencyMs: Option.none(),
  });
});

function bytesOf(code: string): Uint8Array {
  return Uint8Array.fromBase64(code, { alphabet: "base64url" });
}

function uuidOf(bytes: Uint8Array): string {
  const own = Uint8Array.from(bytes.subarray(0, 16));
  own[8] = (own[8] ?? 0) & 0x3f | 0x80;
  const hex = own.toHex();
  const parts = [[0, 8], [8, 12], [12, 16], [16, 20], [20, 32]] as const;
  return parts.map(([from, to]) => hex.slice(from, to)).join("-");
}
