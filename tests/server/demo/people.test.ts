// @vitest-environment node
import * as v from "valibot";
import { afterEach, describe, expect, it } from "vitest";
import { demoPeople } from "../../../server/demo/people.ts";
import { md5, startChat, type TestChat } from "../chat/chat-client.ts";

let server: TestChat;
afterEach(() => server.close());

const offerSchema = v.object({
  password: v.string(),
  people: v.array(
    v.object({
      userID: v.string(),
      nickname: v.string(),
      faceURL: v.string(),
      areaCode: v.string(),
      phoneNumber: v.string(),
    }),
  ),
});
const offer = async () => v.parse(offerSchema, await (await fetch(`${server.origin}/demo/people`)).json());

describe("11-02 GET /demo/people", () => {
  it("lists the demo people, and what each of them signs in with", async () => {
    server = await startChat({ demo: true });
    const { people, password } = await offer();
    const { userID, nickname, faceURL, phoneNumber } = demoPeople.alice;
    expect(people).toHaveLength(6);
    expect(people[0]).toEqual({ userID, nickname, faceURL, phoneNumber, areaCode: "+86" });
    for (const person of people) {
      const { areaCode, phoneNumber } = person;
      const { data } = await server.login({ areaCode, phoneNumber, password: md5(password) });
      expect(data).toMatchObject({ userID: person.userID });
    }
  });

  it("lists them with their current names", async () => {
    server = await startChat({ demo: true });
    const { email, userID } = demoPeople.dave;
    const { data } = await server.login({ email, password: md5("parley2026") });
    await server.chat("/user/update", { userID, nickname: "David" }, String(data?.chatToken));
    expect((await offer()).people.map(({ nickname }) => nickname)).toContain("David");
  });

  it("can be read by its own page only, and is not cached", async () => {
    server = await startChat({ demo: true });
    const { headers } = await fetch(`${server.origin}/demo/people`, { headers: { Origin: "http://other" } });
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("does not exist without demo people", async () => {
    server = await startChat({ demo: false });
    for (const path of ["/demo/people", "/demo/", "/demo/anything?x"]) {
      expect((await fetch(server.origin + path)).status).toBe(404);
    }
  });

  it("allows no other method, and no path below it exists", async () => {
    server = await startChat({ demo: true });
    expect((await fetch(`${server.origin}/demo/people`, { method: "POST" })).status).toBe(405);
    expect((await fetch(`${server.origin}/demo/person`)).status).toBe(404);
  });
});
