import { Avatar } from "../../components/Avatar.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { phaseText } from "./CallTitle.tsx";
import type { CallView } from "./callView.ts";
import { FloatingFrame, type FloatingFrameProps } from "./FloatingFrame.tsx";
import { usePeerPicture } from "./roomView.ts";
import type { CallWindowState } from "./useCallWindow.ts";

export interface FloatingCallProps extends Pick<FloatingFrameProps, "onAccept" | "onHangUp"> {
  view: CallView;
  frame: CallWindowState;
}

/** A call of two that floats over the page. */
export function FloatingCall({ view, frame, onAccept, onHangUp }: FloatingCallProps) {
  const { t } = useText();
  const source = usePeerPicture(view);
  const { userID, name, faceURL, phase, mediaType, selfID, room, startedAt, partedAt } = view;
  return (
    <FloatingFrame
      {...frame.floating}
      userID={userID}
      name={name}
      source={source}
      face={<Avatar name={name} src={faceURL} size={88} radius={44} />}
      faceURL={faceURL}
      title={name}
      label={t("common.call")}
      state={view.isPeerAway ? t("rtc.trouble") : phaseText(view, t)}
      startedAt={startedAt}
      partedAt={partedAt}
      isRinging={phase === "ringing"}
      mediaType={mediaType}
      selfID={selfID}
      room={room}
      onAccept={onAccept}
      onHangUp={onHangUp}
    />
  );
}
