// Files that are dropped anywhere on the page: the review takes them.
import { signal } from "@preact/signals";
import { open } from "./place";

/** Whether files are over the page just now. */
export const hovering = signal(false);
/** What was dropped and nobody has taken yet. */
export const dropped = signal<readonly File[]>([]);

/** Listens to the whole page; returns what ends that. No file that is dropped leads away from the page. */
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

/** Only a pointer that leaves the window is gone: between two parts of the page there is no other side. */
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

/** A text that is dragged is the text area's own business. */
function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
