/** Judges what frames and webhooks told of a wallet's claims, splits and merges. @module */
import { Effect, Option } from "effect";
import { type ChainAction, isActionOver } from "../../../core/chain/mod.ts";
import type { ClaimGround } from "./ground.ts";
import type { ClaimWallet } from "./holdings.ts";

/** Returns a description of everything that was not told as it was. */
export function brokenToldClaims(
  ground: ClaimGround,
  { id: walletId }: ClaimWallet,
  actions: ReadonlyArray<ChainAction>,
): ReadonlyArray<string> {
  const frames = Effect.runSync(ground.frames.after({ walletId, seq: 0, limit: 10_000 }))
    .flatMap((frame) => "action" in frame ? [frame.action] : []);
  const messages = ground.traffic.messages.map(({ body, messageId, isTaken }) => {
    const { type, data } = JSON.parse(body) as {
      readonly type: string;
      readonly data: { readonly id: string; readonly state: string; readonly usdc: number };
    };
    return { type, data, messageId, isTaken };
  });
  return actions.flatMap((action) => {
    const { id, kind, state } = action;
    const own = frames.filter((frame) => frame.id === id);
    const overs = own.filter(isActionOver);
    const wanted = isActionOver(action) ? 1 : 0;
    const told = messages.filter(({ data }) => data.id === id);
    const isToTell = kind === "claim" && state === "confirmed";
    const ids = new Set(told.map(({ messageId }) => messageId));
    const usdcE6 = Option.getOrUndefined(Option.map(action.moved, (moved) => moved.usdcE6));
    const areTrue = told.every(({ type, data }) =>
      type === "claim.confirmed" && data.state === "confirmed" &&
      BigInt(Math.round(data.usdc * 1e6)) === usdcE6
    );
    return [
      ...overs.length === wanted ? [] : [`6 frames: ${overs.length} ends of the ${kind} ${id}`],
      ...own.at(-1)?.state === state || wanted === 0
        ? []
        : [`6 frames: the last one of ${id} says ${own.at(-1)?.state}`],
      ...isToTell === (ids.size === 1)
        ? []
        : [`6 webhooks: ${ids.size} messages of the ${kind} ${id}, which is ${state}`],
      ...areTrue ? [] : [`6 webhooks: ${id} was told otherwise than it is`],
    ];
  });
}
