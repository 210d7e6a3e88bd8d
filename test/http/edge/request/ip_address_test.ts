import { describe, expect, test } from "bun:test";
import { clientAddress } from "../../../../adapters/http/edge/request/client_address.ts";
import { callerOfAddress, isLoopback } from "../../../../adapters/http/edge/request/ip_address.ts";

describe("callerOfAddress", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["192.0.2.1:443", "192.0.2.1"],
    [" 192.0.2.1 ", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["[::ffff:192.0.2.1]:443", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
    ["2001:db8::", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["256.0.0.1", undefined],
    ["1.2.3", undefined],
    ["1.2.3.4.5", undefined],
    ["unknown", undefined],
    ["", undefined],
    ["::1::2", undefined],
    ["1:2:3:4:5:6:7", undefined],
    ["1:2:3:4:5:6:7:8:9", undefined],
    ["g::1", undefined],
    ["::ffff:192.0.2.256", undefined],
    ["::192.0.2.1255", undefined],
  ])("of %j is %p", (text, caller) => expect(callerOfAddress(text)).toBe(caller));
});

describe("isLoopback", () => {
  test.each([
    ["127.0.0.1", true],
    ["127.8.9.1", true],
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["128.0.0.1", false],
    ["::ffff:10.0.0.1", false],
    ["127.example", false],
  ])("of %s is %p", (address, expected) => expect(isLoopback(address)).toBe(expected));
});

describe("clientAddress", () => {
  const request = (list?: string) =>
    new Request(
      "http://localhost/",
      list === undefined ? {} : {
        headers: { "x-forwarded-for": list },
      },
    );

  test.each([
    [0, "198.51.100.1", "203.0.113.9"],
    [1, "198.51.100.1", "198.51.100.1"],
    [1, "198.51.100.9, 198.51.100.1", "198.51.100.1"],
    [2, "198.51.100.9, 198.51.100.1", "198.51.100.9"],
    [3, "198.51.100.9, 198.51.100.1", "203.0.113.9"],
    [1, undefined, "203.0.113.9"],
    [1, "198.51.100.1,", "203.0.113.9"],
  ])("behind %d proxies that wrote %p is %s", (trustProxy, list, expected) => {
    expect(clientAddress(request(list), () => "203.0.113.9", trustProxy)).toBe(expected);
  });

  test("is one for all who have no socket", () => {
    expect(clientAddress(request(), () => undefined, 0)).toBe("local");
  });
});
