// Paths of a document in the form in which the gateway routes them: without query and fragment, each placeholder once.
import type { DescribedParameter } from '../description.ts'

/** A path that can be routed, with the parameters that its text holds. */
export interface ReadPath {
  readonly path: string
  /** Parameters of a query that is written in the path. */
  readonly query: readonly (readonly [name: string, value: string])[]
  /** The form that two paths share if the same requests match both. */
  readonly form: string
}

const longestPath = 1000
const mostSegments = 40
const mostInSegment = 2

/** Reads a path template; returns the reason, a sentence, if no request could be routed to it. */
export function readPath(written: string): ReadPath | string {
  const [beforeFragment = ''] = written.split('#', 1)
  const [plain = '', ...rest] = beforeFragment.split('?')
  const path = (plain.startsWith('/') ? plain : `/${plain}`).replace(/\/{2,}/g, '/').replaceAll('{+', '{')
  const greedy = path.replace(/\{([A-Za-z_]\w*)[+*]\}$/, '*$1')
  const problem = problemOf(greedy)
  if (problem !== undefined) return problem
  return { path: greedy, query: pairsOf(rest.join('?')), form: formOf(greedy) }
}

/** A slash at the end makes no difference to the routes of the gateway. */
function formOf(path: string): string {
  const form = path.replace(placeholders, (part) => (part.startsWith('{') ? '{}' : '*'))
  return form.length > 1 && form.endsWith('/') ? form.slice(0, -1) : form
}

const placeholders = /\{[^{}]+\}|(?<=\/)\*\w+/g

function problemOf(path: string): string | undefined {
  if (path.length > longestPath) return `The path has more than ${longestPath} characters.`
  const segments = path.split('/')
  if (segments.length > mostSegments) return `The path has more than ${mostSegments} segments.`
  const literal = path.replace(placeholders, '')
  if (/[{}]/.test(literal)) return 'A brace in the path has no partner.'
  if (literal.includes('*')) return 'A star in the path cannot be routed.'
  if (!/^[\x21-\x7e]*$/.test(literal) || /[\\"<>^`|]|%(?![0-9a-fA-F]{2})/.test(literal))
    return 'The path has characters that a path cannot have.'
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'The path has dot segments.'
  const names = [...path.matchAll(placeholders)].map(([name]) => name)
  if (names.some((name) => name === '{__proto__}' || name === '{body}')) return 'A placeholder cannot have this name.'
  for (const segment of segments) {
    const held = segment.match(/\{[^{}]+\}/g) ?? []
    if (held.length > mostInSegment) return `A segment of the path has more than ${mostInSegment} placeholders.`
    if (segment.includes('}{')) return 'Two placeholders of the path follow each other, so no request tells them apart.'
  }
  return undefined
}

function pairsOf(query: string): (readonly [string, string])[] {
  return query
    .split('&')
    .slice(0, 20)
    .flatMap((pair) => {
      const [name = '', ...value] = pair.replace(/^\{[?&]/, '').split('=')
      const isPlain = /^[\w.:~[\]-]{1,100}$/.test(name) && name !== '__proto__' && !/[{}]/.test(value.join('='))
      return isPlain ? [[name, value.join('=')] as const] : []
    })
}

/** Returns a parameter for a pair that the path holds. */
export function parameterOfPair([name, value]: readonly [string, string]): DescribedParameter {
  const schema = value === '' ? { type: 'string' } : { type: 'string', enum: [value] }
  return { name, in: 'query', required: true, style: 'form', explode: true, schema, examples: [] }
}
