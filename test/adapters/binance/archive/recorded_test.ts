import { describe, expect } from "bun:test";
import { Result } from "effect";
import { formatE18 } from "../../../../core/price/mod.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";
import { questions } from "../exchange_world.ts";
import { askArchive } from "./archive_world.ts";

const MINUTES = "binance/spot_BTCUSDT_1m_20251029_20251101.csv";

describe("the exchange's archive on recorded data", () => {
  testWithShared(
    [MINUTES],
    "opens every recorded hour and noon as the recorded minutes do",
    async () => {
      const [, ...lines] = (await Bun.file(sharedPath(MINUTES)).text()).trim().split("\n");
      const minutes = lines.map((line) => {
        const [at = "", ...prices] = line.split(",");
        return [Date.parse(at.replace(" ", "T")), ...prices.slice(0, 5)] as const;
      });
      const byMs = new Map(minutes.map(([at, open, , , close]) => [at, { open, close }]));
      const [first, last] = [minutes[0]?.[0] ?? 0, minutes.at(-1)?.[0] ?? 0];
      const range = [new Date(first).toISOString(), new Date(last).toISOString()] as const;
      const nowIso = "2026-11-20T12:30:00Z";
      const ask = (profile: "spec" | "polymarket", interval: "1hour" | "daily") => {
        const asked = questions(profile, "btc", interval, range);
        return askArchive(asked, {
          nowIso,
          prepare: ({ putKlines }) => putKlines("btc", minutes),
        })
          .then(({ results }) =>
            results.map((result, index) =>
              [
                (asked[index]?.window.startSec ?? 0) * 1_000,
                Number(formatE18(Result.getOrThrow(result).priceE18)),
              ] as const
            )
          );
      };
      const hours = await ask("spec", "1hour");
      expect(hours.length).toBe(72);
      for (const [at, price] of hours) expect(price).toBe(Number(byMs.get(at)?.open));
      // Until October 2026 the venue's day began with the close of the minute from noon on.
      const noons = await ask("polymarket", "daily");
      expect(noons.length).toBe(3);
      for (const [at, price] of noons) expect(price).toBe(Number(byMs.get(at)?.close));
    },
    300_000,
  );
});
