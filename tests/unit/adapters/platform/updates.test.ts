import { describe, expect, it } from "vitest";
import type { UpdateEvent } from "../../../../machines/domain/platform-events.ts";
import { createUpdates } from "../../../../src/adapters/platform/updates.ts";

class Registration extends EventTarget {
  asked = 0;
  waiting: object | null = null;
  installing: EventTarget | null = null;
  constructor(readonly active: object | null) {
    super();
  }
  async update(): Promise<never> {
    this.asked += 1;
    throw new TypeError("no answer");
  }
}

function containerWith(registration: Registration): ServiceWorkerContainer {
  const container: unknown = Object.assign(new EventTarget(), { register: async () => registration });
  return container as ServiceWorkerContainer;
}

describe("the service worker of a page", () => {
  it("11-20 a page looks for another worker itself, because the browser asks only once", async () => {
    const registration = new Registration({});
    await createUpdates(containerWith(registration)).register();
    expect(registration.asked).toBe(1);
  });

  it("11-20 the first worker is not asked for twice", async () => {
    const registration = new Registration(null);
    await createUpdates(containerWith(registration)).register();
    expect(registration.asked).toBe(0);
  });

  it("11-20 a browser without service workers has none", async () => {
    await expect(createUpdates(undefined).register()).rejects.toMatchObject({ code: "unknown" });
  });
});

describe("the events of an update", () => {
  /** Records what a page hears about the updates of its worker. */
  async function listen(registration: Registration) {
    const container = containerWith(registration);
    const updates = createUpdates(container);
    await updates.register();
    const heard: UpdateEvent[] = [];
    const stop = updates.updateEvents((event) => heard.push(event));
    const receive = (data: unknown) => container.dispatchEvent(new MessageEvent("message", { data }));
    return { heard, stop, receive };
  }
  /** A new worker is installed, and waits for the pages of the old one. */
  function install(registration: Registration) {
    const worker = registration.installing ?? new EventTarget();
    if (!registration.installing) {
      registration.installing = worker;
      registration.dispatchEvent(new Event("updatefound"));
    }
    Object.assign(registration, { installing: null, waiting: worker });
    worker.dispatchEvent(new Event("statechange"));
  }

  it("11-20 a page hears that a new worker waits, now or later", async () => {
    const registration = new Registration({});
    const early = await listen(registration);
    expect(early.heard).toEqual([]);
    install(registration);
    expect(early.heard).toEqual([{ type: "update.waiting" }]);
    expect((await listen(registration)).heard).toEqual([{ type: "update.waiting" }]);
  });

  it("11-20 a page hears of a worker that was being installed before it listened", async () => {
    const registration = new Registration({});
    registration.installing = new EventTarget();
    const { heard } = await listen(registration);
    install(registration);
    expect(heard).toEqual([{ type: "update.waiting" }]);
  });

  it("11-20 the first worker is no update", async () => {
    const registration = new Registration(null);
    const { heard } = await listen(registration);
    install(registration);
    expect(heard).toEqual([]);
  });

  it("11-20 a page hears the messages of the worker about updates, and no others", async () => {
    const { heard, receive } = await listen(new Registration({}));
    for (const data of [{ type: "update.replaced" }, { type: "push.lost" }, null, { type: "update.off" }])
      receive(data);
    expect(heard).toEqual([{ type: "update.replaced" }, { type: "update.off" }]);
  });

  it("11-20 a page that no longer listens hears nothing", async () => {
    const registration = new Registration({});
    const { heard, stop, receive } = await listen(registration);
    stop();
    install(registration);
    receive({ type: "update.off" });
    expect(heard).toEqual([]);
  });
});
