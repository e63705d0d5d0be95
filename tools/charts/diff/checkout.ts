import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Writes the files of a commit beside links to the installed packages, calls `use` with the path of one file there, and
 * removes them.
 * @param file from the root of the repository
 * @throws Error with a sentence if Git does not know the commit
 */
export async function withCommit<Result>(
  repository: string,
  commit: string,
  file: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const root = mkdtempSync(join(tmpdir(), "charts-"));
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: repository,
      env: { ...process.env, GIT_INDEX_FILE: join(root, "index") },
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
    });
  try {
    const sha = shaOf(commit, git);
    git("read-tree", sha);
    git("checkout-index", "--all", "--force", `--prefix=${root}/`);
    for (const folder of foldersAbove(file)) {
      const packages = join(repository, folder, "node_modules");
      const link = join(root, folder, "node_modules");
      if (existsSync(packages) && existsSync(dirname(link)) && !existsSync(link))
        symlinkSync(packages, link, "junction");
    }
    return await use(join(root, file));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function shaOf(commit: string, git: (...args: string[]) => string): string {
  try {
    return git("rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`).trim();
  } catch {
    throw new Error("Git knows no such commit here. A shallow clone has few: git fetch gets others.");
  }
}

/** Returns the folders that a file is in; the last is "." */
function foldersAbove(file: string): string[] {
  const folder = dirname(file);
  return folder === "." ? [folder] : [folder, ...foldersAbove(folder)];
}
