// Why the last click had no effect, and what is wrong in the URL.
import { complaints, position, refused } from "../state/place";
import { t } from "../text/text";

export function Refusals() {
  const { illegalAt } = position.value;
  return (
    <>
      {refused.value && <p class="refused">{refused.value}</p>}
      {illegalAt !== null && <p class="refused">{t.refused.illegal(illegalAt)}</p>}
      {complaints.value.length > 0 && (
        <div class="refused" role="alert">
          {complaints.value.map((text) => (
            <p>{t.refused.inUrl(text)}</p>
          ))}
        </div>
      )}
    </>
  );
}
