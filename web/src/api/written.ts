// Versions of books that this page wrote: later reads include them, whichever node answers.

const versions = new Map<string, number>();

const isRead = (method: string, path: string) => (method === "GET" ? path.startsWith("/v1/") : /^\/v1\/(next|quiz|review)\b/.test(path));

/** Notes the book's version in the response to a change. */
export function noteWritten(method: string, path: string, response: object): void {
  const { book, dry_run } = response as { book?: { name?: string; version?: number }; dry_run?: boolean };
  if (method === "GET" || !path.startsWith("/v1/books/") || dry_run || !book?.name || !book.version) return;
  versions.set(book.name, Math.max(book.version, versions.get(book.name) ?? 0));
}

/** Returns the path of a request; a read includes what this page wrote. */
export function withWritten(method: string, path: string): string {
  if (versions.size === 0 || !isRead(method, path)) return path;
  const least = [...versions].map(([book, version]) => `${book}:${version}`).join(",");
  return `${path}${path.includes("?") ? "&" : "?"}min_version=${least}`;
}

/** Forgets the versions, for a node that cannot get them: what it has is better than nothing. */
export function forgetWritten(): void {
  versions.clear();
}
