// Plain words and their equivalents in definitions, which WordNet's relations do not cover. People say that a baby is
// small and that somebody can't do something; definitions say "young", "little" and "unable".

const lines = `
without lacking free deprived
unable cannot incapable lacking
inability unable cannot lack
can't unable cannot inability incapable
cannot unable inability incapable
don't not without abstain refrain
doesn't not without abstain refrain
isn't not without
baby young newborn infant offspring
kid child young
child young offspring
grown adult mature
old aged ancient
cow cattle bovine
dog canine
cat feline
pig swine hog
sheep ovine
horse equine
bird avian fowl
big large great
small little tiny
fast quick rapid speed
quickly rapid fast sudden
slowly slow leisurely
loud volume noisy
quiet low soft silence
bad evil offensive unpleasant wrong
good pleasant excellent
angry anger
happy joy delight
sad sorrow grief
rich wealthy
poor poverty
sick ill illness disease
die dead death
dead death deceased died
kill murder slay death
killing murder
hate dislike hatred
hates dislike hatred
love fond fondness affection
fear phobia afraid dread
scared fear afraid
lie false untruth
steal theft
fix repair mend
fixes repair mend install
clean cleanse
eat food feed consume
drink beverage
cook prepare heat
look see view image appearance
far distant
away distant
hit strike
bury burial grave
year annual
week weekly
day daily
month monthly
yourself self
themselves self
oneself self
own self
cover covering
outer external covering
find discover detect
sorry regret apology
throne monarch power
move travel
tired fatigue
hungry hunger starve
safe deposit
talk speak converse
speak utter speech talk
say utter
write written author
read reading
think mind
know knowledge
learn knowledge study
study science scientist branch
studies science scientist specialist
walk foot
buy purchase
sell trade
sells trade deals
pay payment
money cash payment fund
job occupation work profession
boss head leader
king monarch ruler
queen monarch ruler
rule govern government
government state
law legal
war military combat
soldier military
house dwelling building residence
home dwelling residence
shop store establishment
plane aircraft airplane
ship vessel boat
car automobile vehicle
bag luggage baggage container
clothes clothing garment
hat headdress
father parent male
mother parent female
brother sibling
sister sibling
husband spouse
wife spouse
married marry marriage
wedding marry marriage
woman female
man male
boy male young
girl female young
teeth tooth dental
feet foot
ears ear
eyes eye vision
breath respiration
belly stomach abdomen
sea ocean water
stone rock
dirt soil earth
wind air
storm weather
rain precipitation
hot heat
cold low temperature
wet moist liquid
dry arid
same identical equal like
opposite reverse contrary
different unlike
whole entire complete
part portion section
piece fragment portion
group body collection set
before earlier preceding
after later following
again repeat
always habitual constant
often frequent
sometimes occasional
never
happen occur
happens occur
happening occur
start begin beginning
stop cease prevent
end terminate finish
hide conceal
show display reveal
pretend false feign
keep preserve store
put place
carry transport
give provide
get obtain
without lacking free
many several multiple numerous
two double pair
three triple
people persons human
person individual someone human
word name term
picture image painting
song music
musicians performers
paper document
hole opening cavity
line row
round circular
sharp pointed
hard solid
secret concealed
wrong error incorrect
mistake error
belief doctrine
god deity
church religious
book written publication
doctor physician medical
permission consent
funeral died death
`

/** The words that definitions use, for each plain word. */
export const paraphrases: ReadonlyMap<string, readonly string[]> = new Map(
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [plain = '', ...formal] = line.split(' ')
      return [plain, formal]
    }),
)
