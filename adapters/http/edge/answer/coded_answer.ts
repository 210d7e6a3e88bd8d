/**
 * Puts an answer into the coding that its caller likes best.
 *
 * Never where an answer may hold a secret beside text of the caller: the size of what is compressed
 * tells whether the two are alike, and so the secret, guess by guess (BREACH). That is decided for
 * each route (`isCompressed`), not for each answer.
 *
 * @module
 */
import { type Answer, EncodedBody } from "./answer.ts";
import { CODED_BYTES_MIN, type Coding, codingFor, isTextual } from "./answer_coding.ts";
import { type RequestContext } from "../request_context.ts";

/** Returns the answer, compressed if that is worth it. A promise only if a file has to be read. */
export function codedAnswer(
  answer: Answer,
  { request, isCompressed }: Pick<RequestContext, "request" | "isCompressed">,
): Answer | Promise<Answer> {
  const { body } = answer;
  if (!isCompressed || body === null) return answer;
  const plain = body instanceof EncodedBody ? body : new EncodedBody(JSON.stringify(body));
  const written = plain === body ? answer : { ...answer, body: plain };
  if (plain.size < CODED_BYTES_MIN || !isTextual(plain.type)) return written;
  const coding = codingFor(request.headers.get("accept-encoding"));
  if (coding === undefined) return written;
  const coded = plain.coded(coding);
  return coded instanceof Promise
    ? coded.then((data) => withBody(written, plain, { data, coding }))
    : withBody(written, plain, { data: coded, coding });
}

function withBody(
  answer: Answer,
  { size, type }: EncodedBody,
  { data, coding }: { readonly data: Blob; readonly coding: Coding },
): Answer {
  return data.size < size ? { ...answer, body: new EncodedBody(data, type), coding } : answer;
}
