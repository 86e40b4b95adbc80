// Users' own phrases for each endpoint, which help agents find operations.
export const asks = {
  bestSellerEntries: [
    'Entries of a best-seller list with filters',
    'Search best sellers by list and rank as a flat list',
  ],
  bestSellerHistory: [
    'Has this book ever been a best seller?',
    'For how many weeks was a novel on the lists?',
    'Best-seller history of an author or ISBN',
    'Rank and weeks on the charts of a title',
  ],
  listNames: [
    'Which best-seller lists are there?',
    'Names of book lists and how often they appear',
    'Categories of the charts: hardcover, paperback, advice, children',
  ],
  bestSellerOverview: ['Top five books of every list this week', 'Overview of what is selling'],
  fullOverview: ['All books of all best-seller lists', 'Complete overview of a week with every rank'],
  ageGroups: ["Age groups of children's best sellers", 'For which ages are the listed books?'],
  bestSellerList: [
    'What are the best-selling hardcover novels now?',
    'Number one fiction book on a date',
    'The top non-fiction books',
    'Which books top the charts this week?',
  ],
  reviews: [
    'What do critics say about a book?',
    'Newspaper reviews of a novel or author',
    'Opinions of reviewers on a title',
  ],
}

/** Further search words for the API. */
export const words = {
  bestSellerEntries: 'best seller bestseller list entries rank filter weeks isbn flat rows of a',
  bestSellerHistory:
    'ever best seller bestseller charts weeks how long author title isbn history past reached topped appeared publisher price was it a',
  listNames:
    'categories lists names kinds best seller bestseller genres exist available weekly monthly updated which are there',
  bestSellerOverview: 'top five every list week overview best sellers bestsellers across all categories leaders of',
  fullOverview: 'all books every list complete week best sellers bestsellers ranks full everything on lists',
  ageGroups: 'age ages children young readers kids which groups',
  bestSellerList:
    'best selling sellers bestsellers chart top hardcover paperback fiction nonfiction novels number one week date now rank popular ebooks advice ten books this',
  reviews:
    'review reviewed reviewer critic critics praised panned opinion newspaper paper rated good book verdict times article what did the say about novel',
}

/** Proper names that belong to the API. */
export const topics = 'times grisham obama king patterson kingsolver memoir bestselling'
