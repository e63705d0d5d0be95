import { Suspense, useState } from "react";
import { lazily } from "../../components/lazily.ts";
import type { JoinMeetingProps } from "./JoinMeetingPanel.tsx";

const { Component: JoinMeetingPanel, load } = lazily(() => import("./JoinMeetingPanel.tsx"));

/** Prefetches the sheet's code so that it opens at once. Call it while the page is idle. */
export function preloadJoinMeeting(): void {
  load().catch(() => {});
}

/** The sheet that leads to a meeting. Its code loads when it first opens, so that the tabs show sooner. */
export function JoinMeetingSheet(props: JoinMeetingProps) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <JoinMeetingPanel {...props} />
    </Suspense>
  );
}
