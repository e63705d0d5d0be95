/** Pauses every video but one: who begins to play is heard alone. */
export function pauseVideos(except: HTMLVideoElement | null = null): void {
  for (const video of document.querySelectorAll<HTMLVideoElement>("video[controls]"))
    if (video !== except && !video.paused) video.pause();
}
