// Shows the progress of a long transfer and the phases after it, on one line that is overwritten. Without a terminal
// nothing is written.
import { showBytes } from './amounts.ts'
import type { Io } from './io.ts'
import { clean } from './table.ts'

interface Progress {
  /** Name of the current phase. */
  readonly phase: string
  /** Bytes of a transfer, the only phase shown with its amount and speed. */
  readonly bytes?: { readonly done: number; readonly total: number } | undefined
  /** Percentage of another phase, 0 to 100; undefined if unknown. */
  readonly percent?: number | undefined
  readonly note: string
}
export interface ProgressLine {
  show(progress: Progress): void
  /** Clears the line. */
  end(): void
}

const barWidth = 24
/** Shortest readable interval between updates. */
const everyMs = 100

/** Creates the line; with `quiet` nothing is shown. */
export function createProgressLine(io: Io, quiet: boolean): ProgressLine {
  if (quiet || !io.errIsTerminal) return { show: () => {}, end: () => {} }
  const beganMs = io.now()
  let shownMs = Number.NEGATIVE_INFINITY
  let shownPhase = ''
  return {
    show(progress) {
      const nowMs = io.now()
      if (nowMs - shownMs < everyMs && progress.phase === shownPhase && shareOf(progress) < 1) return
      shownPhase = progress.phase
      shownMs = nowMs
      io.err(`\r\u001b[2K${lineOf(progress, nowMs - beganMs).slice(0, Math.max(20, io.columns - 1))}`)
    },
    end: () => io.err('\r\u001b[2K'),
  }
}

/**
 * Formats `[######······] reading  42 %  120.0 MB of 280.0 MB  12.3 MB/s  1,234 days`, and in another phase
 * `[######······] indexing  42 %  1,234 days`.
 */
export function lineOf(progress: Progress, elapsedMs: number): string {
  const { phase, bytes, percent, note } = progress
  const share = shareOf(progress)
  const filled = Math.round(share * barWidth)
  const bar = `[${'#'.repeat(filled)}${'·'.repeat(barWidth - filled)}] ${clean(phase)}`
  const isKnown = bytes !== undefined || percent !== undefined
  const shown = isKnown ? ` ${String(Math.floor(share * 100)).padStart(3)} %` : ''
  const amount = bytes ? `  ${amountOf(bytes, elapsedMs)}` : ''
  return `${bar}${shown}${amount}${note === '' ? '' : `  ${clean(note)}`}`
}

function shareOf({ bytes, percent = 0 }: Progress): number {
  if (!bytes) return Math.min(100, percent) / 100
  return bytes.total === 0 ? 1 : Math.min(1, bytes.done / bytes.total)
}

function amountOf({ done, total }: { readonly done: number; readonly total: number }, elapsedMs: number): string {
  const speed = elapsedMs < 500 ? '' : `  ${showBytes(Math.round(done / (elapsedMs / 1000)))}/s`
  return `${showBytes(done)} of ${showBytes(total)}${speed}`
}
