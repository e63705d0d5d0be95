import { type CallManagerActor, useCall, useGroupCall, useMeeting } from "../../shell/actors.tsx";
import { GroupCallOverlay } from "../groupCall/GroupCallOverlay.tsx";
import { MeetingOverlay } from "../meeting/MeetingOverlay.tsx";
import { CallOfTwoOverlay } from "./CallOfTwoOverlay.tsx";

/** The current call: full screen, or a badge that can be moved (2-101, 2-118). */
export default function CallOverlay({ callManager }: { callManager: CallManagerActor }) {
  const call = useCall(callManager);
  const groupCall = useGroupCall(callManager);
  const meeting = useMeeting(callManager);
  if (groupCall) return <GroupCallOverlay callManager={callManager} call={groupCall} />;
  if (meeting) return <MeetingOverlay callManager={callManager} meeting={meeting} />;
  return <CallOfTwoOverlay callManager={callManager} call={call} />;
}
