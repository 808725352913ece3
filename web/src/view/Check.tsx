// A check box with its text.

interface CheckProps {
  readonly text: string;
  readonly on: boolean;
  readonly set: (on: boolean) => void;
  readonly off?: boolean;
}

export function Check({ text, on, set, off = false }: CheckProps) {
  return (
    <label class={`check${off ? " faint" : ""}`}>
      <input type="checkbox" checked={on} disabled={off} onChange={(event) => set(event.currentTarget.checked)} />
      {text}
    </label>
  );
}
