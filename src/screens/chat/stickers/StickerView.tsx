import { Suspense } from "react";
import type { Sticker } from "../../../../machines/domain/sticker.ts";
import { ErrorBoundary } from "../../../components/ErrorBoundary.tsx";
import { lazily } from "../../../components/lazily.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import styles from "./Sticker.module.css";

const { Component: StickerArt } = lazily(() => import("./StickerArt.tsx"));

/** Has its final size before its code loads. Shows its name if that fails. */
export function StickerView({ sticker }: { sticker: Sticker }) {
  const { t } = useText();
  const name = t(`stickers.${sticker}`);
  return (
    <span role="img" aria-label={t("emojis.sticker", { name })} className={styles.sticker}>
      <ErrorBoundary fallback={t("preview.sticker", { name })}>
        <Suspense fallback={null}>
          <StickerArt sticker={sticker} />
        </Suspense>
      </ErrorBoundary>
    </span>
  );
}
