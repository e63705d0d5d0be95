import { Avatar } from "../../components/Avatar.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { BadgeFrame, type BadgeFrameProps, BadgePicture } from "./BadgeFrame.tsx";
import { CallTimer } from "./CallTimer.tsx";
import type { CallView } from "./callView.ts";
import { usePeerPicture } from "./roomView.ts";

export interface CallBadgeProps extends Pick<BadgeFrameProps, "place" | "onMove" | "onRestore" | "ref"> {
  view: CallView;
}

export function CallBadge({ view, ...rest }: CallBadgeProps) {
  const { t } = useText();
  const source = usePeerPicture(view);
  return (
    <BadgeFrame
      {...rest}
      isAway={view.isPeerAway}
      picture={
        source ? (
          <BadgePicture userID={view.userID} source={source} />
        ) : (
          <Avatar name={view.name} src={view.faceURL} size={48} radius={24} />
        )
      }
      words={
        view.startedAt === null ? (
          t("rtc.waiting")
        ) : (
          <>
            <span>{t(view.isPeerAway ? "rtc.trouble" : "rtc.inCall")}</span>
            <CallTimer startedAt={view.startedAt} partedAt={view.partedAt} />
          </>
        )
      }
    />
  );
}
