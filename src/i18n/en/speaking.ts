/** Recording of a voice message. */
export const speaking = {
  speaking: {
    record: "Record voice",
    bar: "Voice message",
    asking: "Waiting for the microphone",
    recording: "Recording",
    locked: "Recording hands-free",
    stopped: "Recorded. Send or discard it.",
    time: "Recorded time",
    slide: "Slide to cancel",
    lock: "Slide up to lock",
    left: ({ count }: { count: number }) => (count === 1 ? "1 second left" : `${count} seconds left`),
    discard: "Discard recording",
    stop: "Stop recording",
    tooShort: "The recording is too short",
    holdHint: "Hold to speak, release to send.",
    dismiss: "Dismiss",
    denied: "Parley can't use the microphone. Allow it in the browser, then try again.",
    missing: "No microphone found. Connect a microphone, then try again.",
    inCall: "The call is using the microphone. Record after the call.",
    failing: "The microphone doesn't start. Another app may be using it. Try again.",
  },
} as const;
