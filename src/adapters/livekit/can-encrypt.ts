/** As livekit-client's `isE2EESupported`, before the library is loaded. Browsers encrypt only on secure pages. */
export function canEncrypt(): boolean {
  const isSecure = typeof globalThis.crypto?.subtle === "object";
  const hasStreams = typeof RTCRtpSender !== "undefined" && "createEncodedStreams" in RTCRtpSender.prototype;
  return isSecure && ("RTCRtpScriptTransform" in globalThis || hasStreams);
}
