// Waits for a call, but not for ever.
import type { CapturedAnswer } from './captured-response.ts'

/** The answer, or 'late' when it takes longer than `lateMs`. */
export async function withinTime(
  answer: Promise<CapturedAnswer | undefined>,
  lateMs: number,
): Promise<CapturedAnswer | undefined | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), lateMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
