/**
 * Counts the wasm while it arrives for the first time (10-02). The counting stands between the network and the compiler,
 * where the browser could not keep the compiled code, so later visits, which read it from the HTTP cache, do without.
 *
 * @param url the wasm; other requests pass untouched
 * @param bytes its uncompressed size
 * @param report hears whole percents, each once
 */
export function countDownload(url: string, bytes: number, report: (percent: number) => void): void {
  const { fetch } = self;
  self.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (String(input) !== url || !response.ok || !response.body) return response;
    return new Response(response.body.pipeThrough(counter(bytes, report)), {
      status: response.status,
      headers: response.headers,
    });
  };
}

function counter(bytes: number, report: (percent: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let arrived = 0;
  let told = 0;
  return new TransformStream({
    transform(chunk, controller) {
      arrived += chunk.byteLength;
      const percent = Math.min(100, Math.floor((arrived / bytes) * 100));
      if (percent > told) report(percent);
      told = percent;
      controller.enqueue(chunk);
    },
  });
}
