/** Tells password managers the account of the password fields after it. */
export function OwnName({ value }: { value: string }) {
  return <input type="text" autoComplete="username" hidden readOnly value={value} />;
}
