// A select box with its label above.

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: preact.ComponentChildren;
}

export function Choice({ label, value, onChoose, children }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {children}
      </select>
    </label>
  );
}
