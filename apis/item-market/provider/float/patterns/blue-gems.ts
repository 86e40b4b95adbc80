// Paint seeds of Case Hardened items known to collectors as blue gems, in two tiers, from the published MIT-licensed
// lists (SOURCES 2.4). Other lists differ in part.

type Tiers = readonly [first: string, second: string]

const seeds: Readonly<Record<string, Tiers>> = {
  'AK-47': ['151 179 321 387 661 670 955', '4 13 168 429 592 905'],
  'Five-SeveN': [
    '278 363 670 690 768 868',
    '13 103 126 151 273 321 344 387 396 434 468 555 557 592 661 770 823 844 872 879 905 927 955',
  ],
  Bayonet: ['151 179 555 592 670', '168 209 228 321 387 661 695 828 955 969'],
  'Flip Knife': ['151 321 555 592 661 670', '103 168 179 363 387 750 760 823 828 844 868 955 969'],
  'Gut Knife': ['60 125 567 962', '140 165 171 215 232 384 591 644 723 724 756 799 870 939 974 977 997'],
  Karambit: [
    '73 269 321 387 442 507 776 853 902 955',
    '4 74 82 130 179 182 273 282 341 375 377 453 470 494 510 541 661 664 670 698 713 721 798 809 823 828 838 868 891 905 917',
  ],
  'M9 Bayonet': ['417 601', '58 349 403 406 503 523'],
  'Huntsman Knife': ['29 618 652 721', '112 130 248 283 306 371 494 505 575 576 638 702 770 798 838 881 891 917'],
  'Butterfly Knife': ['29 182 398 494 652 838', '73 147 214 283 330 371 638 721 749 839 868 881 891 917 919'],
  'Falchion Knife': ['112 130 182 283 371 398 494 638 749 838 868 891 917', '330 575 652 664 694 721 770 798 881 919'],
  'Navaja Knife': ['74 182 273 371 398 401 407 638 713 720 749 838 839 919', ''],
  'Stiletto Knife': ['182 494 713', ''],
  'Talon Knife': ['10 55 180 222 241 316 528 602 837 899 923', ''],
  'Ursus Knife': ['112 494 575 618 652 770', ''],
  'Nomad Knife': ['55 169 187 316 403 447 456 577 628 681 704 850 922', ''],
  'Paracord Knife': ['58 169 316 403 456 577 681', ''],
  'Skeleton Knife': ['58 169 316 403 456 577 681', ''],
  'Survival Knife': ['58 169 281 316 403 456 577 681 704', ''],
  'Classic Knife': ['58 169 316 403 456 577 601 681', ''],
}
const tiers = new Map(Object.entries(seeds).map(([weapon, [first, second]]) => [weapon, [setOf(first), setOf(second)]]))

/** Returns 1 or 2 for a blue gem; undefined for other seeds. */
export function blueGemTier(weapon: string, seed: number): 1 | 2 | undefined {
  const [first, second] = tiers.get(weapon) ?? []
  if (first?.has(seed)) return 1
  return second?.has(seed) ? 2 : undefined
}

function setOf(text: string): ReadonlySet<number> {
  return new Set(text.split(' ').filter(Boolean).map(Number))
}
