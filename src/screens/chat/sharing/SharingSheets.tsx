import { useSelector } from "@xstate/react";
import { Sheet } from "../../../components/Sheet.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type ConversationActor, type ShareConfirmationActor, useSend } from "../../../shell/actors.tsx";
import { CardPicker } from "./CardPicker.tsx";
import { CardQuestion } from "./CardQuestion.tsx";
import { PlaceForm } from "./PlaceForm.tsx";

export function SharingSheets({ conversation }: { conversation: ConversationActor }) {
  const sharing = useSelector(conversation, ({ children }) => children.shareConfirmation);
  const name = useSelector(conversation, ({ context }) => context.conversation?.showName ?? "");
  return sharing && <Sheets sharing={sharing} name={name} />;
}

/** The content stays while a sheet closes. */
function Sheets({ sharing, name }: { sharing: ShareConfirmationActor; name: string }) {
  const { t } = useText();
  const send = useSend(sharing);
  const isCard = useSelector(sharing, (snapshot) => snapshot.hasTag("card"));
  const isPlace = useSelector(sharing, (snapshot) => snapshot.hasTag("place"));
  const card = useSelector(sharing, ({ context }) => context.card);
  const close = () => send({ type: "user.closeSharing" });
  return (
    <>
      <Sheet
        open={isCard}
        onClose={close}
        tall={card === null}
        title={card ? t("sharing.askCard", { name }) : t("sharing.pickCard")}
      >
        {card ? (
          <CardQuestion sharing={sharing} card={card} />
        ) : (
          <CardPicker onPick={(picked) => send({ type: "user.pickCard", card: picked })} />
        )}
      </Sheet>
      <Sheet open={isPlace} onClose={close} title={t("sharing.place")}>
        <PlaceForm sharing={sharing} />
      </Sheet>
    </>
  );
}
