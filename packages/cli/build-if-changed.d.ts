// The types of build-if-changed.js.

export const isLeftOut: RegExp
export const stampName: string
export function buildIfChanged(root: string, node: string): boolean
export function hasSources(root: string): boolean
export function stateOfSources(root: string): string
