// Positions of players: abbreviations in rosters, and names in the draft.
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
