/** JSON whose numbers keep every digit. @module */
export * from "./json_number.ts";
