import { useState } from "react";
import { Avatar } from "../../components/Avatar.tsx";
import { cx } from "../../components/cx.ts";
import { IconButton } from "../../components/IconButton.tsx";
import { Minimize2, Phone, Video } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useOutside } from "../../shell/outside.tsx";
import { CallBackdrop } from "../call/CallBackdrop.tsx";
import { CallButton } from "../call/CallButton.tsx";
import controls from "../call/CallControls.module.css";
import dialog from "../call/CallDialog.module.css";
import title from "../call/CallTitle.module.css";
import type { GroupCallActions, GroupCallView, PersonView } from "./groupCallView.ts";
import styles from "./RingingScene.module.css";

export interface RingingSceneProps {
  view: GroupCallView;
  actions: Pick<GroupCallActions, "accept" | "hangUp" | "minimise">;
}

/** An incoming group call: who calls, which group, and who else is in. */
export function RingingScene({ view, actions }: RingingSceneProps) {
  const { t } = useText();
  const { unlockSound } = useOutside();
  const [isSpent, setSpent] = useState(false);
  const isVideo = view.mediaType === "video";
  const inviter = view.people.find(({ userID }) => userID === view.inviterID);
  const others = view.people.filter(({ userID, isSelf }) => !isSelf && userID !== view.inviterID);
  /** Ignores further presses: the chart does so too, the buttons only show it. */
  const once = (act: () => void) => () => {
    setSpent(true);
    act();
  };
  return (
    <div className={dialog.scene}>
      <CallBackdrop faceURL={view.faceURL} />
      <div className={dialog.top}>
        <IconButton
          icon={Minimize2}
          label={t("rtc.minimise")}
          className={dialog.glass}
          size={20}
          onClick={actions.minimise}
        />
      </div>
      <div className={title.title}>
        <span className={cx(title.face, title.waiting)}>
          <Avatar name={view.title} src={view.faceURL} kind="group" size={112} radius={56} />
        </span>
        <h2 className={title.name}>{view.title}</h2>
        <p className={title.line} role="status">
          {t(isVideo ? "groupCall.invitesVideo" : "groupCall.invitesVoice", {
            name: inviter?.name ?? t("common.someone"),
          })}
        </p>
        <Faces label={t("groupCall.alsoIn")} people={others.filter(({ status }) => status === "joined")} />
        <Faces
          label={t("groupCall.alsoInvited")}
          people={others.filter(({ status }) => status === "ringing")}
        />
      </div>
      <div className={dialog.bottom}>
        <div className={controls.controls} data-phase="ringing">
          <CallButton
            icon={Phone}
            tone="hangUp"
            label={t("common.hangUp")}
            disabled={isSpent}
            onClick={once(actions.hangUp)}
          />
          <CallButton
            icon={isVideo ? Video : Phone}
            tone="accept"
            label={t("rtc.accept")}
            disabled={isSpent}
            onClick={once(() => {
              unlockSound();
              actions.accept();
            })}
          />
        </div>
      </div>
    </div>
  );
}

/** More people than this are a number. */
const SHOWN = 6;

function Faces({ label, people }: { label: string; people: readonly PersonView[] }) {
  if (people.length === 0) return null;
  const rest = people.length - SHOWN;
  return (
    <section className={styles.others} aria-label={label}>
      <h3 className={styles.heading}>{label}</h3>
      <ul className={styles.faces}>
        {people.slice(0, SHOWN).map(({ userID, name, faceURL }) => (
          <li key={userID}>
            <Avatar name={name} src={faceURL} size={36} radius={18} label={name} />
          </li>
        ))}
        {rest > 0 && <li className={styles.rest}>+{rest}</li>}
      </ul>
    </section>
  );
}
