// What the tables hold as JSON, and how it is read back. Only the import writes it; even so, a row that has another
// form is skipped.
import { createHash } from 'node:crypto'
import { parseJson } from '#provider'
import { titleForm } from '../archive/folding.ts'
import type { BookDetails, ListDefinition, RankedPublication, Review } from '../archive/records.ts'

/** A list of one date. */
export interface StoredPublication extends RankedPublication {
  /** Encoded name. */
  readonly list: string
}

/** Details of a book before anything is known of it. */
export const noDetails: BookDetails = {
  title: '',
  author: '',
  contributor: '',
  contributorNote: '',
  description: '',
  price: '0.00',
  ageGroup: '',
  publisher: '',
  isbns: [],
  image: '',
  imageWidth: null,
  imageHeight: null,
  amazonUrl: '',
  buyLinks: [],
  uri: '',
  reviewLink: '',
  sundayReviewLink: '',
  firstChapterLink: '',
  articleLink: '',
}

/** The key of a book: the same for any spelling of its title and author that searches take for the same. */
export function bookKey(title: string, author: string): string {
  return hash(`${titleForm(title)}\n${titleForm(author)}`)
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** The address of a book, which stays the same as long as its key. */
export function uriOf(key: string): string {
  return `nyt://book/${uuidOf(key)}`
}

/** 32 hexadecimal digits in the form of a UUID of version 8 (RFC 9562). */
export function uuidOf(key: string): string {
  return `${key.slice(0, 8)}-${key.slice(8, 12)}-8${key.slice(13, 16)}-a${key.slice(17, 20)}-${key.slice(20, 32)}`
}

export function bookFrom(json: string): BookDetails | undefined {
  return objectFrom<BookDetails>(json, 'title')
}
export function definitionFrom(json: string): ListDefinition | undefined {
  return objectFrom<ListDefinition>(json, 'name')
}
export function reviewFrom(json: string): Review | undefined {
  return objectFrom<Review>(json, 'url')
}
export function publicationFrom(json: string): StoredPublication | undefined {
  return objectFrom<StoredPublication>(json, 'publishedDate')
}

function objectFrom<T>(json: string, member: string & keyof T): T | undefined {
  const value = parseJson(json)
  // the import alone writes these columns, in this form
  return typeof Reflect.get(Object(value), member) === 'string' ? (value as T) : undefined
}
