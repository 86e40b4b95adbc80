// What people ask for, by endpoint, in their own words: agents find operations by these.
export const asks = {
  fact: ['Tell me something about cats', 'A random cat fact please', 'Did you know something funny about kittens?'],
  facts: ['List all the cat facts', 'Show me ten facts about cats', 'Short cat trivia by page'],
  breeds: [
    'Which cat breeds are there?',
    'Where does the Abyssinian come from?',
    'What kinds of cats exist, with coat and origin?',
  ],
}
