/** The first development account of every Ethereum toolchain: public, and holds nothing. @module */

/** The key's digits, as they must show up nowhere. */
export const DEV_KEY_HEX = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

/** The address of the key. */
export const DEV_ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

/** The key's bytes, new ones every time. */
export function devKey(): Uint8Array {
  return Uint8Array.from(Buffer.from(DEV_KEY_HEX, "hex"));
}
