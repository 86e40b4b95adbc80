// The size of the program that a regular expression becomes, before it is compiled: repetitions repeat their part.

const counted = /\{(\d{1,9})(?:(,)(\d{0,9}))?\}/y

/** Returns about the number of instructions; at most `Infinity`. Linear in the pattern. */
export function patternSize(pattern: string): number {
  /** The sizes of the open groups, each up to here. */
  const open: number[] = []
  let total = 0
  let last = 0
  const add = (size: number) => {
    last = size
    total += size
  }
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '\\') at++
    else if (character === '[') at = endOfClass(pattern, at)
    else if (character === '(') {
      open.push(total)
      last = 0
      continue
    } else if (character === ')') {
      const before = open.pop() ?? 0
      last = total - before + 2
      total += 2
      continue
    } else if (character === '{') {
      counted.lastIndex = at
      const [whole, low, comma, high] = counted.exec(pattern) ?? []
      if (whole !== undefined) {
        const times = Math.max(1, Number(low), comma === undefined || high === '' ? 0 : Number(high))
        add(last * (times - 1))
        last += last / Math.max(1, times - 1)
        at += whole.length - 1
        continue
      }
    }
    add(1)
  }
  return total
}

function endOfClass(pattern: string, from: number): number {
  let at = from + 1
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1
  return at
}
