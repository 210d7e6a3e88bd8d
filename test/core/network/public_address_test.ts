import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isPublicAddress } from "../../../core/network/mod.ts";

const bytes = (...ranges: ReadonlyArray<readonly [min: number, max: number]>) =>
  fc.tuple(...ranges.map(([min, max]) => fc.integer({ min, max }))).map((all) => all.join("."));
const ANY = [0, 255] as const;

/** Blocks as their owners write them: RFC 1918, 1122, 3927, 6598, 5737, 2544, 5771, 6890. */
const PRIVATE = fc.oneof(
  bytes([10, 10], ANY, ANY, ANY),
  bytes([172, 172], [16, 31], ANY, ANY),
  bytes([192, 192], [168, 168], ANY, ANY),
  bytes([127, 127], ANY, ANY, ANY),
  bytes([0, 0], ANY, ANY, ANY),
  bytes([169, 169], [254, 254], ANY, ANY),
  bytes([100, 100], [64, 127], ANY, ANY),
  bytes([192, 192], [0, 0], [0, 0], ANY),
  bytes([192, 192], [0, 0], [2, 2], ANY),
  bytes([198, 198], [18, 19], ANY, ANY),
  bytes([198, 198], [51, 51], [100, 100], ANY),
  bytes([203, 203], [0, 0], [113, 113], ANY),
  bytes([224, 255], ANY, ANY, ANY),
);

const groupsOf = (ipv4: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split(".").map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};

describe("an address is not public", () => {
  test("in any private or special block", () =>
    fc.assert(fc.property(PRIVATE, (address) => !isPublicAddress(address))));

  test("however IPv6 embeds one of those", () =>
    fc.assert(fc.property(PRIVATE, (ipv4) => {
      const groups = groupsOf(ipv4);
      const embedded = [
        `::ffff:${ipv4}`,
        `::ffff:${groups}`,
        `0:0:0:0:0:FFFF:${groups}`,
        `::${ipv4}`,
        `64:ff9b::${ipv4}`,
        `64:ff9b::${groups}`,
        `64:ff9b:1::${groups}`,
        `2002:${groups}::1`,
        `2001:0:${groups}::1`,
      ];
      expect(embedded.filter(isPublicAddress)).toEqual([]);
    })));

  test.each<[string, ReadonlyArray<string>]>([
    ["of a cloud's own services", ["168.63.129.16", "::ffff:168.63.129.16", "169.254.169.254"]],
    ["of the host itself", ["::", "::1"]],
    ["of a link or a site", ["fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd00:ec2::254"]],
    ["of a group or of nobody", ["ff02::1", "100::1", "1fff::1", "4000::1", "5f00::1"]],
    ["of documents", ["2001:db8::1", "2001:10::1", "2001:20::1", "3fff:0fff::1"]],
    ["of no one form", ["2130706433", "0x7f.1", "127.1", "1.1.1.1.1", "[2606:4700::1111]"]],
    ["of a name", ["", "localhost"]],
  ])("%s", (_, addresses) => expect(addresses.filter(isPublicAddress)).toEqual([]));
});

test.each<[string, ReadonlyArray<string>]>([
  ["beside 10.0.0.0/8", ["9.255.255.255", "11.0.0.0"]],
  ["beside 100.64.0.0/10", ["100.63.255.255", "100.128.0.0"]],
  ["beside 127.0.0.0/8", ["126.255.255.255", "128.0.0.0"]],
  ["beside 169.254.0.0/16 and 172.16.0.0/12", ["169.253.0.1", "172.15.0.1", "172.32.0.1"]],
  ["beside 192.168.0.0/16", ["192.167.0.1", "192.169.0.1"]],
  ["beside 198.18.0.0/15", ["198.17.0.1", "198.20.0.1"]],
  ["below 224.0.0.0", ["1.1.1.1", "223.255.255.255"]],
  ["of IPv6", ["2606:4700:4700::1111", "2a00:1450:4001:80b::200e", "2001:4860:4860::8888"]],
  ["beside blocks of IPv6", ["2001:200::1", "3fff:1000::1"]],
  ["that IPv6 embeds", ["::ffff:1.1.1.1", "64:ff9b::1.1.1.1"]],
])("an address %s is public", (_, addresses) => {
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});
