import type { ReactNode } from "react";
import type { Sticker } from "../../../../machines/domain/sticker.ts";
import {
  BigEyes,
  Brows,
  Closed,
  Content,
  Dots,
  Drop,
  Heart,
  Heavy,
  Laughing,
  Mouth,
  Snore,
  Spark,
} from "./features.tsx";
import styles from "./Sticker.module.css";

/** A square of 128 units, without the body. */
const MOODS: Readonly<Record<Sticker, ReactNode>> = {
  hello: (
    <>
      <Dots />
      <Mouth is="open" />
      <path className={styles.arm} d="M104 80c7-3 11-10 13-20" />
      <path className={styles.limb} d="M104 80c7-3 11-10 13-20" />
      <circle className={styles.hand} cx="117" cy="54" r="9" />
      <path className={styles.air} d="M103 46c1-4 3-7 6-9M127 38c-2-2-5-4-8-4" />
    </>
  ),
  laugh: (
    <>
      <Laughing />
      <Mouth is="wide" />
      <Drop x={27} y={60} />
      <Drop x={101} y={60} />
    </>
  ),
  love: (
    <>
      <Heart x={46} y={58} size={10} />
      <Heart x={82} y={58} size={10} />
      <Mouth is="smile" />
      <Heart x={108} y={24} size={9} />
      <Heart x={20} y={32} size={6} />
    </>
  ),
  thanks: (
    <>
      <Content />
      <Mouth is="smile" />
      <path className={styles.hand} d="M64 87c-8 5-13 14-13 27h13Zm0 0c8 5 13 14 13 27H64Z" />
      <Spark x={106} y={28} size={9} />
      <Spark x={22} y={26} size={6} />
    </>
  ),
  ok: (
    <>
      <circle className={styles.ink} cx="46" cy="57" r="5.5" />
      <path className={styles.line} d="M75 58c4-4 10-4 14 0" />
      <Mouth is="smile" />
      <circle className={styles.leaf} cx="103" cy="94" r="18" />
      <path className={styles.tick} d="m95 94 6 6 11-12" />
    </>
  ),
  wow: (
    <>
      <BigEyes />
      <Brows is="raised" />
      <ellipse className={styles.ink} cx="64" cy="83" rx="8" ry="10" />
      <ellipse className={styles.red} cx="64" cy="88" rx="5" ry="4" />
      <Spark x={110} y={22} size={8} />
    </>
  ),
  think: (
    <>
      <circle className={styles.ink} cx="50" cy="54" r="5.5" />
      <circle className={styles.ink} cx="84" cy="54" r="5.5" />
      <path className={styles.line} d="M41 44c4-3 9-4 13-2M76 39c5-3 11-2 14 2" />
      <path className={styles.line} d="M56 78c6-4 12-4 17-2" />
      <path
        className={styles.hand}
        d="M66 110c-7 3-15 0-17-7-2-6 1-12 7-14l15-4c4-1 6 4 2 6l-6 3c6 0 9 4 8 8 0 4-4 7-9 8Z"
      />
      <circle className={styles.light} cx="108" cy="26" r="4" />
      <circle className={styles.light} cx="117" cy="15" r="6" />
    </>
  ),
  party: (
    <>
      <Laughing />
      <Mouth is="open" />
      <path className={styles.warm} d="M46 26 66 0l14 24c-10-4-23-4-34 2Z" />
      <path className={styles.stripe} d="m56 13 17 0M52 20l23 1" />
      <circle className={styles.red} cx="66" cy="3" r="4.5" />
      <path className={styles.confetti} d="m14 34 5 4M24 18l-1 7M112 18l-5 5M118 36l-7 1M104 6l1 6" />
      <path className={styles.confettiSun} d="m10 50 6-2M34 8l4 5M122 52l-6-3M92 8l-2 6" />
    </>
  ),
  cry: (
    <>
      <Content />
      <Brows is="sad" />
      <Mouth is="sad" />
      <path className={styles.tear} d="M40 63c-1 12-4 22-8 31 4 3 9 5 13 6 3-12 4-25 3-36Z" />
      <path className={styles.tear} d="M88 63c1 12 4 22 8 31-4 3-9 5-13 6-3-12-4-25-3-36Z" />
    </>
  ),
  angry: (
    <>
      <Dots />
      <Brows is="cross" />
      <path className={styles.line} d="M52 84c8-7 16-7 24 0" />
      <path
        className={styles.mark}
        d="M98 22c5 1 9-2 9-8M111 14c0 6 4 9 9 8M120 27c-5 0-9 3-9 8M107 35c0-5-4-8-9-8"
      />
    </>
  ),
  sleepy: (
    <>
      <Heavy />
      <ellipse className={styles.ink} cx="64" cy="83" rx="9" ry="8" />
      <ellipse className={styles.red} cx="64" cy="87" rx="5.5" ry="3.5" />
      <Drop x={98} y={64} />
      <Snore x={98} y={20} />
    </>
  ),
  no: (
    <>
      <Closed />
      <path className={styles.line} d="M56 76h16" />
      <path className={styles.arm} d="m40 86 48 26M88 86l-48 26" />
      <path className={styles.limb} d="m40 86 48 26M88 86l-48 26" />
    </>
  ),
  sorry: (
    <>
      <Dots />
      <Brows is="sad" />
      <Mouth is="sad" />
      <Drop x={102} y={38} />
      <path className={styles.hand} d="M64 90c-8 5-13 13-13 25h13Zm0 0c8 5 13 13 13 25H64Z" />
    </>
  ),
  busy: (
    <>
      <path className={styles.line} d="M40 60h12M76 60h12" />
      <circle className={styles.ink} cx="46" cy="63" r="4.5" />
      <circle className={styles.ink} cx="82" cy="63" r="4.5" />
      <path className={styles.line} d="M58 76c4 2 8 2 12 0" />
      <rect className={styles.ink} x="36" y="86" width="56" height="32" rx="5" />
      <circle className={styles.light} cx="64" cy="102" r="4.5" />
      <path className={styles.arm} d="M26 114h76" />
      <path className={styles.metal} d="M28 116h72" />
      <Drop x={104} y={40} />
    </>
  ),
  coffee: (
    <>
      <Content />
      <Mouth is="smile" />
      <path className={styles.steam} d="M56 82c-3-3 3-5 0-9M68 82c-3-3 3-5 0-9" />
      <path className={styles.line} d="M82 94c9-2 12 12-2 13" />
      <path className={styles.cup} d="M44 88h38l-3 24c-1 4-4 6-8 6H55c-4 0-7-2-8-6Z" />
      <path className={styles.warm} d="M46 96h34l-1 8H47Z" />
      <circle className={styles.body} cx="42" cy="104" r="7" />
    </>
  ),
  goodNight: (
    <>
      <Closed />
      <Mouth is="smile" />
      <path
        className={styles.warm}
        d="M30 38C38 16 62 8 84 14c14 4 24 14 32 30-9-7-17-10-24-10-22-3-42-2-62 4Z"
      />
      <path className={styles.cuff} d="M28 40c20-8 48-9 66-4" />
      <circle className={styles.light} cx="116" cy="48" r="6.5" />
      <path className={styles.sun} d="M20 10a14 14 0 1 0 14 20A12 12 0 0 1 20 10Z" />
      <Snore x={104} y={78} />
    </>
  ),
};

export default function StickerArt({ sticker }: { sticker: Sticker }) {
  return (
    <svg viewBox="0 0 128 128" className={styles.art} aria-hidden="true">
      <path
        className={styles.body}
        d="M64 18c29 0 49 19 49 45s-20 45-49 45c-6 0-12-1-17-2.500-6 5.500-15 8.500-25 8.500 5-5 7.500-11 8-18-9.500-8-15-20-15-33 0-26 20-45 49-45Z"
      />
      <path
        className={styles.shade}
        d="M113 63c0 26-20 45-49 45-6 0-12-1-17-2.500 33 2 57-14 60-53 4 3 6 6.500 6 10.500Z"
      />
      <path className={styles.gleam} d="M32 44c5-8 12-13 20-15" />
      <ellipse className={styles.blush} cx="34" cy="73" rx="8" ry="5" />
      <ellipse className={styles.blush} cx="94" cy="73" rx="8" ry="5" />
      {MOODS[sticker]}
    </svg>
  );
}
