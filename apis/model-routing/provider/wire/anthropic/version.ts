// The generation of a Claude model: accepted parameters changed between generations.

/** 4.5 for `claude-sonnet-4-5-20250929`; the newest for a name without a number; undefined for other models. */
export function versionOf(model: string): number | undefined {
  const match = /claude-(?:[a-z]+-)?(\d{1,2})(?:[-.](\d{1,2})(?!\d))?(?!\d)/i.exec(model)
  if (match !== null) {
    const [, major, minor = '0'] = match
    return Number(major) + Number(minor) / 10
  }
  return /claude/i.test(model) ? Infinity : undefined
}
