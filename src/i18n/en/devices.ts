/** Hints of a call about a device that does not work. */
export const devices = {
  microphone: {
    denied: "Parley can't use the microphone. Nobody can hear you. Allow it in the browser.",
    missing: "No microphone found. You can hear others, but nobody can hear you.",
    failing: "The microphone doesn't start. Another app may be using it. Nobody can hear you.",
  },

  camera: {
    denied: "Parley can't use the camera. Nobody can see you. Allow it in the browser.",
    missing: "No camera found. Nobody can see you.",
    failing: "The camera doesn't start. Another app may be using it. Nobody can see you.",
  },

  ownScreen: {
    denied: "Parley can't share your screen. Allow screen recording in the system settings.",
    missing: "There is no screen to share.",
    failing: "Your screen couldn't be shared. Nobody can see it.",
  },
} as const;
