/** Calling a provider: deadlines, pace, watch, back-off, and reading what comes back. @module */
export * from "./back_off.ts";
export * from "./call_limits.ts";
export * from "./decode_answer.ts";
export * from "./hosts.ts";
export * from "./http_call.ts";
export * from "./reconnecting_socket.ts";
export * from "./stream_state.ts";
export * from "./machine_time.ts";
export * from "./nothing_sent.ts";
export * from "./pacer.ts";
export * from "./pause.ts";
export * from "./provider_client.ts";
export * from "./provider_deadline.ts";
export * from "./retry_after.ts";
export * from "./status_failure.ts";
