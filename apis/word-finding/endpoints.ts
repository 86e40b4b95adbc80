// The two endpoints, with the provider's further constraints, relations and hints. The provider rejects nothing: input
// that it does not understand yields an empty list, so invalid values reach it unchanged (SOURCES 1.1).
import { get, int, list, obj, opt, req, str } from '#define'

const words = list(
  obj({
    word: str(),
    score: opt(
      int({
        doc: 'For ranking only: higher is better. Scales differ between constraints; absent where it would be 0.',
      }),
    ),
    numSyllables: opt(int()),
    tags: opt(
      list(str(), { doc: 'Parts of speech (n, v, adj, adv, u), syn, ant, prop, pron:…, ipa_pron:…, f:… and others.' }),
    ),
    defs: opt(list(str(), { doc: 'Part of speech, a tab, and a definition.' })),
    defHeadword: opt(str({ doc: 'Base form that the definitions belong to, when the word is inflected.' })),
  }),
)

const relation = (doc: string) => str({ beyond: true, doc })
const v = str({
  beyond: true,
  doc: 'Vocabulary: English by default, es for Spanish, enwiki for article titles; the embedded provider has only English and answers 501 for the others.',
})

export const endpoints = {
  words: get('/words', 'Words that match all constraints, best first', {
    params: {
      ml: str({ doc: 'Meaning: a word or a description.', example: 'fear of heights' }),
      sl: str({ doc: 'Sound, in any spelling.', example: 'lanturn' }),
      rel_rhy: str({ doc: 'Rhymes perfectly with.', example: 'spade' }),
      max: int({ doc: 'Maximum number of results: 100 by default, at most 1000.', example: 10 }),
      sp: str({ beyond: true, doc: 'Spelling: a word, or a pattern with * for any letters and ? for one.' }),
      rel_jja: relation('Nouns that the adjective often goes with.'),
      rel_jjb: relation('Adjectives that often go with the noun.'),
      rel_syn: relation('Synonyms.'),
      rel_trg: relation('Words that often occur in the same text.'),
      rel_ant: relation('Antonyms.'),
      rel_spc: relation('What the word is a kind of.'),
      rel_gen: relation('Kinds of the word.'),
      rel_com: relation('Parts of the word.'),
      rel_par: relation('What the word is a part of.'),
      rel_bga: relation('Words that often follow.'),
      rel_bgb: relation('Words that often come before.'),
      rel_hom: relation('Words with the same sound.'),
      rel_cns: relation('Words with the same consonants.'),
      rel_nry: relation('Words that nearly rhyme.'),
      v,
      topics: str({ beyond: true, doc: 'Up to five topics that influence the order, separated by spaces or commas.' }),
      lc: str({ beyond: true, doc: 'The word to the left; influences the order.' }),
      rc: str({ beyond: true, doc: 'The word to the right; influences the order.' }),
      md: str({
        beyond: true,
        doc: 'What to add to each word: d definitions, p parts of speech, s syllables, r pronunciation, f frequency.',
        example: 'dps',
      }),
      qe: str({ beyond: true, doc: 'Name of a parameter whose own value is to come first, described like a result.' }),
      ipa: str({
        beyond: true,
        doc: '1 for pronunciations in the phonetic alphabet too, tagged ipa_pron:…; with md=r.',
      }),
    },
    returns: words,
    doc: 'Further relations are passed on as rel_ with their code.',
    invalid: 'provider',
  }),
  suggest: get('/sug', 'Completions of what is being typed', {
    params: {
      s: req.str({ doc: 'What has been typed so far.', example: 'lanter' }),
      max: int({ beyond: true, doc: 'Maximum number of results; 10 by default.' }),
      v,
    },
    returns: words,
    doc: 'By popularity; corrections and related words may be among them, so results need not begin with the text.',
    invalid: 'provider',
  }),
}
