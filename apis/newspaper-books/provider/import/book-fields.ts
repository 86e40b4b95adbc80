// The members of a book by their names in this API, which are also the columns of CSV files.
import { cleanString } from '#provider/import'
import { isbn13Of } from '../archive/archive.ts'
import type { PartialDetails } from './collection.ts'
import { limits } from './limits.ts'

const texts = {
  contributor: ['contributor', limits.text],
  contributorNote: ['contributor_note', limits.text],
  description: ['description', limits.longText],
  ageGroup: ['age_group', limits.text],
  publisher: ['publisher', limits.text],
  uri: ['book_uri', limits.text],
} as const
const addresses = {
  image: 'book_image',
  amazonUrl: 'amazon_product_url',
  reviewLink: 'book_review_link',
  sundayReviewLink: 'sunday_review_link',
  firstChapterLink: 'first_chapter_link',
  articleLink: 'article_chapter_link',
} as const
const longestAddress = 2000
const mostLinks = 20

type Json = Readonly<Record<string, unknown>>

/** Returns the members that are set and valid; an address must be http or https, because pages will link to it. */
export function detailsFrom(json: Json): PartialDetails {
  const details: PartialDetails = {}
  for (const [member, [name, length]] of entriesOf(texts)) {
    const text = cleanString(json[name], length)
    if (text) details[member] = text
  }
  for (const [member, name] of entriesOf(addresses)) {
    const address = addressFrom(json[name])
    if (address) details[member] = address
  }
  const price = priceFrom(json.price)
  if (price !== undefined) details.price = price
  if (details.image !== undefined) {
    details.imageWidth = sizeFrom(json.book_image_width)
    details.imageHeight = sizeFrom(json.book_image_height)
  }
  const links = Array.isArray(json.buy_links) ? json.buy_links.slice(0, mostLinks) : []
  const buyLinks = links.flatMap((link: unknown) => {
    const name = cleanString(Object(link).name, limits.text)
    const url = addressFrom(Object(link).url)
    return name && url ? [{ name, url }] : []
  })
  if (buyLinks.length > 0) details.buyLinks = buyLinks
  return details
}

/** Returns the distinct valid ISBNs, with 13 digits. */
export function isbnsFrom(values: readonly unknown[]): string[] {
  const isbns = values
    .slice(0, 4 * limits.isbns)
    .flatMap((value) => (typeof value === 'string' ? (isbn13Of(value) ?? []) : []))
  return [...new Set(isbns)].slice(0, limits.isbns)
}

export function addressFrom(value: unknown): string | undefined {
  const text = cleanString(value, longestAddress)
  return text && /^https?:\/\/[^\s"'<>]+$/i.test(text) ? text : undefined
}

/** Returns an amount with two decimals; undefined if missing or 0, which recent responses have for every book. */
export function priceFrom(value: unknown): string | undefined {
  const text = String(typeof value === 'number' || typeof value === 'string' ? value : '').trim()
  return /^\d{1,6}(?:\.\d{1,4})?$/.test(text) && Number(text) > 0 ? Number(text).toFixed(2) : undefined
}

function sizeFrom(value: unknown): number | null {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 && number < 100_000 ? number : null
}

function entriesOf<T extends object>(members: T): [keyof T, T[keyof T]][] {
  return Object.entries(members) as [keyof T, T[keyof T]][] // the type of a constant
}
