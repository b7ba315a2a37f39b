const units =
  '€|%|EUR|Euro|Cent|[KMGT]B|[KMG]bit/s|ct|GHz|MHz|Hz|mAh|Watt|Zoll|Tage?n?|days?|Monate?n?|months?'
const months =
  'Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|January|February|March|April|May|June|July|August|September|October|November|December'

const figureAndUnit = new RegExp(`(\\d) (?=(?:${units})(?![\\p{L}\\d]))`, 'giu')
const dayAndMonth = new RegExp(`(\\d\\.?) (${months})(?![\\p{L}\\d])`, 'gu')
const monthAndYear = new RegExp(`(\\u00a0(?:${months})) (?=\\d{4})`, 'gu')

/** Keeps figures and units, and dates, on one line: "24,95 €", "250 Mbit/s", "31. Dezember 2027". For plain text and safe HTML. */
export const keepTogether = (text: string): string =>
  text
    .replace(figureAndUnit, '$1\u00a0')
    .replace(/§ (?=\d)/g, '§\u00a0')
    .replace(dayAndMonth, '$1\u00a0$2')
    .replace(monthAndYear, '$1\u00a0')

const code = /(^|[\s(„“"])(?=[\p{Lu}-]*\d)([\p{Lu}\d]+(?:-[\p{Lu}\d]+)+)(?![\p{L}\d-])/gu

/** Keeps codes with hyphens on one line: "AB2C-D3EF", "2026-12". For plain text to be read, not copied. */
export const keepCodes = (text: string): string =>
  text.replace(
    code,
    (_, before: string, found: string) => before + found.replaceAll('-', '-\u2060'),
  )
