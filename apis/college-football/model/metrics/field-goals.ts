// The chance of a field goal by its distance (SOURCES 3.14).

/** Yards from the line of scrimmage to the spot of the kick, and through the end zone. */
const behindTheLine = 17
const points = 3
/** Chance of a kicker from the bench relative to the usual one. */
const replacement = 0.9

/** Returns the chance that a kick of this distance is good. */
export function fieldGoalChance(yards: number): number {
  return 0.985 / (1 + Math.exp((yards - 51.5) / 7.5))
}

export function fieldGoalDistance(yardsToGoal: number): number {
  return yardsToGoal + behindTheLine
}

/** Returns the expected points of a kick of this distance. */
export function fieldGoalPoints(yards: number): number {
  return points * fieldGoalChance(yards)
}

/** Returns the points of a kick above the expectation of a replacement. */
export function pointsAboveReplacement(yards: number, isGood: boolean): number {
  return (isGood ? points : 0) - replacement * fieldGoalPoints(yards)
}
