import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makePolymarketVenueRegion } from "../../../../adapters/polymarket/site/venue_region.ts";
import { type Heard, Wiretap } from "../../../../adapters/outbound/mod.ts";
import { scopedVenueSimulator } from "../../../simulator/kit/scoped_simulator.ts";
import type { StillClock } from "../../../simulator/kit/support.ts";
import { runAt } from "../run_at.ts";

const NOW = "2026-11-20T12:33:20Z";
/** What the simulated site says that it sees. */
const IP = "203.0.113.7";

/** Starts a site, and the adapter pointed at it. */
const makeAsked = Effect.fnUntraced(function* (clock: StillClock) {
  const site = yield* scopedVenueSimulator("site", { clock });
  const { seen } = yield* makePolymarketVenueRegion({ siteUrl: site.url });
  return {
    ...site,
    seen: Effect.result(seen),
    wait: (sec: number) => Effect.sync(() => clock.set(clock.nowMs() + sec * 1000)),
  };
});

type Asked = Effect.Success<ReturnType<typeof makeAsked>>;

function withSite<A>(
  body: (site: Asked) => Generator<Effect.Effect<unknown>, A, never>,
): Promise<A> {
  return runAt(NOW, (clock) => Effect.flatMap(makeAsked(clock), Effect.fnUntraced(body)));
}

describe("where the venue sees us", () => {
  test("is asked of its site, and again a minute later", () =>
    withSite(function* ({ seen, send, wait, asked }) {
      const open = Result.succeed({ isBlocked: false, country: "AR", region: "C" });
      expect(yield* seen).toEqual(open);
      yield* send("PUT", "/__mode", { region: "blocked" });
      yield* wait(59);
      expect(yield* seen).toEqual(open);
      expect(yield* asked).toEqual(["/api/geoblock"]);
      yield* wait(1);
      expect(yield* seen)
        .toEqual(Result.succeed({ isBlocked: true, country: "US", region: "NY" }));
      expect(yield* asked).toHaveLength(2);
    }));

  test("is asked again 5 s after a failure", () =>
    withSite(function* ({ seen, fault, heal, wait, asked }) {
      yield* fault({ match: "GET /api/geoblock", kind: "status", status: 503 });
      expect(yield* seen).toMatchObject({ failure: { reason: "unreachable" } });
      yield* heal;
      yield* wait(4);
      expect(yield* seen).toMatchObject({ failure: { reason: "unreachable" } });
      expect(yield* asked).toHaveLength(1);
      yield* wait(1);
      expect(yield* seen).toMatchObject({ success: { country: "AR" } });
    }));

  test.each<[string, unknown, string]>([
    ["a part of the country that is unknown", { blocked: true, country: "US" }, ""],
    ["no part of the country", { blocked: true, country: "US", region: null }, ""],
    ["more than is asked", { blocked: true, ip: IP, country: "US", region: "NY", asn: 1 }, "NY"],
  ])("is read with %s", (_, body, region) =>
    withSite(function* ({ seen, fault }) {
      yield* fault({ match: "GET /api/geoblock", kind: "status", status: 200, body });
      expect(yield* seen).toEqual(Result.succeed({ isBlocked: true, country: "US", region }));
    }));

  test.each<[status: number, body: unknown, reason: string]>([
    [200, `blocked ${IP}`, "unreadable"],
    [200, { blocked: IP, country: "US" }, "unreadable"],
    [200, { blocked: true, country: IP, region: "" }, "unreadable"],
    [200, { ip: IP, country: "US" }, "unreadable"],
    [403, `<p>Your IP: ${IP}</p>`, "limited"],
    [404, { error: IP }, "refused"],
  ])(
    "is not read of %p %j, and the address is not told",
    (status, body, reason) =>
      withSite(function* ({ seen, fault }) {
        yield* fault({ match: "GET /api/geoblock", kind: "status", status, body });
        const result = yield* seen;
        expect(result).toMatchObject({ failure: { provider: "venue site", reason } });
        expect(Bun.inspect(result)).not.toContain(IP);
      }),
  );

  test("is kept out of recordings", async () => {
    const heard: Array<Heard> = [];
    const seen = await runAt(
      NOW,
      (clock) =>
        Effect.flatMap(makeAsked(clock), ({ seen }) => seen).pipe(
          Effect.provideService(Wiretap, (one) => void heard.push(one)),
        ),
    );
    expect([Result.isSuccess(seen), heard]).toEqual([true, []]);
  });
});
