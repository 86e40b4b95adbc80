// Related words: user vocabulary to API vocabulary. A word of a question also counts, with a lower weight, as the words
// listed here. Unlike the synonyms of words.ts the relation goes one way: a nation is a country, but a country need not
// be a nation.
import { formOfWord } from './words.ts'

/** Lines, each with a word of the declarations and the words that people use instead. */
const lines = `
country nation land republic kingdom
language tongue lingo idiom dialect
holiday festive celebration closed shut feast observance
weekend bridge
transparent alpha clear translucent
remove strip rid eliminate cut knock clear wipe discard scrap trash purge
background wall sky scenery surroundings scene
picture snapshot shot selfie portrait photograph headshot screenshot drawing illustration artwork graphic logo
draw paint sketch illustrate depict generate
video footage animation movie reel
book novel volume title publication paperback hardcover tome read literature
author poet playwright pen
subject topic genre theme
isbn barcode
review critic critique opinion verdict acclaim
list ranking chart top
sentence quote quotation passage excerpt phrase citation
dice die d4 d6 d8 d10 d12 d20 d100
pick draw choose select winner raffle shuffle
number integer digit figure
bytes hex salt nonce entropy
cat kitten feline kitty pussycat tomcat
breed variety pedigree race
fact trivia curiosity titbit tidbit
activity hobby pastime bored boredom idle entertain fun
character cartoon person figure cast creature alien
location planet dimension place world
episode instalment show season
avatar portrait face
currency money symbol cash
rate worth quote fx forex parity
convert dollar euro pound yen franc krone rupee
order checkout cart sale
fraud stolen scam suspicious fake risky chargeback thief crook
screen risk assess score judge vet
feedback report tell inform approve reject flag
skin outfit look costume texture clothes
player gamer user account nickname athlete quarterback receiver running back linebacker
render preview display head body
delay wait cooldown throttle
market marketplace shop price buy sell
deal bargain discount cheap undervalued profit
history evolution development curve timeline
float wear condition pristine scratched
inventory backpack collection belongings possessions owns
profile biography
friend buddy contact
item knife rifle gloves sticker case weapon track chapter segment song
completion continue finish
speech aloud narrate voiceover read tts mp3
transcription transcript dictation stenography minutes recording subtitles said hear
embedding vector semantic similarity
moderation hateful harmful toxic offensive abusive inappropriate nsfw
rerank relevance order sort
token length count
cost bill price charge spend paid usage
file document jsonl
model llm engine gpt claude gemini
web internet online google news
decision choose judge
address street flat building dwelling residence door premises delivery property
postcode postal zip
cleanse messy typo tidy normalise wrong misspelt badly standardise
place city town village hamlet settlement municipality locality
coordinates latitude longitude gps position map
email inbox mailbox deliverable bounce
phone mobile cell landline carrier telephone
licensee customer reseller client sublicense
config configuration setup preset settings
key credential token
lookup search request
udprn delivery point royal mail
umprn multiple residence flat
translate translation render convert
document docx word powerpoint slide deck spreadsheet excel pdf file report contract letter
status ready finished done progress complete
download fetch retrieve collect
glossary terminology term vocabulary jargon dictionary wording
rephrase reword paraphrase rewrite friendlier tone polish improve
correct proofread typo grammar spelling mistake error
memory tmx segments
style guideline tone
instruction rule guideline never always
voice microphone interpreter interpretation live spoken talk
job task
quality good accurate accuracy score evaluate
word term expression vocabulary
rhyme rhymes sounds
synonym meaning means alternative similar
team school college university squad club side eleven
game match fixture bowl kickoff meet
conference league division sec
roster lineup squad
coach manager
recruit prospect recruiting star class
draft nfl pick drafted
transfer portal switched moved
drive possession
play snap down
win victory beat won favourite favored odds chance likely
lines spread betting bookmaker odds moneyline wager
ranking poll rank ranked number
rating elo strength power
record wins losses season
venue stadium arena field turf capacity
weather rain snow temperature wind
media channel tv broadcast
talent blue chip
matchup rivalry rivals series head
points expected scoring score
stats statistics numbers yards touchdowns turnovers tackles
returning back experience
calendar weeks week schedule
account balance savings chequing current
transaction payment purchase booking expense spent bought paid debit
budget allowance afford spend
category bucket envelope group kind
rule automatically always file sort
event planned plan upcoming bill rent salary scheduled
scenario forecast prediction what
attachment receipt invoice till bill scan
institution bank building society lender
label tag
trend average compare pattern
forecast predicted future
timezone offset utc
user profile settings login
programme show broadcast episode series
schedule guide listings tonight evening
service channel station network
availability stream catch iplayer watch listen
people actor presenter contributor cast star host
promotion trailer highlight promoted
version edition signed described subtitled
image artwork still
group collection season franchise
schema xsd definition structure
substance material nanoparticle particle chemical nanomaterial powder
structure molecule compound chemical ring smiles
similar resemble alike analogue
substructure containing ring fragment
study experiment assay test toxicity measurement
composition coating coated core impurity
facet filter count
bestseller popular selling hit chart
entry title
age children kids teen young
overview summary all glance
picture jpeg png gif webp pic portrait thumbnail poster cover
address doorstep letterbox mailing shipping parcel deliver residence dwell occupant tenant neighbour
postcode zipcode outward
email e-mail gmail disposable throwaway
phone handset whatsapp sms dial ring caller
weather hail sunny humid windy degrees storm
coach trainer boss headcoach
team alma mater franchise wildcats bulldogs
game contest showdown postponed bout
player starter freshman senior sophomore captain tackler kicker linebacker receiver
score tally
statistics metric figures leaderboard averages sacks interceptions fumbles rushing passing
recruit signee commit highschool
holiday vacation christmas easter thanksgiving feiertag shut
weekend consecutive stretch
country abroad overseas homeland territory
currency coin tender banknote denomination sterling rupees pesos
rate convert swap worth equals
bank creditor union monzo revolut
transaction bought paid spent spend sale refund deposit withdrawal transfer payment expense outgoing income
budget overspend
category classify pigeonhole heading
event recurring subscription instalment payday
receipt slip voucher proof
forecast projection outlook
label hashtag keyword
translate say interpret localise localize tongue
document manuscript brochure paper essay letter thesis manual
glossary termbase termlist lexicon
correct typos grammatical mistakes errors misspelled misspelling proofreading
rephrase rewording restate simplify concise formal informal polite shorter clearer
voice speaking dialogue
speech aloud utter recite voiceover narrator
transcription captions transcribe subtitle
chat talk prompt assistant bot
image illustrate poster logo drawing render
video film clip animate movie reel
embedding semantic vectorize vectorise
moderation toxic harassment unsafe hate violent
model llm neural network
fine-tune finetune training train customise
web headline google bing
token wordcount
character protagonist villain cast human
episode instalment chapter aired
location homeworld planet dimension
book paperback hardback title
author poet novelist playwright essayist
review verdict critique
sentence quote excerpt
cat moggy feline kitten
skin minecraft outfit look
item gun
market buff skinport bitskins
price value expensive cheap
inventory backpack stash
float wear condition scratched
history past graph evolved
fraud scam stolen chargeback
order purchase checkout basket
programme show series documentary sitcom drama soap news comedy
schedule airing
service radio station channel
availability expire
people cast crew presenter
substance nanoparticle nanotube oxide dioxide silver titanium particle fullerene
structure formula smiles inchi cas
study toxicity cytotoxicity genotoxicity assay endpoint experiment
random arbitrary chance lucky luck
dice d6 d20 throw
bool heads tails yes no
color shade hue tint
activity pastime hobby boredom entertain
rhyme rhyming sound
synonym opposite antonym meaning definition
suggest typeahead predict
`

const related = new Map<string, string[]>()
for (const line of lines.trim().split('\n')) {
  const [target = '', ...said] = line.split(' ').map(formOfWord)
  for (const word of said) if (word !== target) related.set(word, [...(related.get(word) ?? []), target])
}

/** Returns the words of declarations that a word of a question can stand for; both in the form of `wordsOf`. */
export function relatedWords(word: string): readonly string[] {
  return related.get(word) ?? []
}
