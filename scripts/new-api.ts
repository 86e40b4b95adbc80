// `npm run new-api <slug>`: writes a folder under apis/ that already passes every check and test, as a starting point
// for a new API. It touches nothing else: `npm run generate` writes everything derived from the folder.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apisFolder } from '../packages/gateway/src/process/load-apis.ts'

/** The reason why no folder was written; the message has the remedy. */
export class NewApiRefused extends Error {
  override name = 'NewApiRefused'
}

const slugForm = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const maxSlugLength = 40

/** A complete API, checked and tested in place. */
const template = fileURLToPath(new URL('new-api/template/', import.meta.url))

/** Writes the folder and returns its path. Throws NewApiRefused for a slug that is not kebab-case or is taken. */
export function writeApi(slug: string, folder = apisFolder): string {
  if (!slugForm.test(slug) || slug.length > maxSlugLength)
    throw new NewApiRefused(
      `The slug has words of a-z and 0-9 joined by hyphens, at most ${maxSlugLength} characters, such as tide-tables.`,
    )
  const path = join(folder, slug)
  if (existsSync(path)) throw new NewApiRefused(`${path} exists already. Choose another slug, or remove the folder.`)
  for (const name of templateFiles()) {
    mkdirSync(join(path, dirname(name)), { recursive: true })
    writeFileSync(join(path, name), named(readFileSync(join(template, name), 'utf8'), slug))
  }
  return path
}

/** The files of a new API, by path in its folder. */
export function templateFiles(): string[] {
  return globSync('**/*.{ts,md}', { cwd: template }).sort()
}

function named(text: string, slug: string): string {
  return text
    .replaceAll('sample-notes', slug)
    .replaceAll('sample_notes', slug.replaceAll('-', '_'))
    .replaceAll('Sample notes', titleOf(slug))
}

function titleOf(slug: string): string {
  const words = slug.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

if (import.meta.main) {
  const [slug = ''] = process.argv.slice(2)
  try {
    const path = writeApi(slug)
    console.log(`Written: ${path}`)
    console.log(
      `Change it into your API, then run \`npm test -- apis/${slug}\`, \`npm run generate\` and \`npm run check\`.`,
    )
  } catch (error) {
    if (!(error instanceof NewApiRefused)) throw error
    console.error(`${error.message}\nUsage: npm run new-api <slug>`)
    process.exitCode = 1
  }
}
