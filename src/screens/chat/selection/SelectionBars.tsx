import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent } from "react";
import { canForward } from "../../../../machines/conversation/forwarded-messages.ts";
import { ActionMenu } from "../../../components/ActionMenu.tsx";
import { IconButton } from "../../../components/IconButton.tsx";
import { Forward, Trash2, X } from "../../../components/icons.ts";
import { useLayer } from "../../../components/layers.ts";
import { NavBar } from "../../../components/NavBar.tsx";
import { Spinner } from "../../../components/Spinner.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type SelectionActor, useSend } from "../../../shell/actors.tsx";
import { useLastWhile } from "../../../shell/last.ts";
import styles from "./SelectionBars.module.css";

/** Back and Escape also end the selection. */
export function SelectionHeader({ selection }: { selection: SelectionActor }) {
  const { t } = useText();
  const send = useSend(selection);
  const count = useSelector(selection, ({ context }) => context.chosen.length);
  const cancel = () => send({ type: "user.cancelSelection" });
  useLayer(true, cancel);
  useEscape(cancel);
  return (
    <NavBar
      title={t("selection.count", { count })}
      start={<IconButton icon={X} label={t("common.cancel")} onClick={cancel} />}
    />
  );
}

export function SelectionFooter({ selection }: { selection: SelectionActor }) {
  const { t } = useText();
  const send = useSend(selection);
  const count = useSelector(selection, ({ context }) => context.chosen.length);
  const hasForwardable = useSelector(selection, ({ context }) => context.chosen.some(canForward));
  const isDeleting = useSelector(selection, (snapshot) => snapshot.hasTag("deleting"));
  const isAsking = useSelector(selection, (snapshot) => snapshot.hasTag("confirming"));
  const asked = useLastWhile(isAsking, count);
  return (
    <div className={styles.footer} role="toolbar" aria-label={t("selection.actions")} aria-busy={isDeleting}>
      <IconButton
        icon={Forward}
        label={t("selection.forward")}
        tone="accent"
        disabled={!hasForwardable || isDeleting}
        onClick={() => send({ type: "user.forwardChosen" })}
      />
      {isDeleting ? (
        <span className={styles.busy}>
          <Spinner />
        </span>
      ) : (
        <IconButton
          icon={Trash2}
          label={t("selection.delete")}
          tone="danger"
          disabled={count === 0}
          onClick={() => send({ type: "user.askDeleteChosen" })}
        />
      )}
      <ActionMenu
        open={isAsking}
        onClose={() => send({ type: "user.keepChosen" })}
        title={t("selection.deleteTitle", { count: asked })}
        hint={t("selection.deleteHint")}
        items={[
          {
            key: "delete",
            label: t("selection.delete"),
            danger: true,
            staysOpen: true,
            onSelect: () => send({ type: "user.deleteChosen" }),
          },
        ]}
      />
    </div>
  );
}

/** Listens in the capture phase, so that Escape closes only this and nothing else. */
function useEscape(onEscape: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape") onEscape();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
