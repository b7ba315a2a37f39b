/** Typed euros in cents: `50`, `50,00`, `1.000,50` or `1,000.50`; -1 if invalid, which the call refuses. */
export function readEuros(text: string): number {
  const plain = text.replaceAll(/[\s€]/g, '')
  const whole = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(plain)
  if (whole) return cents(whole[1]!, whole[2])
  const grouped = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3}){0,2})(?:(?!\2)[.,](\d{1,2}))?$/.exec(plain)
  return grouped ? cents(grouped[1]!.replaceAll(/\D/g, ''), grouped[3]) : -1
}

const cents = (euros: string, rest = '') => Number(euros) * 100 + Number(rest.padEnd(2, '0'))

/** Cents as a field shows them: `50` or `50,50`. */
export function writeEuros(amount: number, locale: 'de' | 'en'): string {
  const rest = amount % 100
  const mark = locale === 'de' ? ',' : '.'
  const euros = String((amount - rest) / 100)
  return rest === 0 ? euros : `${euros}${mark}${String(rest).padStart(2, '0')}`
}
