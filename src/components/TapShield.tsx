import styles from "./TapShield.module.css";

/**
 * Takes the taps of the first 700 ms, for a screen that comes under the finger by itself. They were meant for the screen
 * before: the second tap of a double tap, or a tap on its way.
 */
export function TapShield() {
  return <div className={styles.shield} />;
}
