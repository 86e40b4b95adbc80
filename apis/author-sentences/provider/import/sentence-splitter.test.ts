// Where a sentence ends and where it does not: abbreviations, initials, numbers, dialogue, ellipses. Bars separate the
// sentences.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { splitSentences, withoutLoneQuotes } from './sentence-splitter.ts'

const cases: Record<string, string[]> = {
  'the end of a sentence is a stop before a capital letter': [
    'It rained.|She left!|Did she?|Yes.',
    'It rained?!|She left...|Nobody knew…|He did.',
    'It ended in 1927.|1928 was better.',
    'Élise cried.|Über alles.|Ça va?|Oui.',
    'without an end',
    'One.|without a capital'.replace('|', ' '),
  ],
  'a title belongs to the name after it': [
    'Mr. Harl met Dr. Quell.|Mrs. Tarn did not.',
    'The porch of St. Orrin’s fell on Prof. Garrick.|Capt. Marrow saw it.',
    'M. Dupont and Mme. Dupont slept.|Messrs. Coil & Coil paid.',
  ],
  'initials belong to the name after them': [
    'H. P. Askrigg wrote it.|J.R.R. Wren read it.',
    'He has a Ph.D. from Vellum.|She has an M.D.|He envies her.',
    'It was I.|The others fled.',
    'I met J. B. Stone, and J. B. was ill.|We left.',
  ],
  'an abbreviation that may end a sentence does so before a word that begins sentences': [
    'In 1200 A.D. King John sighed.|It was 5 B.C.|The world was young.',
    'She left the U.S.|He stayed in the U.S. Navy.',
    'Wren & Co. Ltd. made it.|It was made by Wren & Co.|The price was low.',
    'Frank Stone, Jr. Esq. was here.|Not so Frank Stone Sr.|He was dead.',
  ],
  'hours and etc. end a sentence before any capital letter': [
    'He came at 9 p.m. on Nov. 3.|Nobody saw him.',
    'He left at 5 a.m.|Harl had gone.',
    'At half past 3 p.m. Dr. Quell left.|From 9 a.m. Harl slept.',
    'Eels, crabs, etc. were sold.|Salt, slate, etc.|Coal was not.',
  ],
  'abbreviations before numbers, and the same words at an end': [
    'See No. 5 and vol. II of it.|"No."|He turned.|No.|He would not.',
    'It was Nov. 3.|It was dark in Nov.|Rain fell.',
    'On p. 7 and pp. 8 it says so.',
  ],
  'i.e. and the like never end a sentence': ['The ford, i.e. The ford at Low Street, cf. Harl, rose.|It fell.'],
  numbers: [
    'It cost $4.50 or 3.5 crowns.|Fine.',
    '1. The first thing.|2. The second.',
    'II. The second part begins.|It is long.',
  ],
  'a dialogue tag belongs to its quotation': [
    '"Who goes there?" cried Mr. Tarn.|"I do!" she said.',
    '"Who goes there?" Mary cried.|"Stop!" I shouted.|“Stop!” Mr. Harrow roared.',
    '"Who goes there?" the keeper asked.|"Go!" He went.'.replaceAll('" He', '"|He'),
    '"Late," said she.|"Very late."',
    '"You are late!" Old Dorcas Pell whispered.',
    '"You are late!"|Nobody answered.',
    '"You are late!"|The keeper said nothing.',
    'She cried, "Help!" and fell.|He said ‘No.’|Then he left.',
  ],
  'brackets and dashes': [
    '(He did.)|[She left.]|So did he (at 9 p.m. in fact).|Good.',
    'The end—or so.|“And then—” He stopped.',
    'He stopped. —and went on.|—Then he left.',
  ],
  'guillemets of both directions, with and without blanks': [
    '« Où ? » demanda-t-il.|« Je ne sais pas. »|Il partit.',
    '«Où?» demanda-t-il.|«Je ne sais pas.»|Il partit.',
    '»Wo?« fragte er.|»Ich weiß es nicht.«|Er ging.',
    '‹ Oui ! › dit-elle.|« Non… »|Elle sortit.',
    '„Wo?“ fragte er.|„Ja.“|Er ging.',
    'Elle lut « Les Vagues » le soir.|Puis elle dormit.',
  ],
  'an ellipsis before I does not end a sentence': [
    'I... I cannot.|Wait... The door opened.'.replace('... The', '...|The'),
  ],
}
for (const [name, lines] of Object.entries(cases))
  test(name, () => {
    for (const line of lines) assert.deepEqual(splitSentences(line.replaceAll('|', ' ')), line.split('|'))
  })

test('a quotation mark whose partner is in another sentence is dropped', () => {
  const tidy: Record<string, string> = {
    '"I saw it.': 'I saw it.',
    'It was dark."': 'It was dark.',
    '“I saw it.': 'I saw it.',
    'It was dark.”': 'It was dark.',
    '"I saw it."': '"I saw it."',
    '“I saw,” he said.': '“I saw,” he said.',
    'He said “it': 'He said “it',
    '« Je pars.': 'Je pars.',
    'Il fait nuit. »': 'Il fait nuit.',
    '»Ich gehe.': 'Ich gehe.',
    '« Je pars. »': '« Je pars. »',
    "'Tis the wind's.": "'Tis the wind's.",
  }
  for (const [sentence, expected] of Object.entries(tidy)) assert.equal(withoutLoneQuotes(sentence), expected)
})

test('only spaces are lost, whatever the text', () => {
  const piece = fc.constantFrom(
    'Mr.',
    'a',
    'B',
    'I',
    '...',
    '"',
    '”',
    '«',
    '»',
    '.',
    '?',
    '!',
    ' ',
    ' ',
    'said',
    'U.S.',
    '5',
    'é',
    '—',
    '(',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('').replace(/\s+/g, ' ').trim()
      const sentences = splitSentences(text)
      assert.equal(sentences.join('').replaceAll(' ', ''), text.replaceAll(' ', ''))
      for (const sentence of sentences) assert.equal(sentence, sentence.trim())
    }),
    { numRuns: sampled(500), seed: 7 },
  )
})
