import { expect, test } from "bun:test";
import { RARE_GAMES } from "./environment.ts";
import { openSandbox } from "./open_sandbox.ts";
import { type Active, getJson } from "./served_series.ts";

/** A frame of the stream before it is checked. */
type Frame = Readonly<Record<string, unknown>>;

interface Status {
  readonly targets: { readonly corrected: number; readonly disputed: number };
}

const STEP_SEC = 300;
/** A busy machine may be late for a window: another one begins after 10 s. */
const WINDOWS_MAX = 5;

async function follow(url: string): Promise<ReadonlyArray<Frame>> {
  const frames: Array<Frame> = [];
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/v1/stream`);
  socket.addEventListener("message", ({ data }) => frames.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  socket.send(JSON.stringify({ op: "subscribe", channel: "targets", assets: ["btc"] }));
  return frames;
}

test(
  "the site's price is corrected once: on the stream, over REST and in the status",
  async () => {
    const sandbox = await openSandbox({
      ORACLE: "none",
      ...RARE_GAMES,
      SANDBOX_SPEED: "30",
      RATE_LIMIT_PUBLIC: "0",
    });
    const { url } = sandbox;
    const siteUrl = sandbox.said(/^ +site +(http:\S+)$/m);
    const publish = async (startSec: number, openPrice: number) => {
      const body = { symbol: "BTC", start: startSec, end: startSec + STEP_SEC, openPrice };
      const response = await fetch(`${siteUrl}/__published`, {
        method: "PUT",
        body: JSON.stringify({ ...body, closePrice: openPrice }),
      });
      expect(response.status).toBe(200);
    };
    const frames = await follow(url);
    const targetsOf = (startSec: number) =>
      frames.filter(({ type, topic, seq }) =>
        type === "target" && topic === "targets:btc:5min" && seq === startSec
      );
    const until = async (holds: () => boolean) => {
      for (let tries = 0; tries < 4_800 && !holds(); tries++) await Bun.sleep(50);
    };

    const { results } = await getJson<Active>(`${url}/api/v1/targets/active?asset=btc`);
    let startSec = results.find(({ marketType }) => marketType === "5min")?.windowStart ?? 0;
    for (let window = 1; window <= WINDOWS_MAX; window++) {
      startSec += STEP_SEC;
      await publish(startSec, 50_000);
      await until(() => targetsOf(startSec).length > 0);
      if (targetsOf(startSec)[0]?.["provisional"] === true) break;
    }
    expect(targetsOf(startSec)).toMatchObject([{ price: 50_000, source: "venue_site" }]);
    await publish(startSec, 50_001);
    await until(() => targetsOf(startSec).length > 1);
    const [first, second, ...more] = targetsOf(startSec);
    expect(first?.["corrects"]).toBeUndefined();
    expect(second).toMatchObject({ price: 50_001, source: "venue_metadata", corrects: true });
    expect(second?.["provisional"]).toBeUndefined();

    const question = `asset=btc&type=5min&timestamp=${startSec}&evidence=true`;
    expect(await getJson<Frame>(`${url}/api/v1/targets/timestamp?${question}`)).toMatchObject({
      price: 50_001,
      source: "venue_metadata",
      evidence: { provisional: false, disputed: [{ source: "site", price: "50000" }] },
    });
    const { targets } = await getJson<Status>(`${url}/api/v1/status`);
    expect(targets.corrected).toBeGreaterThan(0);
    expect(targets.disputed).toBeGreaterThan(0);
    expect(more).toEqual([]);
    await sandbox.stop();
  },
  300_000,
);
