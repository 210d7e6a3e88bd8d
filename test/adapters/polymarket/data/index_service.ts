/**
 * A service with pages of an index that a test writes, for what the simulator never says.
 *
 * @module
 */
import { Effect } from "effect";
import { makeDataClient } from "../../../../adapters/polymarket/data/client.ts";
import { makePolymarketWalletIndex } from "../../../../adapters/polymarket/data/wallet_index.ts";
import { makeStillClock, ms } from "../../../simulator/kit/support.ts";
import { runStill } from "../../../still_run.ts";

/** A row in the service's own names. */
export type WrittenRow = Readonly<Record<string, unknown>>;

/** Answers a request; undefined leaves the answer to the service. */
type Trouble = (
  url: URL,
  callNumber: number,
) => Response | undefined | Promise<Response | undefined>;

/** The wallet that is asked for. */
export const WALLET = `0x${"ab".repeat(20)}`;

/** A holding, as it is documented. */
export const POSITION = {
  condition_id: `0x${"1".repeat(64)}`,
  token_id: "71",
  current_size: 20,
  avg_price: 0.4,
  realized_pnl: -1.5,
  outcome: "Up",
  outcome_index: 0,
  slug: "btc-updown-5m-1",
  status: "OPEN",
};

/** A trade, as it is documented. */
export const TRADE = {
  type: "TRADE",
  timestamp: 1_700_000_000,
  transaction_hash: `0x${"AB".repeat(32)}`,
  condition_id: POSITION.condition_id,
  token_id: "71",
  outcome_index: 0,
  side: "BUY",
  size: 20,
  usdc_size: 8,
  price: 0.4,
};

/** The pages of each list, by its path and status; a text is sent as it is. */
export type Pages = Readonly<Record<string, ReadonlyArray<ReadonlyArray<WrittenRow> | string>>>;

/** Runs with the port over a service with these pages. */
export function withIndexService<A, E>(
  pages: Pages,
  body: (test: IndexTest) => Effect.Effect<A, E>,
): Promise<A> {
  const clock = makeStillClock(ms("2026-11-20T12:30:00Z"));
  return runStill(clock, Effect.flatMap(makeIndexTest(pages), body));
}

const makeIndexTest = Effect.fnUntraced(function* (pages: Pages) {
  const asked: Array<string> = [];
  const state: { trouble: Trouble } = { trouble: () => undefined };
  const answer = (url: URL): Response => {
    if (url.pathname === "/v2/status") return Response.json({ serving: { lag_seconds: 61.5 } });
    const { searchParams: query } = url;
    const list = [url.pathname, query.get("status")].filter((part) => part !== null).join(" ");
    const at = Number(query.get("cursor") ?? 0);
    const data = pages[list]?.[at] ?? [];
    const isLast = at + 1 >= (pages[list]?.length ?? 0);
    const pagination = { has_more: !isLast, next_cursor: isLast ? null : String(at + 1) };
    const rows = typeof data === "string" ? data : JSON.stringify(data);
    return new Response(`{"data":${rows},"pagination":${JSON.stringify(pagination)}}`);
  };
  const server = yield* Effect.acquireRelease(
    Effect.sync(() =>
      Bun.serve({
        port: 0,
        fetch: async (request) => {
          const url = new URL(request.url);
          asked.push(url.pathname + url.search);
          const response = await state.trouble(url, asked.length) ?? answer(url);
          if (!response.headers.has("date")) response.headers.set("date", SERVICE_DATE);
          return response;
        },
      })
    ),
    (running) => Effect.promise(() => running.stop(true)),
  );
  const client = yield* makeDataClient({ dataUrl: `http://127.0.0.1:${server.port}` });
  return {
    port: makePolymarketWalletIndex(client),
    /** What was asked: paths with their queries. */
    asked,
    trouble: (to: Trouble) => void (state.trouble = to),
  };
});

/** A second after the test's clock. */
const SERVICE_DATE = "Fri, 20 Nov 2026 12:30:01 GMT";

type IndexTest = Effect.Success<ReturnType<typeof makeIndexTest>>;
