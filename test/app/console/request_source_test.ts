/**
 * The sources that the request builder shows, run by the programs that they are written for.
 *
 * @module
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  curlSource,
  pythonSource,
  type SourceRequest,
  typescriptSource,
} from "../../../app/console/tools/request_source.ts";
import { withReason } from "../../skip_reason.ts";

const KEY = 'sk_of the environment\'s "own" $HOME';

/** Characters that mean something to a shell, to curl, or within literals; and any others. */
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."'\"`\\$!@#&*?()[]{}<>|;~^%+= \t\n\r", "\u2028", "\u00a0", "\ufeff"),
    fc.constantFrom("\\u", "\\x", "${1}", "$(id)", "'''", '"""', "//", "-d"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
});

/** A lone surrogate cannot be an argument of a program, nor come through JSON of a browser. */
const wellFormed = anyText.map((text) => text.toWellFormed());

const printable = fc.string({ unit: fc.constantFrom(..."abc '\"\\$`!%{}[]#;-"), minLength: 1 });

const jsonValue = fc.letrec<{ readonly value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyText,
    fc.constantFrom(null, true, false, 0, 1e21, 1e-8, 0.07, 1e15, -5),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(anyText, fc.constant("__proto__")), tie("value"), { maxKeys: 3 }),
  ),
})).value;

const request: fc.Arbitrary<SourceRequest> = fc.record({
  method: fc.constantFrom("GET" as const, "POST" as const, "PUT" as const, "DELETE" as const),
  url: wellFormed.map((text) => `http://127.0.0.1:3000/api/v1/x?q=${text.replaceAll("\0", "")}`),
  body: fc.option(jsonValue, { nil: undefined }),
  isKeyed: fc.boolean(),
  idempotencyKey: fc.option(printable, { nil: undefined }),
}).map((one) => one.method === "GET" ? { ...one, body: undefined } : one);

/** Many in one process: a process for each would take minutes. */
const requests = fc.array(request, { minLength: 1, maxLength: 40 });
const RUNS = { numRuns: 8 };

/** What the program was told to send. */
function meant({ method, url, body, isKeyed, idempotencyKey }: SourceRequest) {
  return {
    method,
    url,
    body: body === undefined ? null : JSON.stringify(body),
    headers: {
      ...(isKeyed ? { "x-api-key": KEY } : {}),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
  };
}

function run(command: ReadonlyArray<string>, program: string): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync([...command], {
    stdin: new TextEncoder().encode(program),
    env: { ...Bun.env, STRIKELINE_API_KEY: KEY, PYTHONIOENCODING: "utf-8" },
  });
  if (exitCode !== 0) throw new Error(`${program}\n${stderr}`);
  return stdout.toString();
}

/** The words of each line, as the shell hands them to curl. */
function wordsOf(
  shell: string,
  lines: ReadonlyArray<string>,
): ReadonlyArray<ReadonlyArray<string>> {
  const program = `curl() { printf '%s\\0' "$@"; printf '\\0\\0'; }\n${lines.join("\n")}\n`;
  return run([shell], program).split("\0\0\0").slice(0, -1).map((words) => words.split("\0"));
}

/** Reads a command line as curl's manual describes it. */
function sentByCurl(words: ReadonlyArray<string>) {
  const sent = { method: "", url: "", body: null as string | null, headers: {} };
  let isGlobbing = true;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "-X") sent.method = words[++at] ?? "";
    else if (word === "--globoff") isGlobbing = false;
    else if (word === "-d") sent.body = words[++at] ?? "";
    else if (word === "-H") {
      const [, name = "", value] = /^([\w-]+): ([^]*)$/.exec(words[++at] ?? "") ?? [];
      Object.assign(sent.headers, { [name]: value });
    } else sent.url = word;
  }
  expect(isGlobbing && /[[\]{}]/.test(sent.url)).toBe(false);
  expect(sent.body?.startsWith("@") ?? false).toBe(false);
  return { ...sent, method: sent.method || (sent.body === null ? "GET" : "POST") };
}

for (const shell of ["sh", "bash", "zsh"]) {
  const isHere = Bun.which(shell) !== null;
  const name = `${shell} gives curl every character of the request`;
  test.skipIf(!isHere)(withReason(name, isHere ? undefined : `no ${shell} here`), () => {
    fc.assert(
      fc.property(requests, (all) => {
        const words = wordsOf(shell, all.map(curlSource));
        expect(words.map(sentByCurl)).toEqual(all.map(meant));
      }),
      RUNS,
    );
  });
}

test("Bun sends every character of the request by the TypeScript", () => {
  const before = `const sent = [];
globalThis.fetch = (url, { method = "GET", headers = {}, body = null } = {}) => {
  sent.push({ url, method, headers, body });
  return Promise.resolve(Response.json({}));
};
console.log = () => {};
`;
  const after = "process.stdout.write(JSON.stringify(sent));\n";
  fc.assert(
    fc.property(requests, (all) => {
      const blocks = all.map((one) => `{\n${typescriptSource(one)}}\n`).join("");
      const sent: unknown = JSON.parse(
        run([process.execPath, "run", "-"], before + blocks + after),
      );
      expect(sent).toEqual(all.map(meant));
    }),
    RUNS,
  );
});

const python = Bun.which("python3");

test.skipIf(python === null)(
  withReason(
    "Python sends every character of the request by the Python",
    python === null ? "no python3 here" : undefined,
  ),
  () => {
    // In place of the library, which may not be here, one with the same calls that keeps them.
    const before = `import json, sys, types
sent = []
class Response:
    def raise_for_status(self): pass
    def json(self): return {}
def call(method):
    def send(url, headers={}, timeout=None, **rest):
        body = json.dumps(rest["json"], allow_nan=False) if "json" in rest else None
        sent.append({"method": method, "url": url, "headers": headers, "body": body})
        return Response()
    return send
requests = types.ModuleType("requests")
for method in ["GET", "POST", "PUT", "DELETE"]: setattr(requests, method.lower(), call(method))
sys.modules["requests"] = requests
out = sys.stdout
print = lambda *_: None
`;
    const after = "out.write(json.dumps(sent))\n";
    fc.assert(
      fc.property(requests, (all) => {
        const program = before + all.map(pythonSource).join("") + after;
        const sent = JSON.parse(run(["python3", "-"], program)) as Array<{ body: string | null }>;
        const read = sent.map(({ body, ...one }) => ({ ...one, body: jsonOf(body) }));
        expect(read).toEqual(all.map((one) => {
          const { body, headers: { "content-type": _, ...headers }, ...rest } = meant(one);
          return { ...rest, headers, body: jsonOf(body) };
        }));
      }),
      RUNS,
    );
  },
);

/** Two texts of JSON may write one number, or one character, differently. */
function jsonOf(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}

test("a request without a key or a body is one short line", () => {
  const plain = {
    method: "GET",
    body: undefined,
    isKeyed: false,
    idempotencyKey: undefined,
  } as const;
  const url = "http://127.0.0.1:3000/api/v1/status";
  expect(curlSource({ ...plain, url })).toBe(`curl '${url}'`);
  expect(typescriptSource({ ...plain, url })).toStartWith(
    `const response = await fetch("${url}");\n`,
  );
});
