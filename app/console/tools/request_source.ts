/**
 * A request as a reader would write it: as a command, in TypeScript, and in Python.
 *
 * The API key never is in it: it is read from the environment.
 *
 * @module
 */
import { shellWord } from "../part/shell_word.ts";
import { type Dialect, PYTHON, textLiteral, TYPESCRIPT, valueLiteral } from "./source_literal.ts";

/** A request to write. */
export interface SourceRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With scheme, host, path and query. */
  readonly url: string;
  /** JSON; undefined where there is none. */
  readonly body: unknown;
  readonly isKeyed: boolean;
  readonly idempotencyKey: string | undefined;
}

/** The variable of the environment that holds the API key. */
export const KEY_VARIABLE = "STRIKELINE_API_KEY";

/** Writes the line of a shell (sh, bash or zsh) that sends a request by curl. */
export function curlSource({ method, url, body, isKeyed, idempotencyKey }: SourceRequest): string {
  const methodSent = body === undefined ? "GET" : "POST";
  // curl takes brackets and braces of an address for a list of addresses.
  const first = [
    "curl",
    ...(method === methodSent ? [] : ["-X", method]),
    ...(/[[\]{}]/.test(url) ? ["--globoff"] : []),
    shellWord(url),
  ].join(" ");
  return [
    first,
    ...(isKeyed ? [`-H "x-api-key: $${KEY_VARIABLE}"`] : []),
    ...(idempotencyKey === undefined
      ? []
      : [`-H ${shellWord(`idempotency-key: ${idempotencyKey}`)}`]),
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d ${shellWord(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

/** Writes a request in TypeScript, by the `fetch` of Bun, Deno and Node.js. */
export function typescriptSource(request: SourceRequest): string {
  const { method, url, body, isKeyed, idempotencyKey } = request;
  const headers = [
    ...(isKeyed ? [`"x-api-key": process.env.${KEY_VARIABLE} ?? "",`] : []),
    ...idempotencyField(idempotencyKey),
    ...(body === undefined ? [] : ['"content-type": "application/json",']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: ${textLiteral(method)},`]),
    ...(headers.length === 0 ? [] : ["headers: {", ...headers.map((line) => `  ${line}`), "},"]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${literal(body, TYPESCRIPT)}),`]),
  ];
  const call = options.length === 0
    ? `fetch(${textLiteral(url)})`
    : `fetch(${textLiteral(url)}, {\n${indented(options, TYPESCRIPT)}})`;
  return `const response = await ${call};
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
console.log(await response.json());
`;
}

/** Writes a request in Python, by the library `requests`. */
export function pythonSource(request: SourceRequest): string {
  const { method, url, body, isKeyed, idempotencyKey } = request;
  const headers = [
    ...(isKeyed ? [`"x-api-key": os.environ["${KEY_VARIABLE}"],`] : []),
    ...idempotencyField(idempotencyKey),
  ];
  const options = [
    `${textLiteral(url)},`,
    ...(headers.length === 0 ? [] : ["headers={", ...headers.map((line) => `    ${line}`), "},"]),
    // With it the library sets the content type.
    ...(body === undefined ? [] : [`json=${literal(body, PYTHON)},`]),
    "timeout=30,",
  ];
  return `${isKeyed ? "import os\n\n" : ""}import requests

response = requests.${method.toLowerCase()}(
${indented(options, PYTHON)})
response.raise_for_status()
print(response.json())
`;
}

function idempotencyField(value: string | undefined): ReadonlyArray<string> {
  return value === undefined ? [] : [`"idempotency-key": ${textLiteral(value)},`];
}

function literal(body: unknown, dialect: Dialect): string {
  return valueLiteral(body, dialect, dialect.step);
}

function indented(lines: ReadonlyArray<string>, { step }: Dialect): string {
  return lines.map((line) => `${step}${line}\n`).join("");
}
