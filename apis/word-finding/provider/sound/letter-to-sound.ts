// Guesses the American English pronunciation of an unknown spelling: our own rules from letters to sounds, longest
// first. Good enough to find the intended word; a dictionary entry is always better.
import { present } from '#define/present'
import { isVowel, readArpabet, stressOf, withStress } from './phonemes.ts'

interface Rule {
  /** Letters from the current position on, with a condition on those that follow. */
  readonly letters: RegExp
  readonly sounds: string
  /** Condition on the preceding letters. */
  readonly after?: RegExp
}
const rule = (letters: string, sounds: string, after?: RegExp): Rule => ({
  letters: new RegExp(letters, 'y'),
  sounds,
  ...(after ? { after } : {}),
})
const start = /^$/
const soft = '(?=[eiy])'
const end = '(?![a-z])'
const consonant = '[bcdfghjklmnpqrstvwxz]'
/** Condition for a long vowel: one consonant and a silent e follow it. */
const long = `(?=(?:${consonant}|ch|th|st)e(?:s|d)?${end})`

const rules: Readonly<Record<string, readonly Rule[]>> = {
  a: [
    rule('augh(?=t)', 'AO'),
    rule('au|aw', 'AO'),
    rule(`air|are${end}`, 'EH R'),
    rule('ai|ay|aye|ei(?=gh)', 'EY'),
    rule('arr?(?=[aeiou])', 'EH R'),
    rule('arr?', 'AA R'),
    rule('al(?=k)', 'AO'),
    rule('all', 'AO L'),
    rule('ange', 'EY N JH'),
    rule('a(?=(?:tion|cious|tious|sion|cial))', 'EY'),
    rule(`able${end}`, 'AH B AH L', /../),
    rule(`age${end}`, 'IH JH', /../),
    rule(`al${end}`, 'AH L', /../),
    rule('a(?=ste|nge)', 'EY'),
    rule(`a${long}`, 'EY'),
    rule('aa|ah', 'AA'),
    rule('ae', 'IY'),
    rule(`a${end}`, 'AH', /../),
    rule(`a${end}`, 'EY'),
    rule('a', 'AE'),
  ],
  b: [rule('bb?', 'B')],
  c: [
    rule('cch', 'K'),
    rule(`cc${soft}`, 'K S'),
    rule('ck|cq', 'K'),
    rule('ch(?=[rln])', 'K'),
    rule('ch', 'K', /sy$/),
    rule('ch', 'CH'),
    rule('ci(?=[aoe][a-z])', 'SH', /./),
    rule(`c${soft}`, 'S'),
    rule('cc?', 'K'),
  ],
  d: [rule('dge?', 'JH'), rule('dd?', 'D')],
  e: [
    rule('eau', 'OW'),
    rule('eigh', 'EY'),
    rule('ear(?=[nlt])', 'ER'),
    rule(`ear|eer|ere${end}`, 'IH R'),
    rule('eer|eir', 'IH R'),
    rule('err?(?=[aeiou])', 'EH R'),
    rule('err?', 'ER'),
    rule('eu|ew', 'Y UW'),
    rule(`ee|ea|ey${end}`, 'IY'),
    rule('ea|ee|ie', 'IY'),
    rule('ei', 'IY', /c$/),
    rule('ei|ey', 'EY'),
    rule(`ed${end}`, 'D', /[aeiouylmnrvwbgzsh]$/),
    rule(`ed${end}`, 'T', /[kpf]$/),
    rule(`ed${end}`, 'IH D', /..[td]$/),
    rule(`es${end}`, 'IH Z', /(?:ch|sh|[sxzcg])$/),
    rule(`e(?=s${end})`, '', /..$/),
    rule(`e${long}`, 'IY', /^.?[^aeiou]?$/),
    rule(`e${end}`, '', /^[^aeiouy]*[aeiouy].*[^aeiou]$/),
    rule(`e${end}`, 'IY'),
    rule('e', 'EH'),
  ],
  f: [rule('ff?', 'F')],
  g: [
    rule(`gh${end}`, 'F', /[ou]u$/),
    rule('gh', 'G', start),
    rule('gh', ''),
    rule('gn', 'N', start),
    rule(`gn${end}`, 'N'),
    rule('gge', 'G EH'),
    rule('gu(?=[ei])', 'G'),
    rule(`g${soft}`, 'JH'),
    rule('gg?', 'G'),
  ],
  h: [rule('h', 'HH')],
  i: [
    rule('igh|eye', 'AY'),
    rule(`ign${end}`, 'AY N'),
    rule(`ind${end}`, 'AY N D'),
    rule('ious', 'IY AH S'),
    rule(`ique${end}`, 'IY K'),
    rule(`ie${end}`, 'AY', /^.{1,2}$/),
    rule('ie(?=[rw])', 'IY'),
    rule('ie', 'IY'),
    rule('irr?(?=[aeiou])', 'IH R'),
    rule('irr?', 'ER'),
    rule(`i(?=ng${end})`, 'IH'),
    rule(`i${long}`, 'AY'),
    rule(`i${end}`, 'IY', /../),
    rule(`i${end}`, 'AY'),
    rule(`ia(?=n|l|${end})`, 'IY AH'),
    rule('io', 'IY OW'),
    rule('i', 'IH'),
  ],
  j: [rule('jj?', 'JH')],
  k: [rule('kn', 'N', start), rule('kk?h?', 'K')],
  l: [rule(`le${end}`, 'AH L', /[^aeiou]$/), rule('ll?', 'L')],
  m: [rule(`mb${end}`, 'M'), rule(`mn${end}`, 'M'), rule('mm?', 'M')],
  n: [rule('ng(?=[ei])', 'N JH'), rule('nk', 'NG K'), rule('ng', 'NG'), rule('nn?', 'N')],
  o: [
    rule('ough(?=t)', 'AO'),
    rule(`ough${end}`, 'AH F'),
    rule('ould', 'UH D'),
    rule(`ous${end}`, 'AH S'),
    rule('oor|our|oar', 'AO R'),
    rule(`ore${end}`, 'AO R'),
    rule(`or${end}`, 'ER', /..[^aeiou]$/),
    rule('orr?', 'AO R'),
    rule('ook', 'UH K'),
    rule('oo|oup(?=e)', 'UW'),
    rule('oi|oy', 'OY'),
    rule(`oa|oe${end}`, 'OW'),
    rule('oh', 'OW'),
    rule(`ow${end}`, 'OW', /[lrn]$/),
    rule('ou|ow', 'AW'),
    rule(`oll${end}`, 'OW L'),
    rule('old|olt', 'OW L D'),
    rule(`o${long}`, 'OW'),
    rule(`o${end}`, 'OW'),
    rule(`on${end}`, 'AH N', /../),
    rule('o(?=n?g)', 'AO'),
    rule('o', 'AA'),
  ],
  p: [rule('ph', 'F'), rule('ps(?=y)', 'S', start), rule('pn', 'N', start), rule('pp?', 'P')],
  q: [rule(`que${end}`, 'K'), rule('qu', 'K W'), rule('q', 'K')],
  r: [rule('rh|rrh', 'R'), rule('rr?', 'R')],
  s: [
    rule('sch', 'S K', start),
    rule('ssion', 'SH AH N'),
    rule('sion', 'ZH AH N'),
    rule('sure', 'ZH ER', /[aeiou]$/),
    rule('sh', 'SH'),
    rule(`sc${soft}`, 'S'),
    rule(`se${end}`, 'Z', /[aeiou][aeiou]$/),
    rule(`s${end}`, 'Z', /[aebdgilmnrvwyo]$/),
    rule(`s(?=m${end})`, 'Z AH'),
    rule('s(?=[aeiouy])', 'Z', /[aeiou]$/),
    rule('ss?', 'S'),
  ],
  t: [
    rule('tch', 'CH'),
    rule('tion', 'SH AH N'),
    rule('tious', 'SH AH S'),
    rule('tial', 'SH AH L'),
    rule(`ture${end}`, 'CH ER'),
    rule('th', 'TH'),
    rule('tt?', 'T'),
  ],
  u: [
    rule(`ure${end}`, 'Y UH R'),
    rule('urr?', 'ER'),
    rule('ui|ue|uu', 'UW'),
    rule('uy', 'AY'),
    rule(`u${long}`, 'UW', /[rljsdt]$/),
    rule(`u${long}`, 'Y UW'),
    rule('u', 'Y UW', start),
    rule(`u${end}`, 'UW'),
    rule('u(?=[tlmn][aeiouy])', 'Y UW'),
    rule('u', 'AH'),
  ],
  v: [rule('vv?', 'V')],
  w: [
    rule('wr', 'R', start),
    rule('who', 'HH UW', start),
    rule('wh', 'W'),
    rule('wor', 'W ER'),
    rule('wa(?=[tsr])', 'W AA'),
    rule('w', 'W'),
  ],
  x: [rule('x', 'Z', start), rule('x', 'K S')],
  y: [
    rule('y', 'Y', start),
    rule(`ye${end}`, 'AY'),
    rule(`y${end}`, 'AY', /^[^aeiou]{1,3}$/),
    rule(`y${end}`, 'IY'),
    rule('y(?=[aeiou])', 'Y'),
    rule('y(?=[^aeiou][aeiouy])', 'AY'),
    rule('y', 'IH'),
  ],
  z: [rule('zz?', 'Z')],
}

const numerals = [
  'Z IH R OW',
  'W AH N',
  'T UW',
  'TH R IY',
  'F AO R',
  'F AY V',
  'S IH K S',
  'S EH V AH N',
  'EY T',
  'N AY N',
]
/** Endings that draw the stress to the preceding syllable. */
const drawsStress = /(?:tion|sion|cian|ic|ical|ity|ious|ial|ian|graphy|logy|phobia)$/

/** Returns the phonemes of one word, with a probable stress; empty if nothing in it is pronounced. */
export function pronounce(word: string): Uint8Array {
  const letters = word.replace(/[^a-z0-9]/g, '')
  let sounds = ''
  for (let at = 0; at < letters.length; ) {
    const rule = rules[letters.charAt(at)]?.find((one) => fits(one, letters, at))
    // each letter has an unconditional rule, so only a digit has none
    sounds += `${rule ? rule.sounds : present(numerals[Number(letters[at])])} `
    at += rule ? rule.letters.lastIndex - at : 1
  }
  const phonemes = sounds.trim() === '' ? undefined : readArpabet(sounds)
  return phonemes ? stressed(phonemes, letters) : new Uint8Array(0)
}

function fits({ letters, after }: Rule, word: string, at: number): boolean {
  letters.lastIndex = at
  return letters.test(word) && (after === undefined || after.test(word.slice(0, at)))
}

/**
 * Stresses the first of two syllables; of more, the third from the end, or the syllable preceding an ending that draws
 * the stress.
 */
function stressed(phonemes: Uint8Array, letters: string): Uint8Array {
  const vowels = [...phonemes.keys()].filter((at) => isVowel(present(phonemes[at])))
  const fromEnd = drawsStress.test(letters) ? 2 : 3
  const stressedAt = vowels.length <= 2 ? vowels[0] : vowels[vowels.length - fromEnd]
  if (stressedAt === undefined) return phonemes
  const vowel = present(phonemes[stressedAt])
  if (stressOf(vowel) === 0) phonemes[stressedAt] = withStress(vowel, 1)
  return phonemes
}
