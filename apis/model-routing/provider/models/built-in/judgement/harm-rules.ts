// Phrases that count as harm, by category: a few each, in English. Phrases rather than words, so that killing a process
// or a bath bomb is not mistaken for a threat. A list sees no context; a real model is better.

const hurting = '(?:kill|murder|stab|shoot|hurt)'
const groups = '(?:jews|muslims|christians|immigrants|refugees|foreigners|black people|white people|gay people|women)'
const insult = '(?:idiot|moron|loser|scum|worthless|pathetic)'
const phrases = {
  harassment: [`you are (?:such )?(?:an? )?(?:\\w+ )?${insult}`, `i(?: will|'ll| am going to) ${hurting} you`],
  'harassment/threatening': [`i(?: will|'ll| am going to) ${hurting} you`],
  hate: [`i hate (?:all )?${groups}`, `${groups} are (?:vermin|animals|inferior)`],
  'hate/threatening': [`(?:kill|murder|gas|shoot) (?:all )?(?:the )?${groups}`],
  illicit: ['how to (?:steal|shoplift|cook meth|launder money|build a bomb)'],
  'illicit/violent': ['how to (?:build|make) a bomb'],
  'self-harm': ["i (?:want to|will|'ll) (?:kill myself|end my life|hurt myself|cut myself)", 'how to kill myself'],
  'self-harm/instructions': ['how to kill myself'],
  'self-harm/intent': ["i (?:want to|will|'ll) (?:kill myself|end my life|hurt myself|cut myself)"],
  sexual: ['(?:explicit|hardcore) (?:sex|porn)', 'naked (?:children|child|minors?)'],
  'sexual/minors': ['naked (?:children|child|minors?)'],
  violence: [
    `i(?: will|'ll| am going to| want to) ${hurting} (?:you|him|her|them)`,
    '(?:severed|mutilated) (?:head|body|limbs?)',
  ],
  'violence/graphic': ['(?:severed|mutilated) (?:head|body|limbs?)'],
} as const

export type HarmCategory = keyof typeof phrases
// the keys of the object above
export const harmCategories = Object.keys(phrases) as readonly HarmCategory[]

const patterns = harmCategories.map(
  (category) => [category, new RegExp(`\\b(?:${phrases[category].join('|')})\\b`, 'u')] as const,
)

/** Returns the harms in a text in lower case with single spaces. */
export const harmIn = (text: string): ReadonlySet<HarmCategory> =>
  new Set(patterns.filter(([, pattern]) => pattern.test(text)).map(([category]) => category))
