/**
 * Sends a request of the console that needs a session.
 *
 * @module
 */
import { AnswerFailure } from "./answer_failure.ts";
import { type Method, send, type SendOptions } from "./send.ts";
import { loadSession } from "./session.ts";

/** As `send`; where the session has ended, the frame then asks to sign in again. */
export async function askConsole<Answer>(
  method: Method,
  address: string,
  options: SendOptions = {},
): Promise<Answer> {
  try {
    return await send<Answer>(method, address, options);
  } catch (thrown) {
    if (thrown instanceof AnswerFailure && thrown.status === 401) void loadSession();
    throw thrown;
  }
}
