import type { Reporter, TestModule } from "vitest/node";

/**
 * Names the files and tests that were running when their process ended. Vitest says only that a process ended.
 */
export class Unfinished implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: string): void {
    if (reason === "interrupted") return;
    for (const each of modules) {
      const open = [...each.children.allTests("pending")];
      if (open.length === 0 && !["pending", "queued"].includes(each.state())) continue;
      console.error(`Not finished: ${each.project.name} ${each.relativeModuleId}`);
      for (const { fullName } of open.slice(0, 5)) console.error(`  ${fullName}`);
    }
  }
}
