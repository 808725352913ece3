// A download link for text that exists only on the page.
import { useEffect, useState } from "preact/hooks";

interface TextLinkProps {
  readonly content: string;
  /** Media type. */
  readonly type: string;
  /** Name of the file. */
  readonly name: string;
  readonly text: string;
}

export function TextLink({ content, type, name, text }: TextLinkProps) {
  const [href, setHref] = useState<string | null>(null);
  useEffect(() => {
    if (!content) return undefined;
    const url = URL.createObjectURL(new Blob([content], { type }));
    setHref(url);
    return () => {
      setHref(null);
      URL.revokeObjectURL(url);
    };
  }, [content, type]);
  return href && <a href={href} download={name} children={text} />;
}
