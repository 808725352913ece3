import { beforeEach, expect, it } from "vitest";
import { forgetWritten, noteWritten, withWritten } from "./written";

const edited = (name: string, version: number, more = {}) => ({ book: { name, version }, ...more });

beforeEach(forgetWritten);

it("leaves requests as they are before the first change", () => {
  noteWritten("GET", "/v1/books/main/nodes/DD", edited("main", 7));
  noteWritten("POST", "/v1/next", edited("main", 7));
  noteWritten("DELETE", "/v1/books/main/nodes/DD?dry_run=true", edited("main", 7, { dry_run: true }));
  expect(withWritten("POST", "/v1/next")).toBe("/v1/next");
});

it("adds the last version of each changed book to reads", () => {
  noteWritten("POST", "/v1/books/main/edits", edited("main", 8, { dry_run: false }));
  noteWritten("PATCH", "/v1/books/main/nodes/DD", edited("main", 7));
  noteWritten("POST", "/v1/books/club/revert", edited("club", 3));
  const least = "min_version=main:8,club:3";
  for (const path of ["/v1/next", "/v1/next/batch", "/v1/quiz", "/v1/review"]) expect(withWritten("POST", path)).toBe(`${path}?${least}`);
  expect(withWritten("GET", "/v1/books/main/lines?limit=1")).toBe(`/v1/books/main/lines?limit=1&${least}`);
});

it("adds nothing to changes and to what needs no book", () => {
  noteWritten("POST", "/v1/books/main/edits", edited("main", 8));
  expect(withWritten("POST", "/v1/books/main/edits")).toBe("/v1/books/main/edits");
  expect(withWritten("PATCH", "/v1/books/main/nodes/DD")).toBe("/v1/books/main/nodes/DD");
  expect(withWritten("POST", "/v1/influence")).toBe("/v1/influence");
});
