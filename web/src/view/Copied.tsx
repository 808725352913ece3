// A text with a button that copies it.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";

interface CopiedProps {
  readonly label: string;
  /** What the button copies, in a word. */
  readonly what: string;
  readonly rows: number;
  readonly text: string;
  readonly children?: ComponentChildren;
}

export function Copied({ label, what, rows, text, children }: CopiedProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [said, say] = useState("");
  const copy = async () => say((await isCopied(field.current!)) ? "Copied" : "Selected: copy it with the keys of your system");
  return (
    <section>
      <label>
        <span>{label}</span>
        <textarea ref={field} rows={rows} wrap={rows === 1 ? "off" : "soft"} readOnly spellcheck={false} value={text} />
      </label>
      <div class="row">
        <button type="button" onClick={() => void copy()}>
          Copy {what}
        </button>
        {children}
        <span role="status">{said}</span>
      </div>
    </section>
  );
}

/** Copies the text of a field, also from a server without TLS, where browsers have no clipboard; returns whether it did. */
async function isCopied(field: HTMLTextAreaElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
