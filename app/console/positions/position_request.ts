/**
 * Asks the public API what a wallet has, and what it made.
 *
 * @module
 */
import type { Position, Positions } from "../../client/typescript/wire/position.ts";
import type { Profit } from "../../client/typescript/wire/profit.ts";
import { type PageAnswer, type Pages, walkPages } from "../part/walk_pages.ts";
import { keyedApi, keyedTextApi } from "../service/api.ts";

/** A position, named by its token. */
export type ListedPosition = Position & { readonly id: string };

/** Positions that are listed, and when the service listed the last of them. */
type ListedPositions = Pages<ListedPosition, PositionPage>;
type PositionPage = PageAnswer<ListedPosition> & Pick<Positions, "now">;

/** How a list is asked for. */
interface ListOptions {
  readonly walletId: string;
  /** How many pages are shown. */
  readonly pages: number;
  readonly signal: AbortSignal;
}

/** The most that a page of the API has: sums are of all that is listed. */
const PAGE = 200;

/** Asks for the positions with these statuses, the one that changed last first. */
export function askPositions(
  { walletId, pages, signal, statuses }: ListOptions & {
    readonly statuses: ReadonlyArray<Position["status"]>;
  },
): Promise<ListedPositions> {
  return walkPages<ListedPosition, PositionPage>(async (from) => {
    const asked = { walletId, status: statuses, limit: PAGE, ...from };
    const { data, ...page } = await keyedApi().positions.list(asked, { signal });
    return { ...page, data: data.map((one) => ({ ...one, id: one.tokenId })) };
  }, pages);
}

/** What profit is added up by. */
export type ProfitKey = "day" | "market" | "series";

/** Whose profit, and added up by what. */
interface ProfitQuestion {
  readonly walletId: string;
  readonly by: ProfitKey;
}

/** Asks for what was made in all time. */
export function askProfit(asked: ProfitQuestion, signal: AbortSignal): Promise<Profit> {
  return keyedApi().positions.profit(asked, { signal });
}

/** Asks for the same as CSV. */
export async function askProfitCsv(asked: ProfitQuestion): Promise<string> {
  return String(await keyedTextApi().positions.profit({ ...asked, ...{ format: "csv" } }));
}

/** What a wallet has and can claim, and what it made of the rest. */
export interface Overview extends ListedPositions {
  /** By day. */
  readonly profit: Profit;
}

/** Asks for both, so that one answer does not contradict the other for long. */
export async function askOverview(options: ListOptions): Promise<Overview> {
  const { walletId, signal } = options;
  const [positions, profit] = await Promise.all([
    askPositions({ ...options, statuses: ["open", "claimable"] }),
    askProfit({ walletId, by: "day" }, signal),
  ]);
  return { ...positions, profit };
}
