// Waits for a call with a timeout.
import type { CapturedAnswer } from '../call/http/captured-response.ts'

/** Resolves with the response, or with 'late' if it takes longer than `lateMs`. */
export function withinTime(
  answer: Promise<CapturedAnswer | undefined>,
  lateMs: number,
): Promise<CapturedAnswer | undefined | 'late'> {
  // not Promise.race: every call waits here, and a race creates several more promises
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('late'), lateMs)
    const settle = (inTime: CapturedAnswer | undefined) => {
      clearTimeout(timer)
      resolve(inTime)
    }
    answer.then(settle, reject)
  })
}
