// Rolls dice with any number of sides.
import type { ProviderKit } from '#define'

/** Rolls with a loop, because `Array.from` would take as long as the draws. */
export function rollDice(random: ProviderKit['random'], count: number, sides: number) {
  const rolls: number[] = []
  let total = 0
  while (rolls.length < count) {
    const roll = random.int(1, sides)
    rolls.push(roll)
    total += roll
  }
  return { rolls, total, count, sides }
}
