// Prints how many questions of apis/word-finding/test/questions the search for descriptions answers, and which it
// misses: `node scripts/word-finding/questions.ts [tuning|held-out|unseen]`. Weights are chosen with `chosen-with`, the
// default, and `tuning`; the misses of the other two are not printed.
import { judge, questionSets, readQuestions } from '../../apis/word-finding/test/questions.ts'
import { openWorld } from '../../apis/word-finding/test/world.ts'

const set = questionSets.find((name) => name === process.argv[2]) ?? 'chosen-with'
const questions = readQuestions(set)
const { first, amongFive, missed } = await judge(questions, openWorld().words)
if (set === 'chosen-with' || set === 'tuning') for (const line of missed) console.log(line)
console.log(`${set}: ${first} first and ${amongFive} among five of ${questions.length}`)
