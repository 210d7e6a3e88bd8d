/** Addresses of the Internet Protocol, and which of them anybody may call. @module */
export { groupsOfIpv6, isIpv4, mappedIpv4 } from "./ip_address.ts";
export { isPublicAddress } from "./public_address.ts";
