/** The tokens of a window, out of the text of its frame. @module */
import type { TokenPair } from "./market_socket.ts";

/** Returns the tokens; none before the venue lists the window's market. */
export function tokensIn(text: string): TokenPair | undefined {
  const { window: { market } } = JSON.parse(text) as {
    readonly window: {
      readonly market: { readonly outcomes: ReadonlyArray<{ readonly token_id: string }> } | null;
    };
  };
  const [up, down] = market?.outcomes ?? [];
  return up === undefined || down === undefined ? undefined : [up.token_id, down.token_id];
}
