/** What the books of a paper wallet say, against what it was answered and each other. @module */

type Amount = number | null;

/** An estimate, or a fill, of an order. */
interface Moved {
  readonly shares: number;
  readonly usdc: number;
}

/** An order as the history has it. */
export interface PaperHistory {
  readonly order_id: string;
  readonly idempotency_key: string | null;
  readonly state: string;
  readonly filled: { readonly shares: Amount; readonly usdc: Amount } | null;
  readonly estimates?: Readonly<Record<"pessimistic" | "likely" | "optimistic", Moved>>;
}

/** A fill as it is listed. */
export interface PaperFillRow {
  readonly id: string;
  readonly order_id: string;
  readonly side: "BUY" | "SELL";
  readonly shares: number;
  readonly usdc: number;
  readonly fee: { readonly usdc: number } | null;
  readonly state: string;
  readonly paper?: boolean;
}

/** All that is known of a wallet once everything is settled. */
export interface PaperBooks {
  /** The order of each key, as it was answered. */
  readonly acknowledged: ReadonlyMap<string, string>;
  readonly history: ReadonlyArray<PaperHistory>;
  readonly fills: ReadonlyArray<PaperFillRow>;
  readonly openedUsdc: number;
  readonly balanceUsdc: number;
}

/** What is not as it was promised, one line each. */
export interface PaperFaults {
  readonly lost: ReadonlyArray<string>;
  readonly doubled: ReadonlyArray<string>;
  readonly wrong: ReadonlyArray<string>;
}

const micro = (amount: number) => BigInt(Math.round(amount * 1e6));

/** Judges them. */
export function judgePaper(
  { acknowledged, history, fills, openedUsdc, balanceUsdc }: PaperBooks,
): PaperFaults {
  const [lost, doubled, wrong]: [string[], string[], string[]] = [[], [], []];
  const byKey = Map.groupBy(history, ({ idempotency_key }) => idempotency_key ?? "");
  for (const [key, orderId] of acknowledged) {
    const found = byKey.get(key) ?? [];
    if (!found.some(({ order_id }) => order_id === orderId)) lost.push(`the order of ${key}`);
    if (found.length > 1) doubled.push(`${found.length} orders of ${key}`);
  }
  const ids = fills.map(({ id }) => id);
  if (new Set(ids).size < ids.length) doubled.push("a fill is listed twice");
  for (const { id, state, paper } of fills) {
    if (state !== "confirmed" && state !== "failed") wrong.push(`the fill ${id} is ${state}`);
    if (paper !== true) wrong.push(`the fill ${id} says not that it is on paper`);
  }
  const byOrder = Map.groupBy(fills, ({ order_id }) => order_id);
  for (const { order_id, state, filled, estimates } of history) {
    if (state === "refused") continue;
    const own = byOrder.get(order_id) ?? [];
    const sum = (those: typeof own) => those.reduce((all, fill) => all + micro(fill.shares), 0n);
    const standing = sum(own.filter((fill) => fill.state !== "failed"));
    if (micro(filled?.shares ?? 0) !== standing) wrong.push(`${order_id} is filled otherwise`);
    if (estimates === undefined) {
      wrong.push(`${order_id} has no estimates`);
      continue;
    }
    const [low, likely, high] = [estimates.pessimistic, estimates.likely, estimates.optimistic]
      .map(({ shares }) => micro(shares)) as [bigint, bigint, bigint];
    if (low > likely || likely > high) wrong.push(`the estimates of ${order_id} cross`);
    if (likely !== sum(own)) wrong.push(`the fills of ${order_id} are not the likely ones`);
  }
  const moved = fills.filter(({ state }) => state !== "failed").reduce((all, fill) => {
    const usdc = fill.side === "BUY" ? -micro(fill.usdc) : micro(fill.usdc);
    return all + usdc - micro(fill.fee?.usdc ?? 0);
  }, micro(openedUsdc));
  if (moved !== micro(balanceUsdc)) {
    wrong.push(`the balance is ${balanceUsdc}, and its fills make it ${Number(moved) / 1e6}`);
  }
  return { lost, doubled, wrong };
}
