import styles from "./Sticker.module.css";

interface Spot {
  x: number;
  y: number;
}

interface Sized extends Spot {
  size: number;
}

export function Dots() {
  return (
    <>
      <circle className={styles.ink} cx="46" cy="57" r="5.5" />
      <circle className={styles.ink} cx="82" cy="57" r="5.5" />
      <circle className={styles.white} cx="48" cy="55" r="1.8" />
      <circle className={styles.white} cx="84" cy="55" r="1.8" />
    </>
  );
}

export function BigEyes() {
  return (
    <>
      <circle className={styles.white} cx="45" cy="57" r="11" />
      <circle className={styles.white} cx="83" cy="57" r="11" />
      <circle className={styles.ink} cx="45" cy="57" r="5" />
      <circle className={styles.ink} cx="83" cy="57" r="5" />
    </>
  );
}

/** Happily closed eyes: the corners point down. */
export function Content() {
  return <path className={styles.line} d="M39 60c3-5 11-5 14 0M75 60c3-5 11-5 14 0" />;
}

/** Resting closed eyes: the corners point up. */
export function Closed() {
  return <path className={styles.line} d="M39 57c3 5 11 5 14 0M75 57c3 5 11 5 14 0" />;
}

export function Laughing() {
  return <path className={styles.line} d="m39 52 12 6-12 6M89 52l-12 6 12 6" />;
}

/** Half closed eyes. */
export function Heavy() {
  return (
    <>
      <path className={styles.ink} d="M40 58h12a6 6 0 0 1-12 0ZM76 58h12a6 6 0 0 1-12 0Z" />
      <path className={styles.line} d="M38 58h16M74 58h16" />
    </>
  );
}

const BROWS = {
  raised: "M36 41c4-4 11-5 15-2M92 41c-4-4-11-5-15-2",
  sad: "M37 49c5 0 10-3 13-7M91 49c-5 0-10-3-13-7",
  cross: "m37 43 15 7M91 43l-15 7",
};

export function Brows({ is }: { is: keyof typeof BROWS }) {
  return <path className={styles.line} d={BROWS[is]} />;
}

export function Mouth({ is }: { is: "smile" | "open" | "wide" | "sad" }) {
  if (is === "smile") return <path className={styles.line} d="M54 74c5 7 15 7 20 0" />;
  if (is === "sad") return <path className={styles.line} d="M55 84c4-6 14-6 18 0" />;
  const isWide = is === "wide";
  return (
    <>
      <path
        className={styles.ink}
        d={isWide ? "M46 72h36c1 14-7 23-18 23s-19-9-18-23Z" : "M53 73h22c1 9-4 15-11 15s-12-6-11-15Z"}
      />
      <path
        className={styles.red}
        d={isWide ? "M53 90c4-7 18-7 22 0-6 7-16 7-22 0Z" : "M57 85c3-4 11-4 14 0-4 4-10 4-14 0Z"}
      />
    </>
  );
}

export function Heart({ x, y, size }: Sized) {
  return (
    <path
      className={styles.red}
      transform={`translate(${x} ${y}) scale(${size / 10})`}
      d="M0 9C-9 3-12-2-10-6c2-5 8-4 10 0 2-4 8-5 10 0 2 4-1 9-10 15Z"
    />
  );
}

export function Drop({ x, y }: Spot) {
  return (
    <path
      className={styles.tear}
      transform={`translate(${x} ${y})`}
      d="M0-8c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11Z"
    />
  );
}

export function Spark({ x, y, size }: Sized) {
  return (
    <path
      className={styles.sun}
      transform={`translate(${x} ${y}) scale(${size / 10})`}
      d="M0-10C1-3 3-1 10 0 3 1 1 3 0 10-1 3-3 1-10 0-3-1-1-3 0-10Z"
    />
  );
}

export function Snore({ x, y }: Spot) {
  return (
    <g transform={`translate(${x} ${y})`} className={styles.air}>
      <path d="M0 0h9L0 11h9" />
      <path d="M13-12h7l-7 8h7" />
    </g>
  );
}
