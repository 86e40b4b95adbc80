// Says in words what a pattern of a declaration demands, where it is a row of literals and character classes.

const literal = /\w|\\?[-.:/#@+]/y
const ofClass = /A-Za-z|a-zA-Z|0-9a-f|a-f0-9|a-z|A-Z|0-9|\\[wd]|\\?[-_.:/#@+](?!-[^\]])/y
const repeat = /[*+?]|\{(\d{1,4})(?:,(\d{0,4}))?\}/y
const named: Readonly<Record<string, string>> = {
  'A-Za-z': 'letters',
  'a-zA-Z': 'letters',
  'a-z': 'lower-case letters',
  'A-Z': 'capital letters',
  '0-9': 'digits',
  '\\d': 'digits',
  '0-9a-f': 'hexadecimal digits',
  'a-f0-9': 'hexadecimal digits',
}
const mostParts = 6

/** Returns such as `3 letters`; undefined for a pattern of another kind, and for longer ones. */
export function patternWords(pattern: string): string | undefined {
  const isWhole = pattern.endsWith('$')
  const end = pattern.length - (isWhole ? 1 : 0)
  if (!pattern.startsWith('^') || end === 1) return undefined
  const words: string[] = []
  let at = 1
  /** Moves past what the expression matches here. */
  const take = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at
    const found = at < end ? expression.exec(pattern) : null
    if (found) at += found[0].length
    return found ?? undefined
  }
  while (at < end) {
    if (words.length === mostParts) return undefined
    const classes = takeClass(pattern, at, take)
    const text = classes ? '' : takeLiterals(take)
    if (!classes && text === '') return undefined
    const times = take(repeat)
    const word = classes ? classWords(classes, times) : literalWords(text, times)
    if (word === undefined) return undefined
    words.push(word)
  }
  return `${isWhole ? '' : 'begins with '}${words.join(', then ')}`
}

type Take = (expression: RegExp) => RegExpExecArray | undefined

/** Returns the names of what a class accepts; undefined where no class begins, or one that has no words. */
function takeClass(pattern: string, at: number, take: Take): string[] | undefined {
  if (!/^(?:\[|\\[wd])/.test(pattern.slice(at, at + 2))) return undefined
  const isBracketed = take(/\[/y) !== undefined
  const names: string[] = []
  for (let found = take(ofClass); found; found = isBracketed ? take(ofClass) : undefined) {
    const [text] = found
    if (text === '\\w') names.push('letters', 'digits', '`_`')
    else names.push(named[text] ?? `\`${text.replace('\\', '')}\``)
  }
  return names.length > 0 && (!isBracketed || take(/\]/y)) ? names : undefined
}

function takeLiterals(take: Take): string {
  let text = ''
  for (let found = take(literal); found; found = take(literal)) text += found[0].replace('\\', '')
  return text
}

/** A repeat belongs to the last character only, so no longer text has one. */
function literalWords(text: string, times: RegExpExecArray | undefined): string | undefined {
  if (times === undefined) return `\`${text}\``
  return times[0] === '?' && text.length === 1 ? `perhaps \`${text}\`` : undefined
}

function classWords(names: readonly string[], times: RegExpExecArray | undefined): string {
  const list = (word: string) => names.join(', ').replace(/, ([^,]+)$/, ` ${word} $1`)
  const [sign, least, most] = times ?? []
  if (sign === undefined || sign === '?') {
    const one = names.map((name) => name.replace(/s$/, '')).join(' or ')
    return `${sign === '?' ? 'perhaps' : 'one'} ${one}`
  }
  if (least === undefined) return list('and')
  if (most === undefined) return `${least} ${list('or')}`
  if (most === '') return `at least ${least} ${list('or')}`
  return `${least === '0' ? 'up to' : `${least} to`} ${most} ${list('or')}`
}
