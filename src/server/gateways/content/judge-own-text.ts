import { variablePattern } from '../../../domain/content-variables.ts'
import { isProven } from '../../../domain/proven-texts.ts'
import type { Locale } from '../../../domain/tenant.ts'
import { readInterfaceTexts, readMailTexts } from './default-texts.ts'

type Judged = { problem: string | null; warnings: string[] }

/** Whether an own text can replace its default: the same links, and no unknown values. */
export async function judgeOwnText(
  schema: 'text' | 'mail',
  key: string,
  text: Partial<Record<Locale, string | undefined>>,
): Promise<Judged> {
  if (schema === 'text' && isProven(key))
    return refuse('This text is kept as proof of consent, so it cannot be changed.')
  const defaults = await (schema === 'text' ? readInterfaceTexts() : readMailTexts())
  const warnings: string[] = []
  for (const locale of ['de', 'en'] as const) {
    const own = text[locale]
    if (own === undefined) continue
    // Nested texts could recurse without end.
    if (own.includes('$t(')) return refuse(`The text (${locale}) has $t( in it.`)
    if (own.replace(value, '').includes('{{'))
      return refuse(`The text (${locale}) has a {{ that is not closed.`)
    const replaced = defaults[locale][key]
    if (replaced === undefined) {
      warnings.push(`No text has this key (${locale}): it is shown nowhere.`)
      continue
    }
    const missing = partsOf(replaced).filter((part) => !partsOf(own).includes(part))
    if (missing.length > 0)
      return refuse(`The text (${locale}) lacks ${missing.map((part) => `<${part}>`).join(', ')}.`)
    const given = valuesIn(replaced)
    const strange = valuesIn(own).filter((value) => !given.includes(value))
    if (strange.length > 0)
      warnings.push(`The text (${locale}) is not given ${strange.join(', ')}: nothing is shown.`)
  }
  return { problem: null, warnings }
}

const refuse = (problem: string): Judged => ({ problem, warnings: [] })

// <terms>link text</terms>, see web/ui/rich-text.tsx
const partsOf = (text: string) =>
  [...text.matchAll(/<(\w+)>[^<]*<\/\1>/g)].map(([, name = '']) => name)

// Bounded, and trimmed in code: hostile texts must cost no more than their length.
const value = /\{\{([^{}]{0,80})\}\}/g

const valuesIn = (text: string) =>
  [...text.replace(variablePattern, '').matchAll(value)].map(([, name = '']) => name.trim())
