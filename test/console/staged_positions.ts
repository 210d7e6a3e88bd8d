/** What a wallet has, has claimed and has made, answered in the service's place. @module */
import type { Page } from "playwright-core";
import type { Claim, Position } from "../../app/client/typescript/wire/position.ts";

/** The service's clock in staged answers. */
export const NOW = "2026-11-27T16:05:00.000Z";

/** A position of which everything is certain. */
export const HELD: Position = {
  condition_id: `0x${"1".repeat(64)}`,
  slug: "btc-updown-5m-1795795200",
  outcome: "Up",
  tokenId: "1",
  shares: 13.157894,
  settled_shares: 13.157894,
  avg_price: 0.38,
  cost_usdc: 4.999999,
  fees_usdc: 0.217,
  price: 0.61,
  value_usdc: 8.026315,
  unrealized_usdc: 3.026316,
  realized_usdc: 0,
  status: "open",
  venue: { shares: 13.157894, avg_price: 0.38, realized_usdc: 0, at: NOW },
  agrees: true,
};

/** One of each sort. */
const POSITIONS: ReadonlyArray<Position> = [
  HELD,
  {
    ...HELD,
    tokenId: "2",
    outcome: "Down",
    settled_shares: 5,
    agrees: false,
    venue: { shares: 12.5, avg_price: 0.4, realized_usdc: 0, at: NOW },
  },
  {
    ...HELD,
    ...{ tokenId: "3", slug: null, outcome: null, agrees: null, venue: null },
    ...{ avg_price: null, price: null, value_usdc: null, unrealized_usdc: null },
  },
  { ...HELD, tokenId: "4", status: "claimable", price: 1, value_usdc: 13.157894 },
  { ...HELD, tokenId: "5", status: "lost", agrees: null, realized_usdc: -4.999999 },
];

const MADE = { fees_usdc: 0.5, claimed_usdc: 0, volume_usdc: 25, trades: 2 };
const PROFIT: Readonly<Record<string, ReadonlyArray<object>>> = {
  day: [
    { key: "2026-11-25", realized_usdc: 12.5, ...MADE },
    { key: "2026-11-27", realized_usdc: -2.25, ...MADE },
  ],
  series: [{ key: "btc:5min", realized_usdc: null, ...MADE }],
};

/** What a service answers of a wallet. */
interface Staged {
  readonly positions?: () => ReadonlyArray<Position>;
  /** Newest first. */
  readonly claims?: () => ReadonlyArray<Claim>;
}

/**
 * Answers what the wallet has, has claimed and has made. Returns the statuses of each list asked
 * for.
 */
export async function stagePositions(
  page: Page,
  { positions = () => POSITIONS, claims = () => [] }: Staged = {},
): Promise<ReadonlyArray<string>> {
  const asked: Array<string> = [];
  await page.route(/\/api\/v1\/positions\?/, (route) => {
    const wanted = new URL(route.request().url()).searchParams.get("status") ?? "";
    asked.push(wanted);
    const data = positions().filter(({ status }) => wanted.split(",").includes(status));
    return route.fulfill({ json: { ok: true, now: NOW, data, next_cursor: "" } });
  });
  await page.route(/\/api\/v1\/positions\/claims\?/, (route) => {
    const state = new URL(route.request().url()).searchParams.get("state");
    const data = claims().filter((claim) => state === null || claim.state === state);
    return route.fulfill({ json: { ok: true, now: NOW, data, next_cursor: "" } });
  });
  await page.route(/\/api\/v1\/pnl\?/, (route) => {
    const by = new URL(route.request().url()).searchParams.get("by") ?? "";
    const total = { realized_usdc: 10.25, ...MADE, fees_usdc: 1 };
    return route.fulfill({ json: { now: NOW, data: PROFIT[by], total } });
  });
  return asked;
}
