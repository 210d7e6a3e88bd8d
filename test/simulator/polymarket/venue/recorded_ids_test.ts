import { expect } from "bun:test";
import { fromDecimal, toDecimal } from "../../../../app/simulator/polymarket/venue/market_code.ts";
import {
  composePosition,
  conditionOfPosition,
  isPosition,
  readPosition,
  shortCondition,
} from "../../../../app/simulator/polymarket/venue/position_id.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";

testWithShared(
  ["polymarket/protocol_v2.json"],
  "ids of the second protocol are laid out as the venue's own are",
  async () => {
    const real = await Bun.file(sharedPath("polymarket/protocol_v2.json")).json();
    const { clob_markets_v2, gamma_market_v2_documentation_example: gamma } = real;
    const [listed, documented] = [
      { ids: clob_markets_v2.t.map(({ t }: { t: string }) => t), condition: clob_markets_v2.c },
      { ids: gamma.positionIds, condition: `${gamma.conditionId_of_its_event}00` },
    ];
    for (const { ids, condition } of [listed, documented]) {
      for (const [outcomeIndex, id] of ids.entries()) {
        const hex = fromDecimal(id) ?? "";
        const parts = readPosition(hex);
        expect(isPosition(hex)).toBe(true);
        expect(parts).toMatchObject({ moduleId: 1, outcomeIndex, conditionIndex: 0, arity: 0 });
        expect(toDecimal(composePosition(parts))).toBe(id);
        expect(`0x${conditionOfPosition(hex)}`).toBe(condition);
      }
    }
    expect(shortCondition(documented.condition)).toBe(gamma.conditionId_of_its_event);
    for (const { t } of real.clob_markets_v1.t) expect(isPosition(fromDecimal(t)!)).toBe(false);
  },
);
