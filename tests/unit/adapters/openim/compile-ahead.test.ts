import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { compileAhead } from "../../../../src/adapters/openim/worker/compile-ahead.ts";

const URL = "/assets/database.wasm";
/** The smallest valid module. */
const EMPTY = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const wasm = () => new Response(EMPTY, { headers: { "Content-Type": "application/wasm" } });

describe("a precompiled wasm module", () => {
  const { instantiateStreaming } = WebAssembly;
  const asked: string[] = [];
  let answers: (() => Response)[] = [];

  beforeEach(() => {
    asked.length = 0;
    vi.stubGlobal("self", {
      fetch: async (input: unknown) => {
        asked.push(String(input));
        return (answers.shift() ?? wasm)();
      },
    });
  });
  afterEach(() => {
    WebAssembly.instantiateStreaming = instantiateStreaming;
    answers = [];
  });

  it("10-02 is fetched at once and not fetched again on use", async () => {
    compileAhead(URL);
    expect(asked).toEqual([URL]);
    const { instance } = await WebAssembly.instantiateStreaming(self.fetch(URL), {});
    expect(instance).toBeInstanceOf(WebAssembly.Instance);
    expect(asked).toEqual([URL]);
  });

  it("10-02 is fetched again on use when the first fetch failed", async () => {
    answers = [() => new Response(null, { status: 503 })];
    compileAhead(URL);
    const { instance } = await WebAssembly.instantiateStreaming(self.fetch(URL), {});
    expect(instance).toBeInstanceOf(WebAssembly.Instance);
    expect(asked).toEqual([URL, URL]);
  });

  it("leaves other modules unchanged", async () => {
    compileAhead(URL);
    const { instance } = await WebAssembly.instantiateStreaming(self.fetch("/assets/other.wasm"), {});
    expect(instance).toBeInstanceOf(WebAssembly.Instance);
    expect(asked).toEqual([URL, "/assets/other.wasm"]);
  });
});
