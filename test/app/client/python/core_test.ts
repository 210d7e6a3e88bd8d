import { pythonTests } from "./python_tests.ts";

pythonTests("the pure part of the Python client", [
  "arguments_test",
  "decoded_body_test",
  "guide_test",
  "perform_test",
  "order_attempts_test",
  "action_attempts_test",
  "reading_test",
]);
pythonTests("the positions of the Python client's loops", [
  "positions_test",
  "order_positions_test",
  "position_bounds_test",
  "windows_test",
  "legs_test",
  "any_window_test",
]);
pythonTests("waits of the Python client", ["wait_test", "order_watch_test", "lockstep_test"]);
pythonTests("the connections of the Python client's stream", ["stream_socket_test"], {
  needsWebsockets: true,
});
pythonTests("the connections of the Python client", ["connections_test", "stopped_calls_test"]);
