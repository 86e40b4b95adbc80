// Reads the tables in this folder: the lists (SOURCES 2.2), the categories of the simulation, and the classics among
// its books.
import { readFile } from 'node:fs/promises'
import type { Frequency, ListDefinition } from '../model/records.ts'

/** Formats: hardcover, e-book, audio, trade paperback, mass-market paperback. */
export const formats: readonly string[] = ['H', 'E', 'A', 'T', 'M']

export interface SimulatedList extends ListDefinition {
  /** Number of published ranks, including those beyond `normalEndsAt`. */
  readonly length: number
  /** Indexes of categories. */
  readonly categories: readonly number[]
  /** Indexes of formats whose sales count. */
  readonly formats: readonly number[]
}
export interface Category {
  readonly name: string
  readonly index: number
  readonly releasesPerWeek: number
  /** Share of the sales by format. */
  readonly shares: readonly number[]
  readonly price: number
  readonly ageGroups: readonly string[]
  /** Probability that bulk orders are reported for a book in a week. */
  readonly bulk: number
  readonly topics: readonly string[]
  readonly classics: readonly Classic[]
}
export interface Classic {
  readonly title: string
  readonly author: string
  readonly description: string
}

/** Categories excluded from the nonfiction lists: all stories and advice. */
const notNonfiction = new Set('fiction advice graphic manga chapter middle-grade picture series young-adult'.split(' '))
/** The only id in the provider's documents; the others are our own (SOURCES 3.3). */
const knownIds: Readonly<Record<string, number>> = { 'Combined Print and E-Book Fiction': 704 }
const firstId = 1001

export async function readLists(): Promise<ListDefinition[]> {
  return (await rowsOf('lists.tsv')).map(definitionOf)
}

export async function readTables(): Promise<{ categories: Category[]; lists: SimulatedList[] }> {
  const classics = await rowsOf('classics.tsv')
  const categories = (await rowsOf('categories.tsv')).map((row, index): Category => {
    const [name = '', rate, shares = '', price, ages = '', bulk, topics = ''] = row
    return {
      name,
      index,
      releasesPerWeek: Number(rate),
      shares: formats.map((format) => {
        const [, percent = '0'] = new RegExp(`${RegExp.escape(format)}(\\d+)`).exec(shares) ?? []
        return Number(percent) / 100
      }),
      price: Number(price),
      ageGroups: ages === '' ? [''] : ages.split(';'),
      bulk: Number(bulk),
      topics: topics.split(';'),
      classics: classics
        .filter(([category]) => category === name)
        .map(([, title = '', author = '', description = '']) => ({ title, author, description })),
    }
  })
  const lists = (await rowsOf('lists.tsv')).map((row, at): SimulatedList => {
    const [, , , , length, names = '', sold = ''] = row
    return {
      ...definitionOf(row, at),
      length: Number(length),
      categories: categories.filter(({ name }) => isIn(names.split(','), name)).map(({ index }) => index),
      formats: [...sold].map((letter) => formats.indexOf(letter)),
    }
  })
  return { categories, lists }
}

function isIn(names: readonly string[], category: string): boolean {
  return names.includes(category) || (names.includes('nonfiction') && !notNonfiction.has(category))
}

function definitionOf(row: readonly string[], at: number): ListDefinition {
  const [name = '', displayName = '', frequency, normalEndsAt] = row
  const updated: Frequency = frequency === 'MONTHLY' ? 'MONTHLY' : 'WEEKLY'
  return { id: knownIds[name] ?? firstId + at, name, displayName, updated, normalEndsAt: Number(normalEndsAt) }
}

/** Reads the rows of a file without the first, which names the columns. */
async function rowsOf(name: string): Promise<string[][]> {
  const text = await readFile(new URL(name, import.meta.url), 'utf8')
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
}
