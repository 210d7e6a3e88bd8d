/** The series that a service serves, as its callers see them. @module */
import { ASSETS } from "../../../core/market/mod.ts";
import { calmly } from "../calmly.ts";

/** How many series there are: seven assets, five intervals. */
export const SERIES_COUNT = 35;

/** The JSON of a GET, whatever its status; an error of the service itself rejects. */
export async function getJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (response.status === 500) throw new Error(`${url}: ${await response.text()}`);
  return await response.json() as T;
}

/** One asset in the answer of `targets/active`; a busy service may have no results to tell. */
export interface Active {
  readonly results?: ReadonlyArray<{
    readonly marketType: string;
    readonly ok: boolean;
    readonly source: string;
    readonly windowStart: number;
  }>;
}

/** Asks until every series was served once. Returns their sources by name, such as `btc 5min`. */
export async function servedSeries(url: string): Promise<ReadonlyMap<string, string>> {
  const served = new Map<string, string>();
  await calmly(async () => {
    await Promise.all(ASSETS.map(async (asset) => {
      const { results = [] } = await getJson<Active>(`${url}/api/v1/targets/active?asset=${asset}`);
      for (const { marketType, ok, source } of results) {
        if (ok) served.set(`${asset} ${marketType}`, source);
      }
    }));
    return served.size === SERIES_COUNT;
  });
  return served;
}
