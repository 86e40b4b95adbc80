// Common slips of spelling in English, and the small mistakes of typing that can be put right without knowing what a text means.

/** Wrong spellings and the right one, `wrong>right`; only spellings that are no word of their own. */
const list =
  'accomodate>accommodate accross>across acheive>achieve acknowlege>acknowledge adress>address agressive>aggressive ' +
  'alot>a_lot amatuer>amateur apparant>apparent aparent>apparent appearence>appearance arguement>argument ' +
  'basicly>basically becuase>because becasue>because beacuse>because begining>beginning beleive>believe belive>believe ' +
  'buisness>business calender>calendar catagory>category cemetary>cemetery changable>changeable cheif>chief ' +
  'collegue>colleague comming>coming commitee>committee completly>completely concious>conscious copywrite>copyright ' +
  'could_of>could_have curiousity>curiosity decieve>deceive definately>definitely definatly>definitely ' +
  'definitly>definitely desparate>desperate diffrent>different dissapear>disappear dissapoint>disappoint ' +
  'embarass>embarrass enviroment>environment existance>existence experiance>experience familar>familiar ' +
  'febuary>february finaly>finally foriegn>foreign fourty>forty foward>forward freind>friend freinds>friends ' +
  'futher>further gaurd>guard goverment>government grammer>grammar greatful>grateful guarentee>guarantee ' +
  'happend>happened harrass>harass heigth>height hte>the hihg>high humourous>humorous immediatly>immediately ' +
  'independant>independent infomation>information intresting>interesting interupt>interrupt irresistable>irresistible ' +
  'itnerest>interest jewelery>jewellery knowlege>knowledge langauge>language liason>liaison libary>library ' +
  'lenght>length maintainance>maintenance millenium>millennium mispell>misspell mispelled>misspelled ' +
  'morgage>mortgage mountian>mountain neccessary>necessary necesary>necessary neice>niece nieghbor>neighbor ' +
  'noticable>noticeable occassion>occasion occured>occurred occurence>occurrence occuring>occurring ' +
  'oppurtunity>opportunity paralel>parallel parliment>parliament pavillion>pavilion peice>piece peopel>people ' +
  'percieve>perceive persistant>persistent pharoah>pharaoh posession>possession possesion>possession ' +
  'potatos>potatoes preceeding>preceding prefered>preferred privelege>privilege probaly>probably pronounciation>pronunciation ' +
  'publically>publicly quantaty>quantity questionaire>questionnaire realy>really recieve>receive recieved>received ' +
  'recomend>recommend refered>referred relevent>relevant religous>religious remeber>remember repitition>repetition ' +
  'resturant>restaurant rythm>rhythm saftey>safety seperate>separate seperately>separately shedule>schedule ' +
  'should_of>should_have sieze>seize similiar>similar sincerly>sincerely speach>speech speling>spelling ' +
  'strenght>strength succesful>successful sucessful>successful suprise>surprise supposably>supposedly taht>that teh>the ' +
  'tommorow>tomorrow tomorow>tomorrow tommorrow>tomorrow tounge>tongue truely>truly tyde>tide unfortunatly>unfortunately ' +
  'untill>until usefull>useful vaccum>vacuum vegatable>vegetable visious>vicious wat>what wether>whether wich>which ' +
  "wierd>weird wiht>with woudl>would would_of>would_have writting>writing yeild>yield youre>you're dont>don't " +
  "doesnt>doesn't didnt>didn't isnt>isn't wasnt>wasn't arent>aren't wouldnt>wouldn't couldnt>couldn't " +
  "shouldnt>shouldn't havent>haven't hasnt>hasn't thats>that's theyre>they're im>I'm ive>I've"

const right = new Map(
  list.split(' ').map((pair): [string, string] => {
    const [wrong = '', good = ''] = pair.replaceAll('_', ' ').split('>')
    return [wrong, good]
  }),
)
const pairs = [...right.keys()].filter((wrong) => wrong.includes(' '))

/** The text with these slips put right; the case of the first letter, and of words in capitals, stays. */
export function correctSpelling(text: string): string {
  const pairsRight = pairs.reduce(
    (all, wrong) => all.replace(new RegExp(`\\b${wrong}\\b`, 'gi'), (found) => cased(found, right.get(wrong) ?? found)),
    text,
  )
  return pairsRight.replace(/[\p{L}]+(?:['’]\p{L}+)*/gu, (word) => {
    const good = right.get(word.toLowerCase())
    return good === undefined ? word : cased(word, good)
  })
}

/** Also: the word I in capitals, no word twice, a capital after the end of a sentence, spaces as they belong. */
export function correctTyping(text: string): string {
  return fixSpacing(correctSpelling(text))
    .replace(/\bi\b(?=['’ ]|$)/g, 'I')
    .replace(/\b(\p{L}{2,}) \1\b/giu, '$1')
    .replace(/(^|[.!?] )(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}

/** One space between words, none before a mark, one after it; line breaks stay. */
export function fixSpacing(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .replace(/[^\S\n]+/gu, ' ')
        .replace(/ +([,;!?]|[.:](?=\s|$))/g, '$1')
        .replace(/([,;!?])(?=\p{L})/gu, '$1 ')
        .trim(),
    )
    .join('\n')
}

function cased(found: string, good: string): string {
  if (found.length > 1 && found === found.toUpperCase()) return good.toUpperCase()
  const [first = ''] = found
  return first === first.toUpperCase() ? good.charAt(0).toUpperCase() + good.slice(1) : good
}
