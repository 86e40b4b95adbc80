// Words for the titles, names and descriptions of the simulated books. People, places and publishers are invented.
const words = (list: string): readonly string[] => list.split(';')

export const firstNames = words(
  'Ada;Bram;Celia;Dorian;Edda;Fenn;Greta;Hollis;Ines;Jory;Keir;Lena;Marek;Nell;Orla;Piers;Quilla;Ruben;Sabine;Tobias;Una;Viggo;Wanda;Yara;Zeno;Alma;Basil;Cora;Emrys;Flora;Gideon;Hazel',
)
export const lastNames = words(
  'Ashmere;Bellwick;Corrander;Dunlattice;Ellershaw;Farrowby;Gantry-Pell;Harkaway;Illingsworth;Jessamy;Kestrelle;Lorrimer-Vane;Marchbank;Nettleship;Orrinford;Penhallick;Quarrington;Rookhurst;Sallowfield;Tarnwick;Underbarrow;Vellacourt;Wintermarch;Yarrowdale;Zelkova;Applethorn;Brackenridge-Low;Cloverell;Driftwood;Everglass;Fennimark;Greycastle',
)
export const places = words(
  'Port Ellery;Low Ferring;Vellum Bay;Corran Head;East Quillon;Saint Orrin;Haverbeck;Northmere;Pell Harbour;Crane Island;Upper Sallow;Mistlehurst;Old Brannock;Tarn End;Kettle Street;the Far Orchard',
)
export const qualities = words(
  'Last;Second;Quiet;Borrowed;Hidden;Crooked;Silver;Unwritten;Patient;Broken;Distant;Early;Secret;Burning;Hollow;Winter',
)
export const publishers = words(
  'Sample House;Lantern & Quill;Northmere Press;Three Herons;Old Wharf;Saltmarsh Books;Quillon;Corran & Daughters;Paper Kite;Blue Gate;Kettle Street Press;Tenfold;Hollow Tree;Ferring University Press;Small Hours;Second Landing',
)
export const stories = words(
  'A lighthouse keeper comes back to {place} and finds somebody else in the tower.;Two sisters inherit a house in {place} that neither of them has seen.;A clerk in {place} discovers that one of the letters in the archive is addressed to her.;A retired detective takes the night train to {place} and does not arrive.;Three friends spend one summer in {place} and disagree for thirty years about what happened.;The only witness of a theft in {place} is nine years old.;A ship comes into {place} without its crew.;A cartographer is asked to leave a village near {place} off the map.',
)
export const accounts = words(
  'What one year in {place} says about how people live now.;A reporter goes back to the letters, ledgers and people of {place}.;The findings of twenty years of work, for readers without any training.;How a small group in {place} changed what everyone thought was settled.;A guide with examples, exercises and a few admitted failures.;The life behind the public story, by one who was there.',
)
export const forChildren = words(
  'Everybody in {place} is asleep, except one.;A class outing to {place} goes wrong in the best way.;Nobody believes what {name} has found in the attic.;{name} learns that being brave and being loud are not the same.',
)
export const verdicts = words(
  'A slow, bright book that trusts its readers.;Overlong in the middle, and hard to put down at the end.;The plot creaks, but the people do not.;An argument made with patience and without footnotes for show.;Funny, and then all at once not funny at all.',
)
