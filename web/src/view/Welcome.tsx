// The first steps, until they are closed or the page is opened again.
import { open } from "../state/place";
import { closeWelcome, isWelcome } from "../state/welcome";
import { t } from "../text/text";

export function Welcome() {
  if (!isWelcome.value) return null;
  return (
    <section class="welcome" aria-label={t.welcome.title}>
      <ol>
        <li>
          <span class="by-mouse">{t.welcome.click}</span>
          <span class="by-finger">{t.welcome.tap}</span>
        </li>
        <li>
          <span class="by-mouse">{t.welcome.hover}</span>
          <span class="by-finger">{t.welcome.again}</span>
        </li>
        <li>
          <button type="button" class="link" onClick={() => open("review")}>
            {t.welcome.review}
          </button>
          <span class="by-mouse">{t.welcome.how}</span>
        </li>
      </ol>
      <button type="button" class="close" aria-label={t.welcome.close} onClick={closeWelcome}>
        ×
      </button>
    </section>
  );
}
