/** An order that is placed again where a busy machine kept it from being sent or filled. @module */

/** In the refusal of an order that a busy machine did not store in time: nothing was sent. */
export const STORED_TOO_SLOWLY = "storing it took too long, so it was not sent";

/** The second and the third are of a book that moved on the way, the last of every provider. */
const REASONS = [
  STORED_TOO_SLOWLY,
  "couldn't be fully filled",
  "no orders found to match",
  "did not answer in time",
];
/** Far more than a machine is unlucky; a service that refuses every order ends here. */
const TRIES_MAX = 20;

/**
 * Places an order, each time as a new one, until it is answered or refused for another reason.
 * What else asks the simulated venue may be called so too.
 *
 * Returns the answer of the last try, or rejects as it does.
 */
export async function placeUntilSent<Answer>(
  place: (tries: number) => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; tries < TRIES_MAX; tries++) {
    try {
      const answer = await place(tries);
      if (!isUnsent(Bun.inspect(answer, { depth: Infinity }))) return answer;
    } catch (error) {
      if (!isUnsent(String(error))) throw error;
    }
  }
  return await place(TRIES_MAX);
}

/**
 * Runs a command of `curl` that the sandbox shows, and returns its answer and status. Only the
 * first try is as it is shown: a refusal is kept under the key of its order.
 */
export function runUntilSent(command: string): Promise<string> {
  return placeUntilSent((tries) => {
    const own = tries === 1 ? command : command.replace("idempotency-key: ", `$&${tries}-`);
    return Bun.$`${{ raw: own }} -s -w ${"%{http_code}"}`.text();
  });
}

function isUnsent(text: string): boolean {
  return REASONS.some((reason) => text.includes(reason));
}
