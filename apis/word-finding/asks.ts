// Users' own phrases for each endpoint, which help agents find operations.
export const asks = {
  words: [
    'What rhymes with orange?',
    'A synonym or antonym of happy',
    'Words that mean a shallow bay',
    'Which word sounds like this?',
  ],
  suggest: [
    'Complete the word I am typing',
    'Spelling suggestions for a prefix',
    'Auto-complete hipp',
    'Predict what the user wants to type',
  ],
}

/** Further search words for the API. */
export const words = {
  words:
    'synonym antonym rhyme rhymes mean meaning means sound sounds like another way to say thesaurus opposite similar adjective describe related spelled word for dictionary vocabulary what is the called term definition description fear phobia someone who expression describing stronger softer poem lyrics collocation adjectives nouns associated',
  suggest:
    'autocomplete prefix starting start starts begin beginning with letters typing words complete partial type spelling completion as you type typo',
}
