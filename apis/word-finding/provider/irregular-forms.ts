// English words with irregular forms: a base form and its forms between commas. The package lacks WordNet's own list of
// exceptions; this list covers everyday use.

const verbs = `
arise arose arisen, awake awoke awoken, be am is are was were been being, bear bore borne born, beat beaten,
become became, begin began begun, behold beheld, bend bent, beset besetting, bet betting, bid bade bidden bidding,
bind bound, bite bit bitten biting, bleed bled, blow blew blown, break broke broken, breed bred, bring brought,
broadcast broadcasting, build built, burn burnt, burst bursting, buy bought, cast casting, catch caught,
choose chose chosen, cling clung, come came, creep crept, cut cutting, deal dealt, dig dug digging, do did done does,
draw drew drawn, dream dreamt, drink drank drunk, drive drove driven, dwell dwelt, eat ate eaten, fall fell fallen,
feed fed, feel felt, fight fought, find found, flee fled, fling flung, fly flew flown, forbid forbade forbidden,
foresee foresaw foreseen, forget forgot forgotten, forgive forgave forgiven, forsake forsook forsaken,
freeze froze frozen, get got gotten, give gave given, go went gone goes, grind ground, grow grew grown, hang hung,
have has had having, hear heard, hide hid hidden, hit hitting, hold held, keep kept, kneel knelt, know knew known,
lay laid, lead led, leap leapt, learn learnt, leave left, lend lent, let letting, lie lay lain lying, light lit,
lose lost, make made, mean meant, meet met, mistake mistook mistaken, outdo outdid outdone, overcome overcame,
overtake overtook overtaken, overthrow overthrew overthrown, pay paid, prove proven, put putting, quit quitting,
ride rode ridden, ring rang rung, rise rose risen, run ran running, saw sawn, say said, see saw seen, seek sought,
sell sold, send sent, set setting, sew sewn, shake shook shaken, shed shedding, shine shone, shoot shot, show shown,
shrink shrank shrunk shrunken, shut shutting, sing sang sung, sink sank sunk sunken, sit sat sitting, slay slew slain,
sleep slept, slide slid, sling slung, sow sown, speak spoke spoken, speed sped, spell spelt, spend spent, spill spilt,
spin spun, spit spat, split splitting, spoil spoilt, spread spreading, spring sprang sprung, stand stood,
steal stole stolen, stick stuck, sting stung, stink stank stunk, stride strode stridden, strike struck stricken,
string strung, strive strove striven, swear swore sworn, sweep swept, swell swollen, swim swam swum, swing swung,
take took taken, teach taught, tear tore torn, tell told, think thought, thrive throve, throw threw thrown,
thrust thrusting, tread trod trodden, undergo underwent undergone, understand understood,
undertake undertook undertaken, undo undid undone, uphold upheld, upset upsetting, wake woke woken, wear wore worn,
weave wove woven, weep wept, win won winning, wind wound, withdraw withdrew withdrawn, withhold withheld,
withstand withstood, wring wrung, write wrote written
`

const nouns = `
alumnus alumni, analysis analyses, antenna antennae, appendix appendices, axis axes, bacterium bacteria, basis bases,
cactus cacti, calf calves, child children, crisis crises, criterion criteria, curriculum curricula, datum data,
die dice, diagnosis diagnoses, dwarf dwarves, elf elves, emphasis emphases, foot feet, formula formulae, fungus fungi,
goose geese, half halves, hoof hooves, hypothesis hypotheses, knife knives, larva larvae, leaf leaves, life lives,
loaf loaves, louse lice, man men, matrix matrices, medium media, mouse mice, nebula nebulae, nucleus nuclei,
oasis oases, octopus octopi, ox oxen, parenthesis parentheses, person people, phenomenon phenomena, radius radii,
scarf scarves, self selves, shelf shelves, stimulus stimuli, synthesis syntheses, thesis theses, thief thieves,
tooth teeth, vertebra vertebrae, wife wives, wolf wolves, woman women
`

const adjectives = `
bad worse worst, far farther farthest further furthest, good better best, ill worse worst, little less least,
much more most, well better best
`

interface IrregularBase {
  readonly base: string
  /** Parts of speech: a letter for noun, verb, adjective, adverb. */
  readonly parts: string
}

/** Base forms by inflected form. */
export function readIrregularForms(): ReadonlyMap<string, readonly IrregularBase[]> {
  const bases = new Map<string, IrregularBase[]>()
  for (const [parts, lines] of Object.entries({ v: verbs, n: nouns, ar: adjectives }))
    for (const line of lines.split(',')) {
      const [base = '', ...forms] = line.trim().split(' ')
      for (const form of forms) bases.set(form, [...(bases.get(form) ?? []), { base, parts }])
    }
  return bases
}
