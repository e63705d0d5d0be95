/**
 * Reports the progress of the wasm's first download (10-02). It counts a clone of the stream: the compiler needs the
 * browser's own response, because browsers cache compiled code for that response only.
 *
 * @param url the wasm; other requests pass unchanged
 * @param bytes its uncompressed size
 * @param report receives each whole percent once
 */
export function countDownload(url: string, bytes: number, report: (percent: number) => void): void {
  const { fetch } = self;
  self.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (String(input) === url && response.ok && response.body) {
      // The compiler reports a failed download.
      count(response.clone(), bytes, report).catch(() => {});
    }
    return response;
  };
}

async function count({ body }: Response, bytes: number, report: (percent: number) => void): Promise<void> {
  const reader = body?.getReader();
  let arrived = 0;
  let reported = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return;
    arrived += chunk.value.byteLength;
    const percent = Math.min(100, Math.floor((arrived / bytes) * 100));
    if (percent > reported) report(percent);
    reported = percent;
  }
}
