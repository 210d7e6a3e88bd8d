import { expect, test } from "bun:test";
import { Effect, Layer, Option } from "effect";
import { layerAccountStore } from "../../../../adapters/postgres/store/account_store.ts";
import { layerSessionStore } from "../../../../adapters/postgres/store/session_store.ts";
import { layerSignInStore } from "../../../../adapters/postgres/store/sign_in_store.ts";
import { storedTables } from "../../../../adapters/postgres/engine/stored_tables.ts";
import { Sql } from "../../../../adapters/postgres/engine/sql.ts";
import { KEYS_MAX, type Session, SESSIONS_MAX } from "../../../../core/access/mod.ts";
import { AccountStore } from "../../../../core/port/account_store.ts";
import { SessionStore } from "../../../../core/port/session_store.ts";
import { SignInStore } from "../../../../core/port/sign_in_store.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { newAccount, newKey, newSha256 } from "../../../contract/account_store_contract.ts";
import { describeOn, migratedSqls } from "../migrated_sql.ts";

const NOW_MS = 1_767_225_600_123;

/** A session with its digests. */
function newSession(accountId: string, fields: Partial<Session> = {}) {
  const session: Session = {
    id: crypto.randomUUID(),
    accountId,
    beganWithLink: false,
    userAgent: "Mozilla/5.0 'ä'",
    address: "2001:db8:0:0::/64",
    createdMs: NOW_MS,
    seenMs: NOW_MS,
    expiresMs: NOW_MS + 1_000,
    ...fields,
  };
  const key = newKey(accountId, { sessionId: Option.some(session.id), scopes: ["read", "trade"] });
  const checkedHash = Option.none<string>();
  return { session, tokenSha256: newSha256(), key, keySha256: newSha256(), checkedHash };
}

/** The first password of an account. */
function hashOf(accountId: string) {
  return { accountId, from: Option.none(), to: "hash" };
}

const stores = Layer.mergeAll(layerSessionStore, layerAccountStore, layerSignInStore);

for (const world of migratedSqls()) {
  describeOn("sessions", world, stores, (run) => {
    const use = <A>(f: (store: SessionStore["Service"]) => Effect.Effect<A, StoreFailed>) =>
      run(SessionStore.use(f));
    const addAccount = () => run(AccountStore.use((store) => store.addAccount(newAccount())));
    const add = (accountId: string, fields: Partial<Session> = {}) => {
      const added = newSession(accountId, fields);
      return use((store) => store.add(added)).then((ended) => ({
        ...added,
        ended: Option.getOrThrow(ended),
      }));
    };
    const find = (tokenSha256: string, nowMs = NOW_MS) =>
      use((store) => store.find(tokenSha256, nowMs));
    const findKey = (sha256: string, atMs = NOW_MS) =>
      run(AccountStore.use((store) => store.findKey(sha256, atMs)));
    const idsOf = async (accountId: string) => {
      const sessions = await use((store) => store.ofAccount(accountId, NOW_MS));
      return sessions.map(({ id }) => id);
    };

    test("are found by their token with their account, until they end", async () => {
      const account = await addAccount();
      const { session, tokenSha256, ended } = await add(account.id, { beganWithLink: true });
      expect(ended).toEqual([]);
      const held = { session, account, passwordHash: Option.none() };
      expect(await find(tokenSha256, session.expiresMs - 1)).toEqual(Option.some(held));
      expect(await find(tokenSha256, session.expiresMs)).toEqual(Option.none());
      expect(await find(newSha256())).toEqual(Option.none());
      await run(SignInStore.use((store) => store.replacePassword(hashOf(account.id))));
      expect(await find(tokenSha256)).toEqual(
        Option.some({ ...held, passwordHash: Option.some("hash") }),
      );
    });

    test("begin with the password that was checked, or not at all", async () => {
      const account = await addAccount();
      await run(SignInStore.use((store) => store.replacePassword(hashOf(account.id))));
      const begin = (checkedHash: string) => {
        const added = newSession(account.id);
        return use((store) => store.add({ ...added, checkedHash: Option.some(checkedHash) }));
      };
      expect([await begin("former"), await begin("hash")])
        .toEqual([Option.none(), Option.some([])]);
      expect(await idsOf(account.id)).toHaveLength(1);
    });

    test("have a key as long as they last, which is in no list", async () => {
      const account = await addAccount();
      const { session, key, keySha256 } = await add(account.id);
      const holder = Option.some({ key, account });
      expect(await findKey(keySha256, session.expiresMs - 1)).toEqual(holder);
      expect(await findKey(keySha256, session.expiresMs)).toEqual(Option.none());
      await use((store) => store.renew({ ...session, seenMs: 1, expiresMs: NOW_MS + 5_000 }));
      expect(await findKey(keySha256, session.expiresMs)).toEqual(holder);
      const listed = await run(
        AccountStore.use((store) =>
          Effect.all([store.keysOf(account.id), store.keysByPrefix(key.prefix)])
        ),
      );
      expect(
        listed.flat().filter((one) => "id" in one ? one.id === key.id : one.key.id === key.id),
      )
        .toEqual([]);
    });

    test("are listed while they last, newest first, and only those of the account", async () => {
      const [account, other] = [await addAccount(), await addAccount()];
      const old = await add(account.id, { createdMs: 1 });
      const young = await add(account.id, { createdMs: 2 });
      await add(account.id, { expiresMs: NOW_MS });
      await add(other.id);
      expect(await use((store) => store.ofAccount(account.id, NOW_MS)))
        .toEqual([young.session, old.session]);
    });

    test("end for good by their id and account, and their keys with them", async () => {
      const [account, other] = [await addAccount(), await addAccount()];
      const { session, tokenSha256, keySha256 } = await add(account.id);
      const { id } = session;
      const bystander = await add(account.id);
      expect(await use((store) => store.end(other.id, { id }))).toEqual([]);
      expect(Option.isSome(await find(tokenSha256))).toBe(true);
      expect(await use((store) => store.end(account.id, { id }))).toEqual([id]);
      expect(await use((store) => store.end(account.id, { id }))).toEqual([]);
      expect(await find(tokenSha256)).toEqual(Option.none());
      expect(await findKey(keySha256)).toEqual(Option.none());
      await use((store) => store.renew(session));
      expect(await find(tokenSha256)).toEqual(Option.none());
      expect(Option.isSome(await findKey(bystander.keySha256))).toBe(true);
    });

    test("end all but one, and those of no other account", async () => {
      const [account, other] = [await addAccount(), await addAccount()];
      const kept = await add(account.id);
      const ended = [await add(account.id), await add(account.id)];
      const bystander = await add(other.id);
      const found = await use((store) => store.end(account.id, { exceptId: kept.session.id }));
      expect(found.toSorted()).toEqual(ended.map(({ session }) => session.id).toSorted());
      expect(await idsOf(account.id)).toEqual([kept.session.id]);
      expect(await findKey(ended[0]?.keySha256 ?? "")).toEqual(Option.none());
      expect(await idsOf(other.id)).toEqual([bystander.session.id]);
    });

    test("are at most so many of an account: the oldest end, and never the new one", async () => {
      const { id } = await addAccount();
      const all = [];
      for (let n = 0; n < SESSIONS_MAX; n++) all.push(await add(id, { createdMs: 1_000 + n }));
      const next = await add(id, { createdMs: 5_000 });
      expect(next.ended).toEqual([String(all[0]?.session.id)]);
      expect(await findKey(all[0]?.keySha256 ?? "")).toEqual(Option.none());
      // The clock of this process is behind.
      const behind = await add(id, { createdMs: 1 });
      expect(behind.ended).toEqual([String(all[1]?.session.id)]);
      const rivals = Array.from({ length: 8 }, () => newSession(id, { createdMs: 6_000 }));
      await use((store) =>
        Effect.all(rivals.map((one) => store.add(one)), { concurrency: "unbounded" })
      );
      expect((await idsOf(id)).length).toBe(SESSIONS_MAX);
      // They do not count among the keys of an account.
      const keys = Array.from({ length: KEYS_MAX }, () => newKey(id));
      await run(
        AccountStore.use((store) => Effect.forEach(keys, (key) => store.addKey(key, newSha256()))),
      );
      expect((await add(id)).ended.length).toBe(1);
    });

    test("are in no backup, as links and counts are not; keys and passwords are", async () => {
      const tables = await run(Sql.use((sql) => storedTables(sql, sql.schema)));
      const names = tables.map(({ name }) => name);
      for (const left of ["sessions", "sign_in_links", "sign_in_failures", "key_usage"]) {
        expect(names).not.toContain(left);
      }
      const columnsOf = (table: string) => tables.find(({ name }) => name === table)?.columns;
      expect(columnsOf("accounts")).toContain("password_hash");
      expect(columnsOf("api_keys")).toContain("session_id");
    });

    test("are dropped once they have expired, with keys whose session is gone", async () => {
      const { id: accountId } = await addAccount();
      const expired = await add(accountId, { expiresMs: NOW_MS });
      const lasting = await add(accountId, { expiresMs: NOW_MS + 1 });
      const issued = newKey(accountId);
      const issuedSha256 = newSha256();
      await run(AccountStore.use((store) => store.addKey(issued, issuedSha256)));
      // As in a store that was restored: backups have keys, and no sessions.
      const lost = await add(accountId);
      await run(
        Sql.use(({ query }) => query("delete from sessions where id = $1", [lost.session.id])),
      );
      expect(await findKey(lost.keySha256)).toEqual(Option.none());
      await use((store) => store.prune(NOW_MS));
      const rows = await run(
        Sql.use(({ query }) => query("select id from api_keys where account_id = $1", [accountId])),
      );
      expect(rows.map(({ id }) => String(id)).toSorted())
        .toEqual([lasting.key.id, issued.id].toSorted());
      expect(await find(expired.tokenSha256, 0)).toEqual(Option.none());
    });
  });
}
