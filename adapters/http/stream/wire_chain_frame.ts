/**
 * The schemas of the frames that push what wallets do on the chain.
 *
 * @module
 */
import { t } from "elysia";
import { ChainActionWire, CLAIM_EXAMPLE, ClaimWire } from "../position/wire_claim.ts";
import { declareFrame, FRAME_SEQ, ORDERS_TOPIC_EXAMPLE, OrdersTopicWire } from "./wire_frame.ts";

const PLACE = { topic: OrdersTopicWire, seq: FRAME_SEQ } as const;
const AT = { topic: ORDERS_TOPIC_EXAMPLE, seq: 44 } as const;

/** A claim that has changed. */
export const CLAIM = declareFrame({
  name: "claim",
  summary: "A claim of what your wallet has won, as it is since it has changed",
  description: "As an item of `GET /api/v1/positions/claims`",
  fields: { type: t.Literal("claim"), ...PLACE, claim: ClaimWire },
  examples: {
    "a claim whose USDC has come": { type: "claim", ...AT, claim: CLAIM_EXAMPLE as never },
  },
});

/** A split that has changed. */
export const SPLIT = declareFrame({
  name: "split",
  summary: "A split of your wallet's USDC, as it is since it has changed",
  description: "As `POST /api/v1/positions/split` answers",
  fields: { type: t.Literal("split"), ...PLACE, split: ChainActionWire },
  examples: {
    "a split that the chain has executed": {
      type: "split",
      ...AT,
      split: { ...CLAIM_EXAMPLE, kind: "split", usdc: -10 } as never,
    },
  },
});

/** A merge that has changed. */
export const MERGE = declareFrame({
  name: "merge",
  summary: "A merge of your wallet's shares, as it is since it has changed",
  description: "As `POST /api/v1/positions/merge` answers",
  fields: { type: t.Literal("merge"), ...PLACE, merge: ChainActionWire },
  examples: {
    "a merge that the chain has executed": {
      type: "merge",
      ...AT,
      merge: { ...CLAIM_EXAMPLE, kind: "merge", usdc: 10 } as never,
    },
  },
});
