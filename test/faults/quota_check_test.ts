/** What the check of a rate limit finds, on replicas of a few lines. @module */
import { afterEach, describe, expect, test } from "bun:test";
import { checkQuota } from "./quota_check.ts";
import { makeTally } from "./tally.ts";

const LIMIT = 40;

/** A request to replicas. */
interface Asked {
  /** The requests of its caller, this one included, and those to the same replica. */
  readonly all: number;
  readonly own: number;
  /** Each check has callers of its own: first one a replica, which ask whether it answers. */
  readonly turn: number;
}

/** What replicas do. */
interface Limiter {
  readonly isRefused: (asked: Asked) => boolean;
  /** Defaults to one period without end. */
  readonly resetOf?: (asked: Asked) => string | undefined;
  readonly status?: () => "redis" | "memory";
  readonly timesAlone?: () => number;
}

const servers: Array<Bun.Server<undefined>> = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(true);
});

/** Two replicas, and what the check says of them. */
async function check(
  { isRefused, resetOf = () => "60", status = () => "redis", timesAlone = () => 0 }: Limiter,
  { mayCountAlone = false } = {},
) {
  const counts = new Map<string, number>();
  const next = (key: string) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
  let asked = 0;
  const callers = new Set<string>();
  const replicas = [0, 1].map((number) => {
    const server = Bun.serve({
      port: 0,
      fetch: ({ url, headers }) => {
        if (url.endsWith("/api/v1/status")) {
          return Response.json({ fleet: {}, limits: { store: status() } });
        }
        asked++;
        const caller = headers.get("x-forwarded-for") ?? "";
        callers.add(caller);
        const turn = Math.ceil(([...callers].indexOf(caller) + 1) / 3);
        const request = { all: next(caller), own: next(`${number} ${caller}`), turn };
        const reset = resetOf(request);
        const options = reset === undefined ? {} : { headers: { "x-ratelimit-reset": reset } };
        return new Response("", { ...options, status: isRefused(request) ? 429 : 200 });
      },
    });
    servers.push(server);
    return { url: `http://127.0.0.1:${server.port}`, timesAlone };
  });
  const tally = makeTally();
  const quota = { limit: LIMIT, sec: 60 };
  await checkQuota({ quota, replicas }, { tally, mayCountAlone });
  return { wrong: tally.wrong, said: tally.examples.join("\n"), asked };
}

const exact: Limiter = { isRefused: ({ all }) => all > LIMIT };
const each: Limiter = { isRefused: ({ own }) => own > LIMIT };

describe("a limit", () => {
  test("that is exact is right, and asked for beyond what each replica would allow", async () => {
    const { wrong, asked } = await check(exact);
    expect(wrong).toBe(0);
    // Once each, whether it answers.
    expect(asked - 2).toBeGreaterThanOrEqual(LIMIT * 2 * 1.5);
    expect((await check(exact, { mayCountAlone: true })).wrong).toBe(0);
  });

  test.each(
    [
      ["that nobody keeps", { isRefused: () => false }],
      ["that nobody names", { isRefused: () => false, resetOf: () => undefined }],
      ["that lets one more through", { isRefused: ({ all }) => all > LIMIT + 1 }],
      ["that lets one less through", { isRefused: ({ all }) => all > LIMIT - 1 }],
      ["that each keeps alone and does not say so", each],
    ] satisfies ReadonlyArray<readonly [string, Limiter]>,
  )("%s is wrong", async (_, limiter) => {
    const { wrong, said } = await check(limiter);
    expect({ wrong, said }).toEqual({ wrong: 1, said: expect.stringContaining("the limit let") });
  });

  test("of which Redis is hurt is one each, and no more", async () => {
    const options = { mayCountAlone: true };
    expect((await check(each, options)).wrong).toBe(0);
    const oneMore = { isRefused: ({ all }: { readonly all: number }) => all > 2 * LIMIT + 1 };
    expect((await check(oneMore, options)).wrong).toBe(1);
    expect((await check({ isRefused: () => false }, options)).wrong).toBe(1);
  });

  test("whose period ends meanwhile is asked for again", async () => {
    const limiter = (untilTurn: number): Limiter => ({
      isRefused: ({ all, turn }) => (turn <= untilTurn && all > 30 ? all - 30 : all) > LIMIT,
      resetOf: ({ all, turn }) => turn <= untilTurn && all <= 30 ? "60" : "120",
    });
    const { wrong, said } = await check(limiter(3));
    expect({ wrong, said }).toEqual({ wrong: 0, said: expect.stringContaining("in one period") });
    expect((await check(limiter(Infinity))).wrong).toBe(1);
  });

  test.each(
    [
      ["says", (isAlone: () => boolean) => ({ status: () => isAlone() ? "memory" : "redis" })],
      ["logged", (isAlone: () => boolean) => {
        let times = 0;
        return { timesAlone: () => isAlone() ? times++ : times };
      }],
    ] as const,
  )("is asked for again where a replica %s that it counts alone", async (_, saying) => {
    const limiter = (untilTurn: number): Limiter => {
      let isAlone = true;
      return {
        ...saying(() => isAlone) as Partial<Limiter>,
        isRefused: ({ all, own, turn }) => {
          isAlone = turn <= untilTurn;
          return (isAlone ? own : all) > LIMIT;
        },
      };
    };
    const [soon, never] = await Promise.all([check(limiter(5)), check(limiter(Infinity))]);
    expect(soon).toMatchObject({ wrong: 0, said: expect.stringContaining("counts alone") });
    expect(never.wrong).toBe(2);
  }, 300_000);

  test("is wrong where no replica answers", async () => {
    const tally = makeTally();
    const replicas = [{ url: "http://127.0.0.1:1", timesAlone: () => 0 }];
    await checkQuota({ quota: { limit: LIMIT, sec: 60 }, replicas }, { tally });
    expect(tally.wrong).toBe(1);
  });
});
