// Local parameters: `{!parent which="type_s:substance" tag=a}text` selects the parser of the rest, and its options
// (SOURCES 5.3).
import { cannotParse, SolrProblem } from '../../errors.ts'

export interface LocalParams {
  readonly params: ReadonlyMap<string, string>
  /** Text after the closing brace, or `v` if present. */
  readonly body: string
}

const maxParams = 50

/**
 * Reads local parameters; undefined for a text without any. `value` returns the request parameter that `$name` refers
 * to.
 */
export function readLocalParams(text: string, value: (name: string) => string | undefined): LocalParams | undefined {
  const source = text.trimStart()
  if (!source.startsWith('{!')) return undefined
  const params = new Map<string, string>()
  const problem = (reason: string) => cannotParse(text, reason)
  let at = 2
  for (;;) {
    at += /^\s*/.exec(source.slice(at))?.[0].length ?? 0
    if (source.charAt(at) === '}') break
    const found = /^([\w.#-]+)(?:=(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|([^\s}]*)))?/s.exec(source.slice(at))
    if (!found) throw problem(`local parameters cannot be read at column ${at}`)
    if (params.size >= maxParams) throw problem('it has too many local parameters')
    at += found[0].length
    const [whole, name = '', double, single, plain] = found
    // the parser's value can come without `type=`
    if (!whole.includes('=')) {
      params.set('type', name)
      continue
    }
    const quoted = double ?? single
    params.set(name, quoted === undefined ? dereferenced(plain ?? '', value) : quoted.replaceAll(/\\(.)/gs, '$1'))
  }
  return { params, body: params.get('v') ?? source.slice(at + 1) }
}

function dereferenced(text: string, value: (name: string) => string | undefined): string {
  if (!text.startsWith('$')) return text
  const found = value(text.slice(1))
  if (found === undefined) throw new SolrProblem(`missing parameter ${text.slice(1, 100)}`)
  return found
}

/** Splits a list of names at commas. */
export function namesIn(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
