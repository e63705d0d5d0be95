import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDemo } from "../../../../src/adapters/chat-server/demo.ts";

let http: Server;
let asked: { method: string | undefined; path: string | undefined }[];
let answer: (response: ServerResponse<IncomingMessage>) => void;
let origin: string;

beforeEach(async () => {
  asked = [];
  http = createServer((request, response) => {
    asked.push({ method: request.method, path: request.url });
    answer(response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(() => {
  http.closeAllConnections();
  http.close();
});

const alice = {
  nickname: "Alice Zhang",
  faceURL: "/object/demo/alice.svg",
  areaCode: "+86",
  phoneNumber: "13800000001",
};
const offer = (body: unknown, type = "application/json; charset=utf-8", status = 200) => {
  answer = (response) => void response.writeHead(status, { "Content-Type": type }).end(JSON.stringify(body));
};
const demo = (chatUrl = `${origin}/chat`) => createDemo(() => ({ chatUrl }), origin);

describe("11-02 the demo users of the page's own server", () => {
  it("are requested once for each form, with the password as a secret", async () => {
    offer({ password: "parley2026", people: [{ userID: "1", ...alice }] });
    const loadDemoPeople = demo();
    const [person] = await loadDemoPeople();
    expect(asked).toEqual([{ method: "GET", path: "/demo/people" }]);
    expect(person).toEqual({ ...alice, password: person?.password });
    expect(person?.password.reveal()).toBe("parley2026");
    expect(JSON.stringify(person)).not.toContain("parley2026");
    expect(await loadDemoPeople()).toHaveLength(1);
  });

  it.each<[string, () => void]>([
    ["a 404", () => offer({}, "text/plain", 404)],
    [
      "the page itself, as a single-page server answers any path",
      () => offer("<!doctype html>", "text/html"),
    ],
    ["an error in JSON", () => offer({ password: "parley2026", people: [alice] }, "application/json", 500)],
  ])("are empty after %s, and are not requested again", async (_, prepare) => {
    prepare();
    const loadDemoPeople = demo();
    expect(await loadDemoPeople()).toEqual([]);
    expect(await loadDemoPeople()).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ["without people", { password: "parley2026" }],
    ["without a password", { people: [alice] }],
    ["with an empty password", { password: "", people: [alice] }],
    ["a person without a phone number", { password: "parley2026", people: [{ ...alice, phoneNumber: "" }] }],
    ["a list", [alice]],
    ["null", null],
  ])("are empty when the answer is %s", async (_, body) => {
    offer(body);
    expect(await demo()()).toEqual([]);
  });

  it("are empty without an answer, and are requested again by the next form", async () => {
    answer = (response) => response.destroy();
    const loadDemoPeople = demo();
    expect(await loadDemoPeople()).toEqual([]);
    offer({ password: "parley2026", people: [alice] });
    expect(await loadDemoPeople()).toHaveLength(1);
  });

  it("are not requested for another chat server, which does not know them", async () => {
    offer({ password: "parley2026", people: [alice] });
    expect(await demo("https://im.example.com/chat")()).toEqual([]);
    expect(await demo(`${origin}0/chat`)()).toEqual([]);
    expect(asked).toEqual([]);
  });
});
