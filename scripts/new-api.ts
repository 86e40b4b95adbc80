// `npm run new-api <slug>`: writes a folder under apis/ that already passes every check and test, to be changed into the API that is
// wanted. It touches nothing else: what is derived from the folder is written by `npm run generate`.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apisFolder } from '../packages/gateway/src/apis/load.ts'

/** Why no folder was written; the message says what to do. */
export class NewApiRefused extends Error {
  override name = 'NewApiRefused'
}

const slugForm = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const longestSlug = 40

/** Writes the folder and returns its path. Throws NewApiRefused for a slug that is not kebab-case or is taken. */
export function writeApi(slug: string, folder = apisFolder): string {
  if (!slugForm.test(slug) || slug.length > longestSlug)
    throw new NewApiRefused(
      `The slug has words of a-z and 0-9 joined by hyphens, at most ${longestSlug} characters, such as tide-tables.`,
    )
  const path = join(folder, slug)
  if (existsSync(path)) throw new NewApiRefused(`${path} exists already. Choose another slug, or remove the folder.`)
  mkdirSync(path)
  for (const [name, text] of Object.entries(filesOf(slug))) writeFileSync(join(path, name), text)
  return path
}

/** The files of a new API by name. */
function filesOf(slug: string): Record<string, string> {
  const title = titleOf(slug)
  return {
    'api.ts': apiText(slug, title),
    'endpoints.ts': endpointsText(title),
    'examples.ts': examplesText,
    'provider.ts': providerText,
    'README.md': readmeText(title),
  }
}

function titleOf(slug: string): string {
  const words = slug.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function apiText(slug: string, title: string): string {
  return `// ${title}: what it is, in one line.
import { defineApi, hosted, keyless } from '#define'
import { endpoints } from './endpoints.ts'

export default defineApi({
  slug: '${slug}',
  title: '${title}',
  summary: 'One sentence about what callers get here.',
  surface: hosted,
  // Where the provider knows an account by a key of its own: ownKey.header('authorization', 'Bearer '), and the like.
  auth: keyless,
  // Where live calls go, such as 'https://api.example.com/v1'. Null: provider.ts alone answers.
  upstream: null,
  // Places of code and message in the provider's error bodies.
  errors: { code: '/error/code', message: '/error/message' },
  endpoints,
})
`
}

function endpointsText(title: string): string {
  return `// The endpoints of ${title}, in the order of its documentation.
import { body, get, int, list, obj, post, req, str } from '#define'

const Note = obj({ id: int({ min: 1 }), text: str() })

export const endpoints = {
  listNotes: get('/notes', 'The newest notes', {
    params: { limit: int({ min: 1, max: 100, default: 10, doc: 'How many notes at most.' }) },
    returns: obj({ notes: list(Note) }),
  }),
  getNote: get('/notes/{id}', 'One note', { params: { id: int({ min: 1 }) }, returns: Note }),
  countWords: post('/words', 'How many words a text has', {
    body: body({ text: req.str({ max: 1000, doc: 'The text.', example: 'two words' }) }),
    returns: obj({ words: int({ min: 0 }) }),
    idempotent: true,
  }),
}
`
}

const examplesText = `// One real call of each endpoint.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

export const examples = defineExamples(endpoints, {
  listNotes: { params: { limit: 1 }, output: { notes: [{ id: 2, text: 'The second note.' }] } },
  getNote: { params: { id: 1 }, output: { id: 1, text: 'The first note.' } },
  countWords: { body: { text: 'two words' }, output: { words: 2 } },
})
`

const providerText = `// The embedded provider: one handler per endpoint. What a handler uses comes with the call as \`kit\`.
import { defineProvider, refuse } from '#define'
import api from './api.ts'

/** Newest first. */
const notes = [
  { id: 2, text: 'The second note.' },
  { id: 1, text: 'The first note.' },
]

export default defineProvider(api, () => ({
  listNotes: ({ limit }) => ({ notes: notes.slice(0, limit) }),
  getNote({ id }) {
    const note = notes.find((one) => one.id === id)
    if (!note) throw refuse(404, { error: { code: 'not_found', message: \`There is no note \${id}.\` } })
    return note
  },
  countWords: ({ body }) => ({ words: body.text.split(/\\s+/).filter((word) => word !== '').length }),
}))
`

function readmeText(title: string): string {
  return `# ${title}

What it is, and for whom. Where the facts come from. Where the provider wants its key.

The embedded provider has two notes of its own: SAMPLE data.

What to know before changing it, and what differs from the provider.
`
}

if (import.meta.main) {
  const [slug = ''] = process.argv.slice(2)
  try {
    const path = writeApi(slug)
    console.log(`Written: ${path}`)
    console.log('Change it into your API, then run `npm run generate` and `npm test`.')
  } catch (error) {
    if (!(error instanceof NewApiRefused)) throw error
    console.error(`${error.message}\nUsage: npm run new-api <slug>`)
    process.exitCode = 1
  }
}
