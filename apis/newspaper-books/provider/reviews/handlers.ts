// /reviews: reviews of a book, or of the books of an author (SOURCES 3.5).

import type { Archive, Review } from '../../model/records.ts'
import { folded } from '../archive/folding.ts'
import { badRequest } from '../errors.ts'
import { isbnsOf, textOf, type Values } from '../parameters.ts'

/** The limit of reviews, because there is no paging. */
const mostReviews = 200

/** Compared forms of a review, computed once per archive. */
interface IndexedReview {
  readonly review: Review
  readonly title: string
  readonly author: string
}

/** Creates the handlers; the index of an archive's reviews lives as long as the archive. */
export function createReviews() {
  const indexes = new WeakMap<Archive, readonly IndexedReview[]>()
  const indexOf = (archive: Archive) => {
    const known = indexes.get(archive) ?? archive.reviews.map(indexed)
    indexes.set(archive, known)
    return known
  }
  return (archive: Archive, values: Values) => {
    const isbns = isbnsOf(values)
    const title = formOf(textOf(values, 'title'))
    const author = formOf(textOf(values, 'author'))
    if (isbns === undefined && title === undefined && author === undefined)
      throw badRequest('isbn, title or author is required.')
    const found = indexOf(archive).filter(
      (one) =>
        (isbns === undefined || isbns.some((isbn) => one.review.isbn13.includes(isbn))) &&
        (title === undefined || one.title === title) &&
        (author === undefined || one.author === author),
    )
    return { num_results: found.length, results: found.slice(0, mostReviews).map(({ review }) => reviewView(review)) }
  }
}

function indexed(review: Review): IndexedReview {
  return { review, title: folded(review.title), author: folded(review.author) }
}

function formOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : folded(text)
}

function reviewView(review: Review) {
  return {
    url: review.url,
    publication_dt: review.publicationDate,
    byline: review.byline,
    book_title: review.title,
    book_author: review.author,
    summary: review.summary,
    uuid: review.uuid,
    uri: `nyt://book/${review.uuid}`,
    isbn13: [...review.isbn13],
  }
}
