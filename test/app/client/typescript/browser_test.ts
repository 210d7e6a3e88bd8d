import { afterAll, expect, test } from "bun:test";
import { NO_BROWSER, startBrowser } from "../../../console/browser.ts";
import { withReason } from "../../../skip_reason.ts";
import { openSandbox } from "../../open_sandbox.ts";

/** A page of another origin than the service, as a bot's own dashboard is. */
async function servePage(service: string, apiKey: string) {
  const { outputs } = await Bun.build({
    entrypoints: ["app/client/typescript/mod.ts"],
    target: "browser",
    minify: true,
  });
  const script = await outputs[0]?.text();
  const page = `<!doctype html><meta charset="utf-8"><title></title><script type="module">
    import { createClient } from "/client.js";
    const statuses = [];
    const client = createClient("${service}", {
      apiKey: "${apiKey}",
      fetch: async (address, init) => {
        const response = await fetch(address, init);
        statuses.push(response.status);
        return response;
      },
    });
    const { results } = await client.targets.active({ asset: "btc" });
    // Games may change between two questions, but not always.
    for (let asked = 0; asked < 20 && statuses.at(-1) !== 304; asked++) {
      await client.games.list({ limit: 1 });
    }
    for await (const event of client.stream.targets({ assets: ["btc"], intervals: ["5min"] })) {
      document.title = [results.length, statuses.at(-1), event.type, event.asset].join(" ");
      break;
    }
  </script>`;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) =>
      url.endsWith("/client.js")
        ? new Response(script, { headers: { "content-type": "text/javascript" } })
        : new Response(page, { headers: { "content-type": "text/html" } }),
  });
  afterAll(() => server.stop(true));
  return `http://127.0.0.1:${server.port}/`;
}

test.skipIf(NO_BROWSER !== undefined)(
  withReason("the TypeScript client asks and follows in a browser", NO_BROWSER),
  async () => {
    const { url, said } = await openSandbox();
    const browser = await startBrowser();
    const page = await browser.open(await servePage(url, said(/API key\s+(\S+)/)));
    await page.waitForFunction('document.title !== ""');
    expect(await page.title()).toBe("5 304 target btc");
    expect(browser.takeFaults()).toEqual([]);
  },
  300_000,
);
