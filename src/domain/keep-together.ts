const units = '€|%|EUR|Euro|Cent|[KMGT]B|[KMG]bit/s|ct|GHz|MHz|Hz|mAh|Zoll|Monate?n?|months?'

const figureAndUnit = new RegExp(`(\\d) (?=(?:${units})(?![\\p{L}\\d]))`, 'giu')

/** Keeps figures and units on one line: "24,95 €", "0,00 %", "250 Mbit/s". For plain text and safe HTML. */
export const keepTogether = (text: string): string =>
  text.replace(figureAndUnit, '$1\u00a0').replace(/§ (?=\d)/g, '§\u00a0')
