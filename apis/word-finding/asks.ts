// What people ask for, by endpoint, in their own words: agents find operations by these.
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
