// A text with a button that copies it.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { t } from "../text/text";

interface CopiedProps {
  readonly label: string;
  /** Text of the button. */
  readonly copy: string;
  readonly rows: number;
  readonly text: string;
  readonly children?: ComponentChildren;
}

export function Copied({ label, copy: copyText, rows, text, children }: CopiedProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [said, say] = useState("");
  const copy = async () => say((await isCopied(field.current!)) ? t.share.copied : t.share.selected);
  return (
    <section>
      <label>
        <span>{label}</span>
        <textarea ref={field} rows={rows} wrap={rows === 1 ? "off" : "soft"} readOnly spellcheck={false} value={text} />
      </label>
      <div class="row">
        <button type="button" onClick={() => void copy()}>
          {copyText}
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
