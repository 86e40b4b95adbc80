// The theme: light, dark, or the system's. The choice is stored in this browser.
const key = 'gatehouse-theme'
const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

export function theme(): Theme {
  const stored = localStorage.getItem(key)
  return themes.find((one) => one === stored) ?? 'system'
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = theme()
}

export function nextTheme(): void {
  const next = themes[(themes.indexOf(theme()) + 1) % themes.length] ?? 'system'
  localStorage.setItem(key, next)
  applyTheme()
}
