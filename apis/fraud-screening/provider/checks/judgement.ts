/** The provider's answer to a question: yes, no, or not applicable because it could not be assessed. */
export type Judgement = 'Y' | 'N' | 'NA'

/** Returns `Y` or `N`; `NA` for undefined. */
export function judged(value: boolean | undefined): Judgement {
  if (value === undefined) return 'NA'
  return value ? 'Y' : 'N'
}

/** Compares two strings without regard to case and blanks; `NA` unless both are present. */
export function judgeEqual(a: string | undefined, b: string | undefined): Judgement {
  if (a === undefined || b === undefined) return 'NA'
  const folded = (text: string) => text.replace(/\s+/g, '').toLowerCase()
  return judged(folded(a) === folded(b))
}
