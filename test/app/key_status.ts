/** Whether a running service takes an API key. @module */

/** Returns the status of a request with the key: 200 or 401. */
export async function keyStatus(url: string, key: string): Promise<number> {
  const { status } = await fetch(`${url}/api/v1/account`, { headers: { "x-api-key": key } });
  return status;
}
