import { build, createServer, type Plugin, type UserConfig } from "vite";

const FIRST = "src/instant-sign-in/first.ts";

/**
 * Puts the sign-in page into the built document, in every language, and a script that shows it before the app loads.
 * The user sees it as soon as the document and its styles are loaded.
 * @param config plugins and settings of the build that renders it
 */
export function welcome(config: Pick<UserConfig, "plugins" | "css" | "define" | "build">): Plugin {
  let mode = "";
  return {
    name: "parley:welcome",
    apply: "build",
    configResolved: (resolved) => {
      ({ mode } = resolved);
    },
    generateBundle: {
      // Vite writes the document late.
      order: "post",
      async handler(_, bundle) {
        const [drawings, first] = await Promise.all([draw(), script()]);
        const file = this.getFileName(this.emitFile({ type: "asset", name: "welcome.js", source: first }));
        const page = bundle["index.html"];
        if (page?.type !== "asset") return this.error("There is no index.html");
        page.source = insertPage(String(page.source), file, drawings);
      },
    },
  };

  /** Renders with the source modules directly; only this screen is needed. */
  async function draw(): Promise<string> {
    const server = await createServer({
      ...config,
      configFile: false,
      mode,
      logLevel: "warn",
      appType: "custom",
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, ws: false, watch: null },
    });
    try {
      const { drawWelcomes } = await server.ssrLoadModule("/src/instant-sign-in/drawing.tsx");
      return await drawWelcomes();
    } finally {
      await server.close();
    }
  }

  async function script(): Promise<string> {
    const built = await build({
      configFile: false,
      mode,
      logLevel: "warn",
      build: {
        ...config.build,
        sourcemap: false,
        write: false,
        rolldownOptions: { ...config.build?.rolldownOptions, input: FIRST },
      },
    });
    const [output] = Array.isArray(built) ? built : [built];
    if (!output || !("output" in output)) throw new Error("the build has no output");
    return output.output[0].code;
  }
}

/**
 * Returns the built document with the page in it. Its head starts with the styles and `first`. `first` starts the
 * app, which is the last script of the document.
 */
export function insertPage(html: string, first: string, drawings: string): string {
  const styles: string[] = [];
  const scripts: string[] = [];
  const rest = html
    .replace(/\n\s*<link rel="stylesheet"[^>]*>/g, (found) => {
      styles.push(found);
      return "";
    })
    .replace(/\n\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g, (_, href) => {
      scripts.push(href);
      return "";
    })
    .replace(/\n\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g, (_, src) => {
      scripts.push(src);
      return "";
    });
  const program = scripts.at(-1);
  if (!program || !rest.includes("<body>")) throw new Error("this is not a built document");
  const head = [
    ...styles.map((found) => found.trim()),
    `<script type="module" blocking="render" crossorigin src="/${first}"></script>`,
    ...scripts.map((href) => {
      const mark = href === program ? " data-program" : "";
      return `<link rel="modulepreload" crossorigin${mark} href="${href}">`;
    }),
  ];
  return rest
    .replace(/\n *<\/head>/, `\n    ${head.join("\n    ")}$&`)
    .replace("<body>", `<body>\n    ${drawings}`);
}
