// Applies corrections to a text.

export interface Correction {
  /** Offsets in code points; `end` is exclusive. */
  readonly start: number
  readonly end: number
  readonly kind: 'replace' | 'remove' | 'insert'
  readonly text: string
}

/** Applies the corrections; of overlapping ones the first wins. */
export function applied(text: string, corrections: readonly Correction[]): string {
  const characters = [...text]
  let done = ''
  let at = 0
  for (const { start, end, kind, text: replacement } of corrections.toSorted((a, b) => a.start - b.start)) {
    if (start < at || end > characters.length) continue
    done += characters.slice(at, kind === 'insert' ? end : start).join('') + (kind === 'remove' ? '' : replacement)
    at = end
  }
  return done + characters.slice(at).join('')
}
