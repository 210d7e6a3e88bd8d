import { afterAll } from "bun:test";
import { type BreakableService, startBreakableService } from "./breakable_service.ts";
import { pythonTests } from "./python_tests.ts";

let service: Promise<BreakableService> | undefined;

afterAll(async () => await (await service)?.stop());

/** Started by the first group of tests, if there is a Python at all. */
async function environment() {
  // Both limits are reached by a test, and reset within seconds.
  const settings = { RATE_LIMIT_PUBLIC: "100/5", RATE_LIMIT_KEYED: "2000/5" };
  service ??= startBreakableService({ speed: 1, settings });
  return (await service).environment;
}

pythonTests("the Python client and its service", ["documents_test", "calls_test", "orders_test"], {
  environment,
});
pythonTests("the stream of the Python client", ["streams_test", "readme_test"], {
  environment,
  needsWebsockets: true,
});
