// Rejects meaningless names, and APIs named outside their own folder.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isGenerated, isTest, root, sourceFiles } from './files.ts'

const empty = /(?:^|\/)(?!index\.html)(?:utils?|helpers?|common|misc|shared|manager|base|index)(?:\.[a-z]+)?(?:\/|$)/

export function names(): string[] {
  const files = sourceFiles(/^(?:apis|packages|scripts|tests)\//)
  const nameless = files
    .filter(({ path }) => empty.test(path) && !isGenerated(path))
    .map(({ path }) => `${path}: the name says nothing`)
  return [...nameless, ...apisNamedElsewhere()]
}

/**
 * Finds APIs named by the gateway: a slug as a string must occur only in its folder, in tests and in generated files.
 */
function apisNamedElsewhere(): string[] {
  const slugs = readdirSync(join(root, 'apis'))
  const code = sourceFiles(/^packages\/.*\.(?:ts|tsx|js)$/).filter(({ path }) => !isTest(path) && !isGenerated(path))
  return code.flatMap(({ path, text }) =>
    slugs
      .filter((slug) => new RegExp(`['"\`/]${slug}['"\`/]`).test(stripComments(text)) && !isGreeting(path))
      .map((slug) => `${path} names the API ${slug}`),
  )
}

/**
 * Matches examples for people, which may name APIs: the first call shown to newcomers, and those of the operator's and
 * the account's own API.
 */
const isGreeting = (path: string) => path.endsWith('/welcome.ts') || /\/(?:examples|sample-values)\b/.test(path)

function stripComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/example: '[^']*'/g, '')
}
