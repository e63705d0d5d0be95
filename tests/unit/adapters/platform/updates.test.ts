import { describe, expect, it } from "vitest";
import { createUpdates } from "../../../../src/adapters/platform/updates.ts";

class Registration extends EventTarget {
  asked = 0;
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
