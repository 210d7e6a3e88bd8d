/** See `test/stage/order_command.ts`. @module */
export * from "../../stage/order_command.ts";
