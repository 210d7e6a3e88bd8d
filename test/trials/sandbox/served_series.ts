/**
 * The series that a service serves, as its callers see them.
 *
 * @module
 */
import { ASSETS } from "../../../core/market/mod.ts";

/** One asset in the answer of `targets/active`. */
export interface Active {
  readonly results: ReadonlyArray<{
    readonly marketType: string;
    readonly ok: boolean;
    readonly source: string;
    readonly windowStart: number;
  }>;
}

/** The JSON of a GET, whatever its status; an error of the service itself rejects. */
export async function getJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (response.status === 500) throw new Error(`${url}: ${await response.text()}`);
  return await response.json() as T;
}

/** How many series there are: seven assets, five intervals. */
export const SERIES_COUNT = 35;

/**
 * Asks until every series was served once, or that many times. Returns the source of each by name,
 * such as `btc 5min`.
 */
export async function servedSeries(
  url: string,
  { triesMax, everyMs }: { readonly triesMax: number; readonly everyMs: number },
): Promise<ReadonlyMap<string, string>> {
  const served = new Map<string, string>();
  for (let tries = 0; tries < triesMax && served.size < SERIES_COUNT; tries++) {
    if (tries > 0) await Bun.sleep(everyMs);
    await Promise.all(ASSETS.map(async (asset) => {
      const { results = [] } = await getJson<Partial<Active>>(
        `${url}/api/v1/targets/active?asset=${asset}`,
      );
      for (const { marketType, ok, source } of results) {
        if (ok) served.set(`${asset} ${marketType}`, source);
      }
    }));
  }
  return served;
}
