/**
 * Views decide nothing: they render snapshots and send events. What a view or the wiring still holds is named in
 * `view-state.ts`, with the reason.
 */
import { describe, expect, it } from "vitest";
import { type SourceFile, sourcesIn } from "./source-files.ts";
import { viewState } from "./view-state.ts";

const VIEWS = ["src/screens", "src/components", "src/shell"];

/** References to elements are no state: they only lead to what is on screen. */
const ELEMENT = /^<(HTML\w*Element|VirtualizerHandle)>\(null\)/;

const BROWSER = [
  /\b(set(?:Timeout|Interval)|requestAnimationFrame|requestIdleCallback|queueMicrotask)\b/g,
  /(?<![.\w])((?:window|document|navigator|localStorage|sessionStorage|indexedDB|performance)\??\.(?!removeEventListener)\w+)/g,
  /(?<![.\w])(fetch|matchMedia|getComputedStyle|useSyncExternalStore)\((?!\))/g,
  /\bnew (\w+Observer|Audio|Image|OffscreenCanvas|AudioContext|FileReader|Worker|BroadcastChannel|Notification)\b/g,
  /\b(URL\.createObjectURL|Date\.now|Math\.random)\b/g,
  /(?<!window|document)\.(addEventListener)\(/g,
];

/** State that outlives a render: of an instance or of the module. */
const MODULE = [
  /^(?:export )?(class \w+)/gm,
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

/** Names of the variables that the wiring changes, and of its timers. */
function heldByWiring({ code }: SourceFile): string[] {
  return unique(all(withoutStrings(code), [/\blet (\w+)/g, ...BROWSER, ...MODULE]));
}

const unique = (names: readonly string[]) => [...new Set(names)].sort();

function withoutStrings(code: string): string {
  return code.replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, '""');
}

const held: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    ...VIEWS.flatMap(sourcesIn).map((file) => [file.path, heldByView(file)] as const),
    ...sourcesIn("src/wiring").map((file) => [file.path, heldByWiring(file)] as const),
  ].filter(([, names]) => names.length > 0),
);

/** "file: name" of everything in `one` that is not in `other`. */
function missing(
  one: Readonly<Record<string, readonly string[]>>,
  other: Readonly<Record<string, readonly string[]>>,
): string[] {
  return Object.entries(one).flatMap(([path, names]) =>
    names.filter((name) => !other[path]?.includes(name)).map((name) => `${path}: ${name}`),
  );
}

const listed = Object.fromEntries(
  Object.entries(viewState).map(([path, reasons]) => [path, Object.keys(reasons)]),
);

describe("views and the wiring", () => {
  it("hold no state and call no browser API without a reason in view-state.ts", () => {
    expect(Object.keys(held).length).toBeGreaterThan(20);
    expect(missing(held, listed)).toEqual([]);
  });

  it("still hold everything that view-state.ts gives a reason for", () => {
    expect(missing(listed, held)).toEqual([]);
  });

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
