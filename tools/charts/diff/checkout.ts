import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Writes a folder of a commit beside a link to the installed packages, calls `use` with the new root, and removes it.
 * @throws Error if Git does not know the commit
 */
export async function withCommit<Result>(
  repository: string,
  commit: string,
  folder: string,
  use: (root: string) => Promise<Result>,
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
    const sha = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`).trim();
    git("read-tree", sha);
    git("checkout-index", "--all", "--force", `--prefix=${root}/`);
    const packages = join(repository, "node_modules");
    if (existsSync(packages)) symlinkSync(packages, join(root, "node_modules"), "junction");
    return await use(join(root, folder));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
