// Waits for a call, but not for ever.
import type { CapturedAnswer } from './captured-response.ts'

/** The answer, or 'late' when it takes longer than `lateMs`. */
export function withinTime(
  answer: Promise<CapturedAnswer | undefined>,
  lateMs: number,
): Promise<CapturedAnswer | undefined | 'late'> {
  // not Promise.race: every call waits here, and a race makes several promises more
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('late'), lateMs)
    const settle = (inTime: CapturedAnswer | undefined) => {
      clearTimeout(timer)
      resolve(inTime)
    }
    answer.then(settle, reject)
  })
}
