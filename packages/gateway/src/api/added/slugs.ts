// The slugs of added APIs: part of addresses, names of operations and scopes, and never of a path on disk.
import { fail } from '#define'

const slugForm = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const longestSlug = 40

export const isSlug = (text: string): boolean => text.length <= longestSlug && slugForm.test(text)

/** Returns the wanted slug, or one made from the title. Fails with 'input.invalid'. */
export function slugFor(wanted: string | undefined, title: string): string {
  const slug = wanted ?? slugOf(title)
  if (isSlug(slug)) return slug
  const problem = `must begin with a letter, and have at most ${longestSlug} lower-case letters, digits and single hyphens`
  const problems = [{ name: 'slug', problem }]
  throw fail('input.invalid', { problems: `slug ${problem}` }, { details: { problems } })
}

function slugOf(title: string): string {
  const words = title
    .slice(0, 200)
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`
    if (longer.length > longestSlug) break
    slug = longer
  }
  return slug
}
