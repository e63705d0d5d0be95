import { resolve } from "node:path";
import { build, type Plugin, type UserConfig } from "vite";

const pages = { inspector: "src/inspector/index.html", duo: "src/duo/index.html" } as const;

/**
 * Builds the additional pages as `inspector.html` and `duo.html`, and serves them by name on a development server.
 * They are a separate build: shared code would otherwise split the app's files, and the sign-in would load thirty
 * small files instead of three.
 * @param config plugins and settings of that build
 */
export function extraPages(config: UserConfig): Plugin {
  let root = "";
  let outDir = "";
  let mode = "";
  return {
    name: "parley:extra-pages",
    configResolved: (resolved) => {
      ({ root, mode } = resolved);
      if (resolved.command === "build") outDir = resolve(root, resolved.build.outDir);
    },
    closeBundle: async () => {
      if (outDir === "") return;
      await build({
        ...config,
        configFile: false,
        root,
        mode,
        logLevel: "warn",
        plugins: [config.plugins, nameOfPages],
        build: {
          ...config.build,
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          rolldownOptions: { ...config.build?.rolldownOptions, input: { ...pages } },
        },
      });
    },
    configureServer: (server) => {
      server.middlewares.use((request, _response, next) => {
        const path = request.url?.split("?", 1)[0];
        for (const [name, source] of Object.entries(pages))
          if (path === `/${name}`) request.url = `/${source}`;
        next();
      });
    },
  };
}

/** Rolldown writes a page to the path of its source. */
const nameOfPages: Plugin = {
  name: "parley:names-of-pages",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const [name, source] of Object.entries(pages)) {
        const page = bundle[source];
        if (page) page.fileName = `${name}.html`;
      }
    },
  },
};
