/** How the provider answers a question: yes, no, or not applicable because it could not be judged. */
export type Judgement = 'Y' | 'N' | 'NA'

/** `NA` for what is unknown. */
export function judged(value: boolean | undefined): Judgement {
  if (value === undefined) return 'NA'
  return value ? 'Y' : 'N'
}

/** Whether two strings are equal without case and blanks; unknown unless both are there. */
export function judgeEqual(a: string | undefined, b: string | undefined): Judgement {
  if (a === undefined || b === undefined) return 'NA'
  const folded = (text: string) => text.replace(/\s+/g, '').toLowerCase()
  return judged(folded(a) === folded(b))
}
