// The table of APIs in the README, made from the declarations.
import type { Api } from '#define'
import { stateOf } from '#derive'

const begin = '<!-- apis:begin -->'
const end = '<!-- apis:end -->'

/** The README with its table updated; throws when the markers are missing. */
export function readmeWith(readme: string, apis: readonly { api: Api; embedded: boolean }[]): string {
  const from = readme.indexOf(begin)
  const to = readme.indexOf(end)
  if (from < 0 || to < from) throw new Error(`README.md has no ${begin} … ${end}`)
  return `${readme.slice(0, from + begin.length)}\n${tableOf(apis)}\n${readme.slice(to)}`
}

function tableOf(apis: readonly { api: Api; embedded: boolean }[]): string {
  const rows = apis
    .filter(({ api }) => api.surface.name === 'hosted' || api.surface.name === 'market')
    .map(({ api, embedded }) => {
      const slugs = api.listings.map(({ slug }) => `\`${slug}\``).join(', ')
      const endpoints = Object.values(api.endpoints).filter((endpoint) => !endpoint.beyond).length
      return `| [${api.title}](docs/reference/${api.slug}.md) | ${slugs} | ${endpoints} | ${keyOf(api)} | ${stateOf(api, embedded)} |`
    })
  return ['| API | Slug | Endpoints | Provider key | State |', '|---|---|---|---|---|', ...rows].join('\n')
}

function keyOf({ auth }: Api): string {
  if (auth.kind === 'keyless') return 'none'
  return auth.optional ? 'your own, optional' : 'your own'
}
