/** The rules for imports: screens and adapters import charts, never the other way round. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Import, ROOT, type SourceFile, sourcesIn } from "./source-files.ts";

const machines = sourcesIn("machines");
const client = sourcesIn("src");
const server = sourcesIn("server");

/** Imports of `files` that `isForbidden` matches, as "file -> import". */
function offences(
  files: readonly SourceFile[],
  isForbidden: (one: Import, file: SourceFile) => boolean,
): string[] {
  return files.flatMap((file) =>
    file.imports
      .filter((one) => isForbidden(one, file))
      .map(({ specifier }) => `${file.path} -> ${specifier}`),
  );
}

const withImport = (file: SourceFile, path: string): SourceFile => ({
  ...file,
  imports: [{ specifier: path, path, isTypeOnly: true, isLazy: false }],
});
const below = (folder: string) => client.filter(({ path }) => path.startsWith(`src/${folder}/`));
const charts = new Set(
  machines.filter(({ code }) => code.includes(".createMachine(")).map(({ path }) => path),
);
const isChart = ({ path, isTypeOnly }: Import) => !isTypeOnly && charts.has(path ?? "");
const leadsTo = (folder: string) => (one: Import) => one.path?.startsWith(`${folder}/`) ?? false;

/** Modules that import each other in a circle, also for types only, and the modules that lead to such a circle. */
function circlesIn(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const left = files.filter(({ imports }) => imports.some(({ path }) => paths.has(path ?? "")));
  return left.length < files.length ? circlesIn(left) : left.map(({ path }) => path);
}

describe("imports", () => {
  it("are found, so that the rules below check something", () => {
    expect(machines.length).toBeGreaterThan(15);
    expect(client.some(({ path }) => path === "src/wiring/index.ts")).toBe(true);
    expect(machines.flatMap(({ imports }) => imports).some(({ specifier }) => specifier === "xstate")).toBe(
      true,
    );
  });

  it("charts, wiring, adapters, server and tools have no circles", () => {
    expect(circlesIn([...machines, ...below("wiring"), ...below("adapters")])).toEqual([]);
    expect(circlesIn(server)).toEqual([]);
    expect(circlesIn(sourcesIn("tools/charts"))).toEqual([]);
    const [first, second] = machines;
    const circle = first && second ? [withImport(first, second.path), withImport(second, first.path)] : [];
    expect(circlesIn(circle)).toHaveLength(2);
  });

  it("the client has no circles of values, also not through what it loads later", () => {
    const withValues = [...machines, ...client].map((file) => ({
      ...file,
      imports: file.imports.filter(({ isTypeOnly }) => !isTypeOnly),
    }));
    expect(circlesIn(withValues)).toEqual([]);
  });

  it("charts import xstate and each other, nothing else", () => {
    const isOutside = ({ specifier, path }: Import) =>
      specifier !== "xstate" && !(path?.startsWith("machines/") ?? false);
    expect(offences(machines, isOutside)).toEqual([]);
  });

  it("charts use no browser API, clock or randomness", () => {
    const forbidden =
      /\b(window(?!:)|document|navigator|fetch|localStorage|sessionStorage|indexedDB|setTimeout|setInterval|queueMicrotask|process)\b|Date\.now|new Date\b|Math\.random|crypto\.|performance\./;
    const touching = machines.filter(({ code }) => forbidden.test(withoutStrings(code)));
    expect(touching.map(({ path }) => path)).toEqual([]);
  });

  it("screens and the shell import no adapters, components import neither screens nor adapters", () => {
    expect(offences(below("screens"), leadsTo("src/adapters"))).toEqual([]);
    expect(offences(below("components"), leadsTo("src/screens"))).toEqual([]);
    expect(offences(below("components"), leadsTo("src/adapters"))).toEqual([]);
    expect(offences(below("shell"), leadsTo("src/adapters"))).toEqual([]);
  });

  it("adapters import no charts and no views, only ports and types", () => {
    const isView = (one: Import) =>
      ["src/screens", "src/components", "src/shell"].some((folder) => leadsTo(folder)(one));
    expect(offences(below("adapters"), isView)).toEqual([]);
    expect(offences(below("adapters"), isChart)).toEqual([]);
  });

  it("domain and ports import no chart", () => {
    const shared = machines.filter(({ path }) => /^machines\/(domain|ports)\//.test(path));
    expect(shared.length).toBeGreaterThan(15);
    expect(offences(shared, isChart)).toEqual([]);
    expect(shared.filter(({ path }) => charts.has(path))).toEqual([]);
  });

  it("client and server do not import each other", () => {
    expect(offences(client, leadsTo("server"))).toEqual([]);
    expect(offences(server, leadsTo("src"))).toEqual([]);
    expect(offences(server, leadsTo("machines"))).toEqual([]);
  });

  it("11-17 the tools for charts import each other and the packages that they declare", () => {
    const tools = sourcesIn("tools/charts");
    expect(tools.length).toBeGreaterThan(15);
    const { peerDependencies, devDependencies } = JSON.parse(
      readFileSync(join(ROOT, "tools/charts/package.json"), "utf8"),
    );
    // The page of the inspector is packed as it is built, with its packages in it.
    const packagesOf = ({ path }: SourceFile) => [
      ...Object.keys(peerDependencies),
      ...(path.startsWith("tools/charts/inspector/") ? Object.keys(devDependencies) : []),
      ...(path.startsWith("tools/charts/tests/") ? ["vitest"] : []),
    ];
    const isOutside = ({ specifier, path }: Import, file: SourceFile) => {
      if (path !== null) return !path.startsWith("tools/charts/");
      const isDeclared = packagesOf(file).some(
        (name) => specifier === name || specifier.startsWith(`${name}/`),
      );
      return !isDeclared && !specifier.startsWith("node:");
    };
    expect(offences(tools, isOutside)).toEqual([]);
    expect(tools.filter(({ code }) => /parley(?!-charts)/i.test(code)).map(({ path }) => path)).toEqual([]);
  });

  it("only the worker imports the OpenIM SDK; other files import its types", () => {
    const isRunning = ({ specifier, isTypeOnly }: Import, { path }: SourceFile) =>
      specifier.startsWith("@openim/wasm-client-sdk") &&
      !isTypeOnly &&
      !path.startsWith("src/adapters/openim/worker/");
    expect(offences(client, isRunning)).toEqual([]);
  });

  it("only the listed files draw or play media, so that addresses in messages lead to the own storage only", () => {
    const media = /<(img|video|audio|iframe)\b|new (Audio|Image)\b|backgroundImage|background-image/;
    const drawing = client.filter(({ code }) => media.test(code)).map(({ path }) => path);
    expect(drawing.sort()).toEqual([
      // These ask `SourcesPort` where an address leads.
      ...["src/adapters/media/player.ts", "src/components/Avatar.tsx", "src/components/Still.tsx"],
      ...["src/duo/Duo.tsx", "src/duo/playback/Playback.tsx"],
      // The kept pictures of states, from the build.
      "src/inspector/StatePicture.tsx",
      // Video of a camera or of a call.
      "src/screens/call/Picture.tsx",
      // A file that the user has just picked, from memory.
      "src/screens/chat/attaching/AttachSheet.tsx",
      "src/screens/chat/attachments/RemotePicture.tsx",
      "src/screens/gallery/Slide.tsx",
      "src/screens/login/LoginScreen.tsx",
      // The code of a meeting, and the user's own camera.
      ...["src/screens/meeting/LinkSheet.tsx", "src/screens/meeting/LobbyScene.tsx"],
      "src/screens/portrait/CropSheet.tsx",
      ...["src/screens/qrCode/QrCodeScreen.tsx", "src/screens/scan/ScanScreen.tsx"],
    ]);
  });

  it("only adapters and the service worker use timers, except for the views' clock in src/shell/now.ts", () => {
    const keeping = (timer: RegExp) =>
      client
        .filter(
          ({ path, code }) => !/^src\/(adapters|worker)\//.test(path) && timer.test(withoutStrings(code)),
        )
        .map(({ path }) => path);
    expect(keeping(/\b(setTimeout|requestIdleCallback)\b/)).toEqual([]);
    expect(keeping(/\bsetInterval\b/)).toEqual(["src/shell/now.ts"]);
  });

  it("11-10 only the entry loads the inspection, and only on demand", () => {
    const app = client.filter(({ path }) => !/^src\/(adapters\/inspection|inspector|duo)\//.test(path));
    const isInspection = (one: Import) =>
      /^(src\/(adapters\/inspection|inspector|duo)|tools\/charts)\//.test(one.path ?? "");
    const loading = app.flatMap(({ path, imports }) =>
      imports.filter((one) => isInspection(one) && !one.isTypeOnly).map(({ isLazy }) => ({ path, isLazy })),
    );
    expect(loading).toEqual([{ path: "src/main.tsx", isLazy: true }]);
  });

  it("only the entry imports adapters, and the wiring imports every chart with ports", () => {
    const knows = (file: SourceFile, folder: string) =>
      file.imports.some((one) => leadsTo(folder)(one) && !one.isTypeOnly);
    const outside = client.filter(({ path }) => !path.startsWith("src/adapters/"));
    const ofAdapters = outside.filter((file) => knows(file, "src/adapters"));
    // The page's first script only checks whether a user is signed in.
    expect(ofAdapters.map(({ path }) => path)).toEqual(["src/instant-sign-in/first.ts", "src/main.tsx"]);
    expect(ofAdapters.filter((file) => knows(file, "machines"))).toEqual([]);
    const charts = machines
      .filter(({ code }) => /\b(port|stream)[<(]/.test(code) && code.includes(".createMachine("))
      .map(({ path }) => path);
    const known = below("wiring").flatMap(({ imports }) => imports.map(({ path }) => path));
    expect(charts.filter((chart) => !known.includes(chart))).toEqual([]);
  });

  it("10-01 client code uses no browser API that the oldest supported browsers lack", () => {
    // TypeScript's `lib` leaves out newer parts of the language.
    const newer = /\b(?:URL\.(?:canParse|parse)|AbortSignal\.any|new Iterator)\b/;
    expect(
      [...client, ...machines].filter(({ code }) => newer.test(withoutStrings(code))).map(({ path }) => path),
    ).toEqual([]);
  });

  it("only the wiring provides ports, views provide nothing", () => {
    const providing = client.filter(
      ({ path, code }) => !path.startsWith("src/wiring/") && /\.provide\(/.test(withoutStrings(code)),
    );
    expect(providing.map(({ path }) => path)).toEqual([]);
  });
});

function withoutStrings(code: string): string {
  return code.replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, '""');
}
