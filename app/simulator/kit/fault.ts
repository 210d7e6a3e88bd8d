/**
 * Faults that a simulator can be asked to cause.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readChoice, readFields, readNumber, readText } from "./control_body.ts";
import { type Fields } from "./json.ts";
import { hash32, streamOf, unit } from "../world/hash.ts";

/** Every kind of fault. */
export const FAULT_KINDS = [
  "delay",
  "status",
  "malformed",
  "drop",
  "stall",
  "duplicate",
  "lost_reply",
] as const;

/** One of {@linkcode FAULT_KINDS}. */
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * One fault.
 *
 * - `delay`: the answer comes `delayMs` later. The other kinds also wait if it is set.
 * - `status`: `status` instead of the answer, with `body`, or else the provider's own body.
 * - `malformed`: the answer is cut in the middle.
 * - `drop`: the connection dies before the request is handled.
 * - `stall`: no answer, ever.
 * - `duplicate`: the request is handled twice, as if the network had delivered it twice.
 * - `lost_reply`: the request is handled, and the connection dies before the answer is sent.
 *
 * A WebSocket handshake is affected by `delay`, `status`, `drop` and `stall`: a stalled one is
 * accepted, and the socket never sends anything. On an open socket a fault affects each frame of
 * the simulator, matched by the path of its handshake. `times` counts both.
 *
 * - `delay`: the frame comes `delayMs` later. Later frames are not held back, and may overtake it.
 * - `malformed`: the frame is cut in the middle.
 * - `drop`: the connection dies instead of the frame, without a closing frame.
 * - `stall`: neither the frame nor anything after it is sent, and the socket stays open. Pings are
 *   still answered, as by a machine whose service hangs.
 * - `duplicate`: the frame is sent twice.
 * - `lost_reply`: the frame is not sent.
 * - `status` never affects a frame.
 */
export interface Fault {
  readonly method: string;
  readonly pathPrefix: string;
  readonly kind: FaultKind;
  readonly status: number;
  /** In real milliseconds: a network does not run faster with the sandbox's clock. */
  readonly delayMs: number;
  /** How many times it applies before it is removed. */
  readonly times: number;
  readonly probability: number;
  /** JSON to answer with; undefined for the provider's own body. */
  readonly body: unknown;
  readonly headers: ReadonlyArray<readonly [string, string]>;
}

/** The target of a fault: a request, a WebSocket handshake, or a WebSocket frame. */
export type Target = "request" | "handshake" | "frame";

/** The faults of one simulator, in the order of their registration. */
export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** Returns the faults that apply now: any delays, and at most one of another kind. */
  strike(
    request: { readonly method: string; readonly path: string },
    target: Target,
  ): ReadonlyArray<Fault>;
  /** Returns whether a fault that cuts connections is pending. */
  areCutting(): boolean;
}

/** Makes an empty set of faults. Random choices use the seed, so that a run can be repeated. */
export function makeFaults(seed: number): Faults {
  const stream = streamOf(seed, "faults");
  let drawn = 0;
  let armed: Array<{ fault: Fault; left: number }> = [];
  return {
    add: (fault) => void armed.push({ fault, left: fault.times }),
    clear: () => void (armed = []),
    areCutting: () => armed.some(({ fault }) => CUTTING.has(fault.kind)),
    strike({ method, path }, target) {
      if (armed.length === 0) return NONE;
      const struck: Fault[] = [];
      for (const entry of armed) {
        const { fault } = entry;
        if (fault.method !== method || !path.startsWith(fault.pathPrefix)) continue;
        if (!STRIKES[target].has(fault.kind)) continue;
        if (fault.probability < 1 && unit(hash32(stream, drawn++)) >= fault.probability) continue;
        entry.left--;
        struck.push(fault);
        if (fault.kind !== "delay") break;
      }
      if (struck.length > 0) armed = armed.filter(({ left }) => left > 0);
      return struck;
    },
  };
}

const NONE: ReadonlyArray<Fault> = [];
const STRIKES: Readonly<Record<Target, ReadonlySet<FaultKind>>> = {
  request: new Set(FAULT_KINDS),
  handshake: new Set<FaultKind>(["delay", "status", "drop", "stall"]),
  frame: new Set(FAULT_KINDS.filter((kind) => kind !== "status")),
};
const CUTTING: ReadonlySet<FaultKind> = new Set<FaultKind>(["drop", "lost_reply"]);
const KINDS: ReadonlyMap<string, FaultKind> = new Map(FAULT_KINDS.map((kind) => [kind, kind]));
const KEYS = [
  "match",
  "kind",
  "status",
  "delay_ms",
  "times",
  "probability",
  "body",
  "headers",
  "retry_after",
];
const DELAY_MS_MAX = 3_600_000;

/** Parses the body of `POST /__faults`. */
export function readFault(body: unknown): Read<Fault> {
  return Result.gen(function* () {
    const fields = yield* readFields(body, KEYS);
    const match = yield* readText(fields, "match");
    const [, method = "", pathPrefix = ""] = /^([A-Z]+) (\/\S*)$/.exec(match) ?? [];
    if (method === "") {
      return yield* Result.fail(`"match" must be a method and a path, such as "GET /api/v3/"`);
    }
    const kind = yield* readChoice(fields, "kind", KINDS);
    const whole = { isWhole: true };
    const range = { min: 0, max: DELAY_MS_MAX };
    return {
      method,
      pathPrefix,
      kind,
      status: yield* readNumber(fields, "status", {
        min: 200,
        max: 599,
        fallback: 503,
        ...whole,
      }),
      delayMs: yield* readNumber(fields, "delay_ms", { ...range, fallback: 0 }),
      times: yield* readNumber(fields, "times", { min: 1, max: 1e9, fallback: 1e9, ...whole }),
      probability: yield* readNumber(fields, "probability", { min: 0, max: 1, fallback: 1 }),
      body: fields.get("body"),
      headers: yield* readHeaders(fields),
    };
  });
}

function readHeaders(fields: Fields): Read<ReadonlyArray<readonly [string, string]>> {
  return Result.gen(function* () {
    const headers: Array<readonly [string, string]> = [];
    for (const [name, value] of yield* readFields(fields.get("headers") ?? {})) {
      const isRight = typeof value === "string" && /^[\w-]+$/.test(name) && !/[\r\n]/.test(value);
      if (!isRight) return yield* Result.fail(`"headers" must be an object of text`);
      headers.push([name, value]);
    }
    const waitSec = yield* readNumber(fields, "retry_after", {
      min: 0,
      max: 1e9,
      isWhole: true,
      fallback: undefined,
    });
    return waitSec === undefined ? headers : [...headers, ["retry-after", String(waitSec)]];
  });
}
