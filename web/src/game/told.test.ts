// Texts of the change log.
import { describe, expect, it } from "vitest";
import { countsText, timeText, valueText } from "./told";

describe("a value of the log", () => {
  it("is text", () => {
    expect([null, "", "good", 1.5, true, false, 0].map(valueText)).toEqual(["", "", "good", "1.5", "yes", "no", "0"]);
    expect(valueText(["a", "b"])).toBe("a\nb");
    expect(valueText({ C: ["x", "y"], N: [] })).toBe("C: x, y\nN: ");
  });
});

describe("a change", () => {
  it("has its counts and its time", () => {
    expect(countsText({ added: 12306, changed: 1, deleted: 0 })).toBe("12,306 added, 1 changed");
    expect(countsText({ added: 0, changed: 0, deleted: 0 })).toBe("no move");
    expect(timeText("2026-01-31T13:05:07Z")).toBe("31 Jan 2026, 13:05 UTC");
    expect(timeText("long ago")).toBe("long ago");
  });
});
