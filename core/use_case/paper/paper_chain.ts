/**
 * The roads to the chain with paper wallets beside the real ones: what these claim, split and merge
 * is done at once, and is on no chain.
 *
 * @module
 */
import { Effect, Option, Result, Schema } from "effect";
import { isPaperWallet } from "../../order/mod.ts";
import type { RoadReport, SignedCalls } from "../../chain/mod.ts";
import {
  actOnPaper,
  type PaperAccount,
  type PaperCall,
  payableE6,
  settledSharesE6,
} from "../../paper/mod.ts";
import { ChainBalances } from "../../port/chain_balances.ts";
import {
  CallsRefused,
  ChainLogs,
  ChainRoad,
  type LoggedMoves,
  type WantedCall,
} from "../../port/chain_road.ts";
import { LedgerStore } from "../../port/ledger_store.ts";
import { NewId } from "../../port/new_id.ts";
import { ProviderFailed } from "../../port/provider_failure.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { isOnPaper, paperWalletOf } from "./on_paper.ts";
import { PaperAccounts } from "./paper_accounts.ts";

/** As many claims are done together. */
const CLAIMS_MAX = 20;

/** A thing to do, as it is stored before it is done. Amounts are text. */
const StoredCall = Schema.Struct({
  kind: Schema.Literals(["claim", "split", "merge"]),
  tokenIds: Schema.Tuple([Schema.String, Schema.String]),
  amountsE6: Schema.Array(Schema.String),
});
const decodeCalls = Schema.decodeUnknownSync(Schema.Array(StoredCall));

/** Makes the roads of both. Needs those of the real ones. */
export const makePaperRoad = Effect.gen(function* () {
  const road = yield* ChainRoad;
  const [accounts, ledger, newId] = [yield* PaperAccounts, yield* LedgerStore, yield* NewId];
  const callOf = Effect.fnUntraced(function* (wanted: WantedCall) {
    const { market: { conditionId, tokenIds }, kind } = wanted;
    if (kind !== "claim") return { kind, tokenIds, amountsE6: [String(wanted.sizeE6)] };
    const [resolution] = yield* Effect.mapError(ledger.resolutionsOf([conditionId]), unreachable);
    if (resolution === undefined) {
      return yield* new CallsRefused({ why: "it is not known how the market was resolved" });
    }
    const amountsE6 = [...wanted.sharesE6, ...resolution.payoutsE6].map(String);
    return { kind, tokenIds, amountsE6 };
  });
  const act = (walletId: string, { body, tx }: Pick<SignedCalls, "body" | "tx">) =>
    accounts.change(walletId, (account) => {
      const key = Option.getOrElse(tx, () => "");
      const done = actOnPaper(account, { key, calls: decodeCalls(JSON.parse(body)).map(toCall) });
      return Result.isFailure(done)
        ? Effect.fail(new CallsRefused({ why: done.failure }))
        : Effect.succeed({ account: done.success, orders: [], fills: [] });
    });

  return ChainRoad.of({
    claimsMax: (wallet) =>
      isPaperWallet(wallet.id) ? Effect.succeed(CLAIMS_MAX) : road.claimsMax(wallet),
    sign: (draft) =>
      isPaperWallet(draft.wallet.id)
        ? Effect.gen(function* () {
          const calls = yield* Effect.forEach(draft.calls, callOf);
          return {
            road: "rpc",
            nonce: 0n,
            deadlineSec: Option.none(),
            body: JSON.stringify(calls),
            tx: Option.some(`paper:${draft.wallet.id}:${yield* newId}`),
          };
        })
        : road.sign(draft),
    send: (calls, wallet) =>
      isPaperWallet(wallet.id)
        ? Effect.matchEffect(act(wallet.id, calls), {
          onSuccess: () => Effect.succeed({ kind: "taken", roadId: Option.none() }),
          onFailure: (failure) =>
            Effect.succeed(
              failure._tag === "CallsRefused"
                ? { kind: "refused", why: failure.why, retry: { when: "never" } }
                : { kind: "unclear", why: failure.message },
            ),
        })
        : road.send(calls, wallet),
    look: (calls, wallet) =>
      isPaperWallet(wallet.id)
        ? Effect.map(readAccount(accounts, wallet.id), (account) => reportOf(account, calls))
        : road.look(calls, wallet),
  });
});

/** Makes the balances of both. */
export const makePaperBalances = Effect.gen(function* () {
  const balances = yield* ChainBalances;
  const accounts = yield* PaperAccounts;
  return ChainBalances.of({
    of: (query) =>
      isOnPaper(query.holder)
        ? Effect.map(readAccount(accounts, paperWalletOf(query.holder)), (account) => {
          const [first, second] = query.market.tokenIds;
          return {
            usdcE6: payableE6(account),
            sharesE6: [settledSharesE6(account, first), settledSharesE6(account, second)] as const,
          };
        })
        : balances.of(query),
  });
});

/** Makes the logs of both. */
export const makePaperLogs = Effect.gen(function* () {
  const logs = yield* ChainLogs;
  const accounts = yield* PaperAccounts;
  return ChainLogs.of({
    movedBy: (query) => {
      const [name, walletId = ""] = query.tx.split(":");
      if (name !== "paper") return logs.movedBy(query);
      return Effect.map(readAccount(accounts, walletId), (account) => movesOf(account, query.tx));
    },
  });
});

const readAccount = Effect.fnUntraced(function* (
  accounts: PaperAccounts["Service"],
  walletId: string,
): Effect.fn.Return<PaperAccount, ProviderFailed> {
  const kept = yield* Effect.mapError(accounts.read(walletId), unreachable);
  if (Option.isSome(kept)) return kept.value.account;
  return yield* Effect.fail(unreachable(new Error("the wallet has no account on paper")));
});

function movesOf({ acts }: PaperAccount, tx: string): Option.Option<LoggedMoves> {
  return Option.map(
    Option.fromUndefinedOr(acts.find(({ key }) => key === tx)),
    ({ usdcE6, sharesE6 }) => ({ usdcE6, sharesE6: new Map(sharesE6) }),
  );
}

function reportOf(account: PaperAccount, { tx }: Pick<SignedCalls, "tx">): RoadReport {
  const isDone = Option.exists(tx, (key) => Option.isSome(movesOf(account, key)));
  const state = isDone ? "confirmed" : "unknown";
  return { state, tx, why: Option.none(), nextNonce: Option.none() };
}

function toCall({ kind, tokenIds, amountsE6 }: typeof StoredCall.Type): PaperCall {
  const [first = 0n, second = 0n, third = 0n, fourth = 0n] = amountsE6.map(BigInt);
  return kind === "claim"
    ? { kind, tokenIds, sharesE6: [first, second], payoutsE6: [third, fourth] }
    : { kind, tokenIds, sizeE6: first };
}

function unreachable(cause: StoreFailed | Error): ProviderFailed {
  const wanted = "what the wallet has";
  return new ProviderFailed({ provider: "paper account", reason: "unreachable", wanted, cause });
}
