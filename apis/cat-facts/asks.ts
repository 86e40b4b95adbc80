// Users' own phrases for each endpoint, which help agents find operations.
export const asks = {
  fact: ['Tell me something about cats', 'A random cat fact please', 'Did you know something funny about kittens?'],
  facts: ['List all the cat facts', 'Show me ten facts about cats', 'Short cat trivia by page'],
  breeds: [
    'Which cat breeds are there?',
    'Where does the Abyssinian come from?',
    'What kinds of cats exist, with coat and origin?',
  ],
}

/** Further search words for the API. */
export const words = {
  fact: 'kitten kitty feline pet trivia fun random did you know interesting tell me about cats',
  facts: 'kitten feline pet trivia page several many list multiple dozen ten things about cats',
  breeds:
    'siamese persian maine coon sphynx bengal long hair short haired coat fur pattern origin country pedigree race kinds feline which types races of cat',
}
