// The addresses that a document names. The first https one is the base; a relative one needs an address from somebody
// who knows where the document comes from.
import type { DescribedServer, LeftOut, ServerVariable } from '../description.ts'
import { isJson, memberOf, textIn } from './json.ts'
import { entriesOf, type Part, partIn } from './references.ts'
import { docOf } from './texts.ts'

const mostServers = 50

/** Reads a list of servers. */
export function serversIn({ value, pointer }: Part): DescribedServer[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, mostServers).flatMap((entry: unknown, at): DescribedServer[] => {
    const url = textIn(entry, 'url')
    if (url === undefined || url.length > 2000) return []
    const doc = docOf(memberOf(entry, 'description'))
    const variables = entriesOf(partIn({ value: entry, pointer: `${pointer}/${at}` }, 'variables')).flatMap(variableOf)
    return [{ url: url.trim(), ...(doc === undefined ? {} : { doc }), variables: Object.fromEntries(variables) }]
  })
}

function variableOf([name, { value }]: readonly [string, Part]): (readonly [string, ServerVariable])[] {
  const fallback = memberOf(value, 'default')
  const values = memberOf(value, 'enum')
  const doc = docOf(memberOf(value, 'description'))
  if (!isJson(value) || name === '__proto__') return []
  return [
    [
      name,
      {
        default: typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : '',
        ...(Array.isArray(values) ? { enum: values.filter((one) => typeof one === 'string') } : {}),
        ...(doc === undefined ? {} : { doc }),
      },
    ],
  ]
}

/** Returns the base address: the first https one whose variables all have values. */
export function baseOf(
  servers: readonly DescribedServer[],
  values: Readonly<Record<string, string>>,
): string | undefined {
  for (const server of servers) {
    const base = addressOf(filled(server, values))
    if (base?.startsWith('https://')) return base
  }
  return undefined
}

/** Returns the addresses of servers in a form in which those of one place are equal, whatever their scheme. */
export function placesOf(
  servers: readonly DescribedServer[],
  values: Readonly<Record<string, string>>,
): readonly string[] {
  return servers
    .map((server) =>
      filled(server, values)
        .replace(/^https?:/, '')
        .replace(/(?<!\/)\/+$/, '')
        .toLowerCase(),
    )
    .filter((place) => place !== '')
}

/** Returns the servers that most lists name first. */
export function mostCommon(lists: readonly (readonly DescribedServer[])[]): readonly DescribedServer[] {
  const counts = new Map<string, { count: number; readonly servers: readonly DescribedServer[] }>()
  for (const servers of lists) {
    const [first] = servers
    if (!first) continue
    const known = counts.get(first.url)
    if (known) known.count++
    else counts.set(first.url, { count: 1, servers })
  }
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count)
  return most?.servers ?? []
}

/** Normalises a base address; undefined if it is no plain http or https address. */
export function addressOf(text: string): string | undefined {
  if (text.length > 2000 || /[{}\s\\]/.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!isPlain || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  let path = url.pathname
  while (path.endsWith('/')) path = path.slice(0, -1)
  return url.origin + path
}

function filled({ url, variables }: DescribedServer, values: Readonly<Record<string, string>>): string {
  const text = url.startsWith('//') ? `https:${url}` : url
  return text.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
    const chosen = value ?? variable?.default ?? ''
    return chosen === '' ? whole : chosen
  })
}

/** Returns a note about servers that were given values for variables that no server has. */
export function unknownVariables(
  servers: readonly DescribedServer[],
  values: Readonly<Record<string, string>>,
): LeftOut[] {
  const known = new Set(servers.flatMap(({ variables }) => Object.keys(variables)))
  return Object.keys(values)
    .filter((name) => !known.has(name))
    .map((name) => ({
      pointer: '/servers',
      reason: `No server has a variable ${name}. They have ${[...known].sort().join(', ') || 'none'}.`,
    }))
}
