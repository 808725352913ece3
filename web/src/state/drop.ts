// Files dropped anywhere on the page, for the review.
import { signal } from "@preact/signals";
import { open } from "./place";

/** Whether files are being dragged over the page. */
export const hovering = signal(false);
/** Dropped files that the review has not taken yet. */
export const dropped = signal<readonly File[]>([]);

/**
 * Handles drops on the whole page, so that no dropped file navigates away. Returns a function that
 * stops this.
 */
export function watchDrops(): () => void {
  const listener = new AbortController();
  const on = { signal: listener.signal };
  addEventListener("dragover", over, on);
  addEventListener("dragleave", left, on);
  addEventListener("drop", drop, on);
  return () => listener.abort();
}

function over(event: DragEvent): void {
  if (!hasFiles(event)) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  hovering.value = true;
}

/** Fires between elements too; only a pointer that leaves the window has no related target. */
function left(event: DragEvent): void {
  if (event.relatedTarget === null) hovering.value = false;
}

function drop(event: DragEvent): void {
  hovering.value = false;
  if (!hasFiles(event)) return;
  event.preventDefault();
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.length === 0) return;
  dropped.value = files;
  open("review");
}

/** Dragged text is left to the text area. */
function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
