// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { createAddress } from "../../../../src/adapters/platform/address.ts";

afterEach(() => history.replaceState(null, "", "/"));

const given = { phoneNumber: "13800000009", areaCode: "+86", verifyCode: "123456" };
const query = new URLSearchParams({ baseData: JSON.stringify(given) }).toString();

it.each(["/verifyCode", "/setPassword", "/setBaseInfo"])(
  "2-89 2-93 the query of %s is removed from address and history on read, and is returned once",
  (path) => {
    history.replaceState(null, "", `${path}?${query}`);
    const length = history.length;
    const address = createAddress();
    expect(address.currentPlace()).toEqual({ path, search: "" });
    expect(location.href).not.toContain("123456");
    expect(history.length).toBe(length);
    const start = address.takeBaseData();
    expect(start !== "none" && start?.code?.reveal()).toBe("123456");
    expect(address.takeBaseData()).toBe("none");
  },
);

it("2-90 an invalid query is removed, and is reported as invalid", () => {
  history.replaceState(null, "", "/setPassword?baseData=%7B");
  const address = createAddress();
  address.currentPlace();
  expect(location.search).toBe("");
  expect(address.takeBaseData()).toBeNull();
});

it("2-85 other queries stay", () => {
  history.replaceState(null, "", "/getCode?isRegiste=true&isByEmail=false");
  const address = createAddress();
  expect(address.currentPlace().search).toBe("isRegiste=true&isByEmail=false");
  expect(location.search).toBe("?isRegiste=true&isByEmail=false");
  expect(address.takeBaseData()).toBe("none");
});
