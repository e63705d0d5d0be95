/**
 * Test files share a process. Ends the stubs, mocks and fake timers of each test, and fails a file that leaves something
 * else changed: the files that run after it differ from run to run, and would fail or pass because of it.
 */
import { afterAll, afterEach, vi } from "vitest";

/** Added once by libraries, such as React's test tools. */
const BY_LIBRARIES = /^(?:__.*|_reactListening.*|goog|IS_REACT_ACT_ENVIRONMENT)$/;

/** To read them creates a storage; in Node with a warning. */
const STORAGES = new Set(["localStorage", "sessionStorage"]);

/** A page of jsdom, by what a file can change of it and the next file can see. */
const PAGE: Readonly<Record<string, () => unknown>> = {
  "the address": () => location.href,
  "the title": () => document.title,
  "the elements of the head": () => document.head.innerHTML,
  "the elements of the body": () => document.body.innerHTML,
  "the attributes of the document": () =>
    Object.entries(document.documentElement.dataset)
      .filter(([name]) => !name.startsWith("baseUi"))
      .join(),
  "the storage": () => Object.entries({ ...localStorage, ...sessionStorage }).join(),
};

const before = state();

const restore = () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
};

afterEach(restore);

afterAll(() => {
  restore();
  const after = state();
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changed = names.filter(
    (name) => before.has(name) !== after.has(name) || !Object.is(before.get(name), after.get(name)),
  );
  if (changed.length > 0) throw new Error(`This file leaves changed: ${changed.join(", ")}`);
});

function state(): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const add = (name: string, object: object, read: (key: string) => unknown) => {
    for (const key of Object.getOwnPropertyNames(object))
      if (!BY_LIBRARIES.test(key) && !STORAGES.has(key)) found.set(`${name}.${key}`, read(key));
  };
  const { env } = process;
  add("process.env", env, (key) => env[key]);
  const objects = { globalThis, console, performance, Math, Date, URL, navigator: globalThis.navigator };
  for (const [name, object] of Object.entries(objects))
    if (object) add(name, object, (key) => Reflect.get(object, key));
  if (typeof document === "undefined") return found;
  for (const [name, read] of Object.entries(PAGE)) found.set(name, read());
  add("document", document, (key) => Reflect.get(document, key));
  for (const { name, prototype } of [EventTarget, Node, Element, HTMLElement, HTMLMediaElement, Document])
    add(name, prototype, (key) => {
      const { get, value }: PropertyDescriptor = Reflect.getOwnPropertyDescriptor(prototype, key) ?? {};
      return get ?? value;
    });
  return found;
}
