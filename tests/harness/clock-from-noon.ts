// A clock that starts at a whole minute, for tests whose calls must count for one minute.
const noon = Date.UTC(2026, 4, 1, 12)

/** Returns epoch milliseconds that start at noon of 1 May 2026 and advance in real time. */
export function clockFromNoon(): () => number {
  const begunMs = performance.now()
  return () => Math.round(noon + performance.now() - begunMs)
}
