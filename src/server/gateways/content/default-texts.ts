import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '../../../domain/tenant.ts'
import { together } from '../../db/together.ts'

export type DefaultTexts = Record<Locale, Record<string, string>>

// Texts are data: their files are read once.
const webFolder = join(import.meta.dirname, '../../../web')
const areasFolder = (locale: string) => join(webFolder, 'texts', locale)
const mailFile = (locale: string) => join(webFolder, 'mails/texts', `${locale}.json`)

let interfaceTexts: Promise<DefaultTexts> | null = null
let mailTexts: Promise<DefaultTexts> | null = null
let bonusTexts: ReturnType<typeof readBonusTexts> | null = null
let providerTexts: Promise<DefaultTexts> | null = null

/** Texts of all pages by area.key, with their endings (`_du`, `_sie`, `_one`, `_other`). */
export const readInterfaceTexts = (): Promise<DefaultTexts> =>
  (interfaceTexts ??= forBoth(readAreas))

/** Texts of mails by key, with their endings. */
export const readMailTexts = (): Promise<DefaultTexts> =>
  (mailTexts ??= forBoth((locale) => readTexts(mailFile(locale))))

/** German texts that say Bonus instead, by the keys they replace. */
export const readBonusTexts = (): Promise<Record<'pages' | 'mails', Record<string, string>>> =>
  (bonusTexts ??= together([
    () => readAreas('de/bonus'),
    () => readTexts(mailFile('de-bonus')),
  ]).then(([pages, mails]) => ({ pages, mails })))

/** Mail texts for the provider's login, by the keys they replace: no password and no form for one. */
export const readProviderTexts = (): Promise<DefaultTexts> =>
  (providerTexts ??= forBoth((locale) => readTexts(mailFile(`${locale}-provider`))))

async function readAreas(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(areasFolder(folder))).filter((file) => file.endsWith('.json'))
  const areas = await Promise.all(
    files.map(async (file) => {
      const texts = await readTexts(join(areasFolder(folder), file))
      const area = file.slice(0, -'.json'.length)
      return Object.entries(texts).map(([key, text]) => [`${area}.${key}`, text] as const)
    }),
  )
  return Object.fromEntries(areas.flat())
}

async function forBoth(
  read: (locale: Locale) => Promise<Record<string, string>>,
): Promise<DefaultTexts> {
  const [de, en] = await together([() => read('de'), () => read('en')])
  return { de, en }
}

const readTexts = async (path: string) =>
  JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
