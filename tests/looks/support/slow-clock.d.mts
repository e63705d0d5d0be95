export const SERVER_START: number;
export const PAGE_START: number;
export function slowDown(start: number): void;
