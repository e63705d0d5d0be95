import { request } from "node:http";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createActor } from "xstate";
import { trafficLight } from "../examples/traffic-light.ts";
import { serve } from "../inspect/server.ts";
import { readChannel, readMessage } from "../inspector/reading.ts";
import { Recording } from "../inspector/recording.ts";
import { hidesSecrets } from "../inspector/sender/redaction.ts";
import { createSender } from "../inspector/sender/sender.ts";

const PAGE = new Map([["/index.html", { type: "text/html", body: Buffer.from("<title>Inspector</title>") }]]);
const APP = JSON.stringify({ name: "crossing", isPage: false });

interface Answer {
  status: number | undefined;
  body: string;
}

/** A server with a clock that stands still, and what apps and pages do with it. */
async function served() {
  let time = 0;
  const { port, close } = await serve({
    port: 0,
    page: PAGE,
    drawingOf: async (name) => (name === "a chart" ? "<svg/>" : null),
    now: () => time,
  });
  onTestFinished(close);
  const ask = (method: string, path: string, body = "", headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
        let text = "";
        response.on("data", (part) => {
          text += part;
        });
        response.on("end", () => resolve({ status: response.statusCode, body: text }));
      });
      asked.on("error", reject);
      asked.end(body);
    });
  return {
    ask,
    get: (path: string) => ask("GET", path),
    post: async (path: string, body: unknown, headers?: Record<string, string>) =>
      (await ask("POST", path, typeof body === "string" ? body : JSON.stringify(body), headers)).status,
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Opens a page. Returns what it recorded so far, and the names of the apps. */
    watch() {
      const recording = new Recording();
      const stream = request({ host: "127.0.0.1", port, path: "/watch?inspector=me" }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => {
          const events = `${text}${part}`.split("\n\n");
          text = events.pop() ?? "";
          for (const event of events) {
            const heard = readChannel(JSON.parse(event.replace(/^data: /, "")));
            if (heard?.kind === "phone") recording.meet(heard.phone);
            if (heard?.kind !== "messages") continue;
            for (const one of heard.messages) {
              const message = readMessage(one);
              if (message) recording.add(heard.phone, message);
            }
          }
        });
      });
      stream.on("error", () => {});
      stream.end();
      onTestFinished(() => void stream.destroy());
      return {
        recording,
        lights: () =>
          [...recording.now.values()].map(({ phone, name, value, status }) => [
            recording.phones.get(phone)?.name,
            name,
            value,
            status,
          ]),
      };
    },
  };
}

/** The messages of a traffic light whose lamp breaks. */
function messagesOf(id: string): unknown[] {
  const messages: unknown[] = [];
  const sender = createSender({
    prefix: `${id}/`,
    redaction: hidesSecrets,
    withDefinitions: true,
    now: () => 1,
    soon: (turn) => turn(),
  });
  const actor = createActor(trafficLight, { inspect: sender.inspect }).start();
  sender.watch((batch) => void messages.push(...batch));
  actor.send({ type: "lampBroken" });
  actor.stop();
  return messages.filter((one) => !JSON.stringify(one).includes("xstate.stop"));
}

describe("inspect", () => {
  it("shows what an app sends, to pages that are open and to those that open later", async () => {
    const { post, watch } = await served();
    const early = watch();
    expect(await post("/apps/left", APP)).toBe(204);
    expect(await post("/apps/left/messages", messagesOf("left"))).toBe(204);
    const late = watch();
    for (const page of [early, late]) {
      await vi.waitFor(() =>
        expect(page.lights()).toEqual([["crossing", "trafficLight", "blinking", "active"]]),
      );
      expect(
        page.recording.log.map(({ event, edges }) => [event.type, edges.map(({ target }) => target)]),
      ).toEqual([
        ["xstate.init", []],
        ["lampBroken", ["blinking"]],
      ]);
    }
  });

  it("serves the page and the drawings, and nothing else", async () => {
    const { ask, get } = await served();
    expect(await get("/")).toEqual({ status: 200, body: "<title>Inspector</title>" });
    expect(await get("/drawings/a%20chart.svg")).toEqual({ status: 200, body: "<svg/>" });
    for (const path of ["/drawings/other.svg", "/drawings/%E0%A4%A.svg", "/../package.json", "/apps/left"])
      expect((await get(path)).status).toBeGreaterThanOrEqual(400);
    expect((await ask("PUT", "/apps/left")).status).toBe(405);
  });

  it("takes nothing from pages of other machines, and answers to its own name only", async () => {
    const { ask, post } = await served();
    for (const origin of ["https://example.org", "http://localhost.example.org", "null"])
      expect(await post("/apps/left", APP, { origin })).toBe(403);
    for (const origin of ["http://localhost:3000", "http://127.0.0.1:5173", "https://app.localhost"])
      expect(await post("/apps/left", APP, { origin })).toBe(204);
    expect((await ask("GET", "/", "", { host: "example.org" })).status).toBe(403);
  });

  it("leaves out what it does not understand, and what an app says of the actors of another", async () => {
    const { post, watch } = await served();
    const page = watch();
    await post("/apps/left", APP);
    await post("/apps/evil", JSON.stringify({ name: "evil", isPage: false }));
    const messages = messagesOf("left");
    await post("/apps/left/messages", messages);
    const [actor, event] = messages;
    const broken = { ...Object(event), sessionId: "evil/9", event: 7 };
    const given = [actor, event, null, 7, { type: "@xstate.event" }, broken];
    expect(await post("/apps/evil/messages", given)).toBe(204);
    for (const body of ["{", "7", "null", "[[]]"]) expect(await post("/apps/evil/messages", body)).toBe(204);
    const huge = { ...Object(event), sessionId: "evil/1", event: { type: "x".repeat(300_000) } };
    expect(await post("/apps/evil/messages", [huge])).toBe(204);
    await post("/apps/left/messages", messages.slice(0, 1));
    await vi.waitFor(() => expect(page.recording.end).toBe(messages.length + 1));
    expect(page.lights().map(([app]) => app)).toEqual(["crossing"]);
  });

  it("refuses too much, unknown apps, and too many of them", async () => {
    const { post } = await served();
    expect(await post("/apps/left", "x".repeat(8_000_001))).toBe(413);
    expect(await post("/apps/left", { name: "x".repeat(81), isPage: false })).toBe(400);
    expect(await post("/apps/left/messages", [])).toBe(404);
    for (let count = 1; count <= 16; count += 1) expect(await post(`/apps/app${count}`, APP)).toBe(204);
    expect(await post("/apps/more", APP)).toBe(503);
    expect(await post("/apps/app1/closed", "")).toBe(204);
    expect(await post("/apps/more", APP)).toBe(204);
  });

  it("ends the actors of an app that says that it ends, or that is silent", async () => {
    const { post, watch, wait } = await served();
    const page = watch();
    for (const id of ["left", "right"]) {
      await post(`/apps/${id}`, APP);
      await post(`/apps/${id}/messages`, messagesOf(id));
    }
    await post("/apps/left/closed", "");
    await vi.waitFor(() =>
      expect(page.lights().map(([, , , status]) => status)).toEqual(["stopped", "active"]),
    );
    wait(20_000);
    await vi.waitFor(() =>
      expect(page.lights().map(([, , , status]) => status)).toEqual(["stopped", "stopped"]),
    );
    expect(await post("/apps/right/messages", [])).toBe(404);
  });
});
