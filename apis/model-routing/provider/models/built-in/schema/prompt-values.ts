// Values that a prompt offers for the members of a generated object: values of an enum, numbers, dates, times,
// addresses, places, names, and the text after a member's own name.
import { stemOf, stemsOf, wordsOf } from '../text/words.ts'
import { datesIn } from './prompt-dates.ts'

const numbers =
  /(?<![\p{L}\d.,-])-?(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.\d{1,15})?(?![\p{L}\d]|\.\d)|[\p{L}\p{M}]{1,40}/gu
const emails = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu
const addresses = /\bhttps?:\/\/[^\s<>"')\]]{1,500}/gu
const phones = /(?<![\p{L}\d+])(?:\+|0)\d[\d ()/-]{5,18}\d(?!\d)/gu
const times = /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])/gu
const places = /\b(?:in|at|to|for|from|near|of|and|or)\s+(\p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,3})/gu
const names = /\b\p{Lu}[\p{Ll}'’-]{1,30}(?: \p{Lu}[\p{Ll}'’-]{1,30}){0,3}/gu
const titles =
  /\b(?:called|named|titled|entitled) ["“]?(\p{Lu}[\p{L}\p{N}'’-]{0,30}(?: \p{Lu}[\p{L}\p{N}'’-]{0,30}){0,5})/gu
/** The beginning of `name: Bob`, `"name": "Bob"`, `name = Bob`. */
const labels = /(?<![\p{L}\d_])([\p{L}\d_]{1,30}(?:[ -][\p{L}\d_]{1,30}){0,3})["']?\s{0,3}[:=]\s{0,3}["'[]?/gu
const longestLabelled = 200
const longestText = 20_000
const mostFound = 200

type ValueKind = 'email' | 'url' | 'phone' | 'date' | 'time' | 'place' | 'title' | 'name'

/** Words that begin sentences to a model and are not names. */
const beginnings = new Set(
  (
    'please extract give write find return list make create call send use add get book schedule hello hi hey dear show ' +
    'generate summarise summarize describe set order buy plan draw answer say reply look check compute calculate read ' +
    'today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday january february march april ' +
    'june july august september october november december'
  ).split(' '),
)
const kindWords: readonly (readonly [ValueKind, readonly string[]])[] = [
  ['email', ['email', 'emails', 'mail']],
  ['url', ['url', 'urls', 'uri', 'link', 'links', 'website', 'homepage']],
  ['phone', ['phone', 'phones', 'mobile', 'telephone', 'tel']],
  ['date', ['date', 'dates', 'day', 'deadline', 'due', 'birthday', 'born', 'dob']],
  ['time', ['time', 'times', 'hour']],
  ['title', ['title', 'name', 'event', 'project']],
  [
    'name',
    [
      ...['names', 'person', 'people', 'persons', 'author', 'authors', 'user', 'users', 'guest', 'guests', 'host'],
      ...['participant', 'participants', 'attendee', 'attendees', 'customer', 'contact', 'contacts', 'recipient'],
      ...['sender', 'speaker', 'speakers', 'assignee', 'owner', 'employee', 'employees', 'friend', 'friends'],
    ],
  ],
]
const kindOfFormat: Readonly<Record<string, ValueKind>> = {
  email: 'email',
  uri: 'url',
  url: 'url',
  date: 'date',
  'date-time': 'date',
  time: 'time',
}

/** The kind of value that a member is for, as far as its name and format tell. */
function kindOf(name: string, format?: unknown): ValueKind | undefined {
  const ofFormat = typeof format === 'string' && Object.hasOwn(kindOfFormat, format) ? kindOfFormat[format] : undefined
  if (ofFormat) return ofFormat
  if (isPlace(name)) return 'place'
  const words = wordsOfName(name)
  return kindWords.find(([, known]) => words.some((word) => known.includes(word)))?.[0]
}

interface Counted {
  readonly value: number
  /** Stems of the words before and after it, nearest first. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  isUsed: boolean
}

/** Values of one prompt; each number, address, place or name is offered once. */
export class PromptValues {
  readonly text: string
  readonly #words: string
  readonly #stems: ReadonlySet<string>
  readonly #left = new Map<ValueKind, string[]>()
  readonly #labelled: ReadonlyMap<string, string>
  #counted: readonly Counted[] | undefined

  constructor(prompt: string) {
    this.text = prompt.slice(0, longestText)
    this.#words = ` ${wordsOf(this.text).join(' ')} `
    this.#stems = new Set(stemsOf(this.text))
    this.#labelled = labelledIn(this.text)
  }
  /** The values that the prompt mentions. */
  among(values: readonly unknown[]): unknown[] {
    return values.filter((value) => {
      const words = wordsOfName(String(value)).join(' ')
      return words !== '' && this.#words.includes(` ${words} `)
    })
  }
  mentions(name: string): boolean {
    return stemsOf(wordsOfName(name).join(' ')).some((stem) => this.#stems.has(stem))
  }
  /** Reports whether the prompt holds a value of the kind that a member is for. */
  offers(name: string, format?: unknown): boolean {
    const kind = kindOf(name, format)
    return this.labelled(name) !== undefined || (kind !== undefined && this.#queue(kind).length > 0)
  }
  /** Returns the part of the prompt after a member's name and a colon. */
  labelled(name: string): string | undefined {
    return this.#labelled.get(wordsOfName(name).join(' '))
  }
  /** The number of numbers left. */
  get numbersLeft(): number {
    return this.#numbers().filter(({ isUsed }) => !isUsed).length
  }
  /** The number beside a member's name, else the next one. */
  nextNumber(name: string): number | undefined {
    const all = this.#numbers()
    const stems = new Set(wordsOfName(name).map(stemOf))
    const distance = (words: readonly string[], most: number): number => {
      const at = words.slice(0, most).findIndex((word) => stems.has(word))
      return at < 0 ? Number.POSITIVE_INFINITY : at
    }
    let [best, nearest]: [Counted | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (const one of all) {
      const far = Math.min(distance(one.before, 3), distance(one.after, 2) + 0.5)
      if (far < nearest) [best, nearest] = [one, far]
    }
    const chosen = best ?? all.find(({ isUsed }) => !isUsed)
    if (chosen) chosen.isUsed = true
    return chosen?.value
  }
  /** A value for a member, as far as its name says what it needs. */
  nextString(name: string, format: unknown): string | undefined {
    const kind = kindOf(name, format)
    const labelled = this.labelled(name)?.split(',')[0]?.trim()
    if (kind === 'title') return labelled ?? this.#queue('title').shift() ?? this.#queue('name').shift()
    if (kind === 'place') return labelled ?? this.#queue('place').shift() ?? this.#queue('name').shift()
    if (kind === 'name') return labelled ?? this.#queue('name').shift()
    // these have a fixed form, which a label does not promise
    return kind ? this.#queue(kind).shift() : labelled
  }
  /** Returns the number of values left of a list's kind. */
  left(name: string, format: unknown): number {
    const kind = kindOf(name, format)
    return kind ? this.#queue(kind).length : 0
  }
  /** The items that the prompt lists after a member's name and a colon. */
  listed(name: string): readonly string[] {
    const items = this.labelled(name)
      ?.replace(/\.$/, '')
      .split(/,| and /)
    return items?.map((item) => item.trim()).filter((item) => item !== '') ?? []
  }
  places(): readonly string[] {
    return [...new Set(found(this.text, places))]
  }
  #queue(kind: ValueKind): string[] {
    const left = this.#left.get(kind) ?? this.#find(kind)
    this.#left.set(kind, left)
    return left
  }
  #find(kind: ValueKind): string[] {
    switch (kind) {
      case 'email':
        return found(this.text, emails)
      case 'url':
        return found(this.text, addresses).map((url) => url.replace(/[.,;:!?]{1,5}$/, ''))
      case 'phone':
        return found(this.text, phones)
      case 'date':
        return datesIn(this.text)
      case 'time':
        return found(this.text, times).map((time) => time.padStart(5, '0'))
      case 'place':
        return found(this.text, places)
      case 'title':
        return found(this.text, titles)
      case 'name': {
        const titled = new Set(found(this.text, titles))
        return found(this.text, names)
          .map(withoutBeginning)
          .filter((name) => name !== '' && !titled.has(name))
      }
    }
  }
  #numbers(): readonly Counted[] {
    this.#counted ??= numbersIn(this.text)
    return this.#counted
  }
}

/** A sentence begins with a capital whatever its first word is. */
function withoutBeginning(name: string): string {
  const [first = '', ...rest] = name.split(' ') // a split text has a first part
  const [word = ''] = wordsOf(first)
  return beginnings.has(word) || ordinary.has(word) ? rest.join(' ') : name
}
const ordinary = new Set(
  (
    'the a an i we you he she it they my our your his her its their this that these those what when where who why how ' +
    'is are was were do does did can could will would should if in on at to for from of and or but so as there here'
  ).split(' '),
)

function found(text: string, pattern: RegExp): string[] {
  const values: string[] = []
  for (const match of text.matchAll(pattern)) {
    values.push((match[1] ?? match[0]).trim())
    if (values.length === mostFound) break
  }
  return values
}

function labelledIn(text: string): ReadonlyMap<string, string> {
  const labelled = new Map<string, string>()
  const heads = Array.from(text.matchAll(labels)).slice(0, mostFound)
  for (const [at, { 0: head, 1: label = '', index }] of heads.entries()) {
    const start = index + head.length
    const said = text.slice(start, Math.min(heads[at + 1]?.index ?? text.length, start + longestLabelled))
    const [value = ''] = said.split(/["\n;}\]]/)
    const words = wordsOfName(label)
    // the name may be the end of a longer phrase
    for (let from = 0; from < words.length; from++) {
      const key = words.slice(from).join(' ')
      const clean = value.replace(/[\s,]{1,10}$/, '')
      if (!labelled.has(key) && clean !== '') labelled.set(key, clean)
    }
  }
  return labelled
}

/** Numbers with the words around them; not those within dates, times and addresses. */
function numbersIn(text: string): Counted[] {
  let bare = text
  for (const pattern of [addresses, emails, phones, times, /\b\d{4}-\d{2}-\d{2}\b/g])
    bare = bare.replace(pattern, (match) => ' '.repeat(match.length))
  const tokens = found(bare, numbers)
  const isNumber = (token: string) => /^-?\d/.test(token)
  return tokens.flatMap((token, at) =>
    isNumber(token)
      ? [
          {
            value: Number(token.replaceAll(',', '')),
            before: tokens
              .slice(Math.max(0, at - 3), at)
              .toReversed()
              .map(lowerStem),
            after: tokens.slice(at + 1, at + 3).map(lowerStem),
            isUsed: false,
          },
        ]
      : [],
  )
}
const lowerStem = (word: string): string => stemOf(word.toLowerCase())

export const isPlace = (name: string): boolean =>
  /^(?:city|cities|country|countries|(?:location|place|town|region|airport|destination|origin)s?)$/i.test(name)

/** `maxResults` and `max_results` consist of the words max and results. */
export function wordsOfName(name: string): string[] {
  return wordsOf(name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replaceAll(/[_\-.]/g, ' ')).slice(0, 8)
}
