// Ids of play types and their names. The provider numbers the types, but a play has only the name of its type.

/** The id is sent under this name, which version 2 of the provider's API does not know and ignores. */
export const playTypeParameter = 'playTypeId'

export const playTypes: ReadonlyMap<number, string> = new Map([
  [2, 'End Period'],
  [3, 'Pass Incompletion'],
  [5, 'Rush'],
  [7, 'Sack'],
  [8, 'Penalty'],
  [9, 'Fumble Recovery (Own)'],
  [12, 'Kickoff Return (Offense)'],
  [17, 'Blocked Punt'],
  [18, 'Blocked Field Goal'],
  [20, 'Safety'],
  [21, 'Timeout'],
  [24, 'Pass Reception'],
  [26, 'Pass Interception Return'],
  [29, 'Fumble Recovery (Opponent)'],
  [32, 'Kickoff Return Touchdown'],
  [34, 'Punt Return Touchdown'],
  [36, 'Interception Return Touchdown'],
  [37, 'Blocked Punt Touchdown'],
  [38, 'Blocked Field Goal Touchdown'],
  [39, 'Fumble Return Touchdown'],
  [40, 'Missed Field Goal Return'],
  [41, 'Missed Field Goal Return Touchdown'],
  [52, 'Punt'],
  [53, 'Kickoff'],
  [57, 'Defensive 2pt Conversion'],
  [59, 'Field Goal Good'],
  [60, 'Field Goal Missed'],
  [65, 'End of Half'],
  [66, 'End of Game'],
  [67, 'Passing Touchdown'],
  [68, 'Rushing Touchdown'],
  [999, 'Uncategorized'],
])
