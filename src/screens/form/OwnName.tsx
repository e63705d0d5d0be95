/** Tells password managers whose passwords the fields after it hold. */
export function OwnName({ value }: { value: string }) {
  return <input type="text" autoComplete="username" hidden readOnly value={value} />;
}
