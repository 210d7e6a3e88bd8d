/** A provisional price that is corrected. @module */
import { expect, test } from "bun:test";
import { RARE_GAMES } from "../../app/environment.ts";
import { connectStream } from "../../stage/stream_client.ts";
import { calmly } from "../calmly.ts";
import { isShort } from "../size.ts";
import { tell } from "../tell.ts";
import { openSandbox } from "../../app/open_sandbox.ts";
import { type Active, getJson } from "./served_series.ts";

interface Status {
  readonly targets: { readonly corrected: number; readonly disputed: number };
}

const STEP_SEC = 300;
/** A busy machine may be late for a window: another one begins after 10 s. */
const WINDOWS_MAX = 5;

test.skipIf(isShort)(
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
    const client = await connectStream(url);
    client.send({ op: "subscribe", channel: "targets", assets: ["btc"] });
    const targetsOf = (startSec: number) =>
      client.of("targets:btc:5min").filter(({ type, seq }) =>
        type === "target" && seq === startSec
      );

    const { results } = await getJson<Active>(`${url}/api/v1/targets/active?asset=btc`);
    let startSec = results.find(({ marketType }) => marketType === "5min")?.windowStart ?? 0;
    for (let window = 1; window <= WINDOWS_MAX; window++) {
      startSec += STEP_SEC;
      await publish(startSec, 50_000);
      await calmly(() => targetsOf(startSec).length > 0);
      if (targetsOf(startSec)[0]?.["provisional"] === true) break;
    }
    expect(targetsOf(startSec)).toMatchObject([{ price: 50_000, source: "venue_site" }]);
    await publish(startSec, 50_001);
    await calmly(() => targetsOf(startSec).length > 1);
    const [first, second, ...more] = targetsOf(startSec);
    expect(first?.["corrects"]).toBeUndefined();
    expect(second).toMatchObject({ price: 50_001, source: "venue_metadata", corrects: true });
    expect(second?.["provisional"]).toBeUndefined();

    const question = `asset=btc&type=5min&timestamp=${startSec}&evidence=true`;
    expect(await getJson<unknown>(`${url}/api/v1/targets/timestamp?${question}`)).toMatchObject({
      price: 50_001,
      source: "venue_metadata",
      evidence: { provisional: false, disputed: [{ source: "site", price: "50000" }] },
    });
    const { targets } = await getJson<Status>(`${url}/api/v1/status`);
    expect(targets.corrected).toBeGreaterThan(0);
    expect(targets.disputed).toBeGreaterThan(0);
    expect(more).toEqual([]);
    tell({ done: "corrections", count: 1, wrong: 0 });
    await sandbox.stop();
  },
);
