/**
 * Tells webhooks of positions of which the venue's index has had other shares for long.
 *
 * @module
 */
import { Clock, Effect, Option, Schedule } from "effect";
import { type WebhookNotice, WebhookStore } from "../../port/webhook_store.ts";
import { WebhookWriter } from "../../port/webhook_writer.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { differingPositions } from "../ledger/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import { repeatJob } from "../time/repeat_job.ts";

const EVERY_MS = 60_000;
/** The index is one to three minutes behind; what differs for longer than this is told. */
export const STAYS_MS = 600_000;

/** Since when what differs has been so, by the key of its event, in unix milliseconds. */
export type DifferingSince = Map<string, number>;

/** Looks at the wallets of those who want to be told. Fails if the store does. */
export const announcePositionDifferences = Effect.fn("announcePositionDifferences")(function* (
  since: DifferingSince,
) {
  const store = yield* WebhookStore;
  const wallets = yield* WalletStore;
  const { write } = yield* WebhookWriter;
  const nowMs = Math.floor(yield* Clock.currentTimeMillis);
  const wanting = (yield* store.active).filter(({ events }) => events.includes("position.differs"));
  const notices: Array<WebhookNotice> = [];
  const seen = new Set<string>();
  for (const accountId of new Set(wanting.map((webhook) => webhook.accountId))) {
    for (const wallet of yield* wallets.ofAccount(accountId)) {
      for (const differing of yield* differingPositions(wallet)) {
        const { position: { tokenId, sharesE6 }, indexedE6 } = differing;
        const key = ["position.differs", wallet.id, tokenId, sharesE6, indexedE6].join(":");
        const sinceMs = since.get(key) ?? nowMs;
        since.set(key, sinceMs);
        seen.add(key);
        if (nowMs - sinceMs < STAYS_MS) continue;
        const body = write({ type: "position.differs", sinceMs, differing });
        notices.push({
          event: "position.differs",
          key,
          atMs: nowMs,
          series: Option.none(),
          accountId: Option.some(accountId),
          body,
        });
      }
    }
  }
  // What agrees again, and differs later, has differed since then.
  for (const key of since.keys()) if (!seen.has(key)) since.delete(key);
  yield* store.announce(notices, Math.floor(yield* (yield* MachineTime).nowMs));
});

/** Tells of them for as long as it runs. */
export const announcePositions = Effect.suspend(() => {
  const since: DifferingSince = new Map();
  return repeatJob(announcePositionDifferences(since), {
    schedule: Schedule.spaced(EVERY_MS),
    clock: "service",
    leastMs: () => 1_000,
    failed: (cause) => Effect.logWarning("Cannot compare positions with the index", cause),
  });
});
