import { describe, expect, test } from "bun:test";
import { get, ms } from "../../kit/support.ts";
import { pricePath, startSiteWorld } from "./site_world.ts";

const NOW_MS = ms("2026-11-20T12:03:20Z");
const startBack = (count: number) => NOW_MS / 1_000 - 200 - 300 * count;

describe("the site", () => {
  test.each([
    ["three calls at once, and then one in four seconds", [0, 0, 0, 4_000, 4_000, 5_000], [
      ...Array(6).fill(200),
    ]],
    ["no call for 30 s after one that came too soon", [0, 0, 0, 0, 1_000, 20_000, 8_999, 1], [
      ...[200, 200, 200, "wait 30", "wait 29", "wait 9", "wait 1", 200],
    ]],
  ])("allows %s", async (_, waitsMs, wanted) => {
    const world = startSiteWorld(NOW_MS, { speed: 1 });
    const answers: unknown[] = [];
    for (const [i, waitMs] of waitsMs.entries()) {
      world.clock.set(world.clock.nowMs() + waitMs);
      const { status, headers } = await get(`${world.url}${pricePath(startBack(i))}`);
      answers.push(status === 429 ? `wait ${headers.get("retry-after")}` : status);
    }
    expect(answers).toEqual(wanted);
    await world.stop();
  });

  test("refuses a question in another form than that of its own pages", async () => {
    const world = startSiteWorld(NOW_MS);
    const wrong: ReadonlyArray<readonly [name: string, value?: string]> = [
      ["symbol", "btc"],
      ["eventStartTime", "2026-11-20T12:00:00.000Z"],
      ["endDate"],
      ["variant", "hour"],
      ["twapEnabled"],
      ["twapLookbackSeconds", "sixty"],
    ];
    for (const [name, value] of wrong) {
      const path = pricePath(startBack(0), { [name]: value });
      expect((await get(`${world.url}${path}`)).body).toEqual({ error: `invalid ${name}` });
    }
    await world.stop();
  });
});
