/**
 * Counts the wasm while it arrives for the first time (10-02). What is counted is a copy of the stream: the compiler gets
 * the browser's own response, for no other one keeps browsers from keeping the compiled code.
 *
 * @param url the wasm; other requests pass untouched
 * @param bytes its uncompressed size
 * @param report hears whole percents, each once
 */
export function countDownload(url: string, bytes: number, report: (percent: number) => void): void {
  const { fetch } = self;
  self.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (String(input) === url && response.ok && response.body) {
      // A download that breaks off is the compiler's to report.
      count(response.clone(), bytes, report).catch(() => {});
    }
    return response;
  };
}

async function count({ body }: Response, bytes: number, report: (percent: number) => void): Promise<void> {
  const reader = body?.getReader();
  let arrived = 0;
  let told = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return;
    arrived += chunk.value.byteLength;
    const percent = Math.min(100, Math.floor((arrived / bytes) * 100));
    if (percent > told) report(percent);
    told = percent;
  }
}
