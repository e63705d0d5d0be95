import { type KeyboardEvent, useState } from "react";
import { type Sticker, stickersFrom } from "../../../../machines/domain/sticker.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type EmojiPanelActor, useSend } from "../../../shell/actors.tsx";
import { moveInGrid } from "../emoji/keys.ts";
import styles from "./Sticker.module.css";
import StickerArt from "./StickerArt.tsx";

export function StickerGrid({ emojis }: { emojis: EmojiPanelActor }) {
  const { t } = useText();
  const send = useSend(emojis);
  // Read once, so that the buttons do not move while the panel is open.
  const [stickers] = useState(() => stickersFrom(emojis.getSnapshot().context.stickers));
  const pick = (sticker: Sticker) => send({ type: "user.sendSticker", sticker });
  return (
    <div
      role="toolbar"
      aria-label={t("emojis.stickers")}
      className={styles.grid}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => moveInGrid(event)}
    >
      {stickers.map((sticker, index) => (
        <button
          key={sticker}
          type="button"
          tabIndex={index === 0 ? 0 : -1}
          className={styles.choice}
          onClick={() => pick(sticker)}
        >
          <span>
            <StickerArt sticker={sticker} />
          </span>
          <span>{t(`stickers.${sticker}`)}</span>
        </button>
      ))}
    </div>
  );
}
