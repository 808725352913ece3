// A sentence that takes the focus when the button that led to it is gone.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function Lasting({ children }: { readonly children: ComponentChildren }) {
  const here = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) here.current?.focus({ preventScroll: true });
  }, []);
  return (
    <p ref={here} tabIndex={-1} role="status">
      <strong>{children}</strong>
    </p>
  );
}
