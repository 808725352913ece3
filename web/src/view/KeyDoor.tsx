// Form to enter or forget the API key.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { isKey, key } from "../state/key";
import { forPrograms } from "../state/programs";
import { t } from "../text/text";

export function KeyDoor() {
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const had = useRef(key.value);
  // The focused element has just disappeared: focus its replacement.
  useLayoutEffect(() => {
    if (had.current !== key.value) (key.value ? button.current : box.current)?.focus();
    had.current = key.value;
  }, [key.value]);
  if (key.value) {
    return (
      <button type="button" class="key" ref={button} onClick={() => (key.value = null)}>
        {t.key.forget}
      </button>
    );
  }
  if (!forPrograms.value) return null;
  const take = (event: Event) => {
    event.preventDefault();
    const text = typed.trim();
    // Other characters cannot be sent in a header.
    setWrong(text !== "" && !isKey(text));
    if (!isKey(text)) return;
    key.value = text;
    setTyped("");
  };
  return (
    <form class="key" onSubmit={take}>
      <label>
        <span class="unseen">{t.key.label}</span>
        <input
          ref={box}
          type="password"
          autocomplete="off"
          placeholder={t.key.label}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <button type="submit">{t.key.use}</button>
      {wrong && (
        <span class="refused" role="alert">
          {t.key.wrong}
        </span>
      )}
    </form>
  );
}
