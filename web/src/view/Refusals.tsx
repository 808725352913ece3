// Why the last click had no effect, and what is wrong in the URL.
import { complaints, position, refused } from "../state/place";

export function Refusals() {
  const { illegalAt } = position.value;
  return (
    <>
      {refused.value && <p class="refused">{refused.value}</p>}
      {illegalAt !== null && <p class="refused">Move {illegalAt} is illegal: the board shows the position before it.</p>}
      {complaints.value.length > 0 && (
        <div class="refused" role="alert">
          {complaints.value.map((text) => (
            <p>In the URL: {text}.</p>
          ))}
        </div>
      )}
    </>
  );
}
