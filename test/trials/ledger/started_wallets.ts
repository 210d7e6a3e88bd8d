/** A service that has wallets of each kind, the venue where they trade, and the chain. @module */
import { afterAll } from "bun:test";
import { randomBytes } from "node:crypto";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { createClient, type OrdersEvent } from "../../../app/client/typescript/mod.ts";
import { CONTRACT } from "../../../app/simulator/polymarket/chain/contract.ts";
import { proxyOf, safeOf } from "../../../app/simulator/polymarket/relayer/derived_wallet.ts";
import type { SignatureType } from "../../../core/order/mod.ts";
import { account } from "../../app/command/account/account_process.ts";
import { RARE_GAMES } from "../../app/environment.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { freePort } from "../../free_port.ts";
import { control } from "../../simulator/kit/support.ts";
import { startMortalService } from "../../stage/mortal_service.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { startReceiver } from "../webhooks/failing_receiver.ts";
import type { JumpingClock } from "./jumping_clock.ts";

/** Who claims what a wallet wins: its owner by requests or by hand, the service, or the venue. */
export const CLAIMERS = ["request", "policy", "hand", "venue"] as const;

/** One of {@linkcode CLAIMERS}. */
export type Claimer = (typeof CLAIMERS)[number];

/** A wallet to start. */
export interface WalletPlan {
  readonly type: SignatureType;
  readonly claimer: Claimer;
}

/** A wallet. */
export interface StartedWallet extends WalletPlan {
  readonly walletId: string;
  /** Where its shares are. */
  readonly address: string;
}

/** What wallets have at first, in USDC. */
export const FIRST_USDC = "1000000";
/** The part of what its wallets win that the venue claims; it skips the rest. */
const VENUE_SHARE = 0.8;
const EMAIL = "bot@x.y";

/** Numbers stay as they are written. */
export const parseExactly = (text: string) =>
  JSON.parse(text.replaceAll(/":(-?\d[\d.]*)/g, (_, number: string) => `":"${number}"`));

/** Starts them, on a clock that may jump while the service does not run. */
export async function startWallets(clock: JumpingClock, plans: ReadonlyArray<WalletPlan>) {
  const folder = makeFolder();
  afterAll(folder.remove);
  const startIso = new Date(clock.nowMs()).toISOString();
  const { simulators, ...world } = startWorld({ startIso, speed: clock.speed, clock });
  afterAll(simulators.stop);
  const fixed = {
    ...world.settings,
    ...RARE_GAMES,
    // The clients outlive the service, and find it again.
    PORT: String(await freePort()),
    DATA_DIR: folder.path,
    VENUE2_EVERY_S: "86400",
    LOG_LEVEL: "error",
    RATE_LIMIT_PUBLIC: "0",
    RATE_LIMIT_KEYED: "0",
    WALLET_KEY: randomBytes(32).toString("base64"),
  };
  const settingsNow = () => ({ ...fixed, ...clock.settings() });
  const service = await startMortalService(settingsNow);
  afterAll(() => service.stop());
  const run = async (line: string, stdin = "") => {
    const ended = await account(`${line} --sandbox`, { settings: settingsNow(), stdin });
    if (ended.code !== 0) throw new Error(ended.logged);
    return ended.printed;
  };
  await run(`add ${EMAIL}`);
  const apiKey = /sk_test_\S+/.exec(await run(`key ${EMAIL} --scopes read,trade`))?.[0] ?? "";
  const receiver = await startReceiver((_, attempt) => attempt === 0 ? "lost" : "accept");
  const secret = await run(`hook add ${EMAIL} --url ${receiver.url} --events claim.confirmed`);
  receiver.secrets.push(secret.trim());
  const chainUrl = simulators.urlOf("chain");
  const venueUrl = simulators.urlOf("venue-orders");
  await control(`${chainUrl}/__auto_redeem`, "POST", { share: VENUE_SHARE });
  const start = async (plan: WalletPlan): Promise<StartedWallet> => {
    const { type, claimer } = plan;
    const key = generatePrivateKey();
    const address = addressOf(key, type);
    const funder = type === 0 ? "" : ` --funder ${address}`;
    const printed = await run(`wallet import ${EMAIL} --type ${type}${funder}`, key.slice(2));
    const walletId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(printed)?.[0] ?? "";
    await run(`wallet provision ${walletId}`);
    await run(`wallet limit ${walletId} --none`);
    if (claimer === "policy") await run(`wallet claim ${walletId} --policy auto`);
    const others = { shares: { [CONTRACT.autoRedeemer]: 0 } };
    const allowances = claimer === "venue" ? {} : { allowances: others };
    const body = { address, balance: FIRST_USDC, ...allowances };
    const { status, body: answer } = await control(`${venueUrl}/__account`, "PUT", body);
    if (status !== 200) throw new Error(JSON.stringify(answer));
    return { ...plan, walletId, address };
  };
  const wallets: StartedWallet[] = [];
  for (const plan of plans) wallets.push(await start(plan));
  const client = createClient(service.url(), { apiKey });
  const exact = createClient(service.url(), { apiKey, parse: parseExactly });
  const told: OrdersEvent[] = [];
  const listening = (async () => {
    const asked = { wallets: wallets.map(({ walletId }) => walletId), since: 0 };
    for await (const event of client.stream.orders(asked)) told.push(event);
  })();
  afterAll(async () => {
    client.stream.close();
    await listening;
  });
  return {
    client,
    exact,
    clock,
    service,
    wallets,
    receiver,
    /** What the stream has told of all wallets. */
    told,
    venueUrl,
    chainUrl,
    relayerUrl: simulators.urlOf("relayer"),
    siteUrl: simulators.urlOf("site"),
  };
}

/** What {@linkcode startWallets} has started. */
export type World = Awaited<ReturnType<typeof startWallets>>;

/** Proxies and Safes follow from the key; a deposit wallet may be anywhere. */
function addressOf(key: `0x${string}`, type: SignatureType): string {
  const signer = privateKeyToAddress(key);
  switch (type) {
    case 0:
      return signer;
    case 1:
      return proxyOf(signer);
    case 2:
      return safeOf(signer);
    case 3:
      return `0x${randomBytes(20).toString("hex")}`;
  }
}
