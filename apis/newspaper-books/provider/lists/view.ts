// Entries and lists as the endpoints write them (SOURCES 3.2).
import { isbnForms } from '#provider'
import type { BookDetails, BookList, Entry, Publication } from '../archive/records.ts'
import { localSeconds } from '../calendar.ts'
import { datesAround } from './find-publication.ts'

export function isbnView(isbn13: string) {
  return { isbn10: isbnForms(isbn13)[1] ?? '', isbn13 }
}

export function primaryIsbns({ isbn13, book }: Entry) {
  const { isbn10, isbn13: shown } = isbnView(isbn13 || (book.isbns[0] ?? ''))
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

/** One entry of /lists. */
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

/** A book of /lists/{date}/{list}.json. */
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

/** A book of the overview, which has no marks and only the primary ISBN. */
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

/** The dates around a publication. */
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
