import type { BrowserContext } from '@playwright/test'

/**
 * Counts a thumb's work: each click outside a field, and each field typed into. Listens in the page, so no test step can be missed; over
 * all pages of the context.
 */
export async function countEffort(context: BrowserContext) {
  const taps: string[] = []
  const fields = new Set<string>()
  await context.exposeFunction('countTap', (what: string) => void taps.push(what))
  await context.exposeFunction('countField', (what: string) => void fields.add(what))
  await context.addInitScript(() => {
    const counters = window as unknown as Record<string, (what: string) => void>
    const isText = (target: EventTarget | null): target is HTMLInputElement =>
      target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)
    addEventListener(
      'pointerup',
      ({ target }) => {
        if (isText(target)) return
        const { textContent } =
          (target as Element).closest('a, button, label') ?? (target as Element)
        counters.countTap?.(textContent.trim().slice(0, 60))
      },
      true,
    )
    addEventListener(
      'input',
      ({ target }) => {
        if (isText(target)) counters.countField?.(target.name)
      },
      true,
    )
  })
  return { taps, fields }
}
