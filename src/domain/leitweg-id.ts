// The number by which a public buyer's invoices find their way (KoSIT, format of the Leitweg-ID 2.0.2).

/** Coarse part, fine part if there is one, two check digits. */
const shape = /^(\d{2,12})(?:-([A-Z0-9]{1,30}))?-(\d{2})$/

/** As it is written on invoices. */
export const tidyLeitwegId = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase()

/** 'digits': the check digits are those of another number. @param id tidied */
export function checkLeitwegId(id: string): 'ok' | 'shape' | 'digits' {
  const parts = shape.exec(id)
  if (!parts) return 'shape'
  const [, coarse = '', fine = '', digits = ''] = parts
  return remainder(`${coarse}${fine}${digits}`) === 1 ? 'ok' : 'digits'
}

/** Modulo 97-10 (ISO/IEC 7064), letters from A as 10. */
function remainder(characters: string): number {
  let rest = 0
  for (const one of characters) {
    const value = parseInt(one, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
