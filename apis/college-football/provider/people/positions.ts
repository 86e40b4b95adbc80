// Positions of players: abbreviations as rosters have them, and names as the draft has them.
export const positionNames: Readonly<Record<string, string>> = {
  QB: 'Quarterback',
  RB: 'Running Back',
  FB: 'Fullback',
  WR: 'Wide Receiver',
  TE: 'Tight End',
  OT: 'Offensive Tackle',
  OG: 'Offensive Guard',
  C: 'Center',
  DE: 'Defensive End',
  DT: 'Defensive Tackle',
  LB: 'Linebacker',
  CB: 'Cornerback',
  S: 'Safety',
  PK: 'Place Kicker',
  P: 'Punter',
  LS: 'Long Snapper',
}
