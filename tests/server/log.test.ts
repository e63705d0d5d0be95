// @vitest-environment node
import { expect, it, vi } from "vitest";
import { createBackend } from "../../server/index.ts";
import { reportError, warn } from "../../server/log.ts";
import { startChat } from "./chat/chat-client.ts";

const hostile = "a\u001b[2J\u001b]0;title\u0007b\u009b31mc\u202Ed\u2066e\u200Ff\rg\nh\u2028i\u0000";
/** Everything that moves a cursor or changes a colour, a title or the text direction. */
const commands = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

it("writes no terminal commands from user input, in warnings and errors", () => {
  const said: string[] = [];
  vi.spyOn(console, "warn").mockImplementation((...parts) => said.push(parts.join(" ")));
  vi.spyOn(console, "error").mockImplementation((...parts) => said.push(parts.join(" ")));
  warn(hostile);
  reportError(hostile, new Error(hostile));
  reportError("a call", hostile);
  expect(said).toHaveLength(3);
  for (const text of said) {
    expect(text.replaceAll("\n", "")).not.toMatch(commands);
    // Only lines of the backend start with its prefix.
    expect(text.split("\n").filter((line) => line.startsWith("[server]"))).toHaveLength(1);
  }
  expect(said[0]).not.toContain("\n");
});

it("9-14 neither sends nor prints a code for an address with terminal commands", async () => {
  const server = await startChat();
  for (const email of ["\u001b[2J@parley.test", "ab@\u001b]0;x\u0007.test", "a\u202Eb@parley.test"]) {
    expect((await server.chat("/account/code/send", { email, usedFor: 1 })).errCode).toBe(1001);
  }
  expect(server.printed.filter((line) => commands.test(line))).toEqual([]);
  await server.close();
});

it("prints every line without control characters", async () => {
  const printed: string[] = [];
  const backend = createBackend({ data: ":memory:", print: (line) => printed.push(line) });
  expect(printed.length).toBeGreaterThan(0);
  expect(printed.filter((line) => commands.test(line))).toEqual([]);
  await backend.close();
});
