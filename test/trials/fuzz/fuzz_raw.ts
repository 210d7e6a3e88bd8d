/**
 * Writes bytes that are not quite HTTP to the service, each to a connection of its own.
 *
 * @module
 */
import { type FuzzPart, PartLog } from "./finding.ts";
import { ATTACKS, makeAttack, type RawAttack } from "./raw_attack.ts";
import { Chance } from "../../stage/chance.ts";
import { type WireAnswer, WireConnection, type WireTrouble } from "./wire_client.ts";

const CONNECTIONS = 8;
/** How long an incomplete request is left open. */
const PATIENCE_MS = 150;
/** Far beyond what a refusal should take. */
const DEADLINE_MS = 60_000;
/** Connections that send a byte now and then, for as long as the rest runs. */
const SLOW_CONNECTIONS = 100;

/** Sends them all while some clients send hardly anything, and asks for /health all along. */
export async function fuzzRaw(
  { url, seed, count, findingsMax }: FuzzPart,
): Promise<PartLog> {
  const log = new PartLog("raw attacks");
  const open = () => WireConnection.open(url.hostname, Number(url.port));
  const slow = await Promise.all(Array.from({ length: SLOW_CONNECTIONS }, open));
  const drip = setInterval(() => {
    for (const connection of slow) void connection.write(Buffer.from("a"));
  }, 500);
  for (const connection of slow) await connection.write(Buffer.from("GET /health HTTP/1.1\r\nx-"));

  let next = 0;
  async function sendAll(): Promise<void> {
    while (next < count && log.findings.length < findingsMax) {
      const index = next++;
      const attack = makeAttack(new Chance(seed, index), index);
      const connection = await open();
      await connection.write(attack.bytes);
      if (attack.isHalfClosed === true) connection.shutdown();
      const { answers, end } = await readAll(connection, attack);
      connection.close();
      log.count(attack.name);
      const wrong = wrongIn(attack, answers, end);
      if (wrong !== undefined) log.find(`${attack.name}: ${wrong}`, attack.bytes);
      if (index % ATTACKS === 0) await checkHealth(await open(), log);
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendAll));
  clearInterval(drip);
  for (const connection of slow) connection.close();
  return log;
}

interface Ending {
  readonly answers: ReadonlyArray<WireAnswer>;
  readonly end: WireTrouble;
}

async function readAll(connection: WireConnection, attack: RawAttack): Promise<Ending> {
  const answers: Array<WireAnswer> = [];
  for (;;) {
    const isOver = attack.may === "nothing" || answers.length >= attack.answersMax;
    const answer = await connection.read({ deadlineMs: isOver ? PATIENCE_MS : DEADLINE_MS });
    if (typeof answer === "string") return { answers, end: answer };
    if (answer.status === 101) return { answers: [...answers, answer], end: "late" };
    if (answer.status !== 100) answers.push(answer);
  }
}

function wrongIn(
  { may, answersMax }: RawAttack,
  answers: ReadonlyArray<WireAnswer>,
  end: WireTrouble,
): string | undefined {
  if (answers.length > answersMax) return `${answers.length} answers to one request`;
  const [first] = answers;
  if (answers.some(({ status }) => status === 500)) return "status 500: a defect";
  if (answers.some(({ body }) => /node_modules|\/adapters\//.test(body))) {
    return "shows its insides";
  }
  if (may === "nothing") return undefined;
  if (first === undefined) return end === "late" ? "neither an answer nor an end" : undefined;
  if (may === "refused" && first.status < 400) return `status ${first.status}`;
  return undefined;
}

async function checkHealth(connection: WireConnection, log: PartLog): Promise<void> {
  await connection.write(Buffer.from("GET /health HTTP/1.1\r\nhost: fuzz\r\n\r\n"));
  const answer = await connection.read({ deadlineMs: DEADLINE_MS });
  connection.close();
  if (typeof answer === "string") log.find(`/health: ${answer}`, "GET /health");
  else if (answer.status !== 200) log.find(`/health: status ${answer.status}`, "GET /health");
}
