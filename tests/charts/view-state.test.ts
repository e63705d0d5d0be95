/**
 * Views decide nothing: they render snapshots and send events. Adapters decide nothing that a user could notice. What
 * a view still holds is named in `view-state.ts` with the reason, what adapters and the wiring hold in
 * `adapter-state.ts`.
 */
import { describe, expect, it } from "vitest";
import { adapterState } from "./adapter-state.ts";
import { closureState } from "./closure-state.ts";
import { type SourceFile, sourcesIn } from "./source-files.ts";
import { type Reasons, viewState } from "./view-state.ts";

const VIEWS = ["src/screens", "src/components", "src/shell"];

/** References to elements are no state: they only lead to what is on screen. */
const ELEMENT = /^<(HTML\w*Element|VirtualizerHandle)>\(null\)/;

const TIMERS = /\b(set(?:Timeout|Interval)|requestAnimationFrame|requestIdleCallback|queueMicrotask)\b/g;

const BROWSER = [
  TIMERS,
  /(?<![.\w])((?:window|document|navigator|localStorage|sessionStorage|indexedDB|performance)\??\.(?!removeEventListener)\w+)/g,
  /(?<![.\w])(fetch|matchMedia|getComputedStyle|useSyncExternalStore)\((?!\))/g,
  /\bnew (\w+Observer|Audio|Image|OffscreenCanvas|AudioContext|FileReader|Worker|BroadcastChannel|Notification)\b/g,
  /\b(URL\.createObjectURL|Date\.now|Math\.random)\b/g,
  /(?<!window|document)\.(addEventListener)\(/g,
];

const CLASS = /^(?:export )?(class \w+)/gm;

/** State that outlives a render: of an instance or of the module. */
const MODULE = [
  CLASS,
  /^let (\w+)/gm,
  /^const (\w+) = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\);/gm,
  /^const (\w+): (?!readonly).*\[\] = \[\];/gm,
];

const all = (code: string, patterns: readonly RegExp[]) =>
  patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = ""]) => name.replace("?.", ".")));

/** Names of what a view holds: its state, its references except to elements, and the browser APIs it calls. */
function heldByView({ code }: SourceFile): string[] {
  const bare = withoutStrings(code);
  const states = [...bare.matchAll(/const \[([^=]*?)\]\s*=\s*use(?:State|Reducer)\b/g)].map(
    ([, names = ""]) => stateName(names),
  );
  const calls = bare.match(/\buse(State|Reducer)(?=[<(])/g) ?? [];
  const references = [...bare.matchAll(/(\w+)\s*[=:]\s*useRef(?=[<(])(.*)/g)].flatMap(
    ([, name = "", rest = ""]) => (ELEMENT.test(rest) ? [] : [name]),
  );
  const unnamed = calls.length > states.length ? ["useState without a name"] : [];
  return unique([...states, ...unnamed, ...references, ...all(bare, BROWSER), ...all(bare, MODULE)]);
}

/** "query" of `query, setQuery`; "loading" of `{ state, attempt }, setLoading`. */
function stateName(names: string): string {
  const [, setter] = /,\s*set(\w+),?\s*$/.exec(names) ?? [];
  return /^\s*(\w+)/.exec(names)?.[1] ?? (setter ? setter.charAt(0).toLowerCase() + setter.slice(1) : names);
}

/** Names of what an adapter holds: its variables that outlive a call, its classes and timers. */
function heldByAdapter(file: SourceFile): string[] {
  return unique([...closureState(file), ...all(withoutStrings(file.code), [CLASS, TIMERS])]);
}

/** Names of what the wiring holds. It calls no browser API, too. */
function heldByWiring(file: SourceFile): string[] {
  return unique([...heldByAdapter(file), ...all(withoutStrings(file.code), BROWSER)]);
}

const unique = (names: readonly string[]) => [...new Set(names)].sort();

function withoutStrings(code: string): string {
  return code.replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, '""');
}

type Names = Readonly<Record<string, readonly string[]>>;

function namesIn(folders: readonly string[], heldBy: (file: SourceFile) => string[]): Names {
  const files = folders.flatMap(sourcesIn).map((file) => [file.path, heldBy(file)] as const);
  return Object.fromEntries(files.filter(([, names]) => names.length > 0));
}

const held: readonly (readonly [what: string, held: Names, list: Readonly<Record<string, Reasons>>])[] = [
  ["views", namesIn(VIEWS, heldByView), viewState],
  [
    "adapters and the wiring",
    { ...namesIn(["src/adapters"], heldByAdapter), ...namesIn(["src/wiring"], heldByWiring) },
    adapterState,
  ],
];

/** "file: name" of everything in `one` that is not in `other`. */
function missing(one: Names, other: Names): string[] {
  return Object.entries(one).flatMap(([path, names]) =>
    names.filter((name) => !other[path]?.includes(name)).map((name) => `${path}: ${name}`),
  );
}

const listed = (list: Readonly<Record<string, Reasons>>): Names =>
  Object.fromEntries(Object.entries(list).map(([path, reasons]) => [path, Object.keys(reasons)]));

describe.each(held)("%s", (_, names, list) => {
  it("hold nothing without a reason in the list", () => {
    expect(Object.keys(names).length).toBeGreaterThan(20);
    expect(missing(names, listed(list))).toEqual([]);
  });

  it("still hold everything that the list gives a reason for", () => {
    expect(missing(listed(list), names)).toEqual([]);
  });
});

describe("views", () => {
  it.each<[string, string, readonly string[]]>([
    ["a state", "const [query, setQuery] = useState<string>(first);", ["query"]],
    ["a state of several parts", "const [{ a, b }, setLoading] = useState(START);", ["loading"]],
    ["a state across lines", "const [\n  a,\n  setA,\n] = useState(0);", ["a"]],
    ["a state without a name", "return useState(0);", ["useState without a name"]],
    ["a reference", "const drag = useRef<Drag | null>(null);", ["drag"]],
    ["no reference to an element", "const list = useRef<HTMLUListElement>(null);", []],
    ["a timer", "setTimeout(close, 100);", ["setTimeout"]],
    ["a browser API", "return navigator.mediaDevices?.enumerateDevices();", ["navigator.mediaDevices"]],
    ["an optional browser API", "window.matchMedia?.(query)", ["window.matchMedia"]],
    ["an observer", "new ResizeObserver(measure)", ["ResizeObserver"]],
    ["a listener", "element.addEventListener(type, listen);", ["addEventListener"]],
    ["state of the module", "let known = null;\nconst seen = new Map<string, number>();", ["known", "seen"]],
    ["an object with state", "export class Gestures {", ["class Gestures"]],
    ["no word in a text", 'const hint = "window.close";', []],
  ])("are searched for %s", (_, code, names) => {
    expect(heldByView({ path: "", code, imports: [] })).toEqual(names);
  });
});

describe("adapters", () => {
  it.each<[string, string, readonly string[]]>([
    ["a variable of the module", "let known = null;", ["known"]],
    [
      "a variable of a closure",
      "function create() { let calls = 0; return () => { calls += 1; }; }",
      ["calls"],
    ],
    ["a part of a value", "function create() { let { use } = begin(); return () => use; }", ["use"]],
    [
      "a collection",
      "const create = () => { const held = new Map(); return { put: () => held.clear() }; };",
      ["held"],
    ],
    [
      "a list",
      "function create() { const waiting: string[] = []; return () => waiting.pop(); }",
      ["waiting"],
    ],
    [
      "no variable of one call",
      "function sum() { let all = 0; for (let at = 0; at < 9; at++) all += at; }",
      [],
    ],
    ["no property with the same name", "function f(one) { let size = 0; return () => one.size; }", []],
    ["no table", "const CODES = new Map([[1, 2]]);", []],
    ["a timer", "setInterval(look, 1000);", ["setInterval"]],
    ["an object with state", "class Take {}", ["class Take"]],
  ])("are searched for %s", (_, code, names) => {
    expect(heldByAdapter({ path: "adapter.ts", code, imports: [] })).toEqual(names);
  });
});
