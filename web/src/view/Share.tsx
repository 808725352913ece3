// Dialog with what can be shared of the position: link, record, picture and a frame.
import "../style/share.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Corner } from "../game/range";
import { recordOf } from "../game/record";
import { title } from "../state/names";
import { line, look } from "../state/place";
import { frameHtml, pageAddress, pictureAddress, pictureCorner } from "../state/shared";
import { t } from "../text/text";
import { Copied } from "./Copied";
import { TextLink } from "./TextLink";
import { capital, cornerName, fileName } from "./words";

export function Share({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const { format, text, type } = recordOf(line.value);
  const name = fileName(title.value ?? "") || "joseki";
  return (
    // A click beside it has the dialog itself as its target.
    <dialog class="share" ref={dialog} aria-labelledby="share-title" onClose={onClose} onClick={(event) => event.target === event.currentTarget && close()}>
      <div class="content">
        <div class="top">
          <h2 id="share-title">{t.share.title}</h2>
          <button type="button" aria-label={t.words.close} onClick={close}>
            ×
          </button>
        </div>
        <Copied label={t.share.link} copy={t.share.copyLink} rows={1} text={pageAddress()} />
        <Copied label={format} copy={t.share.copy(format)} rows={5} text={text}>
          <TextLink content={text} type={type} name={`${name}.${format.toLowerCase()}`} text={t.share.download(format)} />
        </Copied>
        <Picture name={name} />
        <Copied label={t.share.frame} copy={t.share.copy("HTML")} rows={2} text={frameHtml()} />
      </div>
    </dialog>
  );
}

/** The picture of the corner or of the board, to download. */
function Picture({ name }: { readonly name: string }) {
  const own = pictureCorner();
  const [corner, choose] = useState<Corner | null>(look.value.view === "board" ? null : own);
  const [failed, setFailed] = useState<string | null>(null);
  const png = pictureAddress("png", corner);
  return (
    <section aria-label={t.share.picture}>
      <span class="faint">{t.share.picture}</span>
      <div class="drawn">
        {failed === png ? (
          <p class="refused">{t.share.noPicture}</p>
        ) : (
          <img src={png} alt={corner ? t.share.corner(cornerName(corner)) : t.share.board} onError={() => setFailed(png)} />
        )}
        <div>
          {own && (
            <div class="segments" role="group" aria-label={t.share.part}>
              {[own, null].map((part) => (
                <button type="button" aria-pressed={corner === part} onClick={() => choose(part)}>
                  {part ? capital(cornerName(part)) : t.words.wholeBoard}
                </button>
              ))}
            </div>
          )}
          <div class="row">
            <a href={png} download={`${name}.png`}>
              {t.share.download("PNG")}
            </a>
            <a href={pictureAddress("svg", corner)} download={`${name}.svg`}>
              {t.share.download("SVG")}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
