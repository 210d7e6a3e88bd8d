import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { TestClock } from "effect/testing";
import { layerMemoryAccountStore } from "../../../memory/account_store.ts";
import type { AccountStore } from "../../../../core/port/account_store.ts";
import {
  issueKey,
  listKeys,
  openAccount,
  revokeKey,
} from "../../../../core/use_case/account/mod.ts";

const run = <A, E>(program: Effect.Effect<A, E, AccountStore>) =>
  Effect.runPromise(
    program.pipe(Effect.provide(layerMemoryAccountStore), Effect.provide(TestClock.layer())),
  );

const keyOrder = (prefix: string, n = 1) => ({
  id: `key-${prefix}-${n}`,
  email: "a@b.c",
  name: ` bot ${n}`,
  scopes: ["read"] as const,
  prefix,
  lastFour: `000${n}`,
  sha256: `${prefix}-${n}`,
});

describe("an account", () => {
  test("is opened once, in whatever case its address is written", () =>
    run(Effect.gen(function* () {
      const first = yield* openAccount({ id: "1", email: " Some.One@Example.com" });
      const second = yield* openAccount({ id: "2", email: "some.one@example.COM" });
      expect([first.isNew, second.isNew]).toEqual([true, false]);
      expect(second.account).toEqual(first.account);
      expect(first.account.email).toBe("some.one@example.com");
    })));

  test("must be there before it has keys", () =>
    run(Effect.gen(function* () {
      const issued = yield* Effect.flip(issueKey(keyOrder("sk_live_aaaaaaaa")));
      expect(issued.message).toBe('Cannot find an account of "a@b.c"');
      expect((yield* Effect.flip(listKeys("nobody@b.c")))._tag).toBe("AccountMissing");
      expect((yield* Effect.flip(listKeys("nobody")))._tag).toBe("RequestRejected");
    })));
});

describe("a key", () => {
  test("is listed as it was ordered, with the instant it was made", () =>
    run(Effect.gen(function* () {
      yield* openAccount({ id: "1", email: "a@b.c" });
      yield* TestClock.adjust(5_000);
      yield* issueKey(keyOrder("sk_live_aaaaaaaa"));
      const { keys } = yield* listKeys("A@B.C");
      expect(keys).toEqual([{
        id: "key-sk_live_aaaaaaaa-1",
        accountId: "1",
        name: "bot 1",
        sessionId: Option.none(),
        prefix: "sk_live_aaaaaaaa",
        lastFour: "0001",
        scopes: ["read"],
        createdMs: 5_000,
        lastUsedMs: Option.none(),
        revokedMs: Option.none(),
      }]);
    })));

  test("is revoked by what it begins with, once and for all", () =>
    run(Effect.gen(function* () {
      yield* openAccount({ id: "1", email: "a@b.c" });
      yield* issueKey(keyOrder("sk_live_aaaaaaaa"));
      yield* issueKey(keyOrder("sk_live_abbbbbbb"));
      yield* TestClock.adjust(1_000);
      const first = yield* revokeKey("sk_live_aa");
      expect(first).toMatchObject({ isNew: true, revokedMs: 1_000 });
      yield* TestClock.adjust(1_000);
      expect(yield* revokeKey("sk_live_aa")).toMatchObject({ isNew: false, revokedMs: 1_000 });
      const { keys } = yield* listKeys("a@b.c");
      expect(keys.map(({ revokedMs }) => revokedMs)).toEqual([Option.some(1_000), Option.none()]);
    })));

  test("is not revoked where another one may be meant: all that fit are named", () =>
    run(Effect.gen(function* () {
      yield* openAccount({ id: "1", email: "a@b.c" });
      yield* issueKey(keyOrder("sk_live_aaaaaaaa"));
      yield* issueKey(keyOrder("sk_live_abbbbbbb", 2));
      const failure = yield* Effect.flip(revokeKey("sk_live_a"));
      expect(failure).toMatchObject({
        _tag: "KeyAmbiguous",
        message: 'Cannot tell which API key is meant: 2 begin with "sk_live_a"',
        fitting: [
          "sk_live_aaaaaaaa ending in 0001, of a@b.c",
          "sk_live_abbbbbbb ending in 0002, of a@b.c",
        ],
      });
      const { keys } = yield* listKeys("a@b.c");
      expect(keys.every(({ revokedMs }) => Option.isNone(revokedMs))).toBe(true);
      expect((yield* Effect.flip(revokeKey("sk_live_c")))._tag).toBe("KeyMissing");
    })));

  test("of many matches lists at most ten", () =>
    run(Effect.gen(function* () {
      yield* openAccount({ id: "1", email: "a@b.c" });
      for (let n = 10; n < 40; n++) yield* issueKey(keyOrder(`sk_live_aaaaaa${n}`, n));
      const failure = yield* Effect.flip(revokeKey("sk_live_"));
      expect(failure).toMatchObject({ count: 30 });
      expect("fitting" in failure ? failure.fitting.length : 0).toBe(10);
    })));
});
