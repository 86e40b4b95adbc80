// Entries and lists in the form of the endpoints (SOURCES 3.2).
import { isbnForms } from '#provider'
import { localSeconds } from '../../model/calendar.ts'
import type { BookDetails, BookList, Entry, Publication } from '../../model/records.ts'
import { datesAround } from './find-publication.ts'

export function isbnView(isbn13: string) {
  // books of the new ISBN ranges lack an ISBN-10
  const [, isbn10 = ''] = isbnForms(isbn13)
  return { isbn10, isbn13 }
}

export function primaryIsbns({ isbn13, book }: Entry) {
  const [firstIsbn = ''] = book.isbns
  const { isbn10, isbn13: shown } = isbnView(isbn13 || firstIsbn)
  return { primary_isbn10: isbn10, primary_isbn13: shown }
}

export function textsView(book: BookDetails) {
  return {
    title: book.title,
    description: book.description,
    contributor: book.contributor,
    author: book.author,
    contributor_note: book.contributorNote,
    price: book.price,
    age_group: book.ageGroup,
    publisher: book.publisher,
  }
}

export function linksView(book: BookDetails) {
  return {
    book_review_link: book.reviewLink,
    first_chapter_link: book.firstChapterLink,
    sunday_review_link: book.sundayReviewLink,
    article_chapter_link: book.articleLink,
  }
}

function artworkView(book: BookDetails) {
  return {
    book_image: book.image === '' ? null : book.image,
    book_image_width: book.imageWidth,
    book_image_height: book.imageHeight,
  }
}

const standingView = ({ rank, rankLastWeek, weeksOnList }: Entry) => ({
  rank,
  rank_last_week: rankLastWeek,
  weeks_on_list: weeksOnList,
})

/** Returns one entry of /lists. */
export function flatEntryView(entry: Entry) {
  const { book, publication } = entry
  return {
    list_name: publication.list.name,
    display_name: publication.list.displayName,
    bestsellers_date: publication.bestsellersDate,
    published_date: publication.publishedDate,
    ...standingView(entry),
    asterisk: entry.asterisk,
    dagger: entry.dagger,
    amazon_product_url: book.amazonUrl,
    isbns: book.isbns.map(isbnView),
    book_details: [{ ...textsView(book), ...primaryIsbns(entry) }],
    reviews: [linksView(book)],
  }
}

/** Returns a book of /lists/{date}/{list}.json. */
export function listBookView(entry: Entry) {
  const { book } = entry
  return {
    ...standingView(entry),
    asterisk: entry.asterisk,
    dagger: entry.dagger,
    ...primaryIsbns(entry),
    ...textsView(book),
    ...artworkView(book),
    ...linksView(book),
    amazon_product_url: book.amazonUrl,
    buy_links: book.buyLinks.map((link) => ({ ...link })),
    book_uri: book.uri,
    isbns: book.isbns.map(isbnView),
  }
}

/** Returns a book of the overview, without marks and with only the primary ISBN. */
export function overviewBookView(entry: Entry) {
  const { book, publication } = entry
  return {
    ...textsView(book),
    ...primaryIsbns(entry),
    ...standingView(entry),
    ...artworkView(book),
    ...linksView(book),
    amazon_product_url: book.amazonUrl,
    buy_links: book.buyLinks.map((link) => ({ ...link })),
    book_uri: book.uri,
    created_date: localSeconds(publication.lastModified),
    updated_date: localSeconds(publication.lastModified),
  }
}

/** Returns the dates around a publication. */
export function neighboursView({ list, publishedDate }: Publication) {
  const { previous, next } = datesAround(list, publishedDate)
  return {
    published_date_description: next === '' ? 'latest' : '',
    next_published_date: next,
    previous_published_date: previous,
  }
}

export function listNameView(list: BookList) {
  return {
    list_name: list.name,
    display_name: list.displayName,
    list_name_encoded: list.encoded,
    oldest_published_date: list.publications[0]?.publishedDate ?? '',
    newest_published_date: list.publications.at(-1)?.publishedDate ?? '',
    updated: list.updated,
  }
}
