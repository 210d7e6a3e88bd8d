/**
 * An order that was confirmed, under its idempotency key, until the service has said how it ended.
 *
 * It outlives a reload of the page: whatever is lost on the way, the same order is asked for again
 * under the same key, and so placed at most once.
 *
 * @module
 */
import { AnswerFailure } from "../service/answer_failure.ts";

/** A confirmed order, or a confirmed replacement of one. */
export interface Attempt<Body> {
  readonly accountId: string;
  /** The `Idempotency-Key`: made once, when the reader is asked to confirm. */
  readonly key: string;
  readonly body: Body;
  /** Whether the service has said that it is on its way: asking for it again begins nothing. */
  readonly isTaken?: boolean;
}

/** How an attempt went. `open`: it is not known whether it was placed, or it may still be. */
export type AttemptOutcome<Placed> =
  | { readonly kind: "placed"; readonly placed: Placed }
  | { readonly kind: "refused"; readonly failure: AnswerFailure }
  | { readonly kind: "open"; readonly failure: AnswerFailure };

const KEPT_AS = "strikeline.order";
const KEY_BYTES = 16;

/** Makes an attempt. `crypto.randomUUID` is not there on pages without TLS. */
export function newAttempt<Body>(accountId: string, body: Body): Attempt<Body> {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { accountId, key: `console-${hex}`, body };
}

/** Where attempts are kept: a browser's store for as long as the tab is open. */
export interface AttemptStore {
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, value: string) => void;
  readonly removeItem: (name: string) => void;
}

/** The tab's store. Some browsers refuse even to name it; then an attempt lives with the page. */
export const TAB_STORE: AttemptStore = {
  getItem: (name) => sessionStorage.getItem(name),
  setItem: (name, value) => sessionStorage.setItem(name, value),
  removeItem: (name) => sessionStorage.removeItem(name),
};

/** The part of a store for attempts of another sort, of which one is kept beside the others. */
export function storeApart(store: AttemptStore, sort: string): AttemptStore {
  return {
    getItem: (name) => store.getItem(`${name}.${sort}`),
    setItem: (name, value) => store.setItem(`${name}.${sort}`, value),
    removeItem: (name) => store.removeItem(`${name}.${sort}`),
  };
}

/** How an attempt is sent. */
export interface AttemptRoad<Body, Placed> {
  readonly store: AttemptStore;
  readonly send: (attempt: Attempt<Body>) => Promise<Placed>;
  /** Whether nothing more becomes of it. Default: it is always over. */
  readonly isOver?: (placed: Placed) => boolean;
}

/**
 * Sends an attempt by `send`, to place it or to ask what became of it. It is kept in `store` until
 * that is known.
 */
export async function placeAttempt<Body, Placed>(
  attempt: Attempt<Body>,
  { store, send, isOver = () => true }: AttemptRoad<Body, Placed>,
): Promise<AttemptOutcome<Placed>> {
  keep(attempt, store);
  try {
    const placed = await send(attempt);
    if (isOver(placed)) forgetAttempt(attempt, store);
    else keep({ ...attempt, isTaken: true }, store);
    return { kind: "placed", placed };
  } catch (thrown) {
    const failure = AnswerFailure.of(thrown);
    if (isOpen(failure)) return { kind: "open", failure };
    forgetAttempt(attempt, store);
    return { kind: "refused", failure };
  }
}

/** Statuses after which it is certain that the order was not placed, and will not be. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([400, 403, 404, 405, 413, 415, 422]);

/**
 * Whether the same order may still be placed, or was, after such an answer. What the service will
 * answer again and again (a conflict or a 503 without `Retry-After`) is final as well. What stands
 * between knows nothing of orders: it writes no code of the service.
 */
export function isOpen({ status, code, retryAfterSec, isUncertain }: AnswerFailure): boolean {
  if (isUncertain || code === undefined) return true;
  if (FINAL_STATUSES.has(status)) return false;
  return (status !== 409 && status !== 503) || retryAfterSec !== undefined;
}

/** Returns the account's attempt of which the outcome never arrived in this tab. */
export function keptAttempt<Body>(
  accountId: string,
  store: AttemptStore,
): Attempt<Body> | undefined {
  try {
    const kept = JSON.parse(store.getItem(KEPT_AS) ?? "null") as Attempt<Body> | null;
    return kept?.accountId === accountId ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets an attempt, unless another has taken its place. */
export function forgetAttempt({ accountId, key }: Attempt<unknown>, store: AttemptStore): void {
  if (keptAttempt(accountId, store)?.key !== key) return;
  try {
    store.removeItem(KEPT_AS);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

function keep(attempt: Attempt<unknown>, store: AttemptStore): void {
  try {
    store.setItem(KEPT_AS, JSON.stringify(attempt));
  } catch {
    // Without a store, the attempt lives as long as the page.
  }
}
