/**
 * Refuses JSON that has a field twice: which of both is meant, only its sender knows.
 *
 * @module
 */
import { RequestRejected } from "../../../../core/request.ts";

/** Returns why a body or a message is refused whose field `name` is repeated. */
export function repeatedField(of: "body" | "message", name: string): RequestRejected {
  return new RequestRejected({
    parameter: `a ${of} with two fields`,
    received: name,
    hint: "Send each field once: nothing was done, because it is unclear which one is meant",
  });
}
