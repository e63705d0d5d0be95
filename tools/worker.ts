import { createHash } from "node:crypto";
import { build, type Plugin, type UserConfig } from "vite";
import type { Release } from "../src/worker/rules.ts";

export interface ServiceWorkerOptions {
  /** Names of chunks that are stored when they are used first, because few users need them. */
  later: readonly string[];
  /** Settings of the build that bundles the workers. */
  build: NonNullable<UserConfig["build"]>;
}

/**
 * Writes the service worker with the list of the files that it stores, and the worker that removes it,
 * `worker-off.js`. Put it after the plugins that change the document. A development server has only the second: a
 * browser may still have the worker of the built app, which runs on the same port.
 */
export function serviceWorker({ later, build: settings }: ServiceWorkerOptions): Plugin {
  let mode = "";
  return {
    name: "parley:service-worker",
    configResolved: (resolved) => {
      ({ mode } = resolved);
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        if (request.url !== "/worker.js") return next();
        script("off", { version: "", files: [] }).then((code) => {
          response.setHeader("Content-Type", "text/javascript").end(code);
        }, next);
      });
    },
    generateBundle: {
      // Vite writes the document late.
      order: "post",
      async handler(_, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") return this.error("There is no index.html");
        const release = releaseOf(Object.keys(bundle), String(page.source), later);
        const [worker, off] = await Promise.all([script("worker", release), script("off", release)]);
        this.emitFile({ type: "asset", fileName: "worker.js", source: worker });
        this.emitFile({ type: "asset", fileName: "worker-off.js", source: off });
      },
    },
  };

  async function script(name: string, release: Release): Promise<string> {
    const built = await build({
      configFile: false,
      mode,
      logLevel: "warn",
      define: { __RELEASE__: JSON.stringify(release) },
      build: {
        ...settings,
        copyPublicDir: false,
        sourcemap: false,
        write: false,
        rolldownOptions: { ...settings.rolldownOptions, input: `src/worker/${name}.ts` },
      },
    });
    const [output] = Array.isArray(built) ? built : [built];
    if (!output || !("output" in output)) throw new Error("the build has no output");
    return output.output[0].code;
  }
}

/** The release as built: `files` are the names of all written files, `page` is the document. */
export function releaseOf(names: readonly string[], page: string, later: readonly string[]): Release {
  const files = names
    .filter((name) => /^assets\/[^/]+\.(js|css)$/.test(name))
    .filter((name) => !later.some((chunk) => name.startsWith(`assets/${chunk}-`)))
    .map((name) => `/${name}`)
    .sort();
  const version = createHash("sha256")
    .update(JSON.stringify([page, files]))
    .digest("hex")
    .slice(0, 12);
  return { version, files };
}
