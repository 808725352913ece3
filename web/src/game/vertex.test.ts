import { describe, expect, it } from "vitest";
import { nameOf, vertexOf } from "./vertex";

describe("points", () => {
  it("have GTP names: no I, rows from the bottom", () => {
    expect(nameOf([0, 0], 19)).toBe("A19");
    expect(nameOf([8, 18], 19)).toBe("J1");
    expect(nameOf([15, 3], 19)).toBe("Q16");
    expect(nameOf([8, 0], 9)).toBe("J9");
  });

  it("are found again by their names, on every board", () => {
    for (let size = 9; size <= 19; size += 1) {
      const names = new Set<string>();
      for (let x = 0; x < size; x += 1) {
        for (let y = 0; y < size; y += 1) {
          const name = nameOf([x, y], size);
          names.add(name);
          expect(vertexOf(name, size)).toEqual([x, y]);
          expect(vertexOf(name.toLowerCase(), size)).toEqual([x, y]);
        }
      }
      expect(names.size).toBe(size * size);
    }
  });

  it("that do not exist are rejected", () => {
    for (const name of ["", "I5", "U1", "A0", "A20", "K10 ", "AA1", "Q016", "-1", "pass"]) expect(vertexOf(name, 19)).toBeNull();
    expect(vertexOf("K1", 9)).toBeNull();
    expect(vertexOf("A10", 9)).toBeNull();
  });
});
