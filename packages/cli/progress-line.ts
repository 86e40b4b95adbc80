// The progress of a long transfer, on one line that is overwritten. Without a terminal nothing is written.
import { showBytes } from './amounts.ts'
import type { Io } from './io.ts'
import { clean } from './table.ts'

export interface Progress {
  /** Bytes. */
  readonly done: number
  readonly total: number
  readonly note: string
}
export interface ProgressLine {
  show(progress: Progress): void
  /** Clears the line. */
  end(): void
}

const barWidth = 24
/** Faster updates could not be read. */
const everyMs = 100

/** Creates the line; with `quiet` there is none. */
export function createProgressLine(io: Io, quiet: boolean): ProgressLine {
  if (quiet || !io.errIsTerminal) return { show: () => {}, end: () => {} }
  const beganMs = io.now()
  let shownMs = Number.NEGATIVE_INFINITY
  return {
    show(progress) {
      const nowMs = io.now()
      if (nowMs - shownMs < everyMs && progress.done < progress.total) return
      shownMs = nowMs
      io.err(`\r\u001b[2K${lineOf(progress, nowMs - beganMs).slice(0, Math.max(20, io.columns - 1))}`)
    },
    end: () => io.err('\r\u001b[2K'),
  }
}

/** `[######······]  42 %  120.0 MB of 280.0 MB  12.3 MB/s  1,234 days` */
export function lineOf({ done, total, note }: Progress, elapsedMs: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * barWidth)
  const bar = `[${'#'.repeat(filled)}${'·'.repeat(barWidth - filled)}]`
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`
  const speed = elapsedMs < 500 ? '' : `  ${showBytes(Math.round(done / (elapsedMs / 1000)))}/s`
  return `${bar} ${percent}  ${showBytes(done)} of ${showBytes(total)}${speed}${note === '' ? '' : `  ${clean(note)}`}`
}
