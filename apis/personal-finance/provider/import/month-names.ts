// Names of months and weekdays in the languages with known headings, from the runtime's data (Unicode CLDR).

// without Croatian, whose names in dates are below: listopad and srp are other months in Czech and Polish
const languages = [
  ...['en', 'de', 'de-AT', 'fr', 'nl', 'es', 'it', 'pt', 'pl', 'da', 'sv', 'nb', 'cs', 'hu'],
  ...['ro', 'tr', 'ru', 'fi', 'et', 'lt', 'lv', 'sl', 'sk', 'sr-Latn', 'bg', 'uk', 'el', 'is', 'ca', 'id', 'ms'],
  ...['sr', 'th', 'he', 'ar-EG', 'ar-MA', 'ar-TN'],
]
/** Banks' abbreviations that the runtime lacks, and months of Croatian. */
const others: Readonly<Record<string, number>> = {
  mrz: 3,
  sijecnja: 1,
  veljace: 2,
  ozujka: 3,
  travnja: 4,
  svibnja: 5,
  lipnja: 6,
  srpnja: 7,
  kolovoza: 8,
  rujna: 9,
  studenog: 11,
  studenoga: 11,
  prosinca: 12,
}

interface Names {
  /** Months by name, from 1. */
  readonly months: ReadonlyMap<string, number>
  readonly weekdays: ReadonlySet<string>
}

/** Names, built on first use, which takes some milliseconds. */
let names: Names | undefined

/** Returns the month of a name, or of an unambiguous prefix of three letters or more; undefined for other words. */
export function monthNamed(word: string): number | undefined {
  names ??= namesOf()
  const exact = names.months.get(word)
  if (exact !== undefined || word.length < 3) return exact
  const months = new Set([...names.months].flatMap(([name, month]) => (name.startsWith(word) ? month : [])))
  return months.size === 1 ? [...months][0] : undefined
}

export function isWeekday(word: string): boolean {
  names ??= namesOf()
  return names.weekdays.has(word)
}

function namesOf(): Names {
  const months = new Map(Object.entries(others))
  const weekdays = new Set<string>()
  const conflicts = new Set<string>()
  // some languages decline the name after a day
  for (const language of languages)
    for (const form of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const month = new Intl.DateTimeFormat(language, { month: form, day, timeZone: 'UTC' })
        const weekday = new Intl.DateTimeFormat(language, { weekday: form, timeZone: 'UTC' })
        for (let at = 0; at < 12; at++) {
          const date = new Date(Date.UTC(2026, at, 5))
          const name = part(month, date, 'month')
          if (/\d/.test(name)) continue
          if ((months.get(name) ?? at + 1) !== at + 1) conflicts.add(name)
          months.set(name, at + 1)
          // Hebrew writes "in" and the month as one word
          if (language === 'he') months.set(`ב${name}`, at + 1)
          // the names of Portuguese weekdays have two words
          // single letters of Estonian weekdays are also initials of other words
          for (const word of part(weekday, new Date(Date.UTC(2026, 0, 1 + at)), 'weekday').split('-'))
            if (word.length > 1) weekdays.add(word)
        }
      }
  for (const name of conflicts) months.delete(name)
  return { months, weekdays }
}

function part(format: Intl.DateTimeFormat, date: Date, type: 'month' | 'weekday'): string {
  const value = format.formatToParts(date).find((one) => one.type === type)?.value ?? ''
  return foldDate(value).replace(/[.׳]/g, '')
}

/** Returns a text in lower case without accents, but with the vowels of Thai, which are marks as well. */
export function foldDate(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f\u0653-\u0655]/g, '')
      .toLowerCase()
      .replaceAll('ł', 'l')
      // Polish has the same word for November, but no point after the day
      .replace(/(?<=\d\. ?)listopada\b/, 'october')
  )
}
