/**
 * The requests of the page that sets the service up.
 *
 * @module
 */
import { AnswerFailure } from "../service/answer_failure.ts";
import { askConsole } from "../service/console_api.ts";

/** A wallet, as far as it is set up. */
export interface SetupWallet {
  readonly id: string;
  readonly address: string;
  readonly has_venue_key: boolean;
  /** Null: no limit. */
  readonly max_order_usdc: number | null;
  readonly max_daily_usdc: number | null;
}

/** How far the service is set up. */
export interface SetupState {
  /** The file that keeps what is chosen. */
  readonly file: string;
  readonly has_wallet_key: boolean;
  /** Whether the oracle's own numbers are received. */
  readonly has_oracle: boolean;
  readonly relay_wallet_id: string | null;
  /** Oldest first. */
  readonly wallets: ReadonlyArray<SetupWallet>;
  readonly key_count: number;
}

/** A wallet that was added. The file has a copy of the key of one that was made. */
export interface AddedWallet {
  readonly wallet: SetupWallet;
  readonly key_file: string | null;
}

/** A wallet that its owner has already. */
export interface OwnWallet {
  readonly private_key: string;
  readonly signature_type: number;
  readonly funder?: string;
}

/** The most that orders may spend. */
export interface LimitChange {
  readonly max_order_usdc: number | "none";
  readonly max_daily_usdc: number | "none";
}

const PATH = "/console/api/setup";

/** Asks how far the service is. */
export function askSetup(signal?: AbortSignal): Promise<SetupState> {
  return askConsole<SetupState>("GET", PATH, { signal });
}

/** Whether the venue takes orders from the machine of the service. */
export interface SeenRegion {
  readonly is_blocked: boolean;
  /** A clause. */
  readonly text: string;
}

/** Asks the venue. */
export function askRegion(signal: AbortSignal): Promise<SeenRegion> {
  return askConsole<SeenRegion>("GET", `${PATH}/region`, { signal });
}

/** Makes the key under which secrets are sealed, and waits until the service runs with it. */
export async function makeWalletKey(): Promise<SetupState> {
  await askConsole("POST", `${PATH}/wallet-key`, { body: {} });
  return await untilSetup((state) => state.has_wallet_key);
}

/** Makes a wallet. */
export function makeWallet(): Promise<AddedWallet> {
  return askConsole<AddedWallet>("POST", `${PATH}/wallet`, { body: {} });
}

/** Imports a wallet. */
export function addOwnWallet(body: OwnWallet): Promise<AddedWallet> {
  return askConsole<AddedWallet>("POST", `${PATH}/own-wallet`, { body });
}

/** Gets the venue's key for a wallet. */
export function provision(wallet_id: string): Promise<SetupState> {
  return askConsole<SetupState>("POST", `${PATH}/provision`, { body: { wallet_id } });
}

/** Sets the limits of a wallet. */
export function setLimits(wallet_id: string, limits: LimitChange): Promise<SetupState> {
  return askConsole<SetupState>("POST", `${PATH}/limits`, { body: { wallet_id, ...limits } });
}

/** Receives the oracle with a wallet's key, and waits until the service does. */
export async function askRelayWith(wallet_id: string): Promise<SetupState> {
  await askConsole("POST", `${PATH}/relay`, { body: { wallet_id } });
  return await untilSetup((state) => state.has_oracle);
}

const AGAIN_MS = 1_000;
const RESTART_MS_MAX = 60_000;

/** Waits for a service that starts again: it does not answer meanwhile. */
async function untilSetup(isReached: (state: SetupState) => boolean): Promise<SetupState> {
  const endMs = performance.now() + RESTART_MS_MAX;
  while (performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    try {
      const state = await askSetup();
      if (isReached(state)) return state;
    } catch (thrown) {
      const { isOffline, status } = AnswerFailure.of(thrown);
      if (!isOffline && status < 500) throw thrown;
    }
  }
  throw new AnswerFailure("The service did not start again within a minute", {
    status: -1,
    hint: "See its log; then load this page again, which goes on from here",
  });
}
