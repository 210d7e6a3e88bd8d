/** Sends frames to the stream, valid and not, and checks every frame that comes back. @module */
import { STREAM_LIMITS } from "../../../adapters/http/stream/stream_limits.ts";
import { makeMessagePace } from "../../../app/client/typescript/stream/message_pace.ts";
import { checkFrame, STREAM_DOCUMENT } from "../../http/stream/frame_schema.ts";
import { type FuzzPart, PartLog } from "./finding.ts";
import { StreamClient } from "../../stage/stream_client.ts";
import { nearText, oddJson, oddText } from "./odd_value.ts";
import { Chance } from "../../stage/chance.ts";

/** One that the service ends keeps its place for a moment, so half of the places are left. */
const CONNECTIONS = STREAM_LIMITS.connectionsPerIp / 2;
/** After so many frames a ping has to be answered. */
const FRAMES_BETWEEN_PINGS = 25;
const DEADLINE_MS = 60_000;
/** How the service may end a connection: for what it got, or what was not read. */
const CLOSE_CODES = new Set([1000, 1002, 1003, 1007, 1009, 1013]);
/** The longest frame; a longer one than the runtime takes ends the connection. */
const TOO_LONG = 70_000;

type Frame = string | Uint8Array<ArrayBuffer>;

/**
 * Sends them all, over a few connections, as fast as the service takes them. Ends early with
 * `findingsMax` findings.
 */
export async function fuzzStream(options: FuzzPart): Promise<PartLog> {
  const log = new PartLog("frames");
  let next = 0;
  const isOver = () => next >= options.count || log.findings.length >= options.findingsMax;

  /** Sends until the connection ends, or everything is sent. */
  async function session(): Promise<void> {
    const pongs = new Map<unknown, () => void>();
    const client = new StreamClient(options.url.origin, {
      onFrame: (text) => {
        const [wrong] = checkFrame(text);
        if (wrong !== undefined) log.find(`a frame that is not as documented: ${wrong}`, text);
        if (text.startsWith('{"type":"pong"')) pongs.get(JSON.parse(text).id)?.();
      },
    });
    if (!await client.opened) return log.find("cannot open a stream", "a handshake");
    const spend = makeMessagePace(STREAM_LIMITS);
    const send = async (message: unknown) => {
      for (let waitMs; (waitMs = spend(performance.now())) > 0;) await Bun.sleep(waitMs);
      client.send(message);
    };
    while (!isOver() && client.end === undefined) {
      const index = next++;
      const frame = makeFrame(new Chance(options.seed, index), options.apiKey);
      await send(frame);
      log.count(typeof frame === "string" ? "text" : "binary");
      if (index % FRAMES_BETWEEN_PINGS !== 0) continue;
      const answered = new Promise<void>((resolve) => pongs.set(index, resolve));
      await send({ op: "ping", id: index });
      const late = Bun.sleep(DEADLINE_MS).then(() => "late");
      if (await Promise.race([answered, client.ended, late]) === "late") {
        log.find(`frame ${index}: no pong`, JSON.stringify(frame));
      }
    }
    const { end } = client;
    if (end !== undefined && !CLOSE_CODES.has(end.code)) log.find(`closed with ${end.code}`, "");
    client.close();
  }

  async function sendAll(): Promise<void> {
    while (!isOver()) await session();
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendAll));
  return log;
}

/** What the document shows of each frame that a client may send. */
const EXAMPLES: ReadonlyArray<Readonly<Record<string, unknown>>> = clientExamples();

function clientExamples() {
  const { operations, components } = STREAM_DOCUMENT;
  type Operation = { action: string; messages: Array<{ $ref: string }> };
  return Object.values<Operation>(operations)
    .filter(({ action }) => action === "receive")
    .flatMap(({ messages }) => messages.map(({ $ref }) => $ref.split("/").at(-1) ?? ""))
    .flatMap((name) => components.messages[name].examples ?? [])
    .map(({ payload }: { readonly payload: Record<string, unknown> }) => payload);
}

function makeFrame(chance: Chance, apiKey: string): Frame {
  const example = chance.pick(EXAMPLES);
  const withKey = "key" in example ? { ...example, key: apiKey } : example;
  const text = JSON.stringify(withKey);
  const name = chance.pick(Object.keys(withKey));
  return chance.pick<() => Frame>([
    () => text,
    () => text,
    () => JSON.stringify({ ...withKey, since: chance.within(0, 2 ** 31) }),
    () => JSON.stringify({ ...withKey, [name]: oddJson(chance) }),
    () => JSON.stringify({ ...withKey, [oddText(chance)]: oddJson(chance) }),
    () => nearText(text, chance),
    () => text.slice(0, chance.within(0, text.length)),
    () => oddText(chance),
    () => JSON.stringify(oddJson(chance)),
    () => "[".repeat(chance.within(0, 4_000)),
    () => " ".repeat(chance.within(0, 5_000)),
    () => chance.bytes(chance.within(0, 200)),
    () => chance.is(0.02) ? "x".repeat(TOO_LONG) : text,
  ])();
}
