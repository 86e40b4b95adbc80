// The form of a UK postcode: outward code (area, district) and inward code (sector digit, unit).

interface PostcodeParts {
  readonly outward: string
  readonly inward: string
  readonly area: string
  /** Sector: outward code and digit, such as `ID1 1`. */
  readonly sector: string
}

const form = /^([A-Z]{1,2})(\d[A-Z\d]?)(\d[A-Z]{2})$/
const spacedForm = /^([A-Z]{1,2})(\d[A-Z\d]?) (\d[A-Z]{2})$/

/** Returns the upper-case letters and digits only. */
export function compactPostcode(text: string): string {
  return text.toUpperCase().replace(/[^A-Z\d]/g, '')
}

export function isPostcode(text: string): boolean {
  return form.test(compactPostcode(text))
}

/** Adds the space if the text has the form of a postcode. */
export function spacedPostcode(text: string): string {
  const compact = compactPostcode(text)
  return form.test(compact) ? `${compact.slice(0, -3)} ${compact.slice(-3)}` : text.trim().toUpperCase()
}

/** Returns the parts; empty strings if the text does not have the form of a postcode. */
export function partsOfPostcode(text: string): PostcodeParts {
  // stored postcodes are already spaced
  const [, area = '', district = '', inward = ''] = spacedForm.exec(text) ?? form.exec(compactPostcode(text)) ?? []
  const outward = area + district
  return { outward, inward, area, sector: outward && `${outward} ${inward.charAt(0)}` }
}

/** Returns the first postcode in a text, and the text without it. */
export function takePostcode(text: string): { readonly postcode: string; readonly rest: string } {
  const found = /\b([a-z]{1,2}\d[a-z\d]?)\s*(\d[a-z]{2})\b/i.exec(text)
  if (!found) return { postcode: '', rest: text }
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  return { postcode: compactPostcode(found[0]), rest }
}

const digitsFor: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', S: '5', Z: '2', B: '8' }
const lettersFor: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '5': 'S', '2': 'Z', '8': 'B' }

/** Returns readings of a mistyped postcode with confused letters and digits corrected, without the text itself. */
export function correctedPostcodes(text: string): string[] {
  const compact = compactPostcode(text)
  if (compact.length < 5 || compact.length > 7) return []
  const digit = (letter: string) => digitsFor[letter] ?? letter
  const letter = (digit: string) => lettersFor[digit] ?? digit
  const inward = digit(compact.charAt(compact.length - 3)) + [...compact.slice(-2)].map(letter).join('')
  const outward = compact.slice(0, -3)
  const readings = [1, 2].flatMap((letters) => {
    const area = [...outward.slice(0, letters)].map(letter).join('')
    const [first = '', ...rest] = outward.slice(letters)
    return [area + digit(first) + rest.map(digit).join(''), area + digit(first) + rest.join('')]
  })
  const whole = readings.map((reading) => reading + inward).filter((reading) => form.test(reading))
  return [...new Set(whole)].filter((reading) => reading !== compact)
}
