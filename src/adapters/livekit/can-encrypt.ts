/**
 * As livekit-client 2.23 encrypts, before it is loaded: with encoded streams in Chromium, with a script transform in
 * Firefox and Safari. Its own `isE2EESupported` takes either for any browser. Browsers encrypt only on secure pages.
 */
export function canEncrypt(): boolean {
  const isSecure = typeof globalThis.crypto?.subtle === "object";
  const hasStreams = typeof RTCRtpSender !== "undefined" && "createEncodedStreams" in RTCRtpSender.prototype;
  const hasTransform = "RTCRtpScriptTransform" in globalThis && !/chrom/i.test(navigator.userAgent);
  return isSecure && (hasStreams || hasTransform);
}
