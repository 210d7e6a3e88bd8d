import { findPython } from "./python_interpreter.ts";
import { startPythonService } from "./python_service.ts";
import { pythonTests } from "./python_tests.ts";

const started = findPython() === undefined ? {} : await startPythonService();
const environment = () => Promise.resolve(started);

pythonTests("the Python client and its service", ["documents_test", "calls_test", "orders_test"], {
  environment,
});
pythonTests("the stream of the Python client", [
  "streams_test",
  "followed_orders_test",
  "readme_test",
], {
  environment,
  needsWebsockets: true,
});
