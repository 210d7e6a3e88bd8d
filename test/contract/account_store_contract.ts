/** The contract that every adapter of the `AccountStore` port must meet. @module */
import { beforeAll, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import fc from "fast-check";
import {
  type Account,
  type ApiKey,
  KEYS_MAX,
  REVOKED_KEYS_LISTED,
  SCOPES,
} from "../../core/access/mod.ts";
import { AccountStore } from "../../core/port/account_store.ts";
import { StoreFailed } from "../../core/port/store_failure.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

/** The last instant that a date can hold. */
const MS_MAX = 8_640_000_000_000_000;

/** Returns a unique account. */
export function newAccount(createdMs = 1_767_225_600_123): Account {
  return { id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com`, createdMs };
}

/** Returns a unique, never used key. */
export function newKey(accountId: string, fields: Partial<ApiKey> = {}): ApiKey {
  return {
    id: crypto.randomUUID(),
    accountId,
    name: "",
    sessionId: Option.none(),
    prefix: "sk_test_00000000",
    lastFour: "wxyz",
    scopes: ["read"],
    createdMs: 1_767_225_600_456,
    lastUsedMs: Option.none(),
    revokedMs: Option.none(),
    ...fields,
  };
}

/** Returns a unique text of the length of a hash. */
export function newSha256(): string {
  return crypto.randomUUID().replaceAll("-", "").repeat(2);
}

/** Declares the contract's tests for one adapter. */
export function accountStoreContract(world: StoreWorld<AccountStore>): void {
  describeStore("the account store", world, (run) => {
    let store: AccountStore["Service"];
    /** At the start of time. */
    let firstBefore: Option.Option<Account>;
    beforeAll(async () => {
      store = await run(AccountStore);
      firstBefore = await run(store.firstAccount);
    });

    const addAccount = () => run(store.addAccount(newAccount()));
    const addKey = async (fields: Partial<ApiKey> = {}) => {
      const sha256 = newSha256();
      const { id } = await addAccount();
      return { sha256, key: await run(store.addKey(newKey(id, fields), sha256)) };
    };
    const findKey = async (sha256: string) =>
      Option.getOrThrow(await run(store.findKey(sha256, 0)));

    test("finds the oldest account, if there is any", async () => {
      const [second, first] = [newAccount(2), newAccount(1)];
      for (const account of [second, first]) await run(store.addAccount(account));
      expect([firstBefore, await run(store.firstAccount)]).toEqual([
        Option.none(),
        Option.some(first),
      ]);
    });

    test("finds an account by its whole address, to the millisecond", async () => {
      for (const createdMs of [0, 1_767_225_600_999, MS_MAX]) {
        const account = newAccount(createdMs);
        expect(await run(store.addAccount(account))).toEqual(account);
        expect(await run(store.findAccount(account.email))).toEqual(Option.some(account));
        for (const other of [account.id, `${account.email}x`, account.email.slice(1), "%", ""]) {
          expect(await run(store.findAccount(other))).toEqual(Option.none());
        }
      }
    });

    test("keeps the first account of an address, and of an id", async () => {
      const first = await addAccount();
      const second = { ...newAccount(), email: first.email };
      expect(await run(store.addAccount(second))).toEqual(first);
      expect(await run(store.findAccount(first.email))).toEqual(Option.some(first));
      const third = { ...newAccount(), id: first.id };
      expect(await run(Effect.flip(store.addAccount(third)))).toBeInstanceOf(StoreFailed);
      expect(await run(store.findAccount(third.email))).toEqual(Option.none());
    });

    test("keeps a key exactly, and finds it and its account by the hash", async () => {
      const ms = fc.option(fc.integer({ min: 0, max: MS_MAX }), { nil: undefined })
        .map(Option.fromUndefinedOr);
      const text = fc.string({ minLength: 1, unit: fc.constantFrom("a", "'", ",", "%", "{", "é") });
      const fields = fc.record({
        name: text,
        prefix: text,
        lastFour: text,
        scopes: fc.subarray([...SCOPES]),
        createdMs: fc.integer({ min: 0, max: MS_MAX }),
        lastUsedMs: ms,
        revokedMs: ms,
      });
      const account = await addAccount();
      await fc.assert(
        fc.asyncProperty(fields, async (fields) => {
          const [key, sha256] = [newKey(account.id, fields), newSha256()];
          expect(await run(store.addKey(key, sha256))).toEqual(key);
          expect(await findKey(sha256)).toEqual({ key, account });
        }),
        { numRuns: 25 },
      );
    });

    test("keeps the first key of a hash, and knows none by another text", async () => {
      const { key, sha256 } = await addKey();
      for (const unknown of [newSha256(), key.id, key.prefix, ""]) {
        expect(await run(store.findKey(unknown, 0))).toEqual(Option.none());
      }
      const other = await addAccount();
      expect(await run(store.addKey(newKey(other.id), sha256))).toEqual(key);
      expect((await findKey(sha256)).key).toEqual(key);
      expect(await run(store.keysOf(other.id))).toEqual([]);
    });

    test("accepts no second key under an id, and none of an unknown account", async () => {
      const { key, sha256 } = await addKey();
      for (const refused of [newKey(key.accountId, { id: key.id }), newKey(crypto.randomUUID())]) {
        const other = newSha256();
        const failure = await run(Effect.flip(store.addKey(refused, other)));
        expect(failure).toBeInstanceOf(StoreFailed);
        expect(await run(store.findKey(other, 0))).toEqual(Option.none());
      }
      expect((await findKey(sha256)).key).toEqual(key);
    });

    test("adds keys up to the most of an account, of which revoked ones are none", async () => {
      const { id } = await addAccount();
      const keys = Array.from({ length: KEYS_MAX }, () => newKey(id));
      for (const key of keys.slice(1)) await run(store.addKey(key, newSha256()));
      const revoked = newKey(id, { revokedMs: Option.some(1) });
      await run(store.addKey(revoked, newSha256()));
      const wanted = [keys[0] ?? revoked, ...Array.from({ length: 7 }, () => newKey(id))];
      // A store that has a connection for each of them lets them begin together.
      await run(Effect.all(wanted.map(() => store.keysOf(id)), { concurrency: "unbounded" }));
      const results = await run(Effect.all(
        wanted.map((key) => Effect.result(store.addKey(key, newSha256()))),
        { concurrency: "unbounded" },
      ));
      const failures = results.flatMap((result) =>
        Result.isFailure(result) ? [result.failure] : []
      );
      expect(failures.map(({ _tag }) => _tag)).toEqual(Array(7).fill("KeysTooMany"));
      await run(store.revokeKey(keys[1]?.id ?? "", 2));
      await run(store.addKey(newKey(id), newSha256()));
    });

    test("lists an account's keys, including revoked ones, oldest first", async () => {
      const [account, other] = [await addAccount(), await addAccount()];
      const ids = ["b", "c", "a"].map((letter) => `${letter}${crypto.randomUUID()}`);
      const instants = [30, 9, 30];
      for (const [at, id] of ids.entries()) {
        const createdMs = instants[at] ?? 0;
        await run(store.addKey(newKey(account.id, { id, createdMs }), newSha256()));
      }
      await run(store.addKey(newKey(other.id, { createdMs: 10 }), newSha256()));
      await run(store.revokeKey(ids[2] ?? "", 40));
      const found = await run(store.keysOf(account.id));
      expect(found.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]].map(String));
      expect(found.map(({ revokedMs }) => Option.isSome(revokedMs))).toEqual([false, true, false]);
      expect(await run(store.keysOf(crypto.randomUUID()))).toEqual([]);
    });

    test("finds the keys of a prefix, with their accounts, oldest first", async () => {
      const text = fc.string({ unit: fc.constantFrom("%", "_", "\\", "a", "A"), maxLength: 4 });
      const added: Array<ApiKey> = [];
      await fc.assert(
        fc.asyncProperty(text, text, fc.nat({ max: 9 }), async (kept, asked, createdMs) => {
          added.push((await addKey({ prefix: `#${kept}`, createdMs })).key);
          const found = await run(store.keysByPrefix(`#${asked}`));
          const meant = added.filter(({ prefix }) =>
            prefix.startsWith(`#${asked}`) || `#${asked}`.startsWith(prefix)
          ).toSorted((a, b) => a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1));
          expect(found.map(({ key, account }) => [key, account.id]))
            .toEqual(meant.map((key) => [key, key.accountId]));
        }),
        { numRuns: 25 },
      );
    });

    test("lists of many revoked keys those that were revoked last", async () => {
      const { id } = await addAccount();
      const valid = newKey(id, { createdMs: 0 });
      await run(store.addKey(valid, newSha256()));
      const revoked = Array.from(
        { length: REVOKED_KEYS_LISTED + 5 },
        (_, n) =>
          newKey(id, { createdMs: 1_000 - n, revokedMs: Option.some(10 + Math.floor(n / 2)) }),
      );
      for (const key of revoked) await run(store.addKey(key, newSha256()));
      const found = await run(store.keysOf(id));
      expect(found).toHaveLength(REVOKED_KEYS_LISTED + 1);
      expect(found[0]).toEqual(valid);
      // The last ones come first, because they are the oldest.
      expect(found.slice(1, 40)).toEqual(revoked.toReversed().slice(0, 39));
    });

    test("revokes a key permanently", async () => {
      const [{ key, sha256 }, other] = [await addKey(), await addKey()];
      await run(store.revokeKey(key.id, 2_000));
      await run(store.revokeKey(key.id, 1_000));
      await run(store.revokeKey(key.id, 3_000));
      await run(store.revokeKey(crypto.randomUUID(), 4_000));
      expect((await findKey(sha256)).key).toEqual({ ...key, revokedMs: Option.some(2_000) });
      expect((await findKey(other.sha256)).key).toEqual(other.key);
    });

    test("stores the last use, in any order of reports", async () => {
      const uses = fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(uses, fc.boolean(), async (uses, atOnce) => {
          const { key, sha256 } = await addKey();
          const concurrency = atOnce ? "unbounded" : 1;
          await run(Effect.forEach(uses, (atMs) => store.recordUse(key.id, atMs), { concurrency }));
          const lastUsedMs = Option.some(Math.max(...uses));
          expect((await findKey(sha256)).key).toEqual({ ...key, lastUsedMs });
        }),
        { numRuns: 10 },
      );
      const bystander = await addKey();
      await run(store.recordUse(crypto.randomUUID(), 4_000));
      expect((await findKey(bystander.sha256)).key).toEqual(bystander.key);
    });

    test("returns the same to all concurrent adds", async () => {
      for (let round = 0; round < 2; round++) {
        const account = newAccount();
        const rivals = Array.from({ length: 8 }, () => ({ ...newAccount(), email: account.email }));
        const added = [account, ...rivals, account, account].map((one) => store.addAccount(one));
        const accounts = await run(Effect.all(added, { concurrency: "unbounded" }));
        expect(new Set(accounts.map(({ id }) => id)).size).toBe(1);
        const accountId = accounts[0]?.id ?? "";
        const [key, sha256] = [newKey(accountId), newSha256()];
        const wanted = [key, ...Array.from({ length: 8 }, () => newKey(accountId)), key, key];
        const keys = await run(
          Effect.all(wanted.map((one) => store.addKey(one, sha256)), { concurrency: "unbounded" }),
        );
        expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
        expect(await run(store.keysOf(accountId))).toEqual(keys.slice(0, 1));
      }
    });
  });
}
