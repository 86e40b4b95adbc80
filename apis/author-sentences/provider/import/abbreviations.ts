// Abbreviations whose full stop can be inside a sentence, grouped by the text that can follow. Lower case, without
// their last stop.

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Titles before a name: the sentence always continues. */
export const titles = words(
  'mr mrs ms dr prof rev revd hon capt col gen lt lieut sergt sgt maj cpl adm cmdr gov sen rep pres st ste mt ft messrs ' +
    'mme mlle mm fr sra srta',
)
/**
 * Abbreviations before a number: `No. 5`, `vol. II`, `Nov. 3`. Before anything else the sentence ends, as in `"No." He
 * turned.`
 */
export const beforeNumbers = words(
  'no nos c vol vols ch chap p pp fig figs pl plate sec sect art par bk pt lib l ll v vv op cit folio fol ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec',
)
/** Abbreviations that never end a sentence. */
export const inside = words('e.g i.e viz cf vs ca al ibid id q.v sc scil')
/** Abbreviations at the end of a sentence or within it: it ends before a word that begins sentences. */
export const either = words('co inc ltd bros jr sr esq corp dept univ assn ave blvd rd sq')
/** Abbreviations that end the sentence before a capital letter. */
export const often = words('etc a.m p.m')

/** Words that begin sentences and are not names. */
export const starters = words(
  'a an the this that these those it its he his him she her they their them we our us i my me you your who what when where why ' +
    'how which whose there here then now thus so but and or nor yet for if though although while as at by from in into of off ' +
    'on out over through to under until upon up with without after before since because not no never once only even still ' +
    'just perhaps all both each every many most much one some such any another nothing nobody something somebody suddenly ' +
    'meanwhile had have has was were is are be did do does could would should might may must shall will can let',
)

/** Verbs of speech: after a quotation they belong to its sentence. */
export const speaking = words(
  'said says asked cried called replied answered shouted whispered murmured muttered exclaimed demanded repeated added ' +
    'remarked observed returned inquired enquired gasped screamed roared growled sighed sobbed shrieked yelled snapped ' +
    'laughed began continued interrupted protested declared insisted suggested wondered thought groaned hissed stammered ' +
    'faltered urged begged pleaded commanded ordered put ejaculated responded retorted rejoined queried questioned breathed ' +
    'sneered chuckled wailed bellowed announced explained pursued resumed',
)
