import { expect, test } from "bun:test";
import { Effect, Layer, Option } from "effect";
import { layerAccountStore } from "../../../../adapters/postgres/store/account_store.ts";
import { layerGuardStore } from "../../../../adapters/postgres/store/guard_store.ts";
import { layerWalletFrames } from "../../../../adapters/postgres/store/wallet_frames.ts";
import { layerWalletStore } from "../../../../adapters/postgres/store/wallet_store.ts";
import { layerWebhookStore } from "../../../../adapters/postgres/store/webhook_store.ts";
import { Sql } from "../../../../adapters/postgres/engine/sql.ts";
import { GuardStore } from "../../../../core/port/guard_store.ts";
import { FRAMES_KEPT } from "../../../../core/port/wallet_frames.ts";
import { WebhookStore } from "../../../../core/port/webhook_store.ts";
import { newWebhook } from "../../../contract/new_webhook.ts";
import { stageOwner } from "../../../contract/staged_owner.ts";
import { CLAIM } from "../../../contract/webhook_world.ts";
import { anyMigratedSql, describeOn } from "../migrated_sql.ts";

const stores = Layer.mergeAll(
  layerAccountStore,
  layerGuardStore,
  layerWalletFrames,
  layerWalletStore,
  layerWebhookStore,
);

describeOn("what is told of wallets", anyMigratedSql(), stores, (run) => {
  test("does not grow: of a wallet, at most three times the frames of a replay are kept", () =>
    run(Effect.gen(function* () {
      const { walletId } = yield* stageOwner;
      const { query } = yield* Sql;
      const kept = Effect.fnUntraced(function* (count: number) {
        yield* query(
          "select add_frame($1, 'order', '{}') from generate_series(1, $2::text::int)",
          [walletId, String(count)],
        );
        const [row] = yield* query(
          "select count(*)::int as kept, max(seq)::int as head from wallet_frames " +
            "where wallet_id = $1",
          [walletId],
        );
        return [row?.["kept"], row?.["head"]];
      });
      expect(yield* kept(2 * FRAMES_KEPT)).toEqual([2_000, 2_000]);
      expect(yield* kept(FRAMES_KEPT - 1)).toEqual([2_999, 2_999]);
      expect(yield* kept(1)).toEqual([2_000, 3_000]);
    })));

  test("is a guard that has fired, once each time", () =>
    run(Effect.gen(function* () {
      const { accountId, walletId } = yield* stageOwner;
      const { set, takeFired } = yield* GuardStore;
      const { add, claim } = yield* WebhookStore;
      yield* add(newWebhook(accountId, { events: ["guard.fired"] }));
      const arm = (nowMs: number) =>
        set({ walletId, seconds: Option.some(5), venue: Option.none(), nowMs });
      yield* arm(1_000);
      yield* takeFired({ nowMs: 6_000, againMs: 6_001, limit: 10 });
      yield* takeFired({ nowMs: 6_001, againMs: 7_000, limit: 10 });
      yield* arm(8_000);
      // Renewed too late.
      yield* arm(20_000);
      const claimed = yield* claim({ ...CLAIM, nowMs: Number.MAX_SAFE_INTEGER });
      const told = claimed.map(({ content }) => content.kind === "event" ? content.event : content);
      expect(told).toEqual([6_000, 20_000].map((firedMs) => ({
        type: "guard.fired",
        walletId,
        firedMs,
      })));
    })));
});
