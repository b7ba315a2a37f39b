import type { Locale } from '../../domain/tenant.ts'
import { formatDate } from '../ui/format-date.ts'

type Raw = Record<string, string | number | null>

/** A template's data by key. User input becomes one line short enough for a subject. */
export type MailData<Key extends string> = {
  has: (key: Key) => boolean
  line: (key: Key, maxLength?: number) => string
  lines: (key: Key) => string[]
  amount: (key: Key) => string // empty if missing or zero
  date: (key: Key) => string // localised, if given as yyyy-mm-dd
  link: (key: Key) => string // absolute, http or https
}

export function readMailData(data: Raw, origin: string, locale: Locale): MailData<string> {
  const text = (key: string) => String(data[key] ?? '')
  const line = (key: string, maxLength = 60) => shorten(oneLine(text(key)), maxLength)
  return {
    has: (key) => text(key).trim() !== '',
    line,
    lines: (key) =>
      text(key)
        .split('\n')
        .map(oneLine)
        .filter((code) => code !== ''),
    amount: (key) => (/[1-9]/.test(text(key)) ? line(key) : ''),
    date: (key) => {
      const day = line(key)
      return /^\d{4}-\d{2}-\d{2}$/.test(day) ? formatDate(day, locale) : day
    },
    link: (key) => webAddress(text(key), origin),
  }
}

// A line break in a subject would end the header. No-break spaces stay: they hold amounts together.
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029 ]+/gu, ' ').trim()
}

function shorten(text: string, maxLength: number): string {
  const letters = [...text]
  return letters.length <= maxLength
    ? text
    : `${letters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
}

// Links are ours; a malformed one becomes the homepage, never a script.
function webAddress(link: string, origin: string): string {
  if (!URL.canParse(link, origin)) return origin
  const url = new URL(link, origin)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : origin
}
