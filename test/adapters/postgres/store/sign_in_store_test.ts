import { expect, test } from "bun:test";
import { Effect, Layer, Option } from "effect";
import { layerAccountStore } from "../../../../adapters/postgres/store/account_store.ts";
import { layerSignInStore } from "../../../../adapters/postgres/store/sign_in_store.ts";
import { Sql } from "../../../../adapters/postgres/engine/sql.ts";
import { AccountStore } from "../../../../core/port/account_store.ts";
import { SignInStore } from "../../../../core/port/sign_in_store.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { newAccount, newSha256 } from "../../../contract/account_store_contract.ts";
import { describeOn, migratedSqls } from "../migrated_sql.ts";

const HASH = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA";
const ALL_AT_ONCE = { concurrency: "unbounded" } as const;

const stores = Layer.merge(layerSignInStore, layerAccountStore);

for (const world of migratedSqls()) {
  describeOn("what accounts sign in with", world, stores, (run) => {
    const use = <A>(f: (store: SignInStore["Service"]) => Effect.Effect<A, StoreFailed>) =>
      run(SignInStore.use(f));
    const register = (account = newAccount()) =>
      use((store) => store.register({ account, passwordHash: HASH, mustBeFirst: false }))
        .then(() => account);

    test("the first account is exactly one of those that come at the same time", async () => {
      for (let round = 0; round < 2; round++) {
        await run(
          Sql.use(({ script }) => script("delete from sign_in_links; delete from accounts")),
        );
        const rivals = Array.from({ length: 8 }, () => newAccount());
        const results = await use((store) =>
          Effect.all(
            rivals.map((account) =>
              store.register({ account, passwordHash: HASH, mustBeFirst: true })
            ),
            ALL_AT_ONCE,
          )
        );
        expect(results.toSorted()).toEqual(["added", ...Array(7).fill("not_first")]);
        const rows = await run(Sql.use(({ query }) => query("select id from accounts")));
        expect(rows.map(({ id }) => id)).toEqual([rivals[results.indexOf("added")]?.id]);
      }
    });

    test("an address has one account, and its password stays", async () => {
      const first = await register();
      const rival = { ...newAccount(), email: first.email };
      const again = use((store) =>
        store.register({ account: rival, passwordHash: "other", mustBeFirst: false })
      );
      expect(await again).toBe("taken");
      expect(await use((store) => store.passwordOf(first.email)))
        .toEqual(Option.some({ account: first, passwordHash: Option.some(HASH) }));
    });

    test("a password is set, and an account may have none", async () => {
      const account = newAccount();
      await run(AccountStore.use((store) => store.addAccount(account)));
      const find = () => use((store) => store.passwordOf(account.email));
      expect(await find()).toEqual(Option.some({ account, passwordHash: Option.none() }));
      const replace = (from: Option.Option<string>, to: string) =>
        use((store) => store.replacePassword({ accountId: account.id, from, to }));
      expect(await replace(Option.none(), HASH)).toBe(true);
      expect(await find()).toEqual(Option.some({ account, passwordHash: Option.some(HASH) }));
      // Only in place of the one that was checked.
      expect(await replace(Option.none(), "other")).toBe(false);
      expect(await replace(Option.some("other"), "other")).toBe(false);
      expect(await find()).toEqual(Option.some({ account, passwordHash: Option.some(HASH) }));
      expect(await replace(Option.some(HASH), "other")).toBe(true);
      expect(await use((store) => store.passwordOf("nobody@b.c"))).toEqual(Option.none());
    });

    const setLink = (accountId: string, expiresMs = 100) => {
      const sha256 = newSha256();
      return use((store) => store.setLink({ accountId, sha256, expiresMs })).then(() => sha256);
    };
    const takeLink = (sha256: string, nowMs: number) =>
      use((store) => store.takeLink(sha256, nowMs));

    test("a link works once, of all who use it at the same time", async () => {
      const account = await register();
      const sha256 = await setLink(account.id);
      const taken = await use((store) =>
        Effect.all(Array.from({ length: 8 }, () => store.takeLink(sha256, 99)), ALL_AT_ONCE)
      );
      expect(taken.flatMap(Option.toArray)).toEqual([account]);
    });

    test("a link ends at its instant, and with the next link of its account", async () => {
      const account = await register();
      const first = await setLink(account.id);
      expect(await takeLink(first, 100)).toEqual(Option.none());
      const second = await setLink(account.id);
      expect(await takeLink(first, 0)).toEqual(Option.none());
      expect(await takeLink(second, 99)).toEqual(Option.some(account));
    });

    test("failures are replaced by one of those who know them", async () => {
      const caller = crypto.randomUUID();
      const first = Option.some({ failures: 1, lastMs: 1_767_225_600_123 });
      const second = Option.some({ failures: 2, lastMs: 1_767_225_600_124 });
      const rivals = (from: typeof first | Option.None<never>, to: typeof from) =>
        use((store) =>
          Effect.all(
            Array.from({ length: 8 }, () => store.replaceFailures({ caller, from, to })),
            ALL_AT_ONCE,
          )
        );
      for (const [from, to] of [[Option.none(), first], [first, second]] as const) {
        expect((await rivals(from, to)).filter(Boolean)).toEqual([true]);
        expect(await use((store) => store.failuresOf(caller))).toEqual(to);
      }
      expect((await rivals(first, Option.none())).filter(Boolean)).toEqual([]);
      expect((await rivals(second, Option.none())).filter(Boolean)).toEqual([true]);
      expect(await use((store) => store.failuresOf(caller))).toEqual(Option.none());
    });

    test("old links and failures are dropped, and the oldest beyond a bound", async () => {
      const [account, other] = [await register(), await register()];
      const [gone, kept] = [await setLink(account.id, 1_000), await setLink(other.id, 1_001)];
      const callers = Array.from({ length: 6 }, (_, n) => `${crypto.randomUUID()} ${n}`);
      for (const [n, caller] of callers.entries()) {
        const to = Option.some({ failures: 1, lastMs: 9_000_000_000_000 + n });
        await use((store) => store.replaceFailures({ caller, from: Option.none(), to }));
      }
      const left = async () => {
        const found = await use((store) =>
          Effect.all(callers.map((caller) => store.failuresOf(caller)))
        );
        return found.map(Option.isSome);
      };
      const prune = (failuresSinceMs: number, callersMax: number) =>
        use((store) => store.prune({ nowMs: 1_000, failuresSinceMs, callersMax }));
      await prune(9_000_000_000_001, 100);
      expect(await left()).toEqual([false, true, true, true, true, true]);
      await prune(0, 3);
      expect(await left()).toEqual([false, false, false, true, true, true]);
      expect(await takeLink(gone, 0)).toEqual(Option.none());
      expect(await takeLink(kept, 0)).toEqual(Option.some(other));
    });
  });
}
