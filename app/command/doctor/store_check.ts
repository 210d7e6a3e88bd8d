/**
 * How the store and the secrets in it are: asked of the running service, or else of the store.
 *
 * @module
 */
import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Effect, Layer, Option, Result } from "effect";
import { layerWebhookStore } from "../../../adapters/postgres/store/webhook_store.ts";
import { readStoreFacts, type StoreFacts } from "../../../adapters/postgres/engine/store_care.ts";
import { troubleOf } from "../../../adapters/postgres/engine/store_trouble.ts";
import { layerWalletStore } from "../../../adapters/postgres/store/wallet_store.ts";
import { WebhookStore } from "../../../core/port/webhook_store.ts";
import { checkSecrets, type SecretsReport } from "../../../core/use_case/account/mod.ts";
import { callOperation } from "../../operator/call_operation.ts";
import { CHECK_OPERATION } from "../../operator/check_operation.ts";
import { isAnswered, operatorSocketPath } from "../../operator/operator_socket.ts";
import type { Settings } from "../../settings/settings.ts";
import { layerWalletKeys } from "../../wiring/store.ts";
import { layerUnpreparedStore } from "../../wiring/unprepared_store.ts";
import { worldFolder } from "../../wiring/world_folder.ts";
import { type DoctorRow, type Finding, off, trouble, well } from "./doctor_report.ts";
import { walletFinding, type WebhookCounts, webhookFinding } from "./wallet_check.ts";

/** The rows, and where a running service listens. */
export interface StoreCheck {
  readonly rows: ReadonlyArray<DoctorRow>;
  readonly ownUrl: string | null;
}

type StoreSettings = Pick<Settings, "storage" | "walletKeys">;

/** What is known of an open store. Before all migrations are applied, not all can be read. */
interface Opened {
  readonly url: string | null;
  readonly store: StoreFacts;
  readonly secrets: SecretsReport | undefined;
  readonly webhooks: WebhookCounts | undefined;
}

/** Less than this is soon full: the store writes 16 MiB at a time. */
const FREE_BYTES_MIN = 256 * 1024 * 1024;
const MIB = 1024 * 1024;

/** Checks the store of live mode, and creates nothing. */
export async function checkStore(settings: StoreSettings): Promise<StoreCheck> {
  const { storage, walletKeys } = settings;
  const folder = worldFolder(storage, "live");
  const isEmbedded = Option.isNone(storage.databaseUrl);
  const disk = { check: "disk", ...checkDisk(storage.dataDir) };
  const socket = operatorSocketPath(folder);
  const isRunning = await isAnswered(socket);
  const unopened = isEmbedded && !isRunning ? unopenedStore(folder, disk) : undefined;
  if (unopened !== undefined) {
    return { rows: [{ check: "store", ...unopened }, disk], ownUrl: null };
  }
  const opened = isRunning ? await askService(socket) : await openStore(settings, folder);
  if (Result.isFailure(opened)) {
    return { rows: [{ check: "store", ...opened.failure }, disk], ownUrl: null };
  }
  const { url, store, secrets, webhooks } = opened.success;
  const wallets = await walletFinding(secrets, { walletKeys, isRunning });
  return {
    rows: [
      { check: "store", ...storeFinding(store, isEmbedded) },
      disk,
      { check: "wallet key", ...wallets },
      ...webhooks === undefined ? [] : [{ check: "webhooks", ...webhookFinding(webhooks) }],
    ],
    ownUrl: url,
  };
}

/** What a path is, as far as this user can see. */
type Place = "folder" | "file" | "nothing" | "hidden";

function placeAt(path: string): Place {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return "nothing";
    return found.isDirectory() ? "folder" : "file";
  } catch (cause) {
    // Below a file there is nothing.
    return (cause as { readonly code?: unknown }).code === "ENOTDIR" ? "nothing" : "hidden";
  }
}

function hidden(path: string): Finding {
  return trouble(
    `${path} cannot be seen by this user`,
    "Run this command as the user of the service, or set DATA_DIR to another folder",
  );
}

/** The finding of an embedded store that cannot be opened; undefined if there is one to open. */
function unopenedStore(folder: string, disk: Finding): Finding | undefined {
  const path = `${folder}/store`;
  switch (placeAt(path)) {
    case "folder":
      return undefined;
    case "hidden":
      return hidden(path);
    case "file":
      return trouble(`${path} is a file`, "Move it away, or set DATA_DIR to another folder");
    case "nothing":
      return disk.state === "ok"
        ? well(`none yet; the first start creates it in ${folder}`)
        : off("none yet; the first start would create it, were it not for the disk");
  }
}

async function askService(socket: string): Promise<Result.Result<Opened, Finding>> {
  const send = (request: Request) => fetch(request, { unix: socket });
  const reply = await callOperation(send, CHECK_OPERATION, {}).catch((cause) => ({
    ok: false as const,
    error: `The running service does not answer its operator (${String(cause)})`,
    hint: "Try again; if it stays so, restart the service",
  }));
  return reply.ok ? Result.succeed(reply.result) : Result.fail(trouble(reply.error, reply.hint));
}

function openStore(
  { storage, walletKeys }: StoreSettings,
  folder: string,
): Promise<Result.Result<Opened, Finding>> {
  const opening = Effect.gen(function* () {
    const store = yield* readStoreFacts;
    const isReady = store.pending.length === 0 && store.unknown.length === 0;
    const secrets = isReady ? yield* checkSecrets() : undefined;
    const outbox = isReady ? yield* WebhookStore.use(({ state }) => state) : undefined;
    const webhooks = outbox === undefined
      ? undefined
      : { waiting: outbox.waiting, stopped: outbox.stoppedWebhooks };
    return { url: null, store, secrets, webhooks };
  }).pipe(
    Effect.provide(
      Layer.merge(layerWalletStore, layerWebhookStore).pipe(
        Layer.provideMerge(layerUnpreparedStore(storage, { world: "live", folder })),
        Layer.merge(layerWalletKeys(walletKeys)),
      ),
    ),
    Effect.mapError(({ message }) => splitSentence(message)),
  );
  return Effect.runPromise(Effect.result(opening));
}

/** A store's sentences say what to do after a semicolon. */
function splitSentence(message: string): Finding {
  const [finding = "", ...remedy] = message.split("; ");
  return trouble(finding, remedy.join("; ") || "Check DATABASE_URL and the server's log");
}

function storeFinding(
  { version, bytes, isReadOnly, pending, unknown }: StoreFacts,
  isEmbedded: boolean,
): Finding {
  const kind = `${isEmbedded ? "embedded PostgreSQL" : "PostgreSQL"} ${version}`;
  const size = `${kind}, ${Math.ceil(bytes / MIB)} MiB`;
  if (unknown.length > 0) {
    return trouble(
      `${size}, of a later version of the service (${unknown.at(-1)})`,
      "Use that version, or restore a backup of before",
    );
  }
  if (isReadOnly) {
    return trouble(
      `${size}, read-only`,
      "Set DATABASE_URL to the primary server, or turn default_transaction_read_only off",
    );
  }
  const level = pending.length === 0
    ? "all migrations applied"
    : `${pending.length} migrations to come with the next start`;
  return well(`${size}, ${level}`);
}

/** The folder of data also holds the operator's socket, beside a server's store. */
function checkDisk(dataDir: string): Finding {
  let folder = resolve(dataDir);
  while (placeAt(folder) === "nothing") folder = dirname(folder);
  const place = placeAt(folder);
  if (place === "hidden") return hidden(folder);
  if (place === "file") return trouble(`${folder} is a file`, "Set DATA_DIR to a folder");
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    return trouble(
      `cannot write to ${folder} (${troubleOf(cause)?.split("; ")[0] ?? String(cause)})`,
      "Make it writable for this user, or set DATA_DIR to another folder",
    );
  }
  const { bavail, bsize } = statfsSync(folder);
  const freeMib = Math.floor(bavail * bsize / MIB);
  const finding = `${freeMib} MiB free at ${folder}`;
  if (bavail * bsize >= FREE_BYTES_MIN) return well(finding);
  return trouble(finding, "Free space, or set DATA_DIR to a folder on another disk");
}
