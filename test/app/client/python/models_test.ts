/** The Python client's models beside the service's own documents. @module */
import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { PYTHON_MODELS_FOLDER, pythonTypes } from "../../../../app/ship/client_types.ts";
import { readAsyncApi, readOpenApi } from "../../../../app/ship/openapi_document.ts";
import { openSandbox } from "../../open_sandbox.ts";

test(
  "the models of the Python client have what the documents say: else run `bun run client-types`",
  async () => {
    const { url } = await openSandbox();
    const made = pythonTypes(await readOpenApi(url), await readAsyncApi(url));
    const files = (await readdir(PYTHON_MODELS_FOLDER)).filter((name) => name.endsWith(".py"));
    const texts = await Promise.all(
      files.map(async (file) =>
        [file, await Bun.file(PYTHON_MODELS_FOLDER + file).text()] as const
      ),
    );
    expect(Object.fromEntries(texts)).toEqual(Object.fromEntries(made));
  },
  300_000,
);
