// Marks in the contents which operation is being read.

/** The upper part of the window, which is the part that is being read. */
const unread = '0px 0px -70% 0px'

/** Follows the reading. `contents` scrolls by itself where it is beside the page. */
export function followReading(contents: HTMLElement): void {
  const sections = [...document.querySelectorAll('.operation')]
  const visible = new Set<Element>()
  let current: Element | null = null
  const mark = () => {
    const id = sections.find((section) => visible.has(section))?.getAttribute('aria-labelledby')
    const link = id ? contents.querySelector(`a[href="#${CSS.escape(id)}"]`) : null
    if (!link || link === current) return
    current?.removeAttribute('aria-current')
    link.setAttribute('aria-current', 'location')
    current = link
    const [inside, around] = [link.getBoundingClientRect(), contents.getBoundingClientRect()]
    if (inside.top < around.top) contents.scrollTop -= around.top - inside.top
    else if (inside.bottom > around.bottom) contents.scrollTop += inside.bottom - around.bottom
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) visible.add(target)
        else visible.delete(target)
      mark()
    },
    { rootMargin: unread },
  )
  for (const section of sections) observer.observe(section)
}
