import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import { Problem } from "../api/client";
import { resource } from "./resource";

/** Creates loads that the test settles, in any order. */
function held() {
  const waiting = new Map<string, { resolve: (value: string) => void; reject: (error: unknown) => void; signal: AbortSignal }>();
  const load = (question: string, signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => waiting.set(question, { resolve, reject, signal }));
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { waiting, load, settle };
}

describe("a resource", () => {
  it("never shows the answer to an older request, in any order of responses", async () => {
    const question = signal<string | null>("one");
    const { waiting, load, settle } = held();
    const { now } = resource(() => question.value, load);
    question.value = "two";
    question.value = "three";
    expect(waiting.get("one")!.signal.aborted).toBe(true);
    waiting.get("three")!.resolve("3");
    await settle();
    expect(now.value).toEqual({ state: "answered", value: "3" });
    waiting.get("one")!.resolve("1");
    waiting.get("two")!.reject(new Problem(500, {}));
    await settle();
    expect(now.value).toEqual({ state: "answered", value: "3" });
  });

  it("shows nothing as soon as the request changes", async () => {
    const question = signal<string | null>("one");
    const { waiting, load, settle } = held();
    const { now } = resource(() => question.value, load);
    waiting.get("one")!.resolve("1");
    await settle();
    question.value = "two";
    expect(now.value).toEqual({ state: "asking" });
    question.value = null;
    expect(now.value).toEqual({ state: "none" });
  });

  it("repeats the request on demand, and not for an equal request", async () => {
    const question = signal({ point: "Q16" });
    let asked = 0;
    const { now, again } = resource(
      () => question.value,
      () => Promise.resolve((asked += 1)),
    );
    question.value = { point: "Q16" };
    expect(asked).toBe(1);
    again();
    await Promise.resolve();
    expect(asked).toBe(2);
    expect(now.value.state).toBe("answered");
  });

  it("keeps its value while the same thing is reloaded", async () => {
    const question = signal({ line: "DD", version: 1 });
    const { waiting, load, settle } = held();
    const asking = resource(() => question.value, (asked, signal) => load(`${asked.line}${asked.version}`, signal), ({ line }) => line);
    waiting.get("DD1")!.resolve("first");
    await settle();
    question.value = { line: "DD", version: 2 };
    expect(asking.now.value).toEqual({ state: "answered", value: "first" });
    waiting.get("DD2")!.resolve("second");
    await settle();
    expect(asking.now.value).toEqual({ state: "answered", value: "second" });
    asking.again();
    waiting.get("DD2")!.reject(new Problem(500, {}));
    await settle();
    expect(asking.now.value.state).toBe("failed");
    question.value = { line: "CC", version: 2 };
    expect(asking.now.value).toEqual({ state: "asking" });
  });

  it("turns any error into a problem to show", async () => {
    const { now } = resource(
      () => "one",
      () => Promise.reject(new TypeError("nonsense")),
    );
    await new Promise((resolve) => setTimeout(resolve));
    expect(now.value.state === "failed" && now.value.problem.message).toMatch(/nonsense/);
  });

  it("shows parts of a response, and none of an older request", async () => {
    const question = signal("one");
    const shows = new Map<string, (part: string) => void>();
    const load = (asked: string, _: AbortSignal, show: (part: string) => void) => new Promise<string>(() => void shows.set(asked, show));
    const { now } = resource(() => question.value, load);
    shows.get("one")!("1");
    expect(now.value).toEqual({ state: "answered", value: "1" });
    question.value = "two";
    expect(now.value).toEqual({ state: "asking" });
    shows.get("one")!("1, late");
    expect(now.value).toEqual({ state: "asking" });
    shows.get("two")!("2");
    expect(now.value).toEqual({ state: "answered", value: "2" });
  });
});
