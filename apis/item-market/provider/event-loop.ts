// Cooperative scheduling for long work.

/** Lets other work of the process run between steps of long work. SQLite answers without leaving the microtask queue. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
