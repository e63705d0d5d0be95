import type { RefObject } from "react";
import { Avatar } from "../../components/Avatar.tsx";
import { cx } from "../../components/cx.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { CallBackdrop } from "../call/CallBackdrop.tsx";
import { CallControls } from "../call/CallControls.tsx";
import dialog from "../call/CallDialog.module.css";
import title from "../call/CallTitle.module.css";
import { WindowButtons } from "../call/WindowButtons.tsx";
import { Faces } from "./Faces.tsx";
import {
  type GroupCallActions,
  type GroupCallView,
  invitationText,
  othersOf,
  type PersonView,
} from "./groupCallView.ts";
import styles from "./RingingScene.module.css";

export interface RingingSceneProps {
  view: GroupCallView;
  actions: Pick<GroupCallActions, "accept" | "hangUp" | "minimise">;
  popup: RefObject<HTMLElement | null>;
}

/** An incoming group call: the caller, the group, and the users who are in. */
export function RingingScene({ view, actions, popup }: RingingSceneProps) {
  const { t } = useText();
  const { mediaType } = view;
  const { inside, invited } = othersOf(view);
  return (
    <div className={dialog.scene}>
      <CallBackdrop faceURL={view.faceURL} />
      <div className={dialog.top}>
        <WindowButtons onMinimise={actions.minimise} />
      </div>
      <div className={title.title}>
        <span className={cx(title.face, title.waiting)}>
          <Avatar name={view.title} src={view.faceURL} kind="group" size={112} radius={56} />
        </span>
        <h2 className={title.name}>{view.title}</h2>
        <p className={title.line} role="status">
          {invitationText(view, t)}
        </p>
        <Section label={t("talk.alsoIn")} people={inside} />
        <Section label={t("groupCall.alsoInvited")} people={invited} />
      </div>
      <div className={dialog.bottom}>
        <CallControls
          view={{ phase: "ringing", mediaType, room: undefined }}
          container={popup}
          onAccept={actions.accept}
          onHangUp={actions.hangUp}
        />
      </div>
    </div>
  );
}

function Section({ label, people }: { label: string; people: readonly PersonView[] }) {
  if (people.length === 0) return null;
  return (
    <section className={styles.others} aria-label={label}>
      <h3 className={styles.heading}>{label}</h3>
      <Faces people={people} size={36} />
    </section>
  );
}
