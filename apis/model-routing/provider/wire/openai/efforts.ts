// Efforts of reasoning as the models of the vendor know them, which each generation changed (SOURCES 10.17).

const order: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const always = ['low', 'medium', 'high'] as const

function known(model: string): readonly string[] | undefined {
  if (/(?:^|\/)o\d/i.test(model)) return always
  const match = /(?:^|\/)gpt-5(?:\.(\d+))?(-codex)?/i.exec(model)
  if (match === null) return undefined
  const [, minor = '0', codex] = match
  if (Number(minor) >= 2) return ['none', ...always, 'xhigh']
  if (Number(minor) === 1) return ['none', ...always]
  return codex === undefined ? ['minimal', ...always] : always
}

/** Returns the effort that the model takes in place of another: the next higher of a low one, else the next lower. */
export function takenEffort(effort: string, model: string): string {
  const efforts = known(model)
  if (efforts === undefined) return effort === 'max' ? 'high' : effort
  const at = order.indexOf(effort)
  if (at < 0 || efforts.includes(effort)) return effort
  const higher = order.slice(at).find((one) => efforts.includes(one))
  const lower = order.slice(0, at).findLast((one) => efforts.includes(one))
  return (at < order.indexOf('medium') ? higher : lower) ?? effort
}
