/** The same window at two venues, over HTTP. @module */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { control } from "../../simulator/kit/support.ts";
import { makePriceServer } from "../price/price_server.ts";

const server = makePriceServer({ nowIso: "2026-11-20T18:31:10Z" });
afterAll(() => server.stop());

const FROM_SEC = Date.parse("2026-11-20T16:00:00Z") / 1000;
const RANGE = "interval=15min&from=2026-11-20T16:00:00Z&to=2026-11-20T18:00:00Z";

/** All of Kalshi's windows: the second never had a target, the fourth does not exist. */
const ROWS = [0, 1, 2, 4, 5, 6, 7].map((at) => [
  `KXDOGE15M-26NOV20${11 + Math.floor((at + 1) / 4)}${
    String((at + 1) % 4 * 15).padStart(2, "0")
  }-00`,
  FROM_SEC + (at + 1) * 900,
  at === 1 ? null : 0.082121,
  at === 1 ? "no" : "yes",
  "0.0821210",
]);
beforeAll(async () => {
  const body = { rows: { doge: ROWS }, round_digits: { doge: 7 } };
  const { status } = await control(`${server.urlOf("kalshi")}/__windows`, "PUT", body);
  expect(status).toBe(200);
});

interface Leg {
  readonly venue: string;
  readonly target: number | null;
  readonly target_text: string | null;
  readonly target_state: string;
  readonly outcome: string | null;
  readonly outcome_state: string;
}
interface Window {
  readonly slug: string;
  readonly start: number;
  readonly outcome: string | null;
  readonly target: { readonly price: number };
  readonly legs?: ReadonlyArray<Leg>;
  readonly basis?: ReadonlyArray<Readonly<Record<string, unknown>>>;
}
const listed = async (query: string) =>
  (await server.get(`/windows${query}`)).body["data"] as ReadonlyArray<Window>;

describe("include=legs", () => {
  test("adds the market of each venue, the primary one first, and nothing else", async () => {
    const plain = await listed(`?asset=doge&${RANGE}`);
    const legged = await listed(`?asset=doge&${RANGE}&include=legs`);
    expect(legged.map(({ legs: _, basis: _basis, ...window }) => window))
      .toEqual(plain as Array<Window>);
    expect(await listed(`?asset=doge&${RANGE}&include=`)).toEqual(plain as Array<Window>);
    expect(plain.every(({ legs, basis }) => legs === undefined && basis === undefined)).toBe(true);
    const kalshi = legged.toReversed().map(({ legs }) => legs?.[1]);
    expect(kalshi.map((leg) => [leg?.venue, leg?.target_state, leg?.outcome_state])).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((at) => [
        "kalshi",
        at === 1 ? "never_set" : at === 3 ? "not_listed" : "final",
        at === 1 || at === 3 ? "void" : "final",
      ]),
    );
    for (const { legs: [first] = [], outcome, target } of legged) {
      expect(first).toMatchObject({ venue: "polymarket", outcome, target: target.price });
    }
  });

  test("has the market's own decimals, and the exact basis of known targets alone", async () => {
    const [with0, , , without] = await listed(`?asset=doge&${RANGE}&include=legs`);
    expect(with0?.legs?.[1]).toMatchObject({ target: 0.082121, target_text: "0.0821210" });
    expect(with0?.basis).toMatchObject([{ a: "polymarket", b: "kalshi" }]);
    const [basis] = with0?.basis ?? [];
    const apart = 0.082121 - (with0?.target.price ?? NaN);
    expect(Number(basis?.["price"])).toBeCloseTo(apart, 12);
    expect(without?.basis).toHaveLength(1);
    const all = await listed(`?asset=doge&${RANGE}&include=legs`);
    expect(all.filter(({ basis }) => basis?.length === 0)).toHaveLength(2);
  });

  test("has the primary leg alone where no other venue has the interval", async () => {
    for (const interval of ["5min", "1hour", "daily"]) {
      const [window] = await listed(`?asset=doge&interval=${interval}&limit=1&include=legs`);
      expect(window?.legs?.map(({ venue }) => venue)).toEqual(["polymarket"]);
      expect(window?.basis).toEqual([]);
    }
  });

  test("is the same in the list, by slug and of the open window", async () => {
    const [window] = await listed(`?asset=doge&${RANGE}&limit=1&include=legs`);
    const { body } = await server.get(`/windows/${window?.slug}?include=legs`);
    expect(body["window"]).toEqual(window);
    const [open] = await listed("/active?asset=doge&interval=15min&include=legs");
    // Nobody follows Kalshi here.
    expect(open?.legs?.map((leg) => [leg.target_state, leg.outcome_state]))
      .toEqual([["final", "open"], ["pending", "open"]]);
  });

  test("asks nobody about what was before the other venue's series", async () => {
    const before = await server.calls("kalshi");
    const range = "from=2024-06-01T00:00:00Z&to=2024-06-01T01:00:00Z";
    const windows = await listed(`?asset=doge&interval=15min&${range}&include=legs`);
    expect(windows.map(({ legs }) => legs?.[1]?.target_state))
      .toEqual(Array(4).fill("not_listed"));
    expect(await server.calls("kalshi")).toBe(before);
  });

  test("asks the other venue once for what has ended", async () => {
    await listed(`?asset=doge&${RANGE}&include=legs`);
    const before = await server.calls("kalshi");
    await listed(`?asset=doge&${RANGE}&include=legs`);
    expect(await server.calls("kalshi")).toBe(before);
  });

  test.each(["/windows?interval=15min&include=leg", "/windows/active?include=markets"])(
    "refuses %s",
    async (path) => {
      const { status, body } = await server.get(path);
      expect([status, body["code"]]).toEqual([400, "bad_request"]);
      expect(body["hint"]).toContain("legs");
    },
  );
});

describe("GET /api/v1/windows/basis", () => {
  interface Basis {
    readonly data: ReadonlyArray<Readonly<Record<string, number | null>>>;
    readonly total: Readonly<Record<string, number>>;
  }
  const basis = async (query: string) =>
    (await server.get(`/windows/basis?${query}`)).body as unknown as Basis;

  test("counts the winners of both venues, each window once", async () => {
    const windows = await listed(`?asset=doge&${RANGE}&include=legs`);
    const { data, total } = await basis(`asset=doge&${RANGE}`);
    const both = windows.filter(({ legs }) => legs?.[1]?.outcome != null);
    const agreed = both.filter(({ legs }) => legs?.[0]?.outcome === legs?.[1]?.outcome).length;
    expect(total).toEqual({ agreed, disagreed: 6 - agreed, void: 1, missing: 1 });
    const sum = (of: string) => data.reduce((all, gap) => all + Number(gap[of]), 0);
    expect([sum("agreed"), sum("disagreed")]).toEqual([agreed, 6 - agreed]);
    for (const [at, gap] of data.entries()) {
      expect(gap["gap_bps_to"]).toBe(data[at + 1]?.["gap_bps_from"] ?? null);
    }
  });

  test("is of the last day and of 15 minutes where nothing else is asked", async () => {
    const { total } = await basis("asset=doge");
    expect(Object.values(total).reduce((sum, count) => sum + count, 0)).toBe(96 - 1);
  });

  test.each([
    ["interval=5min", "15min"],
    ["from=2026-11-20T18:00:00Z&to=2026-11-20T18:00:00Z", "after from"],
    ["from=2026-08-01T00:00:00Z", "at most 2500 windows"],
    ["venue=kalshi", "asset, interval, from, to"],
  ])("refuses %s", async (query, hint) => {
    const { status, body } = await server.get(`/windows/basis?${query}`);
    expect([status, body["code"]]).toEqual([400, "bad_request"]);
    expect(body["hint"]).toContain(hint);
  });
});
