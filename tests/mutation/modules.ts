/** The modules whose code is mutated, and the tests that may notice it. */
import { createHash } from "node:crypto";
import { parseSync } from "vite";
import { type SourceFile, sourcesIn } from "../charts/source-files.ts";
import { editsOfCode } from "./edits.ts";

export interface CodeModule extends SourceFile {
  /** Unit tests that import it. Those of an adapter also count if they import it through other modules. */
  tests: readonly string[];
  /** The tests of the server start a whole backend in their process. */
  level: "unit" | "server";
}

/** Where code decides without a chart. A file that makes a chart has its own mutants (`tests/charts/mutants.ts`). */
const ROOMS = ["machines", "src/text", "src/wiring", "src/adapters", "src/worker"];

/** Modules with edits that unit tests try, in the order of their paths. */
export function codeModules(): CodeModule[] {
  const files = [...ROOMS, "tests/unit"].flatMap(sourcesIn);
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files)
    for (const one of imports)
      if (one.path !== null && !one.isTypeOnly)
        importers.set(one.path, [...(importers.get(one.path) ?? []), path]);
  return files.flatMap((file) => {
    const isCode = ROOMS.some((room) => file.path.startsWith(`${room}/`)) && !isChart(file);
    if (!isCode || editsOfCode(file.code, file.path).length === 0) return [];
    const isOfAdapter = (path: string) =>
      path.startsWith(`tests/unit/${/^src\/(adapters\/[^/]+\/)/.exec(file.path)?.[1]}`);
    const direct = (importers.get(file.path) ?? []).filter(isTest);
    const others = reaching(file.path, importers).filter((path) => isTest(path) && isOfAdapter(path));
    const tests = [...new Set([...direct, ...others])];
    return tests.length > 0 ? [{ ...file, tests, level: "unit" as const }] : [];
  });
}

/** Modules of the server that keep others from harm. All tests of the server reach each of them: these are about it. */
const SERVER_TESTS: Readonly<Record<string, readonly string[]>> = {
  "server/attempts.ts": [
    "chat/attempts",
    "chat/codes",
    "chat/login",
    "chat/password",
    "chat/register",
    "chat/strangers",
  ],
  "server/chat/codes.ts": ["chat/attempts", "chat/codes", "chat/login", "chat/password", "chat/register"],
  "server/chat/identity.ts": ["chat/codes", "chat/login", "chat/register", "chat/profile", "chat/asking"],
  "server/chat/passwords.ts": ["chat/password", "chat/login", "chat/hashing", "chat/register"],
  "server/chat/sessions.ts": ["chat/token", "chat/login", "chat/password", "chat/profile"],
  "server/chat/validation.ts": ["chat/register", "chat/profile", "chat/asking", "chat/codes"],
  "server/im/domain/blocking.ts": ["im/blacks", "im/friends", "im/groups"],
  "server/im/domain/group-applications.ts": ["im/group-applications", "im/rights", "im/groups"],
  "server/im/domain/group-muting.ts": ["im/group-settings", "im/rights", "im/groups"],
  "server/im/domain/group-requests.ts": ["im/group-applications", "im/rights", "im/groups"],
  "server/im/domain/group-rights.ts": [
    "im/rights",
    "im/groups",
    "im/group-settings",
    "im/group-applications",
  ],
  "server/im/domain/group-settings.ts": ["im/group-settings", "im/rights", "im/groups", "im/sizes"],
  "server/im/domain/membership.ts": ["im/groups", "im/rights", "im/blacks", "im/group-applications"],
  "server/im/domain/pairs.ts": ["im/pairs", "im/sending"],
  "server/im/domain/push-acts.ts": ["push/acts"],
  "server/im/domain/revocation.ts": ["im/history", "im/rights", "im/rates"],
  "server/im/domain/sending.ts": [
    "im/sending",
    "im/hostile",
    "im/groups",
    "im/blacks",
    "im/pairs",
    "im/rights",
  ],
  "server/objects/addresses.ts": ["objects/serving", "objects/uploads"],
  "server/objects/kinds.ts": ["objects/kinds", "objects/serving"],
  "server/objects/names.ts": ["objects/names", "objects/uploads", "objects/serving"],
  "server/objects/ranges.ts": ["objects/serving"],
  "server/objects/receiving.ts": ["objects/uploads", "objects/killed"],
  "server/objects/room.ts": ["objects/uploads", "process/disk-full"],
  "server/objects/uploads.ts": ["objects/uploads", "objects/unused", "objects/older-store"],
  "server/push/addresses.ts": ["push/addresses"],
  "server/push/content.ts": ["push/push", "push/acts"],
  "server/push/grants.ts": ["push/acts"],
  "server/push/subscriptions.ts": ["push/push", "push/acts"],
  "server/rates.ts": ["im/rates"],
  "server/rtc/access/token.ts": ["rtc/token"],
  "server/rtc/network/data-guard.ts": ["rtc/data-guard"],
  "server/rtc/network/dtls-guard.ts": ["rtc/dtls"],
  "server/tokens.ts": ["chat/token"],
};

/** Modules of the server with their tests. */
export function serverModules(): CodeModule[] {
  return sourcesIn("server").flatMap((file) => {
    const tests = SERVER_TESTS[file.path]?.map((name) => `tests/server/${name}.test.ts`);
    return tests ? [{ ...file, tests, level: "server" as const }] : [];
  });
}

/** Identifies the code of a module, without its comments and places. */
export function fingerprintOf({ code, path }: SourceFile): string {
  const tree = JSON.stringify(parseSync(path, code).program, (key, value: unknown) =>
    key === "start" || key === "end" ? undefined : value,
  );
  return createHash("sha256").update(tree).digest("hex").slice(0, 8);
}

/** Files that import a file, also through others. */
function reaching(path: string, importers: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set([path]);
  for (const one of found) for (const importer of importers.get(one) ?? []) found.add(importer);
  return [...found];
}

function isTest(path: string): boolean {
  return /^tests\/unit\/.*\.test\.tsx?$/.test(path);
}

function isChart({ code }: SourceFile): boolean {
  return code.includes("createMachine(");
}
