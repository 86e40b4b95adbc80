// Splits a mode, a line of programs separated by bars, into the parts that terms need: the programs up to the
// dictionary of the pair, those after it, the analysis of words and their generation (SOURCES 5.4).

export type ModePart = 'all' | 'lookup' | 'transfer' | 'analysis' | 'generation'

/** The commands of a part; undefined if the mode lacks it. */
export function partOf(commands: string, part: ModePart): string | undefined {
  if (part === 'all') return commands
  const all = commands.split('|').map((command) => command.trim())
  const lookup = all.findIndex((command) => /^lt-proc\s(?:-\w+\s)*-b\s/.test(command))
  if (lookup < 0) return undefined
  switch (part) {
    case 'lookup':
      return all.slice(0, lookup + 1).join(' | ')
    case 'transfer':
      return all.slice(lookup + 1).join(' | ')
    case 'analysis':
      return all[0]?.startsWith('lt-proc ') ? all[0] : undefined
    case 'generation':
      return all.find((command) => command.startsWith('lt-proc ') && command.includes(' $1 '))
    default:
      return undefined
  }
}
