import { beforeEach } from "vitest";
import { describePages } from "./failure-report.ts";

beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    const pages = await describePages();
    const [error] = task.result?.errors ?? [];
    if (!error || pages === "") return;
    error.message = `${error.message}\n\nWhat the pages showed:\n${pages}`;
    if (error.stack) error.stack = `${error.message}\n${error.stack}`;
  });
});
