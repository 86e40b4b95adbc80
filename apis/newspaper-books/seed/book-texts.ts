// Details of a simulated book: facts for a classic, inventions for any other. Its ISBNs begin with 978-64, a prefix
// without a country, so no real book has them (SOURCES 4.5).
import { present } from '#define/present'
import { addDays, withCheckDigit } from '#provider'
import type { BookDetails, Review } from '../model/records.ts'
import { draw, pick } from './draws.ts'
import type { Release } from './releases.ts'
import { type Category, formats } from './tables.ts'
import * as vocabulary from './vocabulary.ts'

const shops = ['Amazon', 'Apple Books', 'Barnes and Noble', 'Books-A-Million', 'Bookshop', 'IndieBound']
const reviewedShare = 0.15
/** Prefix that leaves seven of twelve digits for the book, before the check digit: 3,000 weeks of 3,333 numbers. */
const prefix = '97864'
const numbersPerWeek = 3333
const numbersPerCategory = 100
/** Number of authors per category, few enough that each writes several books. */
const authorsPerCategory = 60

export interface SimulatedBook {
  readonly details: BookDetails
  readonly review: Review | undefined
}

/** Returns the ISBN of one format. */
export function isbnOf({ category, week, slot }: Release, format: number): string {
  const number = (week % 3000) * numbersPerWeek + category.index * numbersPerCategory + slot * formats.length + format
  return withCheckDigit(`${prefix}${String(number).padStart(7, '0')}`)
}

export function bookOf(release: Release, firstSaturday: string): SimulatedBook {
  const { category, week, slot, classic } = release
  const at = (salt: number) => draw(category.index, week, slot, salt)
  const known = classic === undefined ? undefined : category.classics[classic]
  const title = known?.title ?? titleOf(category, at)
  const author = known?.author ?? authorOf(category, at)
  const illustrator = category.name === 'picture' && !known ? authorOf(category, (salt) => at(salt + 5)) : undefined
  const isbns = formats.flatMap((_, format) => (present(release.shares[format]) > 0 ? isbnOf(release, format) : []))
  const isbn = present(isbns[0])
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const day = addDays(firstSaturday, -Math.floor(at(30) * 20))
  const address = `https://news.example.org/${day.replaceAll('-', '/')}/books/${slug}.html`
  const isReviewed = at(31) < reviewedShare
  const details: BookDetails = {
    title: title.toUpperCase(),
    author,
    contributor: illustrator ? `by ${author}. Illustrated by ${illustrator}` : `by ${author}`,
    contributorNote: illustrator ? `Illustrated by ${illustrator}` : '',
    description: known?.description ?? descriptionOf(category, at),
    price: (category.price + Math.floor(at(32) * 5) - 2).toFixed(2),
    ageGroup: pick(category.ageGroups, at(33)),
    publisher: pick(vocabulary.publishers, at(34)),
    isbns,
    image: `https://images.example.org/books/${isbn}.jpg`,
    imageWidth: 330,
    imageHeight: 495 + Math.floor(at(35) * 12),
    amazonUrl: `https://amazon.example/dp/${isbn}`,
    buyLinks: shops.map((name) => ({ name, url: `https://shops.example.org/${slugOf(name)}/${isbn}` })),
    uri: `nyt://book/${uuidOf(at)}`,
    reviewLink: isReviewed ? address : '',
    sundayReviewLink: isReviewed && at(36) < 0.4 ? address.replace('/books/', '/books/review/') : '',
    firstChapterLink: '',
    articleLink: '',
  }
  const review = { url: address, publicationDate: day, byline: bylineOf(at), title, author, isbn13: isbns }
  return {
    details,
    review: isReviewed ? { ...review, summary: pick(vocabulary.verdicts, at(37)), uuid: uuidOf(at) } : undefined,
  }
}

type Draws = (salt: number) => number

/** Returns a title; a few begin with a quotation mark, a number sign or a digit, which sort first. */
function titleOf({ name, topics }: Category, at: Draws): string {
  const topic = pick(topics, at(11))
  const place = pick(vocabulary.places, at(12))
  const quality = pick(vocabulary.qualities, at(13))
  const person = pick(vocabulary.firstNames, at(14))
  if (name === 'series') return `${quality} ${topic}`
  return pick(
    [
      `The ${quality} ${topic}`,
      `The ${topic} at ${place}`,
      `${person} and the ${topic}`,
      `A ${topic} for ${person}`,
      `The ${topic} of ${place}`,
      `${quality} ${topic}`,
      `The ${topic} Between ${place} and ${pick(vocabulary.places, at(15))}`,
      `Notes on the ${topic} of ${place}`,
      `The ${quality} Book of the ${topic}`,
      pick(
        [`“${topic},” Said ${person}`, `#${topic.replaceAll(' ', '')}${person}`, `1,001 Nights in ${place}`],
        at(16),
      ),
    ],
    at(17),
  )
}

function authorOf({ index }: Category, at: Draws): string {
  const one = nameOf(index, Math.floor(at(18) * authorsPerCategory))
  const other = nameOf(index, Math.floor(at(19) * authorsPerCategory))
  return at(20) < 0.08 && one !== other ? `${one} and ${other}` : one
}

function nameOf(category: number, author: number): string {
  const first = pick(vocabulary.firstNames, draw(category, author, 1))
  const initial =
    draw(category, author, 2) < 0.15 ? ` ${pick([...'ABCDEFGHJKLMNPRSTW'], draw(category, author, 3))}.` : ''
  return `${first}${initial} ${pick(vocabulary.lastNames, draw(category, author, 4))}`
}

const forChildren = new Set(['chapter', 'middle-grade', 'picture', 'series'])
const stories = new Set(['fiction', 'graphic', 'manga', 'young-adult'])

function descriptionOf({ name }: Category, at: Draws): string {
  const sentences = forChildren.has(name)
    ? vocabulary.forChildren
    : stories.has(name)
      ? vocabulary.stories
      : vocabulary.accounts
  return pick(sentences, at(21))
    .replace('{place}', pick(vocabulary.places, at(22)))
    .replace('{name}', pick(vocabulary.firstNames, at(23)))
}

function bylineOf(at: Draws): string {
  return `${pick(vocabulary.firstNames, at(24))} ${pick(vocabulary.lastNames, at(25))}`.toUpperCase()
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

/** Draws a UUID of version 8 (RFC 9562). */
function uuidOf(at: Draws): string {
  const digits = [40, 41, 42, 43]
    .map((salt) =>
      Math.floor(at(salt) * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`
}
