/**
 * The versions of MCP that the service speaks, and which of them a message is in.
 *
 * Since 2026-07-28 every request names its version itself. Until 2025-11-25 a client and a server
 * agree on one with `initialize`, and the client repeats it in a header; until 2025-03-26 there is
 * no such header. No version needs a session here, so any replica answers any request.
 *
 * @module
 */
import { Result } from "effect";
import { isJsonObject } from "../../../core/json/mod.ts";
import { sentOnce } from "../edge/request/repeated_header.ts";
import { QUOTED_CHARS_MAX, RPC_CODE, type RpcFault, type RpcParams } from "./json_rpc.ts";

/** What a version of the protocol has. */
export interface ProtocolVersion {
  readonly name: string;
  /** Each request carries its version and the client's capabilities; there is no `initialize`. */
  readonly isStateless: boolean;
  /** A body may hold a list of messages. */
  readonly hasBatches: boolean;
  /** Results of tools have structured content. */
  readonly hasStructuredContent: boolean;
}

const BEFORE_STATELESS = { isStateless: false, hasBatches: false, hasStructuredContent: true };

/** The last version with `initialize`: what a client is offered that asks for an unknown one. */
const LAST_NEGOTIATED: ProtocolVersion = { ...BEFORE_STATELESS, name: "2025-11-25" };

/** The version of a request that names none: the header came with the next one. */
const WITHOUT_HEADER: ProtocolVersion = {
  ...BEFORE_STATELESS,
  name: "2025-03-26",
  hasBatches: true,
  hasStructuredContent: false,
};

/** All versions, newest first. */
export const PROTOCOL_VERSIONS: ReadonlyArray<ProtocolVersion> = [
  { name: "2026-07-28", isStateless: true, hasBatches: false, hasStructuredContent: true },
  LAST_NEGOTIATED,
  { ...BEFORE_STATELESS, name: "2025-06-18" },
  WITHOUT_HEADER,
];

const BY_NAME = new Map(PROTOCOL_VERSIONS.map((version) => [version.name, version]));

/** Where a request of a stateless version names it. */
export const VERSION_META_KEY = "io.modelcontextprotocol/protocolVersion";

/** The header that names the version. */
export const VERSION_HEADER = "mcp-protocol-version";

/** Returns the version that `initialize` agrees on: the client's, if it is one of these. */
export function negotiated(asked: unknown): ProtocolVersion {
  const version = typeof asked === "string" ? BY_NAME.get(asked) : undefined;
  return version === undefined || version.isStateless ? LAST_NEGOTIATED : version;
}

/** Returns the version that the header names; without it, that of clients that send none. */
export function versionOfHeader(headers: Headers): Result.Result<ProtocolVersion, RpcFault> {
  const named = sentOnce(headers.get(VERSION_HEADER));
  return named === null ? Result.succeed(WITHOUT_HEADER) : versionOf(named);
}

/** Returns the version of a request: what it names itself, and else what the header names. */
export function versionOfRequest(
  headers: Headers,
  params: RpcParams,
): Result.Result<ProtocolVersion, RpcFault> {
  const named = isJsonObject(params["_meta"]) ? params["_meta"][VERSION_META_KEY] : undefined;
  if (typeof named !== "string") return versionOfHeader(headers);
  const header = sentOnce(headers.get(VERSION_HEADER));
  return header === named ? versionOf(named) : Result.fail(headerMismatch(VERSION_HEADER, {
    sent: header,
    body: named,
  }));
}

/** Returns the fault of a header that does not repeat what the body says. */
export function headerMismatch(
  header: string,
  { sent, body }: { readonly sent: string | null; readonly body: string },
): RpcFault {
  const found = sent === null ? "is missing" : `is ${quoted(sent)}`;
  return {
    code: RPC_CODE.headerMismatch,
    message: `Header mismatch: ${header} ${found}, and the body says ${quoted(body)}`,
    status: 400,
  };
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, QUOTED_CHARS_MAX));
}

function versionOf(name: string): Result.Result<ProtocolVersion, RpcFault> {
  const version = BY_NAME.get(name);
  return version === undefined ? Result.fail(unsupported(name)) : Result.succeed(version);
}

function unsupported(requested: string): RpcFault {
  return {
    code: RPC_CODE.unsupportedProtocolVersion,
    message: "Unsupported protocol version",
    data: {
      supported: PROTOCOL_VERSIONS.map(({ name }) => name),
      requested: requested.slice(0, QUOTED_CHARS_MAX),
    },
    status: 400,
  };
}
