/**
 * The claims of a wallet, asked for again until none is on its way.
 *
 * @module
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Claim } from "../../client/typescript/wire/position.ts";
import type { Loaded } from "../part/loaded.ts";
import { usePages } from "../part/pages.ts";
import { follow, pollAfterMs, withEnded } from "./claim_progress.ts";
import { askClaims, type ShownClaims } from "./claim_request.ts";

/** What is known of them. */
export interface OwnClaims {
  readonly list: Loaded<ShownClaims>;
  readonly more: (() => void) | undefined;
  /** Those that ended since the page was opened. */
  readonly ended: ReadonlyArray<Claim>;
  /** Takes what another answer says of some. */
  readonly take: (claims: ReadonlyArray<Claim>) => void;
  readonly hideEnded: () => void;
}

/** Loads them. `onEnded` is called after some have ended. */
export function useClaims(
  walletId: string,
  { everyMs, onEnded }: { readonly everyMs: number; readonly onEnded: () => void },
): OwnClaims {
  const { list, more } = usePages((pages, signal) => askClaims({ walletId, pages, signal }), {
    by: [walletId],
    everyMs,
  });
  const [ended, setEnded] = useState<ReadonlyArray<Claim>>([]);
  const followed = useRef(new Set<string>());
  const add = (over: ReadonlyArray<Claim>) => {
    if (over.length === 0) return;
    setEnded((before) => withEnded(before, over));
    onEnded();
  };
  const known = list.value?.known ?? [];
  useEffect(() => add(follow(followed.current, known)), [list.value]);
  const open = known.filter(({ state }) => state === "sent").map(({ id }) => id).sort();
  usePolling({ what: open.join(), of: list.value, again: list.reload });
  return {
    list,
    more,
    ended,
    take: (claims) => {
      follow(followed.current, claims);
      add(claims.filter(({ state }) => state !== "sent"));
      list.reload();
    },
    hideEnded: () => setEnded([]),
  };
}

/** Asks again after each answer `of`, ever more slowly, until `what` is awaited has changed. */
export function usePolling({ what, of, again }: {
  /** Empty: nothing is awaited. */
  readonly what: string;
  readonly of: unknown;
  readonly again: () => void;
}): void {
  const last = useRef({ what, answers: 0 });
  useEffect(() => {
    if (last.current.what !== what) last.current = { what, answers: 0 };
    if (what === "") return;
    const timer = setTimeout(() => {
      // Whoever comes back to the page gets everything anew.
      if (!document.hidden) again();
    }, pollAfterMs(last.current.answers++));
    return () => clearTimeout(timer);
  }, [of, what]);
}
