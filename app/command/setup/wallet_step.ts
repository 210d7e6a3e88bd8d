/**
 * The step that gives an account a wallet: one that is made, or one that its owner has.
 *
 * @module
 */
import { Result } from "effect";
import { SIGNATURE_TYPE_NAMES, SIGNATURE_TYPES } from "../../../core/order/mod.ts";
import { callOperation } from "../../operator/call_operation.ts";
import { SETUP_OPERATIONS } from "../../operator/setup_operation.ts";
import type { WalletFacts } from "../../operator/wallet_facts.ts";
import type { AccountCommand } from "../account/account_command.ts";
import { readType } from "../account/account_value.ts";
import { call } from "../account/command_context.ts";
import { CommandFailed } from "../account/command_failure.ts";
import { walletLines } from "../account/command_output.ts";
import { importNote, importOwnWallet } from "../account/import_wallet.ts";
import { runCommand } from "../account/run_command.ts";
import { readFunderText, readWalletChoice } from "./setup_line.ts";
import { explain, indented, type SetupRoom, stateOf, untilState } from "./setup_room.ts";

/** The wallet that the steps are about. */
export interface ChosenWallet {
  readonly wallet: WalletFacts;
  readonly isNew: boolean;
}

/** Returns the wallet that the account has afterwards; undefined where it is to have none. */
export async function walletStep(
  room: SetupRoom,
  email: string,
): Promise<ChosenWallet | undefined> {
  const { talk, answers } = room;
  const { wallets, file } = await stateOf(room, email);
  explain(talk, "wallet", file);
  await tellRegion(room);
  const known = wallets.at(-1);
  if (known !== undefined && answers.wallet === undefined) {
    talk.say(`  The wallet ${known.address} is there.`);
    if (!known.hasVenueKey) await provision(room, known.id);
    return { wallet: known, isNew: false };
  }
  const choice = await talk.ask({
    text: "make, import or none",
    fallback: "make",
    read: readWalletChoice,
    given: answers.wallet,
  });
  if (choice === "none") return undefined;
  await makeWalletKey(room);
  const chosen = choice === "make" ? await makeWallet(room, email) : await useOwn(room, email);
  await provision(room, chosen.wallet.id);
  return chosen;
}

async function makeWallet({ talk, context }: SetupRoom, email: string): Promise<ChosenWallet> {
  const { wallet, file } = await call(context(), SETUP_OPERATIONS.makeWallet, { email });
  talk.say(`  Made the wallet ${wallet.address}; a copy of its key is in ${file}`);
  return { wallet, isNew: true };
}

async function useOwn(room: SetupRoom, email: string): Promise<ChosenWallet> {
  const imported = await importOwnWallet(await importOf(room, email), room.context());
  const { wallet, isNew } = imported;
  room.talk.say(...[importNote(imported), ...walletLines(wallet)].map(indented));
  return { wallet, isNew };
}

/** The venue judges by the address of this machine. It may not say, which stops nothing. */
async function tellRegion({ talk, context }: SetupRoom): Promise<void> {
  const reply = await callOperation(context().send, SETUP_OPERATIONS.region, {});
  talk.say(`  Asked about orders: ${reply.ok ? reply.result.text : reply.error}.`);
}

async function importOf(
  { talk, answers }: SetupRoom,
  email: string,
): Promise<Extract<AccountCommand, { name: "wallet import" }>> {
  const types = SIGNATURE_TYPES.map((type) => `${type} ${SIGNATURE_TYPE_NAMES[type]}`).join(", ");
  const signatureType = await talk.ask({
    text: `Type: ${types}`,
    fallback: "0",
    read: readType,
    given: answers.signatureType,
  });
  const readFunder = (text: string) => readFunderText(text, signatureType);
  const { funder: given } = answers;
  const funder = signatureType === 0 && given === undefined ? readFunder("") : Result.succeed(
    await talk.ask({
      text: "Address of its contract, the funder",
      fallback: "",
      read: readFunder,
      given: given === undefined ? undefined : orThrow(readFunder(given)),
    }),
  );
  return { name: "wallet import", email, signatureType, funder: orThrow(funder) };
}

/** The service starts again with the key. */
async function makeWalletKey(room: SetupRoom): Promise<void> {
  const { hasWalletKey, file } = await stateOf(room);
  if (hasWalletKey) return;
  await call(room.context(), SETUP_OPERATIONS.makeWalletKey, {});
  await untilState(room, (state) => state.hasWalletKey);
  room.talk.say(`  Made WALLET_KEY in ${file}`);
}

/** What the venue does not answer now it may answer later: nothing else waits for it. */
async function provision({ talk, context }: SetupRoom, id: string): Promise<void> {
  try {
    const { notes } = await runCommand({ name: "wallet provision", id }, context());
    talk.say("  The venue has given the wallet an API key.", ...notes.map(indented));
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    talk.say(`  ${error.message}`, `  ${error.hint}. Or run setup again: it goes on from here.`);
  }
}

function orThrow<A>(read: Result.Result<A, { readonly error: string; readonly hint: string }>): A {
  if (Result.isSuccess(read)) return read.success;
  throw new CommandFailed(read.failure);
}
