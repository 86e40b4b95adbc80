// The JSON in the tables, and its parsing. Only the import writes it; even so, a malformed row is skipped.
import { createHash } from 'node:crypto'
import { parseJson } from '#provider/import'
import type { BookDetails, ListDefinition, RankedPublication, Review } from '../../model/records.ts'
import { titleForm } from '../archive/folding.ts'

/** A list of one date. */
export interface StoredPublication extends RankedPublication {
  /** Encoded name of the list. */
  readonly list: string
}

/** Details of an unknown book. */
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

/** Returns the key of a book: equal for all spellings of title and author that searches treat as equal. */
export function bookKey(title: string, author: string): string {
  return hash(`${titleForm(title)}\n${titleForm(author)}`)
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Returns the address of a book, which is stable for its key. */
export function uriOf(key: string): string {
  return `nyt://book/${uuidOf(key)}`
}

/** Returns 32 hexadecimal digits in the form of a UUID of version 8 (RFC 9562). */
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
  // only the import writes these columns, in this form
  return typeof Object(value)[member] === 'string' ? (value as T) : undefined
}
