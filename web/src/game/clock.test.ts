import { describe, expect, it } from "vitest";
import { after, shownSeconds, timeText } from "./clock";

describe("a clock", () => {
  it("counts main time, then periods, then nothing", () => {
    const left = { main: 10, periods: 3, period: 30 };
    expect(after(left, 4, 30)).toEqual({ main: 6, periods: 3, period: 30 });
    expect(after(left, 15, 30)).toEqual({ main: 0, periods: 3, period: 25 });
    expect(after(left, 75, 30)).toEqual({ main: 0, periods: 1, period: 25 });
    expect(after(left, 500, 30)).toEqual({ main: 0, periods: 0, period: 0 });
    // A period that was running before the message was sent.
    expect(after({ main: 0, periods: 2, period: 5 }, 6, 30)).toEqual({ main: 0, periods: 1, period: 29 });
    expect(shownSeconds(after(left, 15, 30))).toBe(25);
    expect(shownSeconds({ main: 0, periods: 0, period: 0 })).toBe(0);
  });

  it("is written with what matters", () => {
    expect(timeText(3723)).toBe("1:02:03");
    expect(timeText(599.2)).toBe("10:00");
    expect(timeText(61)).toBe("1:01");
    expect(timeText(9.94)).toBe("0:10.0");
    expect(timeText(7.21)).toBe("0:07.3");
    expect(timeText(0)).toBe("0:00.0");
  });
});
