/** Runs in each test file, so that all have the same layout. */
import "./page.tsx";
