/**
 * Which process listens on a port of this machine, as far as the system tells.
 *
 * @module
 */
import { readdirSync, readlinkSync } from "node:fs";
import process from "node:process";
import { serviceUrl } from "../wiring/service_url.ts";
import { printedBy, programOf, readProcess, type SystemProcess, textOf } from "./system_process.ts";

/** What listens on a port. */
export interface PortHolder {
  /** In words: its program and process id where they are known. */
  readonly name: string;
  readonly isStrikeline: boolean;
  /** How to stop it, after the word "stop". */
  readonly stop: string;
}

/** A port that a server is to listen on, and another process has. */
export class PortTaken extends Error {
  readonly #at: Listening;

  constructor(at: Listening, options: ErrorOptions) {
    super(`Cannot listen: ${at.what} is taken; set ${at.setting} to another`, options);
    this.#at = at;
  }

  /** Returns the message with who has the port, and how to stop that. */
  async explain(): Promise<string> {
    const { what, setting } = this.#at;
    const { name, stop } = await portHolder(this.#at);
    return `Cannot listen: ${what} is taken by ${name}; set ${setting} to another, or stop ${stop}`;
  }
}

/** What was to listen, and which setting chooses its port. */
export interface Listening {
  readonly what: string;
  readonly setting: string;
  readonly host: string;
  readonly port: number;
}

/** Listens, or throws {@linkcode PortTaken}, or what else the system refuses. */
export function listenAs<A>(at: Listening, listen: () => A): A {
  try {
    return listen();
  } catch (cause) {
    if ((cause as { readonly code?: unknown }).code !== "EADDRINUSE") throw cause;
    throw new PortTaken(at, { cause });
  }
}

/** Finds out who listens; what the system does not tell is left open. */
export async function portHolder(
  { host, port }: { readonly host: string; readonly port: number },
): Promise<PortHolder> {
  const found = listenerOn(port);
  const isStrikeline = (found !== undefined && OWN_COMMAND.test(found.command)) ||
    await answersAsService({ host, port });
  if (found === undefined) {
    return { name: isStrikeline ? "Strikeline" : "another program", isStrikeline, stop: "that" };
  }
  const program = programOf(found);
  const own = isStrikeline ? `Strikeline (${program}, ` : `${program} (`;
  return { name: `${own}pid ${found.pid})`, isStrikeline, stop: `it: kill ${found.pid}` };
}

const OWN_COMMAND = /\bstrikeline(\.[jt]s)? (setup|start|sandbox|simulate)\b/;

function listenerOn(port: number): SystemProcess | undefined {
  const pid = process.platform === "linux" ? ofProc(port) : ofLsof(port);
  return pid === undefined ? undefined : readProcess(pid);
}

function ofLsof(port: number): number | undefined {
  const [pid] = printedBy("lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-t"]).split("\n");
  return pid ? Number(pid) : undefined;
}

/** The state of a socket that listens, in the kernel's tables of sockets. */
const LISTENS = "0A";

function ofProc(port: number): number | undefined {
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  const sockets = ["tcp", "tcp6"].flatMap((table) =>
    (textOf(`/proc/net/${table}`) ?? "").split("\n").flatMap((line) => {
      const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
      return state === LISTENS && local.endsWith(`:${wanted}`) ? [`socket:[${inode}]`] : [];
    })
  );
  if (sockets.length === 0) return undefined;
  return entriesOf("/proc").filter((name) => /^\d+$/.test(name)).map(Number).find((pid) =>
    entriesOf(`/proc/${pid}/fd`).some((fd) => sockets.includes(linkOf(`/proc/${pid}/fd/${fd}`)))
  );
}

/** Nothing of another user's process. */
function entriesOf(folder: string): ReadonlyArray<string> {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

const ANSWER_WITHIN_MS = 2_000;

async function answersAsService(
  at: { readonly host: string; readonly port: number },
): Promise<boolean> {
  try {
    const response = await fetch(`${serviceUrl(at)}/health`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const body = await response.json() as { readonly service?: unknown } | null;
    return body?.service === "strikeline";
  } catch {
    return false;
  }
}
