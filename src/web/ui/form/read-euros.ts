/** Typed euros in cents: `50`, `50,00`, `1.000,50` or `1,000.50`; -1 if invalid, which the call refuses. */
export function readEuros(text: string): number {
  const plain = text.replaceAll(/[\s€]/g, '')
  const grouped = /^(\d{1,3})(?:([.,])(\d{3}))?(?:([.,])(\d{1,2}))?$/.exec(plain)
  const whole = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(plain)
  if (whole) return cents(whole[1]!, whole[2])
  if (!grouped || (grouped[4] && grouped[4] === grouped[2])) return -1
  return cents(`${grouped[1]}${grouped[3] ?? ''}`, grouped[5])
}

const cents = (euros: string, rest = '') => Number(euros) * 100 + Number(rest.padEnd(2, '0'))

/** Cents as a field shows them: `50` or `50,50`. */
export function writeEuros(amount: number, locale: 'de' | 'en'): string {
  const rest = amount % 100
  const mark = locale === 'de' ? ',' : '.'
  const euros = String((amount - rest) / 100)
  return rest === 0 ? euros : `${euros}${mark}${String(rest).padStart(2, '0')}`
}
