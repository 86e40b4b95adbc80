// Generates the table of APIs in the README from the declarations.
import type { Api } from '#define'

const begin = '<!-- apis:begin -->'
const end = '<!-- apis:end -->'

/** Returns the README with its table updated; throws if the markers are missing. */
export function readmeWith(readme: string, apis: readonly { api: Api; embedded: boolean }[]): string {
  const from = readme.indexOf(begin)
  const to = readme.indexOf(end)
  if (from < 0 || to < from) throw new Error(`README.md has no ${begin} … ${end}`)
  return `${readme.slice(0, from + begin.length)}\n${tableOf(apis)}\n${readme.slice(to)}`
}

/** Returns the table: APIs that work without a network and a key first, then samples, then live providers only. */
function tableOf(apis: readonly { api: Api; embedded: boolean }[]): string {
  const rows = apis
    .filter(({ api }) => api.surface.name === 'hosted' || api.surface.name === 'market')
    .map(({ api, embedded }) => {
      const slugs = api.listings.map(({ slug }) => `\`${slug}\``).join(', ')
      const endpoints = Object.values(api.endpoints).length
      const rank = embedded ? (api.sample ? 1 : 0) : 2
      const cells = [
        `[${api.title}](docs/reference/${api.slug}.md)`,
        slugs,
        endpoints,
        worksNow(api, embedded),
        liveOf(api),
      ]
      return { rank, row: `| ${cells.join(' | ')} |` }
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ row }) => row)
  return ['| API | Slug | Endpoints | Works now, offline | Live |', '|---|---|---|---|---|', ...rows].join('\n')
}

function worksNow({ sample }: Api, embedded: boolean): string {
  if (!embedded) return 'no'
  return sample ? 'with sample data' : 'yes'
}

function liveOf({ auth, upstream }: Api): string {
  if (upstream === null) return 'there is no provider'
  const key = auth.kind === 'keyless' ? 'without a key' : 'with your own key'
  return upstream.base === null ? `${key}, at an address that the operator names` : key
}
