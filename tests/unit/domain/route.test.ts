import { describe, expect, it } from "vitest";
import {
  chatPath,
  conversationIn,
  isGuarded,
  isLink,
  isOpen,
  isTab,
  linkIn,
  placeOf,
  routeAt,
  soughtIn,
} from "../../../machines/domain/route.ts";

describe("the address of a chat", () => {
  it.each(["si_1_2", "sg_7", "a&b=c?d#e/ü"])("names the chat %s and, if asked, one message of it", (id) => {
    const newest = placeOf(chatPath(id));
    expect([conversationIn(newest), soughtIn(newest)]).toEqual([id, null]);
    const sought = placeOf(chatPath(id, "m&1"));
    expect([conversationIn(sought), soughtIn(sought)]).toEqual([id, "m&1"]);
  });

  it("names none on another page or without an id", () => {
    expect(conversationIn({ path: "/chatMedia", search: "conversationID=si_1_2" })).toBeNull();
    expect(conversationIn({ path: "/chat", search: "conversationID=" })).toBeNull();
    expect(soughtIn({ path: "/chat", search: "clientMsgID=" })).toBeNull();
  });
});

describe("a place", () => {
  it.each([
    ["/chat?a=1&b=2", { path: "/chat", search: "a=1&b=2" }],
    ["/login", { path: "/login", search: "" }],
    ["/login?", { path: "/login", search: "" }],
  ])("in %s has path and query", (to, place) => {
    expect(placeOf(to)).toEqual(place);
  });

  it.each([
    ["/login", "login", true, false, false],
    ["/setBaseInfo", "setBaseInfo", true, false, false],
    ["/conversation", "conversation", false, true, true],
    ["/chat", "chat", false, true, false],
    ["/", "notFound", false, false, false],
    ["/chat/", "notFound", false, false, false],
    ["/chats", "notFound", false, false, false],
  ])("2-84 %s is %s", (path, route, isWithoutSignIn, isWithSignIn, isOfTabs) => {
    expect(routeAt(path)).toBe(route);
    expect([isOpen(path), isGuarded(path), isTab(routeAt(path))]).toEqual([
      isWithoutSignIn,
      isWithSignIn,
      isOfTabs,
    ]);
  });

  it("is on no tab before there is one", () => {
    expect(isTab(null)).toBe(false);
  });
});

describe("11-66 a link that waits for the sign-in", () => {
  it.each([
    ["/meeting?roomID=7", { path: "/meeting", search: "roomID=7" }],
    ["/meeting?roomID=7#key#more", { path: "/meeting", search: "roomID=7" }],
    ["/chat?conversationID=si_1_2", { path: "/chat", search: "conversationID=si_1_2" }],
    ["/userCard", { path: "/userCard", search: "" }],
    ["#/meeting", null],
    ["/contact", null],
    ["/login", null],
    ["", null],
    [null, null],
  ])("in %j is %j", (text, place) => {
    expect(linkIn(text)).toEqual(place);
  });

  it("leads to a page that others share", () => {
    const paths = ["/meeting", "/share", "/chat", "/userCard", "/groupCard", "/profile"];
    expect(paths.filter((path) => isLink({ path, search: "" }))).toEqual(paths.slice(0, 5));
  });
});
