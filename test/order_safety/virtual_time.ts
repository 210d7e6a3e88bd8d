/** Time that tests move. @module */
export { type Enter, VirtualTime } from "../stage/virtual_time.ts";
