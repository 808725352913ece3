// The search box: finds moves of the book by words of their names, tags and comments.
import { useEffect, useRef } from "preact/hooks";
import { chosenIndex, found, hide, isShown, nodes, openNode, words } from "../state/named";
import { valueOf } from "../state/resource";
import { t } from "../text/text";
import { Lazy } from "./Lazy";

const Found = () => import("./NamedFound").then((module) => module.NamedFound);

/** Elements in which a slash is a letter. */
const FIELDS = "input, select, textarea, [contenteditable]";

export function Named() {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const beside = (event: Event) => !box.current?.contains(event.target as Node) && hide();
    const slash = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey || (event.target as Element).closest?.(FIELDS)) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("pointerdown", beside);
    addEventListener("keydown", slash);
    return () => {
      removeEventListener("pointerdown", beside);
      removeEventListener("keydown", slash);
    };
  }, []);
  const isOpen = isShown.value && words.value.trim() !== "";
  const count = nodes.value.length;
  const step = (by: number) => (chosenIndex.value = (chosenIndex.value + by + count) % Math.max(count, 1));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (isOpen) step(event.key === "ArrowDown" ? 1 : -1);
      isShown.value = true;
      event.preventDefault();
    } else if (event.key === "Escape") hide();
    else if (event.key === "Enter") {
      // Not before the answer to these words.
      const node = isOpen && valueOf(found.now.value) ? nodes.value[chosenIndex.value] : undefined;
      if (node) openNode(node);
      event.preventDefault();
    }
  };
  return (
    <div class="named" role="search" ref={box} onFocusOut={(event) => event.relatedTarget && !box.current?.contains(event.relatedTarget as Node) && hide()}>
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label={t.named.label}
        aria-expanded={isOpen}
        aria-controls="named-found"
        aria-autocomplete="list"
        aria-activedescendant={isOpen && count > 0 ? `named-${chosenIndex.value}` : undefined}
        placeholder={t.named.placeholder}
        autocomplete="off"
        maxLength={100}
        value={words.value}
        onInput={(event) => {
          words.value = event.currentTarget.value;
          isShown.value = true;
        }}
        onFocus={() => (isShown.value = true)}
        onKeyDown={onKeyDown}
      />
      <div id="named-found">{isOpen && <Lazy load={Found} props={{}} />}</div>
    </div>
  );
}
