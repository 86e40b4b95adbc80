// What counts as a sign of which harm, and how strongly: phrases rather than words, so that killing a process, a bomb shell of news or a
// crime novel's title is not taken for a threat. English only. A list of rules sees no context: a model that understands is better.

export const harmCategories = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
] as const
export type HarmCategory = (typeof harmCategories)[number]

/** Each sign found adds to the evidence; a weight of 1 alone flags. Texts are in lower case with single spaces. */
export interface HarmRule {
  readonly sign: RegExp
  readonly weights: Readonly<Partial<Record<HarmCategory, number>>>
}

const you = '(?:you|u|your family|your (?:wife|husband|kids|children|mother|father)|him|her|them|those people)'
const hurting = '(?:kill|murder|stab|shoot|strangle|beat up|hurt|burn|behead|torture|rape)'
const groups =
  '(?:jews|muslims|christians|hindus|immigrants|refugees|foreigners|blacks|black people|whites|white people|asians|arabs|gays|' +
  'gay people|lesbians|trans people|women|disabled people|roma|gypsies|mexicans)'
const insult =
  '(?:idiot|moron|imbecile|loser|scum|piece of (?:shit|trash|garbage)|bitch|bastard|asshole|retard|worthless|pathetic)'
const minor =
  '(?:child|children|minors?|underage|kids?|toddlers?|schoolgirls?|schoolboys?|(?:[3-9]|1[0-7])[- ]year[- ]old)'
const sexual = '(?:sex|sexual|naked|nude|porn|pornographic|erotic|masturbat\\w*|orgasm\\w*)'
const weapon =
  '(?:bomb|pipe bomb|explosives?|nerve agent|chemical weapon|bioweapon|molotov cocktail|gun silencer|landmine)'
const how = '(?:how (?:do i|can i|to)|instructions? (?:for|to)|steps to|teach me to|help me)'

const rule = (sign: string, weights: HarmRule['weights']): HarmRule => ({
  sign: new RegExp(`\\b${sign}\\b`, 'u'),
  weights,
})

export const harmRules: readonly HarmRule[] = [
  rule(
    `(?:i|we)(?: will|'ll| am going to|'m going to| are going to|'re going to| want to| wanna| would love to) ${hurting} ${you}`,
    {
      violence: 1.2,
      'harassment/threatening': 1.2,
      harassment: 1,
    },
  ),
  rule(`(?:you|u) (?:will|should|deserve to|are going to|must) (?:die|be killed|be shot|burn in hell)`, {
    harassment: 1.1,
    'harassment/threatening': 1,
    violence: 0.8,
  }),
  rule(`(?:watch your back|i know where you live)`, { 'harassment/threatening': 0.9, harassment: 0.8 }),
  rule(`(?:you are|you're|u r|youre)(?: such| just| nothing but)?(?: an?)?(?: \\w+){0,2} ${insult}`, {
    harassment: 1.1,
  }),
  rule(`(?:shut up|nobody likes you|everyone hates you|no one loves you)`, { harassment: 0.7 }),
  rule(`(?:i )?(?:hate|despise|can't stand)(?: all)?(?: the| those| these)? ${groups}`, { hate: 1.1, harassment: 0.6 }),
  rule(
    `(?:all |those |these |the )?${groups} (?:are|is)(?: all| just| nothing but)?(?: \\w+)? (?:vermin|animals|subhuman|inferior|parasites|scum|disease|criminals|filth|cockroaches)`,
    {
      hate: 1.3,
      harassment: 0.7,
    },
  ),
  rule(`(?:kill|exterminate|gas|shoot|get rid of|wipe out|burn)(?: all)?(?: the| those| these)? ${groups}`, {
    hate: 1.2,
    'hate/threatening': 1.2,
    violence: 1,
  }),
  rule(
    `(?:i (?:want|wish|am going|plan|am planning|intend|need) to|i'm going to|i'll|i will|i wanna) (?:kill myself|end my life|die|hurt myself|cut myself|commit suicide|end it all)`,
    {
      'self-harm': 1.2,
      'self-harm/intent': 1.3,
    },
  ),
  rule(`(?:i am|i'm|i feel|feeling) suicidal`, { 'self-harm': 1.1, 'self-harm/intent': 1.1 }),
  rule(`(?:i )?(?:cut|burn|harm)(?:ting|ing)? myself`, { 'self-harm': 1, 'self-harm/intent': 0.7 }),
  rule(
    `${how} (?:kill myself|commit suicide|end my life|hurt myself|cut myself|tie a noose|starve myself|hide (?:my )?self[- ]harm)`,
    {
      'self-harm': 1.3,
      'self-harm/instructions': 1.3,
      'self-harm/intent': 0.8,
    },
  ),
  rule(`(?:you should|go) (?:kill yourself|hang yourself|cut yourself)`, {
    'self-harm': 1.1,
    'self-harm/instructions': 0.8,
    harassment: 1.1,
    'harassment/threatening': 0.6,
  }),
  rule('kys', { harassment: 1, 'self-harm': 0.8 }),
  rule(`${how} (?:make|build|assemble|construct|set off|buy)(?: an?| my own| some)?(?: \\w+)? ?${weapon}`, {
    illicit: 1.2,
    'illicit/violent': 1.3,
    violence: 0.5,
  }),
  rule(`${how} (?:poison|murder|kill|assassinate) (?:someone|somebody|a person|people|my \\w+|him|her|them)`, {
    illicit: 1,
    'illicit/violent': 1.2,
    violence: 1,
  }),
  rule(`${how} (?:make|cook|synthesi[sz]e|produce|smuggle|buy) (?:meth\\w*|cocaine|heroin|fentanyl|crack|lsd|mdma)`, {
    illicit: 1.2,
  }),
  rule(
    `${how} (?:shoplift|steal|forge|counterfeit|launder|pick a lock to break into|hotwire|hack into|phish|clone (?:a )?credit card)`,
    {
      illicit: 1.1,
    },
  ),
  rule(`(?:have|having|had) sex with`, { sexual: 0.9 }),
  rule(
    `(?:hardcore |explicit )?(?:porn|pornography|pornographic|blowjob|handjob|cumshot|gangbang|nude pics|naked pics)`,
    { sexual: 1.1 },
  ),
  rule(`(?:write|tell|describe|show)(?: me)?(?: an?)?(?: \\w+)? (?:erotic|sexual|pornographic|explicit sex)`, {
    sexual: 1,
  }),
  rule(`${sexual}(?: \\w+){0,6} ${minor}`, { 'sexual/minors': 1.4, sexual: 1.2 }),
  rule(`${minor}(?: \\w+){0,6} ${sexual}`, { 'sexual/minors': 1.2, sexual: 1.1 }),
  rule(
    `(?:he|she|they|i|we)(?: \\w+)? (?:stabbed|shot|strangled|beheaded|tortured|murdered|slaughtered|massacred) (?:him|her|them|the \\w+|a \\w+|people)`,
    {
      violence: 1,
    },
  ),
  rule(
    `(?:blood (?:sprayed|splattered|gushed|poured)|guts spill\\w*|severed (?:head|limbs?|arms?|legs?)|disembowel\\w*|dismember\\w*|entrails|brains? splatter\\w*|decapitat\\w*|mutilat\\w*)`,
    {
      violence: 1,
      'violence/graphic': 1.2,
    },
  ),
  rule(`(?:mass shooting|school shooting|shoot up (?:a|the|my) (?:school|mall|church|office))`, {
    violence: 1,
    'illicit/violent': 0.5,
  }),
]

/** What turns a hit into a report, a question of safety or a request for help; the evidence then counts less. */
export const milderContexts: readonly RegExp[] = [
  /\b(?:prevent|prevention|avoid|stop|report(?:ed|ing)?|news|history|research|education|awareness|support|helpline|counsell?ing|therapy|survivors?|law|police said)\b/u,
  /\b(?:don't|do not|never|didn't|would never|won't) (?:\w+ ){0,2}(?:kill|hurt|hate|harm|shoot|stab)\b/u,
]
