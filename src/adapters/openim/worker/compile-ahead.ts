/**
 * Fetches and compiles a wasm at once, so that a later fetch and instantiation find it ready. If this fails, the
 * later fetch runs normally.
 *
 * @param url the wasm; other requests and modules pass unchanged
 */
export function compileAhead(url: string): void {
  const { fetch } = self;
  const { instantiateStreaming } = WebAssembly;
  const response = fetch(url, { credentials: "same-origin" });
  const compiled = WebAssembly.compileStreaming(response);
  compiled.catch(() => {}); // the later fetch handles the failure
  let ahead: Response | null = null;

  self.fetch = async (input, init) => {
    if (String(input) !== url) return fetch(input, init);
    try {
      await compiled;
      ahead = await response;
      return ahead;
    } catch {
      return fetch(input, init);
    }
  };
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const given = await source;
    if (given !== ahead) return instantiateStreaming(given, imports);
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
}
