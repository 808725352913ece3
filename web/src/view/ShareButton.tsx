// The button of what can be shared, which is loaded on first use.
import { useState } from "preact/hooks";
import { t } from "../text/text";
import { Lazy } from "./Lazy";

const Share = () => import("./Share").then((module) => module.Share);

export function ShareButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="share-button">
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t.share.title}
      </button>
      {isOpen && <Lazy load={Share} props={{ onClose: () => setOpen(false) }} />}
    </div>
  );
}
