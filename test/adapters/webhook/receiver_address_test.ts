import { afterAll, expect, test } from "bun:test";
import { createSocket } from "node:dgram";

/** A name server that answers for `receiver.test`, and lets every other question wait for ever. */
async function startNameServer() {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    const { name, isIpv6, end } = readQuestion(question);
    asked.push(name);
    if (name !== "receiver.test") return;
    const address = isIpv6
      ? Buffer.from("20010db8000000000000000000000001", "hex")
      : Buffer.from([192, 0, 2, 1]);
    const head = [question[0] ?? 0, question[1] ?? 0, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0];
    const record = [0xc0, 12, 0, isIpv6 ? 28 : 1, 0, 1, 0, 0, 0, 60, 0, address.length];
    const answer = [Buffer.from(head), question.subarray(12, end), Buffer.from(record), address];
    socket.send(Buffer.concat(answer), from.port, from.address);
  });
  await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", bound));
  afterAll(() => void socket.close());
  return { asked, port: socket.address().port };
}

/** Reads the one question of a message (RFC 1035). */
function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), isIpv6: message.readUInt16BE(at + 1) === 28, end: at + 5 };
}

// The system's resolver would keep a thread for each of these names, and asks other servers.
test("names that are slow to resolve hold up neither files nor other names", async () => {
  const { asked, port } = await startNameServer();
  const script = `
    import { setServers } from "node:dns";
    import { readFile } from "node:fs/promises";
    import { resolveHost } from "./adapters/webhook/receiver_address.ts";
    setServers(["127.0.0.1:${port}"]);
    for (let at = 0; at < 64; at += 1) resolveHost("slow" + at + ".test").catch(() => {});
    await readFile("package.json");
    console.log((await resolveHost("receiver.test")).toSorted().join(" "));
    console.log((await resolveHost("localhost")).includes("127.0.0.1"));
    process.exit(0);
  `;
  const child = Bun.spawn(["bun", "-e", script], { stdout: "pipe" });
  expect(await new Response(child.stdout).text()).toBe("192.0.2.1 2001:db8::1\ntrue\n");
  expect(new Set(asked).size).toBeGreaterThan(1);
});
