// Sentences of the sample engine: adjectives and the words before nouns agree with them, and names stay.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from './test/world.ts'

const sentences: Readonly<Record<string, readonly (readonly [source: string, expected: string])[]>> = {
  DE: [
    ['The red house is big.', 'Das rote Haus ist groß.'],
    ['My sister bought a red car yesterday.', 'Meine Schwester kaufte ein rotes Auto gestern.'],
    ['The quick brown fox', 'Der schnelle braune Fuchs'],
    ['Our old houses are beautiful.', 'Unsere alten Häuser sind schön.'],
    ['two big windows and this new door', 'zwei große Fenster und diese neue Tür'],
    ['the expensive and dark kitchen', 'die teure und dunkle Küche'],
    ['a **red** house', 'ein **rotes** Haus'],
    ['the "house" and a (big) door', 'das "Haus" und eine (große) Tür'],
    ['the very big house', 'das sehr große Haus'],
    ['the', 'der'],
    ['5 km/h', '5 km/h'],
  ],
  ES: [
    ['The new houses are beautiful.', 'Las nuevas casas son hermosas.'],
    ['My sister is tired and our kitchen is white.', 'Mi hermana es cansada y nuestra cocina es blanca.'],
    ['She is tired.', 'Ella es cansada.'],
  ],
  FR: [
    ['the white doors and my house', 'les blanches portes et ma maison'],
    ['This house is expensive.', 'Cette maison est chère.'],
    ['my friend and this man', 'mon ami et cet homme'],
  ],
  IT: [['These white doors are new.', 'Queste bianche porte sono nuove.']],
  NL: [['the big house, a big house, our white doors', 'het grote huis, een groot huis, onze witte deuren']],
  PT: [['My kitchen is beautiful.', 'Minha cozinha é bonita.']],
}
for (const [target_lang, cases] of Object.entries(sentences))
  test(`words agree in gender and number in ${target_lang}`, async () => {
    const world = await openWorld()
    for (const [source, expected] of cases)
      assert.equal((await world.translate(source, { target_lang }))[0]?.text, expected)
  })

test('forms of adjectives are known in every source language', async () => {
  const world = await openWorld()
  for (const [source_lang, source, expected] of [
    ['DE', 'Die alten Häuser. Ein kleiner Hund.', 'The old houses. A small dog.'],
    ['ES', 'las casas blancas', 'the houses white'],
    ['FR', 'la nouvelle maison', 'the new house'],
  ] as const)
    assert.equal((await world.translate(source, { source_lang, target_lang: 'EN-GB' }))[0]?.text, expected)
})

test('a word with a capital inside a sentence is a name, but for days, languages and headings', async () => {
  const world = await openWorld()
  for (const [source, expected] of [
    ['The software runs on Windows.', 'Die Software läuft auf Windows.'],
    ['The cat sees Apple and House.', 'Die Katze sieht Apple und House.'],
    ['Windows are big.', 'Fenster sind groß.'],
    ['macOS and iPhone', 'macOS und iPhone'],
    ['the train on Monday', 'der Zug am Montag'],
    ['the French museum', 'das Französisch Museum'],
    ['The Big House', 'Das große Haus'],
    ['THE HOUSE', 'DAS HAUS'],
    ['The house of NASA', 'Das Haus von NASA'],
    ['hello: The house', 'hallo: das Haus'],
    ['e.g. a house at 3 p.m.', 'z. B. ein Haus bei 3 p.m.'],
  ] as const)
    assert.equal((await world.translate(source))[0]?.text, expected)
})
