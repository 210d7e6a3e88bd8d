/**
 * Carries a command out through a door, and says what came of it.
 *
 * @module
 */
import { Effect, type Layer, Option, Result } from "effect";
import { readFunder } from "../../core/order/mod.ts";
import { SecretBox } from "../../core/port/mod.ts";
import { ACCOUNT_ORDERS } from "../operator/account_orders.ts";
import { askOperator } from "../operator/ask_operator.ts";
import { hintOf, type OperatorFailure } from "../operator/operator_hint.ts";
import type { OperatorOrder } from "../operator/operator_order.ts";
import { PROVISION_ORDER } from "../operator/provision_order.ts";
import { WALLET_ORDERS } from "../operator/wallet_orders.ts";
import type { WorldName } from "../store.ts";
import { type AccountCommand } from "./account_command.ts";
import { CommandEnded } from "./complaint.ts";
import { newApiKey } from "./new_api_key.ts";
import {
  factLines,
  instant,
  keyTable,
  type Printed,
  results,
  walletLines,
  walletTable,
} from "./printed.ts";
import { provisionLines, provisionNotes } from "./provision_text.ts";
import { readinessLines } from "./readiness_text.ts";
import { sealSigningKey } from "./sealed_signing_key.ts";

/** What a command stands on. */
export interface CommandSurroundings {
  readonly world: WorldName;
  readonly door: (request: Request) => Promise<Response>;
  /** Under the operator's own key. */
  readonly box: Layer.Layer<SecretBox>;
  /** Where the service is expected if it does not say where it answers. */
  readonly url: string;
  /** The bytes of a signing key as text; they are overwritten. */
  readonly readSigningKey: () => Promise<Uint8Array>;
}

/** Throws {@linkcode CommandEnded} with the reason where it cannot be done. */
export function carryOut(command: AccountCommand, around: CommandSurroundings): Promise<Printed> {
  switch (command.name) {
    case "add":
      return addAccount(command.email, around);
    case "key":
      return makeKey(command, around);
    case "keys":
      return listKeys(command.email, around);
    case "revoke":
      return revokeKey(command.prefix, around);
    case "wallets":
      return listWallets(command.email, around);
    case "wallet import":
      return importWallet(command, around);
    case "wallet limit":
      return limitWallet(command, around);
    case "wallet provision":
      return provisionWallet(command.id, around);
    case "wallet show":
      return showWallet(command.id, around);
    case "rotate":
      return rotate(around);
    case "help":
      return Promise.resolve(results());
  }
}

async function addAccount(email: string, around: CommandSurroundings): Promise<Printed> {
  const found = await ask(around, ACCOUNT_ORDERS.addAccount, { email });
  return results(
    found.isNew
      ? `Opened the account ${found.email}`
      : `The account ${found.email} is there already`,
  );
}

async function makeKey(
  { email, scopes }: Extract<AccountCommand, { name: "key" }>,
  around: CommandSurroundings,
): Promise<Printed> {
  const { text, kept } = newApiKey(around.world === "live" ? "live" : "test");
  const [first, ...others] = scopes;
  const order = { email, scopes: [first ?? "read", ...others] as const, ...kept };
  const made = await ask(around, ACCOUNT_ORDERS.issueKey, order);
  const url = `${made.url ?? around.url}/api/v1/account`;
  return {
    results: [text],
    notes: [
      ...made.isNew ? [`Opened the account ${made.email}: a sandbox's accounts are free`] : [],
      ...factLines([
        ["account", made.email],
        ["scopes", made.key.scopes.join(", ")],
        ["prefix", made.key.prefix],
        ...made.key.scopes.includes("read")
          ? [["try", `curl -H "x-api-key: $KEY" '${url}'`] as const]
          : [],
      ]),
      "This key cannot be shown again:",
    ],
  };
}

async function listKeys(email: string, around: CommandSurroundings): Promise<Printed> {
  const found = await ask(around, ACCOUNT_ORDERS.listKeys, { email });
  return found.keys.length > 0
    ? results(...keyTable(found.keys))
    : { results: [], notes: [`The account ${found.email} has no API keys`] };
}

async function revokeKey(prefix: string, around: CommandSurroundings): Promise<Printed> {
  const found = await ask(around, ACCOUNT_ORDERS.revokeKey, { prefix });
  const key = `${found.prefix}, ending in ${found.lastFour}, of ${found.email}`;
  return results(
    found.isNew
      ? `Revoked ${key}: within 10 s no replica takes it`
      : `Revoked already since ${instant(found.revokedMs)}: ${key}`,
  );
}

async function listWallets(email: string, around: CommandSurroundings): Promise<Printed> {
  const found = await ask(around, WALLET_ORDERS.listWallets, { email });
  return found.wallets.length > 0
    ? results(...walletTable(found.wallets))
    : { results: [], notes: [`The account ${found.email} has no wallets`] };
}

async function importWallet(
  command: Extract<AccountCommand, { name: "wallet import" }>,
  around: CommandSurroundings,
): Promise<Printed> {
  // Before anybody types a key for nothing.
  await boxKeyId(around);
  await ask(around, ACCOUNT_ORDERS.listKeys, { email: command.email });
  const id = Bun.randomUUIDv7();
  const sealed = await sealSigningKey(await around.readSigningKey(), {
    walletId: id,
    box: around.box,
  });
  const { email, signatureType } = command;
  const funder = readFunder({ ...command, address: sealed.address });
  if (Result.isFailure(funder)) throw ended(funder.failure);
  const order = { id, email, signatureType, funder: funder.success, ...sealed };
  const imported = await ask(around, WALLET_ORDERS.importWallet, order);
  const { wallet, isResealed } = imported;
  const isToDo = wallet.missing.length > 0 || isResealed;
  return {
    results: walletLines(wallet),
    notes: [
      importNote(imported),
      ...isToDo ? [`Next: bun run account wallet provision ${wallet.id}`] : [],
    ],
  };
}

function importNote({ isNew, isResealed }: typeof WALLET_ORDERS.importWallet.answer.Type): string {
  if (isNew) return "Imported the wallet";
  return isResealed
    ? "The account has this wallet already: its signing key, which did not open, was sealed anew"
    : "The account has this wallet already: nothing was changed";
}

async function provisionWallet(id: string, around: CommandSurroundings): Promise<Printed> {
  const found = await ask(around, PROVISION_ORDER, { id });
  return { results: provisionLines(found), notes: provisionNotes(found) };
}

async function limitWallet(
  { id, limits: { orderMaxE6, dayMaxE6 } }: Extract<AccountCommand, { name: "wallet limit" }>,
  around: CommandSurroundings,
): Promise<Printed> {
  const digits = (max: Option.Option<bigint>) => Option.getOrNull(Option.map(max, String));
  const { wallet } = await ask(around, WALLET_ORDERS.limitWallet, {
    id,
    ...orderMaxE6 === undefined ? {} : { orderMaxE6: digits(orderMaxE6) },
    ...dayMaxE6 === undefined ? {} : { dayMaxE6: digits(dayMaxE6) },
  });
  return results(...walletLines(wallet));
}

async function showWallet(id: string, around: CommandSurroundings): Promise<Printed> {
  const { wallet, sealedUnder } = await ask(around, WALLET_ORDERS.showWallet, { id });
  return results(
    ...walletLines(wallet),
    ...factLines([["sealed under", `key ${sealedUnder}`]]),
    ...readinessLines(wallet.readiness),
  );
}

async function rotate(around: CommandSurroundings): Promise<Printed> {
  const keyId = await boxKeyId(around);
  const found = await ask(around, WALLET_ORDERS.rotate, { keyId });
  return {
    results: factLines([
      ["key in force", found.keyId],
      ["sealed again", String(found.resealed)],
      ["passed over", String(found.passedOver)],
      ["unreadable", String(found.unreadable.length)],
    ]),
    notes: [
      ...found.unreadable.map(({ walletId, reason }) => `Wallet ${walletId}: ${reason}`),
      ...found.passedOver > 0 ? ["Some were changed meanwhile: rotate again to be sure"] : [],
    ],
    isFailure: found.unreadable.length > 0,
  };
}

/** The name of the operator's own key. */
async function boxKeyId({ box }: CommandSurroundings): Promise<string> {
  const keyId = await Effect.runPromise(
    Effect.result(Effect.provide(SecretBox.use(({ keyId }) => keyId), box)),
  );
  if (Result.isFailure(keyId)) throw ended(keyId.failure);
  return keyId.success;
}

async function ask<Order, Answer>(
  { door }: CommandSurroundings,
  order: OperatorOrder<Order, Answer>,
  asked: Order,
): Promise<Answer> {
  const reply = await askOperator(door, order, asked);
  if (!reply.ok) throw new CommandEnded(reply);
  return reply.result;
}

function ended(failure: OperatorFailure): CommandEnded {
  return new CommandEnded({ error: failure.message, hint: hintOf(failure) });
}
