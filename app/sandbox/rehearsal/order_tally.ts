/**
 * The orders that a replay received, with their answers, and the hash of all that went in and out.
 *
 * @module
 */

/** What changes orders, over the routes of the service or over the venue's own. */
const ORDERS = /^\/(api\/v1\/(simpleOrders|orders)|venue)(\/|$)/;

/** Whether a request is an order, or changes one. */
export function isOrder({ method, url }: Pick<Request, "method" | "url">): boolean {
  return method !== "GET" && method !== "HEAD" && method !== "OPTIONS" &&
    ORDERS.test(new URL(url, "http://localhost").pathname);
}

/**
 * Counts orders. The same request with the same answer counts once: how often a client repeats what
 * fails is of the machine's clock.
 */
export class OrderTally {
  readonly #digests = new Set<string>();

  get count(): number {
    return this.#digests.size;
  }

  /** Has an order answered, and keeps what was sent and answered. */
  async take(request: Request, answer: () => unknown): Promise<unknown> {
    const sent = await request.clone().text();
    const answered = await answer();
    if (!(answered instanceof Response)) return answered;
    const { pathname, search } = new URL(request.url, "http://localhost");
    const asked = `${request.method} ${pathname}${search} ${sent}`;
    this.#digests.add(sha256(`${asked}\n${answered.status} ${await answered.clone().text()}`));
    return answered;
  }

  /**
   * Returns the SHA-256 over the digests of these and of what each socket was sent, sorted, so that
   * it does not depend on who came first within an instant.
   */
  hash(sockets: ReadonlyArray<string>): string {
    const lines = [
      ...sockets.map((digest) => `frames ${digest}`),
      ...[...this.#digests].map((digest) => `order ${digest}`),
    ];
    return sha256(lines.toSorted().join("\n"));
  }
}

const sha256 = (text: string): string => Bun.SHA256.hash(text, "hex");
