// Language codes: BCP 47, such as `pt-BR`, of which `pt` is the base.

export function baseOf(language: string): string {
  return language.split('-', 1)[0]?.toLowerCase() ?? ''
}
