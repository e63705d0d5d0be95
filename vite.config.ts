import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { loadEnv, normalizePath } from "vite";
import { defineConfig } from "vitest/config";
import { offersDemo, orExit, readPort } from "./server/start.ts";
import { embeddedBackend } from "./server/vite.ts";
import { builtOrigins } from "./src/adapters/config.ts";
import { isEverything, LONG_RUN_FILES, MUTATION_FILE } from "./tests/everything.ts";
import { ByEnvironment } from "./tests/sequencer.ts";
import { Unfinished } from "./tests/unfinished.ts";
import { chartNotes } from "./tools/chart-notes.ts";
import { mutants } from "./tools/charts/mutate/plugin.ts";
import { compileHints } from "./tools/compile-hints.ts";
import { emojiData } from "./tools/emoji-data.ts";
import { extraPages } from "./tools/pages.ts";
import { precompress } from "./tools/precompress.ts";
import { retryStyles } from "./tools/retry-styles.ts";
import { welcome } from "./tools/welcome.ts";
import { serviceWorker } from "./tools/worker.ts";

interface Manifest {
  version: string;
  license: string;
  dependencies: Record<string, string>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(new URL(`./${folder}package.json`, import.meta.url), "utf8"));

const { version, license, dependencies } = manifestOf("");

/** Shown in the app: name, version and licence of each dependency. */
const libraries = Object.keys(dependencies).map((name) => {
  const library = manifestOf(`node_modules/${name}/`);
  return { name, version: library.version, licence: library.license };
});

const port = orExit(() => readPort(process.env, "PORT")) ?? 5173;

/**
 * `npm start` builds in mode "quick": over the loopback, saving the last megabyte of wasm is not worth two minutes.
 */
const isQuick = (mode: string) => mode === "quick";

/**
 * What the page may load and connect to. Other servers can be configured at run time, so connect-src is wide: their
 * content is fetched and shown from memory. Media elements load only from the origins named in the build, so that
 * rendering never requests an unknown URL.
 */
const contentSecurityPolicy = (origins: string) =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${origins}`,
    `media-src 'self' data: blob:${origins}`,
    "connect-src 'self' https: http: wss: ws:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    // The demo shows two frames on its own page. Anywhere else a frame around Parley may be clickjacking.
    `frame-ancestors ${offersDemo(process.env) ? "'self'" : "'none'"}`,
  ].join("; ");

/** A part of the policy: empty, or a space before each storage origin named in the build. */
const originsOf = (mode: string) =>
  [...builtOrigins(loadEnv(mode, process.cwd(), "VITE_"))].map((origin) => ` ${origin}`).join("");

/** On a busy machine they would fill the output of `npm start`. */
const noTimings = { checks: { bundlerTimings: false } };

/** What `lazyLayers.ts` loads with the tabs. Each layer is its own chunk. */
const LAYERS = ["TabLayout", "ChatView", "CallLayer", "GalleryLayer", "ReinstallProgress"].map(
  (name) => `shell/${name}.tsx`,
);

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Returns whether a layer imports the module, also through others. */
function importedByLayers() {
  const imported = new Set<string>();
  const visit = (id: string, graph: Graph) => {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (imported.has(next) || LAYERS.some((layer) => next.endsWith(`/${layer}`))) continue;
      imported.add(next);
      visit(next, graph);
    }
  };
  return (id: string, graph: Graph): boolean => {
    if (imported.size === 0)
      for (const layer of [...LAYERS, "i18n/signed-in.ts"])
        visit(normalizePath(fileURLToPath(new URL(`./src/${layer}`, import.meta.url))), graph);
    return imported.has(id);
  };
}

const LATER =
  /node_modules\/(lucide-react|virtua)\/|\/machines\/domain\/|\/src\/(shell|components|i18n|screens|text)\//;

const ACCOUNT_PAGES =
  /\/src\/screens\/(about|accountSettings|appearance|blackList|changePassword|language|ownProfile|selfInfoDetails)\//;
const PEOPLE_PAGES =
  /\/src\/screens\/(application\w*|callRecord|changeNameOrRemark|contactAdd|my\w+|new\w+|person|search\w+|sendApplication|share|userCard\w*)\//;
const GROUP_PAGES =
  /\/src\/(screens\/(changeName|choos\w+|createGroup|group(Card|Manage|MemberList|Setting)?|singleSetting)\/|screens\/chat\/searching\/SearchRow\.|components\/useLimited\.|text\/fitted\.)/;

const isOfLayers = importedByLayers();

/**
 * Few chunks instead of dozens of small ones: code before sign-in, with libraries apart because they seldom change;
 * what the tabs import; code for signed-in users; code that later screens share; and pages of one subject together.
 */
const CHUNKS = [
  { name: "libraries", tags: ["$initial" as const], test: /node_modules\// },
  { name: "first", tags: ["$initial" as const], test: /\/(machines|src)\// },
  { name: (id: string, graph: Graph) => (isOfLayers(id, graph) ? "shared" : null), minShareCount: 2 },
  { name: "signed-in", test: /\/machines\/(?!app\/app-update)|\/src\/(wiring|adapters)\/signed-in/ },
  { name: "later", minShareCount: 3, test: LATER },
  { name: "account-pages", test: ACCOUNT_PAGES, includeDependenciesRecursively: false },
  { name: "people-pages", test: PEOPLE_PAGES, includeDependenciesRecursively: false },
  { name: "group-pages", test: GROUP_PAGES, includeDependenciesRecursively: false },
];

/** Code for the first tap on a chat, loaded ahead when idle. The rows of messages are in `MessageLog.module`. */
const COMPILED_AHEAD = [
  "signed-in",
  "shared",
  "later",
  "ChatView",
  "ChatScreen",
  "CachedChat",
  "MessageLog.module",
];

/** Not stored with the service worker, but when they are used: calls, emoji, encryption, workers for other browsers. */
const STORED_LATER = [
  ...["livekit-client.esm", "encryption-worker", "EmojiPanel", "inspection"],
  ...["worker", "worker-legacy"],
];

const wasmQuality = (mode: string) => (isQuick(mode) ? 5 : 11);

const define = {
  __APP_VERSION__: JSON.stringify(version),
  __APP_LICENCE__: JSON.stringify(license),
  __LIBRARIES__: JSON.stringify(libraries),
  __WASM_BYTES__: statSync("node_modules/@openim/wasm-client-sdk/assets/openIM.wasm").size,
};

const buildSettings = (mode: string) => ({
  target: "es2023",
  // The minifier adds vendor prefixes; of a handwritten pair it keeps only one.
  cssTarget: ["chrome111", "edge111", "firefox115", "safari16.4", "ios16.4"],
  sourcemap: !isQuick(mode),
  // Browsers without modulepreload load a file when it is imported.
  modulePreload: { polyfill: false },
  chunkSizeWarningLimit: 1024,
  reportCompressedSize: false,
  rolldownOptions: noTimings,
});

/** Names of files with seven characters of their hash, the fewest that the bundler takes: pages load long lists of names. */
const SHORT_NAMES = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
  assetFileNames: "assets/[name]-[hash:7][extname]",
};

/** Names of classes with a short mark of their file. The usual ones also have their line, which adds to every page. */
const css = {
  modules: {
    generateScopedName(name: string, file: string): string {
      const path = normalizePath(relative(import.meta.dirname, file.split("?", 1)[0] ?? ""));
      return `${name}_${createHash("sha256").update(path).digest("base64url").slice(0, 4)}`;
    },
  },
};

/** Whether a file is named in the command, so that it runs in any case. */
const isNamed = (file: string) => process.argv.some((argument) => argument.endsWith(file));

/** Tests run React as users get it; `tests/act.ts` has the rest. */
const PRODUCTION = { NODE_ENV: "production" };

/** What runs before each test file that may have a page. */
const SETUP = [
  ...["tests/act.ts", "tests/patience.ts", "tests/labels.ts", "tests/computed-style.ts"],
  "tests/shared-states.ts",
];

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    emojiData(),
    chartNotes(),
    compileHints(COMPILED_AHEAD),
    retryStyles(),
    welcome({ plugins: [react()], css, define, build: buildSettings(mode) }),
    serviceWorker({ later: STORED_LATER, build: buildSettings(mode) }),
    precompress({ wasmQuality: wasmQuality(mode) }),
    extraPages({
      plugins: [react(), retryStyles(), precompress({ wasmQuality: wasmQuality(mode) })],
      build: buildSettings(mode),
    }),
    embeddedBackend(),
  ],
  define,
  css,
  // The production build of React takes no elements for development.
  ...(process.env.VITEST && { oxc: { jsx: { development: false } } }),
  // The OpenIM SDK finds its worker relative to itself; pre-bundling would move it.
  optimizeDeps: { exclude: ["@openim/wasm-client-sdk"] },
  worker: { format: "es", rolldownOptions: noTimings },
  build: {
    ...buildSettings(mode),
    rolldownOptions: { ...noTimings, output: { ...SHORT_NAMES, codeSplitting: { groups: CHUNKS } } },
  },
  server: { port, strictPort: true },
  preview: {
    port,
    strictPort: true,
    headers: {
      "Content-Security-Policy": contentSecurityPolicy(originsOf(mode)),
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  },
  test: {
    // One more than the processors: server tests often wait for a timeout.
    maxWorkers: availableParallelism() + 1,
    // Everything is slower on a busy machine; no test measures duration.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: ByEnvironment, setupFiles: "list" },
    reporters: ["default", new Unfinished()],
    exclude: [MUTATION_FILE, ...(isEverything ? [] : LONG_RUN_FILES)].filter((file) => !isNamed(file)),
    // With Node's small young generation a fifth of the time goes into collecting garbage.
    execArgv: ["--max-semi-space-size=64"],
    projects: [
      {
        extends: true,
        plugins: [mutants()],
        test: {
          name: "unit",
          env: PRODUCTION,
          setupFiles: [...SETUP, "tests/left-behind.ts"],
          include: ["tests/{unit,charts,pair,explore}/**/*.test.{ts,tsx}", "tools/charts/tests/**/*.test.ts"],
          environment: "node",
          // Modules are loaded and a page is created once per worker: no test leaves state for another, in any file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "ui",
          env: PRODUCTION,
          setupFiles: [...SETUP, "tests/ui/setup.ts", "tests/left-behind.ts"],
          include: ["tests/ui/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "paths",
          env: PRODUCTION,
          setupFiles: [...SETUP, "tests/paths/setup.ts", "tests/left-behind.ts"],
          include: ["tests/paths/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          setupFiles: ["tests/patience.ts", "tests/server/support/setup.ts", "tests/left-behind.ts"],
          include: ["tests/server/**/*.test.ts"],
          exclude: ["tests/server/rtc/**"],
          environment: "node",
          isolate: false,
          globalSetup: "tests/server/support/global-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          // Each file has a process of its own: LiveKit's client does not connect after another file has used it there.
          name: "rtc",
          setupFiles: "tests/patience.ts",
          include: ["tests/server/rtc/**/*.test.ts"],
          environment: "node",
          globalSetup: "tests/server/support/global-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          setupFiles: ["tests/patience.ts", "tests/e2e/support/setup.ts"],
          include: ["tests/e2e/**/*.test.ts"],
          environment: "node",
          isolate: false,
          globalSetup: "tests/e2e/support/global-setup.ts",
          // Runs the SDK's wasm with the baseline compiler and validates functions on first call. Otherwise every page
          // would validate it whole and optimise it on all cores for nothing.
          env: { CHROMIUM_FLAGS: "--js-flags=--liftoff-only,--wasm-lazy-validation" },
          // Conditions have two minutes each on a busy machine; no test waits for a fixed time.
          expect: { poll: { timeout: 120_000 } },
          testTimeout: 480_000,
          hookTimeout: 480_000,
          // Three at a time, also on two cores: a test often waits for another browser, a ring or a timeout.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
}));
