import { describe, expect, test } from "bun:test";
import { ApiError } from "../../../../app/client/typescript/mod.ts";
import { answerOf, startService } from "./scripted_service.ts";

const WALLET = { walletId: "w" };
const PAIRS = { ...WALLET, slug: "s", size: 5 };
const claimsIn = (...states: ReadonlyArray<string>) =>
  answerOf(200, { ok: true, claims: states.map((state, at) => ({ id: String(at), state })) });
/** Longer than any of these tests takes. */
const LONG = { untilOverMs: 600_000 };

describe("a claim that is waited for", () => {
  test("is asked for again with its key until every claim is over", async () => {
    const answers = [
      claimsIn("sent", "confirmed"),
      claimsIn("nothing_left", "sent"),
      claimsIn("nothing_left", "confirmed"),
    ];
    const { client, asked } = await startService((number) => answers[number]!);
    const { claims } = await client.positions.claim(WALLET, LONG);
    expect(claims.map(({ state }) => state)).toEqual(["nothing_left", "confirmed"]);
    expect(asked.length).toBe(3);
    expect(new Set(asked.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(new Set(asked.map(({ body }) => body))).toEqual(new Set([JSON.stringify(WALLET)]));
  });

  test("of nothing that can be claimed is over at once", async () => {
    const { client, asked } = await startService(() => claimsIn());
    expect((await client.positions.claim(WALLET, LONG)).claims).toEqual([]);
    expect(asked.length).toBe(1);
  });

  test("is returned as it is when the time is over", async () => {
    const { client, asked } = await startService(() => claimsIn("sent"));
    const { claims } = await client.positions.claim(WALLET, { untilOverMs: 50 });
    expect(claims.map(({ state }) => state)).toEqual(["sent"]);
    expect(asked.length).toBeGreaterThan(0);
  });

  test("is returned as it was last where nobody says any more how it is", async () => {
    const REFUSED = { error: "Not yours", code: "forbidden" };
    const { client, asked } = await startService((number) =>
      number === 0 ? claimsIn("sent") : answerOf(403, REFUSED)
    );
    const { claims } = await client.positions.claim(WALLET, LONG);
    expect([claims.length, asked.length]).toEqual([1, 2]);
  });

  test("goes on being waited for while the service is away", async () => {
    const { client, asked } = await startService(
      (number) => number === 0 ? claimsIn("sent") : number < 6 ? "hang up" : claimsIn("confirmed"),
      { repeatsMax: 0 },
    );
    const { claims } = await client.positions.claim(WALLET, LONG);
    expect([claims[0]?.state, asked.length]).toEqual(["confirmed", 7]);
  });

  test("ends with the signal, and keeps what is known", async () => {
    const stop = new AbortController();
    const { client } = await startService((number) => {
      if (number === 0) return claimsIn("sent");
      stop.abort();
      return new Promise(() => {});
    });
    const { claims } = await client.positions.claim(WALLET, { ...LONG, signal: stop.signal });
    expect(claims.length).toBe(1);
  });

  test("that is refused is thrown, and asked for once", async () => {
    const { client, asked } = await startService(() =>
      answerOf(400, { error: "Not resolved", code: "bad_request" })
    );
    const failure = await client.positions.claim(WALLET, LONG).catch((error) => error);
    expect([failure instanceof ApiError, asked.length]).toEqual([true, 1]);
  });
});

test.each(["split", "merge"] as const)("a %s is asked for again until it is over", async (name) => {
  const { client, asked } = await startService((number) =>
    answerOf(200, { ok: true, [name]: { id: "1", state: number < 2 ? "sent" : "failed" } })
  );
  const made = await client.positions[name](PAIRS, LONG);
  expect(made).toEqual({ ok: true, [name]: { id: "1", state: "failed" } } as never);
  expect(asked.length).toBe(3);
  // Without a wait, the first answer is the answer.
  const first = await client.positions[name](PAIRS, { idempotencyKey: "mine" });
  expect([first, asked.length]).toEqual([made, 4]);
  expect(asked[3]?.headers.get("idempotency-key")).toBe("mine");
});
