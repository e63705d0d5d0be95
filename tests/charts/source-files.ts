import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

export interface SourceFile {
  /** From the repository's root, with slashes. */
  path: string;
  /** Without comments. */
  code: string;
  imports: readonly Import[];
}

export interface Import {
  specifier: string;
  /** The imported file from the repository's root, or null for a package. */
  path: string | null;
  isTypeOnly: boolean;
  /** Loaded with `import()`. */
  isLazy: boolean;
}

/** TypeScript files below `folder`. */
export function sourcesIn(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => sourceFile(join(folder, name).split(sep).join("/")))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function sourceFile(path: string): SourceFile {
  const code = withoutComments(readFileSync(join(ROOT, path), "utf8"));
  return { path, code, imports: importsOf(path, code) };
}

function importsOf(path: string, code: string): Import[] {
  const statements = code.matchAll(
    /\b(?:import|export)\s+(type\s+)?((?:[\w*\s,$]|\{[^}]*\})*?)\s*from\s*"([^"]+)"/g,
  );
  const named = [...statements].map(([, type, names = "", specifier = ""]) => ({
    specifier,
    isTypeOnly: type !== undefined || hasOnlyTypes(names),
    isLazy: false,
  }));
  const bare = [...code.matchAll(/\bimport\s*(\(?)\s*"([^"]+)"/g)].map(([, bracket, specifier = ""]) => ({
    specifier,
    isTypeOnly: false,
    isLazy: bracket === "(",
  }));
  return [...named, ...bare].map((one) => ({
    ...one,
    path: one.specifier.startsWith(".")
      ? relative(ROOT, resolve(ROOT, dirname(path), one.specifier))
          .split(sep)
          .join("/")
      : null,
  }));
}

function hasOnlyTypes(names: string): boolean {
  const list = /^\{([^}]*)\}$/.exec(names.trim())?.[1]?.split(",") ?? [];
  const filled = list.map((name) => name.trim()).filter(Boolean);
  return filled.length > 0 && filled.every((name) => name.startsWith("type "));
}

/** Drops comments and keeps strings, so that "https://" is no comment. */
function withoutComments(text: string): string {
  return text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|(^|[\s;{}(,])\/\/[^\n]*/g,
    (_, literal: string | undefined, before: string | undefined) => literal ?? before ?? "",
  );
}
