import { accountNumber, accountRoles, type Accounting } from '../../domain/accounting.ts'
import { formatCents } from '../../domain/money.ts'
import { choiceWord } from '../../domain/setting-words.ts'
import type { Setting } from '../../domain/tenant-settings.ts'
import type { Locale } from '../../domain/tenant.ts'
import { fileIn, toBase64 } from '../ui/form/file-field.tsx'
import { readEuros, writeEuros } from '../ui/form/read-euros.ts'

/** From a million euros on a field reads no separators back. */
const leastPlain = 100_000_000

/** A setting as its field shows it. */
export function writeSetting({ kind }: Setting, value: unknown, locale: Locale): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(kind === 'lines' ? '\n' : ', ')
  if (kind === 'euros' && Number.isSafeInteger(value) && Number(value) < leastPlain)
    return formatCents(Number(value), locale).replace(/[\s€]/g, '')
  if (kind === 'euros') return writeEuros(Number(value), locale)
  if (kind === 'flag') return value === true ? 'yes' : ''
  return String(value)
}

/** A setting as somebody reads it who may not change it. */
export function saySetting(
  setting: Setting,
  value: unknown,
  { locale, yes, no }: { locale: Locale; yes: string; no: string },
): string {
  if (setting.kind === 'flag') return value === true ? yes : no
  if (setting.kind === 'euros' && typeof value === 'number') return formatCents(value, locale)
  const text = writeSetting(setting, value, locale)
  return setting.kind === 'choice' ? choiceWord(setting.path, text, locale) : text
}

/** The number that an account has without one of its own; null: no account. */
export function customaryAccount(path: string, values: Record<string, unknown>): string | null {
  const role = accountRoles.find((one) => path === `accounting.accounts.${one}`)
  if (!role) return null
  const chart = values['accounting.chart'] as Accounting['chart']
  const accountLength = Number(values['accounting.accountLength'])
  return accountNumber(role, { chart, accountLength, accounts: {} })
}

/** A picture that was chosen and compared, but not saved, comes back with its form: no file field can hold it. */
export const chosenBefore = (path: string) => `before.${path}`
export const isNewPicture = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('data:image/')

/** A form's settings by path, as the tenant file has them; what is no number stays text, which the call refuses. */
export async function readSettings(
  form: FormData,
  settings: readonly Setting[],
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const setting of settings) {
    const { path, kind } = setting
    if (kind === 'picture') {
      const file = fileIn(form, path)
      const before = form.get(chosenBefore(path))
      if (file) values[path] = `data:${file.type};base64,${await toBase64(file)}`
      else if (isNewPicture(before)) values[path] = before
    } else if (kind === 'flag' || form.has(path)) {
      const raw = form.get(path)
      values[path] = readSetting(kind, typeof raw === 'string' ? raw : '')
    }
  }
  return values
}

function readSetting(kind: Setting['kind'], raw: string): unknown {
  const text = raw.replaceAll('\r\n', '\n').trim()
  const number = (one: string) => (/^-?\d+$/.test(one) ? Number(one) : one)
  const list = (mark: string) =>
    text
      .split(mark)
      .map((one) => one.trim())
      .filter((one) => one !== '')
  switch (kind) {
    case 'flag':
      return text === 'yes'
    case 'number':
      return number(text)
    case 'optional-number':
      return text === '' ? null : number(text)
    case 'euros':
      return text === '' ? null : readEuros(text)
    case 'lines':
      return list('\n')
    case 'numbers':
      return list(',').map(number)
    case 'optional':
    case 'choice':
      return text === '' ? null : text
    default:
      return text
  }
}
