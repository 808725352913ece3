// Form that adds a move where the game left the book.
import { useState } from "preact/hooks";
import type { CornerAnswer } from "../api/types";
import { findPlaceToAdd, placeToAdd } from "../state/adding";
import { answer } from "../state/answer";
import type { Place } from "../state/drafts";
import { drafts, keyOf } from "../state/drafts";
import { draftOf, notice } from "../state/editing";
import { key } from "../state/key";
import { line } from "../state/place";
import { t } from "../text/text";
import { Failure } from "./Failure";
import { useHome } from "./home";
import { MoveForm } from "./MoveForm";
import { Said } from "./Said";
import { useTask } from "./task";

const FIELDS = ["verdict", "names", "comment"] as const;

export function AddMove({ corner }: { readonly corner: CornerAnswer }) {
  const book = answer.value?.book.name;
  const left = corner.left_book;
  // Setup stones in an unknown order form no line.
  if (key.value === null || line.value.size !== 19 || !left || left.move === 0 || book === undefined) return null;
  return <Form key={`${book} ${corner.steps} ${left.move}`} corner={corner} name={left.point} book={book} />;
}

interface FormProps {
  readonly corner: CornerAnswer;
  readonly name: string;
  readonly book: string;
}

/** Opens the form on demand; an existing draft opens at once. */
function Form({ corner, name, book }: FormProps) {
  const task = useTask();
  const [opened, setOpened] = useState<Place | null>(null);
  const plain = placeToAdd(corner, book);
  const place = opened ?? plain;
  const own = place ? keyOf(place) : "";
  useHome(own);
  const open = async () => setOpened(plain ?? (await findPlaceToAdd(corner, book)));
  if (place && (opened || drafts.value.has(own))) {
    return <MoveForm draft={draftOf(place, null)} fields={FIELDS} submit={t.corners.add(name)} />;
  }
  return (
    <>
      {notice.value?.where === own && <Said key={notice.value.text} notice={notice.value} />}
      <button type="button" disabled={task.busy} onClick={() => task.run(open)}>
        {t.corners.addToBook(name)}
      </button>
      {task.problem && <Failure problem={task.problem} />}
    </>
  );
}
