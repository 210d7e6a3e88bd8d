/**
 * The URL that the messages of a webhook are posted to.
 *
 * @module
 */
import { Result } from "effect";
import { isPublicAddress } from "../network/mod.ts";
import { RequestRejected } from "../request.ts";

const URL_CHARS_MAX = 2_048;

/**
 * Parses a URL. `http` and addresses that are not public need `arePrivateAllowed`; the addresses of
 * a host's name are checked before every attempt.
 */
export function parseWebhookUrl(
  text: string,
  { arePrivateAllowed }: { readonly arePrivateAllowed: boolean },
): Result.Result<string, RequestRejected> {
  const refuse = (hint: string) =>
    Result.fail(new RequestRejected({ parameter: "--url", received: withoutSecrets(text), hint }));
  const url = URL.parse(text);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (url === null || !isWeb || text.length > URL_CHARS_MAX) {
    return refuse(
      `Send an address of up to ${URL_CHARS_MAX} characters, such as https://example.com/webhook`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    return refuse("Leave user and password out: receivers know messages by their signature");
  }
  if (url.hash !== "") return refuse("Leave the part after # out: it is never sent");
  if (arePrivateAllowed) return Result.succeed(url.href);
  if (url.protocol === "http:") {
    return refuse(`Use https, or let the operator set ${SETTING} for receivers of this network`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isAddress = /^[\d.]+$/.test(host) || host.includes(":");
  if (isAddress && !isPublicAddress(host)) {
    return refuse(`Use a public address, or let the operator set ${SETTING}`);
  }
  return Result.succeed(url.href);
}

const SETTING = "WEBHOOK_PRIVATE_ADDRESSES=allow";

/** Cuts out user, password and query, which may be secrets. */
function withoutSecrets(text: string): string {
  return text.replace(/^([a-z][\w+.-]*:\/\/)?.*@/is, "$1***@").replace(/\?.*$/s, "?***");
}
