// Reads the parameters of a call as the provider does: nothing is rejected, and unknown or malformed input is ignored
// (SOURCES 1.1).
import { present } from '#define/present'
import { plain } from '../meaning/terms.ts'

export interface WordsQuery {
  readonly ml: string
  readonly sl: string
  readonly sp: string
  readonly relations: readonly { readonly code: string; readonly text: string }[]
  readonly topics: readonly string[]
  readonly lc: string
  readonly rc: string
  readonly max: number
  /** The requested metadata: letters of d, p, s, r, f. */
  readonly md: ReadonlySet<string>
  readonly ipa: boolean
  /** Name of the parameter whose value is returned as the first result. */
  readonly echoed: string | undefined
}
export interface SuggestQuery {
  readonly typed: string
  readonly max: number
}

const bounds = { words: 100, suggestions: 10, most: 1000 }
const mostTopics = 5
const mostRelations = 20
/** Maximum text length; no word or description is longer, and longer strings are cut. */
const longestText = 300

/** Reads a call of `/words`. The first of repeated parameters counts, except that every `rel_` counts. */
export function readWordsQuery(params: URLSearchParams): WordsQuery {
  const text = (name: string) => plain((params.get(name) ?? '').slice(0, longestText))
  const echoed = params.get('qe')
  return {
    ml: text('ml'),
    sl: text('sl'),
    sp: text('sp'),
    relations: readRelations(params),
    topics: text('topics')
      .split(/[ ,]+/)
      .filter((topic) => topic !== '')
      .slice(0, mostTopics),
    lc: present(text('lc').split(' ').at(-1)),
    rc: present(text('rc').split(' ')[0]),
    max: readMax(params.get('max'), bounds.words),
    md: new Set((params.get('md') ?? '').toLowerCase().slice(0, longestText)),
    ipa: params.get('ipa') === '1',
    echoed: echoed === null || echoed === '' ? undefined : text(echoed) || undefined,
  }
}

/** Reads a call of `/sug`; a space at the end completes a word. */
export function readSuggestQuery(params: URLSearchParams): SuggestQuery {
  const typed = (params.get('s') ?? '').slice(0, longestText)
  return {
    typed: plain(typed) + (/\S\s$/.test(typed) ? ' ' : ''),
    max: readMax(params.get('max'), bounds.suggestions),
  }
}

function readRelations(params: URLSearchParams): { code: string; text: string }[] {
  const relations: { code: string; text: string }[] = []
  for (const [name, value] of params) {
    if (!name.startsWith('rel_') || relations.length >= mostRelations) continue
    const text = plain(value.slice(0, longestText))
    if (text !== '') relations.push({ code: name.slice(4).toLowerCase(), text })
  }
  return relations
}

/** Reads an integer from 0 to 1000; larger numbers become 1000, anything else the default. */
function readMax(text: string | null, byDefault: number): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Math.min(bounds.most, Number(text)) : byDefault
}
