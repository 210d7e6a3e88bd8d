/**
 * Sets a live service up from a page: the steps of the command `setup`, one by one. Where one of
 * them changes what the service runs with, it is answered first, and the service starts again.
 *
 * @module
 */
import { Effect, Option, Redacted } from "effect";
import { Elysia } from "elysia";
import type { Wallet } from "../../../core/order/mod.ts";
import {
  limitWallet,
  provisionWallet,
  showWallet,
  WalletMissing,
} from "../../../core/use_case/account/mod.ts";
import {
  addOwnWallet,
  askRelayWith,
  makeWallet,
  makeWalletKey,
  refuseSealed,
  setupState,
} from "../../../core/use_case/setup/mod.ts";
import { venueRegion } from "../../../core/use_case/venue/mod.ts";
import { describeRegion } from "../../../core/venue/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import type { Failure } from "../edge/answer/failure.ts";
import { Refused } from "../edge/answer/refusal.ts";
import { edge } from "../edge/edge.ts";
import type { AnswerOf, Gate, HandlerCall } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { exactE6 } from "../wire/number.ts";
import { ofPage } from "./console_access.ts";
import type { ConsoleOptions } from "./console_options.ts";
import type { ConsolePorts } from "./console_ports.ts";
import { type HeldSession, withSession } from "./page_session.ts";
import { textOf } from "./secret_text.ts";
import { setupRefusal } from "./setup_access.ts";
import { Nothing } from "./wire_console.ts";
import {
  ChosenWallet,
  LimitEntry,
  MadeWallet,
  OwnWalletEntry,
  RegionAnswer,
  SetupAnswer,
  type SetupWallet,
} from "./wire_setup.ts";

/** The routes. */
export function setup<Ports>(gate: Gate<Ports | ConsolePorts>, options: ConsoleOptions) {
  const state = () => ({ ...ofPage(), response: answers("coded", { 200: SetupAnswer }) });
  const made = () => ({ ...ofPage(), response: answers("coded", { 201: MadeWallet }) });
  const change = <E extends Failure, R>(
    call: HandlerCall,
    changed: (held: HeldSession) => Effect.Effect<unknown, E, R>,
  ) => asOperator(options, call, (held) => Effect.andThen(changed(held), stateOf()));
  return new Elysia({ name: "setup", prefix: "/console/api/setup" })
    .use(edge(gate, "coded"))
    .get(
      "",
      ({ call, answer }) => answer(asOperator(options, call, () => stateOf())),
      state(),
    )
    .get(
      "/region",
      ({ call, answer }) => answer(asOperator(options, call, regionOf)),
      { ...ofPage(), response: answers("coded", { 200: RegionAnswer }) },
    )
    .post("/wallet-key", ({ call, answer }) => answer(change(call, () => makeWalletKey())), {
      ...state(),
      body: Nothing,
    })
    .post(
      "/wallet",
      ({ call, answer }) => answer(asOperator(options, call, makeNew)),
      {
        ...made(),
        body: Nothing,
      },
    )
    .post(
      "/own-wallet",
      ({ body, call, answer }) => answer(asOperator(options, call, (held) => addOwn(held, body))),
      { ...made(), body: OwnWalletEntry },
    )
    .post(
      "/provision",
      ({ body, call, answer }) => answer(change(call, (held) => provision(held, body.wallet_id))),
      { ...state(), body: ChosenWallet },
    )
    .post(
      "/limits",
      ({ body, call, answer }) => answer(change(call, (held) => limit(held, body))),
      { ...state(), body: LimitEntry },
    )
    .post(
      "/relay",
      ({ body, call, answer }) => answer(change(call, (held) => askRelay(held, body.wallet_id))),
      { ...state(), body: ChosenWallet },
    )
    .use(otherMethods);
}

/** Answers the operator alone. */
function asOperator<Body, Ports>(
  options: ConsoleOptions,
  call: HandlerCall,
  answer: (held: HeldSession) => Effect.Effect<AnswerOf<Body>, Failure, Ports>,
) {
  return withSession(options, call, (held) =>
    Effect.flatMap(
      setupRefusal(call, held.current.account),
      (refusal): Effect.Effect<AnswerOf<Body>, Failure, Ports> => refusal ?? answer(held),
    ));
}

const stateOf = Effect.fnUntraced(function* () {
  yield* refuseSealed();
  const { chosen, wallets, keyCount } = yield* setupState();
  const body: typeof SetupAnswer.static = {
    file: chosen.file,
    has_wallet_key: chosen.hasWalletKey,
    has_oracle: chosen.hasOracle,
    relay_wallet_id: Option.getOrNull(chosen.relayWalletId),
    wallets: wallets.map(walletOf),
    key_count: keyCount,
  };
  return { body };
});

/** The venue judges by the address of this machine. */
function regionOf() {
  return Effect.map(venueRegion(), (seen) => ({
    body: { is_blocked: seen.isBlocked, text: describeRegion(seen) },
  }));
}

function walletOf({ id, address, clobApiKey, limits }: Wallet): typeof SetupWallet.static {
  const usdc = (maxE6: Option.Option<bigint>) => Option.getOrNull(Option.map(maxE6, exactE6));
  return {
    id,
    address,
    has_venue_key: Option.isSome(clobApiKey),
    max_order_usdc: usdc(limits.orderMaxE6),
    max_daily_usdc: usdc(limits.dayMaxE6),
  };
}

function ownerOf({ current: { account: { email } } }: HeldSession) {
  return { id: Bun.randomUUIDv7(), email };
}

function makeNew(held: HeldSession) {
  return Effect.map(added(makeWallet(ownerOf(held))), ({ stored: { wallet }, file }) => ({
    status: 201,
    body: { wallet: walletOf(wallet), key_file: file },
  }));
}

const addOwn = Effect.fnUntraced(function* (
  held: HeldSession,
  { private_key, signature_type: signatureType, funder }: typeof OwnWalletEntry.static,
) {
  const text = Redacted.value(yield* textOf("private_key", private_key));
  const { stored } = yield* added(addOwnWallet({
    ...ownerOf(held),
    text: new TextEncoder().encode(text),
    signatureType,
    funder: Option.fromUndefinedOr(funder),
  }));
  return { status: 201, body: { wallet: walletOf(stored.wallet), key_file: null } };
});

/** The session's account is there, and what is stored was sealed by the service itself. */
function added<A, E, R>(adding: Effect.Effect<A, E, R>) {
  return Effect.catchTags(adding, { AccountMissing: Effect.die, SealForeign: Effect.die });
}

/** Returns a wallet of the account. */
const ownWallet = Effect.fnUntraced(function* (
  { current: { account } }: HeldSession,
  id: string,
) {
  const { wallet } = yield* showWallet(id);
  return wallet.accountId === account.id ? wallet : yield* new WalletMissing({ id });
});

const provision = Effect.fnUntraced(function* (held: HeldSession, walletId: string) {
  const { id } = yield* ownWallet(held, walletId);
  yield* Effect.catchTag(
    provisionWallet(id),
    "WalletRefused",
    ({ message: error }) => {
      const hint = "Check the wallet's type and funder against the venue's message";
      return new Refused({ status: 403, error, hint });
    },
  );
});

const limit = Effect.fnUntraced(function* (
  held: HeldSession,
  { wallet_id, max_order_usdc: orderMaxE6, max_daily_usdc: dayMaxE6 }: typeof LimitEntry.static,
) {
  const { id } = yield* ownWallet(held, wallet_id);
  yield* limitWallet({ id, orderMaxE6, dayMaxE6 });
});

const askRelay = Effect.fnUntraced(function* (held: HeldSession, walletId: string) {
  const { id } = yield* ownWallet(held, walletId);
  yield* askRelayWith(id);
});
