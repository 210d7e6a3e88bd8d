import { expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import fc from "fast-check";
import { layerAccountStore } from "../../../../adapters/postgres/store/account_store.ts";
import { layerKeyUsageStore } from "../../../../adapters/postgres/store/key_usage_store.ts";
import { AccountStore } from "../../../../core/port/account_store.ts";
import { type KeyMinute, KeyUsageStore } from "../../../../core/port/key_usage_store.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { newAccount, newKey, newSha256 } from "../../../contract/account_store_contract.ts";
import { describeOn, migratedSqls } from "../migrated_sql.ts";

const stores = Layer.merge(layerKeyUsageStore, layerAccountStore);

for (const world of migratedSqls()) {
  describeOn("the use of keys", world, stores, (run) => {
    const use = <A>(f: (store: KeyUsageStore["Service"]) => Effect.Effect<A, StoreFailed>) =>
      run(KeyUsageStore.use(f));
    const addKeys = async (count: number) => {
      const { id } = await run(AccountStore.use((store) => store.addAccount(newAccount())));
      const keys = Array.from({ length: count }, () => newKey(id));
      for (const key of keys) {
        await run(AccountStore.use((store) => store.addKey(key, newSha256())));
      }
      return { accountId: id, keyIds: keys.map((key) => key.id).toSorted() };
    };

    test("is the sum of all that was added, in whatever parts and at whatever time", async () => {
      const part = fc.array(
        fc.record({ key: fc.nat({ max: 2 }), minute: fc.nat({ max: 3 }), refused: fc.nat(9) }),
        { maxLength: 8 },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
          const { accountId, keyIds } = await addKeys(3);
          const toMinute = ({ key, minute, refused }: (typeof parts)[0][0]): KeyMinute => ({
            keyId: keyIds[key] ?? "",
            minuteSec: minute * 60,
            requests: refused + 1,
            refused,
          });
          await use((store) =>
            Effect.all(parts.map((part) => store.add(part.map(toMinute))), {
              concurrency: "unbounded",
            })
          );
          const stored = await use((store) => store.ofAccount(accountId, 0));
          const all = parts.flat();
          const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((a, b) => a + b, 0);
          expect(sum(stored.map(({ requests }) => requests)))
            .toBe(sum(all.map(({ refused }) => refused + 1)));
          expect(sum(stored.map(({ refused }) => refused)))
            .toBe(sum(all.map(({ refused }) => refused)));
          const places = stored.map(({ keyId, minuteSec }) => `${minuteSec} ${keyId}`);
          expect(places).toEqual(
            [...new Set(all.map(toMinute).map(({ keyId, minuteSec }) => `${minuteSec} ${keyId}`))]
              .toSorted((a, b) => parseInt(a) - parseInt(b) || (a < b ? -1 : 1)),
          );
        }),
        { numRuns: 10 },
      );
    });

    test("may be more minutes than a statement takes, and ends at an instant", async () => {
      const { accountId, keyIds: [keyId = ""] } = await addKeys(1);
      const minutes = Array.from({ length: 1_200 }, (_, n) => ({
        keyId,
        minuteSec: n * 60,
        requests: n + 1,
        refused: 0,
      }));
      await use((store) => store.add(minutes));
      expect(await use((store) => store.ofAccount(accountId, 0))).toEqual(minutes);
      expect(await use((store) => store.ofAccount(accountId, 1_198 * 60)))
        .toEqual(minutes.slice(-2));
      await use((store) => store.prune(1_197 * 60));
      expect(await use((store) => store.ofAccount(accountId, 0))).toEqual(minutes.slice(-3));
    });

    test("is shown to its account alone", async () => {
      const [own, other] = [await addKeys(1), await addKeys(1)];
      const minute = { keyId: own.keyIds[0] ?? "", minuteSec: 60, requests: 1, refused: 0 };
      await use((store) => store.add([minute]));
      expect(await use((store) => store.ofAccount(other.accountId, 0))).toEqual([]);
      expect(await use((store) => store.ofAccount(own.accountId, 0))).toEqual([minute]);
    });
  });
}
