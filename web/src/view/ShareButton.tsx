// The button of what can be shared, which is loaded on first use.
import { useState } from "preact/hooks";
import { Lazy } from "./Lazy";

const Share = () => import("./Share").then((module) => module.Share);

export function ShareButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="share-button">
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Share
      </button>
      {isOpen && <Lazy load={Share} props={{ onClose: () => setOpen(false) }} />}
    </div>
  );
}
