// Cleans texts of files: placeholders for empty values, and names written in capitals.
import { cleanString } from '#provider/import'

/**
 * Returns a cleaned string of a file; empty for a value of another type, one longer than allowed, and a placeholder
 * such as `NULL`.
 */
export function textOf(value: unknown, maxLength: number): string {
  const text = cleanString(value, maxLength) ?? ''
  return text.length <= longestNothing && nothing.test(text) ? '' : text
}
const nothing = /^(?:[<([{]?(?:null|undefined|none|nan|nil)[>)\]}]?|#?n\/a|#(?:null|value|ref)!|\\n|[-–—.?*]+)$/i
const longestNothing = 12

/** Converts a name in capitals to its usual form: `Stoke-on-Trent`, `Betws-y-Coed`, `RAF Halton`. */
export function titled<T extends string | undefined>(text: T): T | string {
  if (text === undefined || text !== text.toUpperCase()) return text
  return text.toLowerCase().replace(/[\p{L}'’]+/gu, (word, at: number, whole: string) => {
    const [before, after] = [whole.charAt(at - 1), whole.charAt(at + word.length)]
    if (/\d/.test(before)) return ordinals.has(word) ? word : word.toUpperCase()
    if (acronyms.has(word)) return word.toUpperCase()
    const isSmall = at > 0 && (small.has(word) || (before === '-' && after === '-' && joining.has(word)))
    // Villeneuve-d'Ascq, but D'Arcy Street
    const isArticle = before === '-' && /^[dl]['’]\p{L}/u.test(word)
    return isSmall ? word : isArticle ? word.slice(0, 2) + capital(word.slice(2)) : capital(word)
  })
}
const ordinals = new Set(['st', 'nd', 'rd', 'th'])
const acronyms = new Set(
  'bfpo raf rnas raaf hms hmp mod nhs bbc uk gb usa po ii iii iv vi vii viii ix xi xii'.split(' '),
)
const small = new Set(
  (
    'and at by cum de des du in le les la next of on sur the to under upon with y yr yng ar ' + 'am an der im ob vor'
  ).split(' '),
)
/** Words that are lower case only between hyphens. */
const joining = new Set('a en for juxta near sub super'.split(' '))

/** Capitalises a word: `O'Brien`, `D'Arcy`, `McDonald`, but `King's`. */
function capital(word: string): string {
  return word
    .replace(/^(\p{L}['’])?(\p{L})/u, (_all, prefix: string = '', letter: string) => (prefix + letter).toUpperCase())
    .replace(/^Mc\p{L}(?=\p{L})/u, (start) => `Mc${start.slice(2).toUpperCase()}`)
}

/** Returns the members that are defined and not empty. */
export function definedMembers(members: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const some = Object.entries(members).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return Object.fromEntries(some)
}
