// A clock that goes on from a whole minute, for tests whose calls must count for one minute.
const noon = Date.UTC(2026, 4, 1, 12)

/** Epoch milliseconds: noon of 1 May 2026 now, and so many more as pass. */
export function clockFromNoon(): () => number {
  const begunMs = performance.now()
  return () => Math.round(noon + performance.now() - begunMs)
}
