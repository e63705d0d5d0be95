import { beforeEach } from "vitest";
import { describePages } from "./failure-report.ts";

/**
 * The tests of a suite are steps of one story. After a failed step the others would each wait two minutes for what
 * never comes, so they are skipped.
 */
beforeEach(({ skip, task }) => {
  const failed = task.suite?.tasks.find(({ result }) => result?.state === "fail");
  skip(failed !== undefined, `after the failure of "${failed?.name}"`);
});

beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    const pages = await describePages();
    const [error] = task.result?.errors ?? [];
    if (!error || pages === "") return;
    error.message = `${error.message}\n\nWhat the pages showed:\n${pages}`;
    if (error.stack) error.stack = `${error.message}\n${error.stack}`;
  });
});
